/** Whether two sites have the same JSON documents. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/** What differs between the documents of two sites: those whose values are not the same, whatever the order of their members. */
export interface Differences {
  readonly documents: number;
  /** Paths in the site. */
  readonly differing: readonly string[];
}

/** Compares the documents below `v1/` of a site with those of another one. */
export function compareDocuments(site: string, other: string): Differences {
  const paths = documentsOf(site);
  const missing = documentsOf(other).filter((path) => !paths.includes(path));
  const differing = paths.filter(
    (path) => !existsSync(join(other, path)) || !isDeepStrictEqual(valueAt(site, path), valueAt(other, path)),
  );
  return { documents: paths.length, differing: [...differing, ...missing] };
}

function documentsOf(site: string): string[] {
  return readdirSync(join(site, 'v1'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('v1', path))
    .filter((path) => path.endsWith('index.json'))
    .sort();
}

function valueAt(site: string, path: string): unknown {
  return JSON.parse(readFileSync(join(site, path), 'utf8'));
}
