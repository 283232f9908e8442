/**
 * Golden tests: each folder next to this file has a catalog in `input/`, in some `history.json` and `pictures/` of `probe` or the
 * commits in `commits.json`, oldest first, and every file that `build` makes of them in `output/`, byte for byte, but for `LEFT_OUT`. `UPDATE_GOLDEN=1 npx vitest run test/golden` writes the output again; read the diff.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mapStatusesIn } from '../../build/model/statuses.ts';
import { catalogFolderAt } from '../../cli/catalog/catalog-folder.ts';
import { openPictureFolder } from '../../cli/catalog/pictures.ts';
import { openProbeHistory } from '../../cli/catalog/probe-history.ts';
import { withXml } from '../../cli/network/read-xml.ts';
import { rendered } from '../support/check.ts';
import { filesBelow } from '../support/files.ts';
import { madeCommits } from '../support/made-commits.ts';

const HERE = import.meta.dirname;
const CASES = readdirSync(HERE, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe.each(CASES.map(({ name }) => name))('%s', async (name) => {
  const output = join(HERE, name, 'output');
  const actual = await documentsOf(join(HERE, name));
  if (process.env['UPDATE_GOLDEN']) overwrite(output, actual);
  const expected = new Set(filesBelow(output));

  test('gives every expected document', () => expect([...expected].filter((path) => !actual.has(path))).toEqual([]));

  test('gives no other document', () => expect([...actual.keys()].filter((path) => !expected.has(path))).toEqual([]));

  test.each([...expected])('%s', (path) => {
    expect(actual.get(path)?.toString()).toBe(readFileSync(join(output, path), 'utf8'));
  });

  test.each([...actual.keys()].filter((path) => /\.(?:xml|atom)$/.test(path)))(
    '%s is well-formed, with every prefix declared',
    (path) => expect(() => withXml(actual.get(path) as Buffer, ({ name }) => name)).not.toThrow(),
  );
});

/** @param folder with the catalog in `input/`, and the history and pictures of `probe` if the case has them */
async function documentsOf(folder: string): Promise<Map<string, Buffer>> {
  const log = join(folder, 'commits.json');
  const commits = existsSync(log) ? madeCommits(JSON.parse(readFileSync(log, 'utf8'))) : null;
  const statuses = mapStatusesIn(openProbeHistory({ cwd: folder }, 'history.json'));
  const stderr = { isTTY: false, columns: undefined, write: () => {} };
  const readPicture = openPictureFolder({ cwd: folder, stderr }, 'pictures');
  const parts = { headers: '', handler: '', publicFiles: [], page: PAGE_PARTS, statuses, readPicture };
  const options = { commits: Promise.resolve(commits), readParts: () => parts };
  const { site, findings } = await rendered(catalogFolderAt(join(folder, 'input')), options);
  // Labels that no client knows, and a key that is not set, are among the corners.
  expect(findings.filter(({ code }) => !['unknown-terms', 'unset-token', 'markup'].includes(code))).toEqual([]);
  const shown = site?.assets.filter(({ path }) => !LEFT_OUT.test(path));
  return new Map(shown?.map(({ path, content }) => [path, Buffer.from(content)]));
}

/** What has tests of its own: a thousand tiles, the list of all files, and what changes with the program alone. */
const LEFT_OUT =
  /^(?:v2\/at\/5\/|manifest\.json$|v1\/openapi\.json$|_redirects$|_routes\.json$|_worker\.js$|v2\/404\.html$)/;

/** Scripts and styles by names that do not change with their content, which is tested elsewhere. */
const PAGE_PARTS = { script: 'assets/main.js', style: 'assets/main.css', files: [] };

function overwrite(output: string, documents: ReadonlyMap<string, Uint8Array>): void {
  rmSync(output, { recursive: true, force: true });
  for (const [path, content] of documents) {
    mkdirSync(dirname(join(output, path)), { recursive: true });
    writeFileSync(join(output, path), content);
  }
}
