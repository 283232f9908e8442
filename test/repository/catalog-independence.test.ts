/** Any valid catalog may be in catalog/: only the tests in test/catalog/ read it, and `npm test` does not run those. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';

const HERE = 'repository/catalog-independence.test.ts';

/** Ways to reach the catalog of the checkout, and the programs that read it when they are started there. */
const REACHES_THE_CATALOG = [
  /\bROOT\b(?:, |\}\/)['"`]?catalog\b/,
  /'\.\.',? (?:'\.\.', )*'catalog\b/,
  /(?:\.\.\/)+catalog\//,
  /\b(?:cartalog|main)\([^;]*\bcwd: ROOT\b/,
];

const reachesTheCatalog = (text: string): boolean => REACHES_THE_CATALOG.some((pattern) => pattern.test(text));

test('no test outside test/catalog/ reads the catalog of the checkout', () => {
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !/^(?:catalog|fixtures)\//.test(path) && path !== HERE);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((path) => reachesTheCatalog(readFileSync(join(ROOT, 'test', path), 'utf8')))).toEqual([]);
});
