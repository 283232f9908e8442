/** Writes files of a site. */
import { utimesSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Asset } from '../render/asset.ts';

/**
 * A file without a known time is this many milliseconds older than its writing: Apache calls the ETags of files weak
 * that changed within the last second.
 */
const AGE_MS = 2_000;

/** Writes an asset to a file whose folder exists. The file has the time of the asset, if that is known. */
export function writeAsset(file: string, { content, modified }: Asset): void {
  writeFileSync(file, content);
  const time = modified ?? (Date.now() - AGE_MS) / 1000;
  utimesSync(file, time, time);
}

/** The path of a file in a folder. @throws if it leads out of the folder, which no asset's path does */
export function pathInside(folder: string, path: string): string {
  const file = join(folder, path);
  if (!file.startsWith(folder + sep)) throw new Error(`${path} leads out of the site`);
  return file;
}
