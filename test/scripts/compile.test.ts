/** How much the compiled pages load. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { EN } from '../../contract/words/page-texts/en.ts';
import mapKinds from '../../contract/words/page-texts/map-kinds.json' with { type: 'json' };
import { ROOT } from '../support/cli.ts';

const FOLDER = join(ROOT, 'lib', 'browser');

function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const source = readFileSync(join(FOLDER, name), 'utf8');
  for (const [, imported] of source.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) withImports(imported as string, found);
  return found;
}

/** Compressed, in kB: all scripts that a page loads in the course of its use. */
function scriptsOf(...parts: readonly string[]): number {
  const scripts = readdirSync(FOLDER).filter((name) => name.endsWith('.js'));
  const entries = parts.map((part) => scripts.find((name) => name.startsWith(`${part}-`)) ?? `no ${part}`);
  const names = new Set(entries.flatMap((name) => [...withImports(name)]));
  return [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(FOLDER, name))).length, 0) / 1000;
}

test.each([
  { page: 'the index', parts: ['main', 'de', 'front', 'map-view', 'copy', 'live'], most: 110 },
  { page: 'a data source', parts: ['main', 'de', 'data-source-view', 'coverage-map', 'copy', 'live'], most: 90 },
  { page: '/add/', parts: ['main', 'de', 'add-form', 'fill-in', 'preview', 'copy'], most: 159 },
])('the scripts of $page have at most $most kB', ({ parts, most }) => {
  const size = scriptsOf(...parts);
  expect(size).toBeGreaterThan(most / 2);
  expect(size).toBeLessThanOrEqual(most);
});

test('scripts use no text that they load without', async () => {
  const scripts = readdirSync(FOLDER).filter((name) => name.endsWith('.js'));
  const compiled = scripts.find((name) => name.startsWith('en-')) as string;
  const { EN: loaded } = await import(pathToFileURL(join(FOLDER, compiled)).href);
  const left = leftOut(EN, loaded);
  expect(left.length).toBeGreaterThan(10);
  const used = new RegExp(`\\.(?:${left.join('|')})\\b`);
  for (const name of scripts.filter((one) => !/^(?:en|de)-/.test(one)))
    expect([name, used.exec(readFileSync(join(FOLDER, name), 'utf8'))?.[0]]).toEqual([name, undefined]);
});

/** Names of texts, not of groups, that are missing in a group of `loaded`. */
function leftOut(all: object, loaded: object): string[] {
  return Object.entries(all).flatMap(([name, value]) => {
    const other = (loaded as Record<string, unknown>)[name];
    if (typeof value !== 'object' || Array.isArray(value)) return other === undefined ? [name] : [];
    return other === undefined ? [] : leftOut(value, other as object);
  });
}

test('each kind of map, downloads and collections have a picture of their own, others the one of other maps', () => {
  const read = (name: string): string => readFileSync(join(ROOT, 'browser', name), 'utf8');
  const kinds = [...Object.keys(mapKinds), 'datasource', 'edition'];
  const rules = read('generated/kinds.css').matchAll(/\[data-kind="([^"]+)"\]\)>\.sketch\{--row:(\d+)\}/g);
  expect(Array.from(rules, ([, kind, row]) => [kind, Number(row)])).toEqual(kinds.map((kind, row) => [kind, row]));
  const drawn = read('styles/kinds.svg').matchAll(/^ {2}<svg y="(\d+)" width="96" height="64">/gm);
  expect(Array.from(drawn, ([, y]) => Number(y))).toEqual(kinds.map((_, row) => 64 * row));
  expect(read('styles/rows.css')).toContain(`--row: ${kinds.indexOf('other')};`);
  expect(read('styles/rows.css')).toContain(`calc(var(--row) / ${kinds.length - 1} * 100%) / auto ${kinds.length}00%`);
});
