import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicFile } from '../../build/render/site-parts.ts';
import { slashedPath } from '../program/package.ts';
import { CannotRunError } from '../terminal/io.ts';

/** Systems, editors and git create these in any folder. */
const LITTER = /^\.(?:DS_Store|gitignore|gitkeep|.*\.sw[a-p])$/;

/** @throws CannotRunError if something cannot be published: people would miss it only later */
export function readPublicFiles(folder: string): PublicFile[] {
  const files: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const isHidden = entry.name.startsWith('.') && entry.name !== '.well-known';
    // Files of a folder have entries, too.
    if (entry.isDirectory() ? !isHidden : LITTER.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const name = `public/${slashedPath(folder, file)}`;
    if (!entry.isFile() && !entry.isDirectory())
      throw new CannotRunError(`${name} is not a file, and cannot be published; put a file there.`);
    if (entry.name.startsWith('.')) {
      throw new CannotRunError(
        `${name} begins with a dot, and hosts do not publish it; rename it, or move it to another folder.`,
      );
    }
    files.push(file);
  }
  return files.sort().map((file) => publicFileAt(slashedPath(folder, file), file));
}

export function publicFileAt(path: string, file: string): PublicFile {
  let read: Uint8Array | null = null;
  return {
    path,
    get size() {
      return read?.length ?? statSync(file).size;
    },
    get content() {
      read ??= readFileSync(file);
      return read;
    },
  };
}
