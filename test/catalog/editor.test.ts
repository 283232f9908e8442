/** In an editor, every file of the catalog is completed and checked, and has nothing marked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFiles } from '../../build/read/read.ts';
import { catalogFolder } from '../../cli/files.ts';
import { type LanguageServer, schemaLine, startLanguageServer } from '../support/language-server.ts';
import { OUR_CATALOG } from './our-catalog.ts';

let server: LanguageServer;
beforeAll(async () => {
  server = await startLanguageServer();
});
afterAll(() => server.stop());

const FILES = listFiles(catalogFolder(OUR_CATALOG)).files.map(({ path }) => {
  return { path, text: readFileSync(join(OUR_CATALOG, path), 'utf8') };
});

test('every file names its schema in the first line', () => {
  const others = FILES.filter(({ path, text }) => !text.startsWith(schemaLine(path)));
  expect(others.map(({ path }) => path)).toEqual([]);
});

// The server takes some seconds for each megabyte.
test('the language server reports no problem in any file', { timeout: 600_000 }, async () => {
  const marked = await Promise.all(
    FILES.map(async ({ path, text }) => ({ path, marks: await server.marks(`catalog/${path}`, text) })),
  );
  expect(marked.filter(({ marks }) => marks.length > 0)).toEqual([]);
});
