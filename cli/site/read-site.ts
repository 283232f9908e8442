/** Reads the files of a site. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { folderError, whileReading } from '../terminal/io.ts';

/** Access to the files of a site. Paths are relative to the site, with `/`. */
export interface SiteFiles {
  /** Every file. */
  readonly paths: ReadonlySet<string>;
  /** The size of a file in bytes. */
  size(path: string): number;
  /** The bytes of a file. */
  read(path: string): Uint8Array;
}

/**
 * The files of a site folder on disk. Links are not followed: the build makes none, and others could lead anywhere.
 *
 * @param name the folder as the user wrote it
 * @throws CannotRunError if the folder, or later a file, cannot be read
 */
export function readSiteFolder(root: string, name: string): SiteFiles {
  let files: Dirent[];
  try {
    files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  } catch (error) {
    throw folderError(error, name, `The folder ${name}`, '; name one that "cartalog build --out DIR" has written');
  }
  return {
    paths: new Set(files.map((file) => relative(root, join(file.parentPath, file.name)).replaceAll(sep, '/'))),
    size: (path) => whileReading(join(name, path), () => statSync(`${root}/${path}`).size),
    read: (path) => whileReading(join(name, path), () => readFileSync(`${root}/${path}`)),
  };
}
