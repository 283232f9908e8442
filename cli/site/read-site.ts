/** Reads the folder of a site, which is not trusted: it may come from anybody's pull request. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { siteRootIn } from '../../contract/hosts.ts';
import { folderError, whileReading } from '../terminal/io.ts';

/** Access to the files of a site. Paths are relative to the root, with `/`. */
export interface SiteFiles {
  /** The folder of these files in the output of the build, with a trailing slash; empty if they are the whole output. */
  readonly root: string;
  readonly paths: ReadonlySet<string>;
  size(path: string): number;
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
    root: '',
    paths: new Set(files.map((file) => relative(root, join(file.parentPath, file.name)).replaceAll(sep, '/'))),
    size: (path) => whileReading(join(name, path), () => statSync(`${root}/${path}`).size),
    read: (path) => whileReading(join(name, path), () => readFileSync(`${root}/${path}`)),
  };
}

/**
 * The part of a build's output, for any host, that is published.
 *
 * @param document the path of a document of the site
 * @returns null if the output does not have the document
 */
export function siteIn({ paths, size, read }: SiteFiles, document: string): SiteFiles | null {
  const root = siteRootIn((path) => paths.has(path), document);
  if (root === undefined) return null;
  const inside = [...paths].flatMap((path) => (path.startsWith(root) ? path.slice(root.length) : []));
  return { root, paths: new Set(inside), size: (path) => size(root + path), read: (path) => read(root + path) };
}

/** The text of a file; empty if the site does not have it. */
export const siteTextAt = ({ paths, read }: SiteFiles, path: string): string =>
  paths.has(path) ? Buffer.from(read(path)).toString() : '';
