import { lstatSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { sha256Of } from '../../contract/base/sha256.ts';
import { SITE_MANIFEST, siteManifest } from '../../contract/interface/site-manifest.ts';
import { type Asset, type FileRecord, fileRecordOf, type SiteSink, textAsset } from '../render/core/asset.ts';
import { linkFile } from './durable.ts';
import { beginReplacingFolder, type FolderReplacement, type ReplaceOptions } from './replace-folder.ts';
import { refuseForeignFolder, unsignedFiles } from './site-files.ts';

export type WriteOutcome = 'written' | 'unchanged';

/**
 * @param readsTimes if the host reads times of files
 * @throws FolderError if something in the folder is not from a build
 * @throws LockedError if another build does not finish
 * @throws the system's error if nothing can be written there
 */
export async function stageSite(out: string, options: ReplaceOptions, readsTimes = true): Promise<SiteStage> {
  const replacement = await beginReplacingFolder(out, options);
  try {
    refuseForeignFolder(replacement.folder);
    return new SiteStage(replacement, readsTimes);
  } catch (error) {
    replacement.end();
    throw error;
  }
}

export class SiteStage implements SiteSink {
  readonly #replacement: FolderReplacement;
  readonly #files: FileRecord[] = [];
  readonly #readsTimes: boolean;
  #unchanged = 0;

  constructor(replacement: FolderReplacement, readsTimes: boolean) {
    this.#replacement = replacement;
    this.#readsTimes = readsTimes;
  }

  take(asset: Asset): FileRecord {
    const { folder, next } = this.#replacement;
    const target = pathInsideSite(next, asset.path);
    const file = fileRecordOf(asset);
    this.#replacement.guarded(() => {
      // Without the old folder, the file is new.
      const hasOldFolder = this.#replacement.makeFolder(dirname(asset.path));
      const isUnchanged = hasOldFolder && isSame(join(folder, asset.path), file);
      // Servers make ETags of times: an unchanged file keeps its time.
      if (!isUnchanged || !linkFile(join(folder, asset.path), target)) {
        writeFileSync(target, asset.content);
        if (this.#readsTimes) setTime(target, asset);
      }
      if (isUnchanged) this.#unchanged++;
      this.#files.push(file);
    });
    return file;
  }

  old(path: string): Uint8Array | null {
    try {
      const file = join(this.#replacement.folder, path);
      return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : null;
    } catch {
      return null;
    }
  }

  /**
   * @throws LostLockError if another build took over
   * @throws the system's error if it cannot be written; the old site is then in place
   */
  commit(): WriteOutcome {
    const replacement = this.#replacement;
    this.take(textAsset('configuration', SITE_MANIFEST, siteManifest(this.#files)));
    const old = unsignedFiles(replacement.folder);
    const isUnchanged = this.#unchanged === this.#files.length && old.length === this.#files.length;
    if (isUnchanged) replacement.flushOld();
    // Somebody may have put a file there.
    else replacement.commit(refuseForeignFolder);
    return isUnchanged ? 'unchanged' : 'written';
  }

  end(): void {
    this.#replacement.end();
  }
}

/** Unknown times are dated back: after a recent change, some servers send a weak ETag. */
const AGE_MS = 2_000;

function setTime(file: string, { modified }: Asset): void {
  const time = modified ?? (Date.now() - AGE_MS) / 1000;
  utimesSync(file, time, time);
}

/** @throws if the path leads out of the folder, which no asset's does */
export function pathInsideSite(folder: string, path: string): string {
  const file = join(folder, path);
  if (!file.startsWith(folder + sep)) throw new Error(`${path} leads out of the site`);
  return file;
}

function isSame(path: string, { size, sha256, modified }: FileRecord): boolean {
  try {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (!status?.isFile() || status.size !== size) return false;
    if (modified !== null && status.mtimeMs !== modified * 1000) return false;
    return sha256Of(readFileSync(path)) === sha256;
  } catch {
    return false;
  }
}
