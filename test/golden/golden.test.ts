/**
 * Golden tests: each folder next to this file has a catalog in `input/`, in some `history.json` and `pictures/` of `probe` or the
 * commits in `commits.json`, oldest first, and every document and page rendered from them in `output/`, byte for byte. `UPDATE_GOLDEN=1 npx vitest run test/golden` writes the output again; read the diff.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { historyOf } from '../../build/history/history.ts';
import { modelOf } from '../../build/model/model.ts';
import { statusesIn } from '../../build/model/statuses.ts';
import { allowedPictures } from '../../build/render/pages/map/map-pictures.ts';
import { checkCatalog } from '../../build/run/check-in-memory.ts';
import { catalogFolder } from '../../cli/catalog/catalog-folder.ts';
import { openPictures } from '../../cli/catalog/pictures.ts';
import { openProbeHistory } from '../../cli/catalog/probe-history.ts';
import { filesBelow } from '../support/files.ts';
import { madeCommits } from '../support/made-commits.ts';
import { allMapDocuments, allPages, renderDocuments } from '../support/whole-site.ts';

const HERE = import.meta.dirname;
const CASES = readdirSync(HERE, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe.each(CASES.map(({ name }) => name))('%s', (name) => {
  const output = join(HERE, name, 'output');
  const actual = documentsOf(join(HERE, name));
  if (process.env['UPDATE_GOLDEN']) overwrite(output, actual);
  const expected = new Set(filesBelow(output));

  test('gives every expected document', () => {
    expect([...expected].filter((path) => !actual.has(path))).toEqual([]);
  });

  test('gives no other document', () => {
    expect([...actual.keys()].filter((path) => !expected.has(path))).toEqual([]);
  });

  test.each([...expected])('%s', (path) => {
    expect(actual.get(path)?.toString()).toBe(readFileSync(join(output, path), 'utf8'));
  });
});

/** @param folder with the catalog in `input/`, and the history and pictures of `probe` if the case has them */
function documentsOf(folder: string): Map<string, Buffer> {
  const { content, diagnostics } = checkCatalog(catalogFolder(join(folder, 'input')), {
    environment: {},
    requireTokens: false,
  });
  // Labels that no client knows, and a key that is not set, are among the corners.
  expect(diagnostics.filter(({ code }) => !['unknown-terms', 'unset-token'].includes(code))).toEqual([]);
  const catalog = modelOf(content, { serviceUrl: null, environment: {} });
  const statuses = statusesIn(openProbeHistory({ cwd: folder }, 'history.json'));
  const log = join(folder, 'commits.json');
  const history = historyOf(existsSync(log) ? madeCommits(JSON.parse(readFileSync(log, 'utf8'))) : null);
  const stderr = { isTTY: false, columns: undefined, write: () => {} };
  const allowed = [...allowedPictures(catalog, openPictures({ cwd: folder, stderr }, 'pictures'), statuses)];
  const pictures = new Map(allowed.map(([name, picture]) => [name, picture]));
  const pages = allPages({ catalog, history, parts: PAGE_PARTS, statuses, pictures });
  return new Map(
    [...renderDocuments(catalog), ...allMapDocuments(catalog, statuses, history), ...pages].map((asset) => [
      asset.path,
      Buffer.from(asset.content),
    ]),
  );
}

/** Scripts and styles by names that do not change with their content, which is tested elsewhere. */
const PAGE_PARTS = { script: 'assets/main.js', style: 'assets/main.css', files: [] };

function overwrite(output: string, documents: ReadonlyMap<string, Uint8Array>): void {
  rmSync(output, { recursive: true, force: true });
  for (const [path, content] of documents) {
    mkdirSync(dirname(join(output, path)), { recursive: true });
    writeFileSync(join(output, path), content);
  }
}
