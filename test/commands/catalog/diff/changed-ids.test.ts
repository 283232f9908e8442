/** A changed id is one line, whatever names the record and whatever else of it changes. */
import { expect, test } from 'vitest';
import { type Change, changeLine, isBreaking } from '../../../../commands/catalog/diff/change.ts';
import { compareSites } from '../../../../commands/catalog/diff/diff.ts';
import { matchRemovals } from '../../../../commands/catalog/diff/removals.ts';
import { type Files, SMALL } from '../../../support/catalogs.ts';
import { siteOf } from '../../../support/sites.ts';

const ONE = String(SMALL['mapservers/one.yaml']);
const STYLE = 'name: Style\ntype: vector\nstyle: https://tiles.example.org/styles/a.json\ncopyright: OpenStreetMap\n';
const FILES: Files = {
  ...SMALL,
  'mapservers/one.yaml': `${ONE}provider: known\n`,
  'mapservers/other.yaml': ONE.replace('id: One', 'id: Other').replaceAll('example', 'other'),
  'maps/style.yaml': STYLE,
  'providers/known.yaml': 'name: Known\nhomepage: https://known.example.org/\n',
  'editions/maps.yaml': 'name: Maps\ndatasources: [maps]\n',
};

function changed(paths: Readonly<Record<string, string>>, ...texts: readonly (readonly [string, string])[]): Files {
  const replaced = (text: string, pairs: readonly (readonly [string, string])[]): string =>
    pairs.reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const entries = Object.entries(FILES).map(([path, text]) => [
    replaced(path, Object.entries(paths)),
    replaced(String(text), texts),
  ]);
  return Object.fromEntries(entries);
}

const changesOf = (after: Files, before: Files = FILES): readonly Change[] =>
  compareSites(siteOf(before), siteOf(after)).changes;

const ID = 'programs store it; keep the id';
const FILE = 'programs store it; keep the name of the file';
const SERVER = `${ID} and the name of its file`;
const UNO = { 'mapservers/one.yaml': 'mapservers/uno.yaml' };
const STILE = { 'maps/style.yaml': 'maps/stile.yaml' };
const KARTEN = { 'datasources/maps': 'datasources/karten' };
const TO_KARTEN = `id changed to karten: ${ID}`;
const moved = (from: string, to: string): string => `address /v2/${from}.json changed to /v2/${to}.json: ${FILE}`;

test.each<[what: string, after: Files, line: string]>([
  ['a map server', changed({}, ['id: One', 'id: Uno']), `map server One: id changed to Uno: ${SERVER}`],
  [
    'a map server and its file, with edits',
    changed(UNO, ['id: One', 'id: Uno'], ['19\nhosts: [a.example', '18\nhosts: [a.example']),
    `map server One: id changed to Uno: ${SERVER}`,
  ],
  ['the file of a map server', changed(UNO), moved('mapservers/one', 'mapservers/uno')],
  ['an overlay server', changed({}, ['id: Two', 'id: Due']), `overlay server Two: id changed to Due: ${SERVER}`],
  ['the file of a map of another type', changed(STILE), moved('maps/style', 'maps/stile')],
  [
    'the file and the name of a map of another type',
    changed(STILE, ['name: Style', 'name: Stile']),
    moved('maps/style', 'maps/stile'),
  ],
  ['a data source that editions name', changed(KARTEN, ['[maps', '[karten']), `data source maps: ${TO_KARTEN}`],
  [
    'a data source, with edits',
    changed(KARTEN, ['[maps', '[karten'], ['name: Maps\nbase', 'name: Karten\nbase']),
    `data source maps: ${TO_KARTEN}`,
  ],
  ['an edition', changed({ 'editions/maps.yaml': 'editions/karten.yaml' }), `edition maps: ${TO_KARTEN}`],
  [
    'a category with children',
    changed({}, ['id: 10', 'id: 11'], ['parent: 10', 'parent: 11']),
    `category #10 Bike : id changed to 11: ${ID}`,
  ],
])('%s', (_, after, line) => {
  const changes = changesOf(after);
  expect(changes.map(changeLine)).toEqual([`! ${line}`]);
  expect(changes.every(isBreaking)).toBe(true);
  // What is meant can still be listed, as a removal.
  const removals = changes.map(({ target }) => ({ ...target, reason: 'Meant' }));
  expect(matchRemovals(changes, removals, siteOf(after)).breaking).toMatchObject([{ reason: 'Meant' }]);
});

test('a provider, which breaks nothing, and its maps do not repeat it', () => {
  const changes = changesOf(
    changed({ 'providers/known.yaml': 'providers/famous.yaml' }, ['provider: known', 'provider: famous']),
  );
  expect(changes.map(changeLine)).toEqual([`! provider known: id changed to famous: ${ID}`]);
  expect(changes.some(isBreaking)).toBe(false);
});

test('a provider whose list changes otherwise, too, hides nothing', () => {
  const changes = changesOf(
    changed(
      { 'providers/known.yaml': 'providers/famous.yaml' },
      ['provider: known', 'provider: famous'],
      ['https://known', 'https://other'],
    ),
  );
  expect(changes.map(changeLine)).toContain('! file /v2/providers.json changed');
});

test('one record removed and another added are two lines', () => {
  const { 'mapservers/other.yaml': _, ...others } = FILES;
  const added = ONE.replace('id: One', 'id: Added').replaceAll('example', 'added');
  expect(changesOf({ ...others, 'mapservers/added.yaml': added }).map(changeLine)).toEqual([
    '+ map server Added',
    '- map server Other',
  ]);
});

test('what an edition gains and loses besides stays', () => {
  const after = changed(
    { 'datasources/maps': 'datasources/karten' },
    ['[maps, empty]', '[karten]'],
    ['[maps]', '[karten, empty]'],
  );
  expect(changesOf(after).map(changeLine).sort()).toEqual([
    '! data source maps: id changed to karten: programs store it; keep the id',
    '! edition maps: gains empty',
    '! edition offline: loses empty',
  ]);
});
