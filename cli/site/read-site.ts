import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { siteRootIn } from '../../contract/hosts.ts';
import { folderError, whileReading } from '../terminal/io.ts';

/** Paths are from the root, with `/`. */
export interface SiteFiles {
  /** The folder of the site in the output of a build, with a trailing slash; empty for the whole output. */
  readonly root: string;
  readonly paths: ReadonlySet<string>;
  size(path: string): number;
  read(path: string): Uint8Array;
}

/** Follows no links: a site may come from anybody's pull request. @param name as the user wrote it */
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

/** @returns the published part of any host's build; null without the document */
export function siteIn({ paths, size, read }: SiteFiles, document: string): SiteFiles | null {
  const root = siteRootIn((path) => paths.has(path), document);
  if (root === undefined) return null;
  const inside = [...paths].flatMap((path) => (path.startsWith(root) ? path.slice(root.length) : []));
  return { root, paths: new Set(inside), size: (path) => size(root + path), read: (path) => read(root + path) };
}

export const siteTextAt = ({ paths, read }: SiteFiles, path: string): string =>
  paths.has(path) ? Buffer.from(read(path)).toString() : '';
