import { describe, expect, test } from 'vitest';
import { type Diagnostic, diagnosticMessage } from '../../../build/diagnostics/diagnostic.ts';
import type { RuleOptions } from '../../../build/rules/run-rules.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { type Files, memoryFolder, SMALL } from '../../support/catalogs.ts';
import { casesIn } from '../../support/words.ts';

test('a data source is suggested for the first hundred unknown ids only', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const near = letters.flatMap((c) => [`${c}aps`, `m${c}ps`, `ma${c}s`, `map${c}`, `maps${c}`]);
  const ids = near.filter((id) => id !== 'maps');
  const edition = `name: Offline\ndatasources: [${ids.map((id) => `"${id}"`).join(', ')}]\n`;
  const folder = memoryFolder({ ...SMALL, 'editions/offline.yaml': edition });
  const { diagnostics } = checkCatalog(folder, { environment: {}, requireTokens: false });
  const suggested = diagnostics.map(({ details }) => (details as { suggestion: string | null }).suggestion === 'maps');
  expect(suggested).toEqual(ids.map((_, index) => index < 100));
});

const OPTIONS: RuleOptions = { environment: {}, requireTokens: false };
const ONE = String(SMALL['mapservers/one.yaml']);

const diagnosticsOf = (files: Files, options: Partial<RuleOptions> = {}): readonly Diagnostic[] =>
  checkCatalog(memoryFolder({ ...SMALL, ...files }), { ...OPTIONS, ...options }).diagnostics;

describe('access-tokens', () => {
  const server = (name: string, ...variables: string[]): string =>
    ONE.replace('id: One', `id: ${name}`)
      .replace('a.example.org, b', name.toLowerCase())
      .replace('.png', `?${variables.map((variable) => `$\{${variable}}`).join('&')}`);
  const FILES: Files = {
    'site.yaml': `${SMALL['site.yaml']}accessTokens: [A_KEY, B_KEY, C_KEY]\n`,
    'mapservers/a.yaml': server('A', 'A_KEY', 'B_KEY'),
    'mapservers/b.yaml': server('B', 'B_KEY'),
    'mapservers/c.yaml': server('C', 'C_KEY'),
    'overlayservers/d.yaml': server('D', 'A_KEY'),
  };
  const warnings = (options: Partial<RuleOptions> = {}): string[] =>
    diagnosticsOf(FILES, options).map((problem) => `${problem.file} ${diagnosticMessage(problem, '')}`);

  test('not set are one warning', () => {
    expect(warnings()).toEqual([
      'mapservers/a.yaml 3 access tokens (A_KEY, B_KEY, C_KEY) are not set; 4 maps are left out by a build --without-tokenless, or ACCESS_TOKEN is published in their place',
    ]);
    expect(warnings({ environment: { A_KEY: 'x', B_KEY: 'x' } })).toEqual([
      'mapservers/c.yaml The environment variable C_KEY is not set; 1 map is left out by a build --without-tokenless, or ACCESS_TOKEN is published in its place',
    ]);
  });

  test.each([
    ['mapservers/c.yaml', ['mapservers/c.yaml C_KEY', 'mapservers/a.yaml A_KEY B_KEY']],
    ['overlayservers/d.yaml', ['overlayservers/d.yaml A_KEY', 'mapservers/a.yaml B_KEY C_KEY']],
    ['mapservers/one.yaml', ['mapservers/a.yaml A_KEY B_KEY C_KEY']],
  ])('that a change of %s needs are reported there', (path, expected) => {
    const found = diagnosticsOf(FILES, { changed: new Set([path]) });
    const seen = found.map(({ file, details }) => `${file} ${(details as { names: string[] }).names.join(' ')}`);
    expect(seen).toEqual(expected);
  });
});

describe('known-terms', () => {
  const server = (id: string, label: string): string =>
    ONE.replace('id: One', `id: ${id}`)
      .replace('a.example.org, b', `tiles-${id.toLowerCase()}`)
      .replace(/copyright: .*/, `copyright: ${label}`);
  const FILES: Files = {
    'mapservers/a.yaml': server('A', 'Thunderforst'),
    'mapservers/b.yaml': server('B', 'USGS'),
    'overlayservers/c.yaml': server('C', 'Thunderforst'),
    'overlayservers/d.yaml': server('D', 'SwissTopo'),
  };

  // Only a label that looks like a known one is probably a mistake.
  test.each<[options: Partial<RuleOptions>, expected: string[]]>([
    [{}, ['mapservers/a.yaml 2 Thunderforst Thunderforest']],
    [{ changed: new Set(['mapservers/b.yaml']) }, ['mapservers/a.yaml 2 Thunderforst Thunderforest']],
    [{ changed: new Set(['overlayservers/c.yaml']) }, ['overlayservers/c.yaml 2 Thunderforst Thunderforest']],
    [{ verbose: true }, ['mapservers/a.yaml 2 Thunderforst Thunderforest', 'mapservers/b.yaml 1 USGS null']],
  ])('with %j', (options, expected) => {
    const found = diagnosticsOf(FILES, options).filter(({ code }) => code === 'unknown-terms');
    const seen = found.map(({ file, details }) => {
      const { maps, label, suggestion } = details as { maps: number; label: string; suggestion: string | null };
      return `${file} ${maps} ${label} ${suggestion}`;
    });
    expect(seen).toEqual(expected);
    for (const problem of found) expect(diagnosticMessage(problem, '')).not.toContain('RouteConverter');
  });
});

describe('separate-base-urls', () => {
  const source = (url: string): string => `name: A\nbaseUrl: ${url}\ndirectory: a\naction: Copy\n`;
  const FILES: Files = {
    'datasources/all/datasource.yaml': source('https://d.example.org/'),
    'datasources/b/datasource.yaml': source('https://d.example.org/b/'),
    'datasources/c/datasource.yaml': source('https://d.example.org/c/'),
  };

  test.each<[changed: string[], place: string, relation: string, other: string]>([
    [[], 'b', 'inner', 'all'],
    [['c'], 'c', 'inner', 'all'],
    [['all'], 'all', 'outer', 'b'],
    [['all', 'c'], 'c', 'inner', 'all'],
  ])('with %j changed: one warning in %s', (changed, place, relation, other) => {
    const fileOf = (id: string): string => `datasources/${id}/datasource.yaml`;
    const found = diagnosticsOf(FILES, changed.length > 0 ? { changed: new Set(changed.map(fileOf)) } : {});
    expect(found).toMatchObject([
      { code: 'nested-base-url', file: fileOf(place), details: { relation, other: fileOf(other), others: 1 } },
    ]);
  });
});

test('an access token that site.yaml does not list is reported once, where a change is, and not as not set', () => {
  const server = (id: string): string => ONE.replace('id: One', `id: ${id}`).replace('.png', `/${id}?\${A_KEY}`);
  const files = { 'mapservers/a.yaml': server('A'), 'overlayservers/b.yaml': server('B') };
  const details = { name: 'A_KEY', others: 1 };
  const found = { code: 'unlisted-token', details };
  expect(diagnosticsOf(files)).toMatchObject([{ ...found, file: 'mapservers/a.yaml' }]);
  const changed = new Set(['overlayservers/b.yaml']);
  const options = { changed, requireTokens: true, environment: { A_KEY: 'x' } };
  expect(diagnosticsOf(files, options)).toMatchObject([{ ...found, file: 'overlayservers/b.yaml' }]);
});

test.each([
  ['mapservers/a.yaml', ['one.yaml'], 'mapservers/one.yaml', 'mapservers/a.yaml'],
  ['mapservers/a.yaml', ['a.yaml'], 'mapservers/a.yaml', 'mapservers/one.yaml'],
  ['mapservers/a.yaml', [], 'mapservers/one.yaml', 'mapservers/a.yaml'],
])('of two conflicting records, %s with %j changed: the report is in %s', (path, changed, file, other) => {
  const options = changed.length > 0 ? { changed: new Set(changed.map((name) => `mapservers/${name}`)) } : {};
  expect(diagnosticsOf({ [path]: ONE.replace('a.example', 'c.example') }, options)).toMatchObject([
    { code: 'duplicate-id', file, details: { other } },
  ]);
  expect(diagnosticsOf({ [path]: ONE.replace('id: One', 'id: Other') }, options)).toMatchObject([
    { code: 'same-server', file, details: { other } },
  ]);
});

describe('likely mistakes', () => {
  const messagesOf = (line: string): string[] => {
    const record = ONE.replace(new RegExp(`^${line.replace(/:.*/s, '')}:.*\\n`, 'm'), '');
    const found = diagnosticsOf({ 'mapservers/one.yaml': `${record}${line}\n` });
    return found.map((problem) => diagnosticMessage(problem, ''));
  };

  test.each([
    ...casesIn('advice/likely-mistakes.txt'),
    ['languages: [br]\ncountries: [BR]', 'did you mean pt?'],
    ['languages: [br]\ncountries: [FR]', 'nothing'],
    ['languages: [se]\narea: [{ west: 17, south: 66, east: 30, north: 71 }]', 'nothing'],
  ])('%s', (line, message) => {
    expect(messagesOf(line)).toEqual(message === 'nothing' ? [] : [expect.stringContaining(message)]);
  });
});
