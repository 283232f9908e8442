/**
 * Every folder of `test/fixtures/diff` is a case: the files of `before/` and `after/` are added to the small catalog, the
 * paths in `deleted.txt` are deleted from the second, and `expected.md` is the output of `cartalog diff`, without the size
 * of the whole site, which changes with every word of a page.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCatalogFile } from '../../../../build/parse/parse.ts';
import { compareSites } from '../../../../commands/catalog/diff/diff.ts';
import { changesAsMarkdown } from '../../../../commands/catalog/diff/print-changes.ts';
import { matchRemovals } from '../../../../commands/catalog/diff/removals.ts';
import { type Files, SMALL } from '../../../support/catalogs.ts';
import { siteOf } from '../../../support/sites.ts';

const CASES = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'diff');

function filesIn(folder: string): Files {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

function without(files: Files, list: string): Files {
  const deleted = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
  return Object.fromEntries(Object.entries(files).filter(([path]) => !deleted.includes(path)));
}

describe('the description of a change', () => {
  test.each(readdirSync(CASES))('%s', async (name) => {
    const folder = join(CASES, name);
    const before = { ...SMALL, ...filesIn(join(folder, 'before')) };
    const after = { ...without(before, join(folder, 'deleted.txt')), ...filesIn(join(folder, 'after')) };
    const removals = parseCatalogFile('removals.yaml', Buffer.from(after['removals.yaml'] ?? '[]')).value;
    const [old, next] = [siteOf(before), siteOf(after)];
    const diff = compareSites(old, next);
    const markdown = changesAsMarkdown(diff, matchRemovals(diff.changes, removals as never, next));
    const stable = markdown.replace(/^(whole site {2})[\d.]+ kB -> [\d.]+ kB$/m, '$1(size) -> (size)');
    await expect(stable).toMatchFileSnapshot(join(folder, 'expected.md'));
  });
});
