/** What happened, in sentences. */
import { expect, test } from 'vitest';
import { fieldWord, headlineOf, knownRecords, newsLines } from '../../../../build/render/changes/headlines.ts';
import { DE } from '../../../../contract/words/page-texts/de.ts';
import { EN } from '../../../../contract/words/page-texts/en.ts';
import typedMap from '../../../../schemas/catalog/map.json' with { type: 'json' };
import tileServer from '../../../../schemas/catalog/tileserver.json' with { type: 'json' };
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';

const ONE = String(SMALL['mapservers/one.yaml']);

test.each([
  [EN, 'licence', 'licence'],
  [DE, 'licence', 'Lizenz'],
  [DE, 'publisher.homepage', 'Website des Herausgebers'],
  [EN, 'publisher.name', 'publisher'],
  [EN, 'toString', undefined],
])('fields have words, or those of what they are a part of: %#', (texts, field, word) => {
  expect(fieldWord(texts, field)).toBe(word);
});

test('every field of a map that readers see has a word', () => {
  // These are no news, or have sentences of their own.
  const others = ['active', 'offReason', 'probe', 'picture', 'watermark'];
  const ofTypes = Object.values(typedMap.$defs).flatMap((type) =>
    Object.keys('properties' in type ? type.properties : {}),
  );
  const all = new Set([...Object.keys(tileServer.properties), ...ofTypes]);
  expect([...all].filter((name) => fieldWord(EN, name) === undefined)).toEqual(others);
});

const CATALOG = {
  ...modelled({
    ...SMALL,
    'providers/kv.yaml': 'name: Kartverket\nhomepage: https://kv.example.org/\n',
    'mapservers/n1.yaml': `${ONE.replace('id: One', 'id: N1, grey')}provider: kv\ncountries: [NO]\nkind: topographic\n`,
    'mapservers/n2.yaml': `${ONE.replace('id: One', 'id: N2')}provider: kv\ncountries: [NO]\n`,
    'mapservers/s.yaml': `${ONE.replace('id: One', 'id: S')}provider: kv\ncountries: [NO, SE]\n`,
    'mapservers/us.yaml': `${ONE.replace('id: One', 'id: US')}countries: [US]\n`,
    'mapservers/us2.yaml': `${ONE.replace('id: One', 'id: US2')}countries: [US]\n`,
  }),
};
const KNOWN = knownRecords(CATALOG);

const told = (change: string, name: string, more: object = {}) =>
  ({ role: 'mapserver', name, label: null, change, fields: [], entries: null, reason: null, ...more }) as never;
const changed = (name: string, ...fields: readonly string[]) =>
  told('changed', name, { fields: fields.map((field) => [field, 'a', 'b']) });

test.each([
  [EN, [changed('a', 'licence'), changed('b', 'licence')], '2 maps have new terms (licence)'],
  [EN, [changed('one', 'licence')], 'One has new terms (licence)'],
  [DE, [changed('a', 'kind', 'minZoom')], 'a hat neue Angaben (Art, kleinste Zoomstufe)'],
  [EN, [changed('a', 'kind', 'minZoom', 'x', 'since')], 'a has new details (kind, lowest zoom, x, …)'],
  [EN, [changed('a', 'hosts', 'kind')], 'a has a new address'],
  [EN, [told('added', 'n1')], 'N1, grey is new'],
  [EN, [told('added', 'n1'), told('added', 'n2')], '2 maps of Norway by Kartverket are new'],
  [DE, [told('added', 'n1'), told('added', 'n2')], '2 Karten von Kartverket (Norwegen) sind neu'],
  [EN, [told('added', 'n1'), told('added', 's')], '2 maps by Kartverket are new'],
  [EN, [told('added', 'us'), told('added', 'us2')], '2 maps of the United States are new'],
  [EN, [told('added', 'us'), told('added', 'n2')], '2 maps are new'],
  [
    EN,
    ['x', 'y'].map((name) => told('removed', name, { former: { provider: 'kv', kind: null, countries: 'NO' } })),
    '2 maps of Norway by Kartverket are gone',
  ],
  [DE, [told('removed', 'x')], 'x wurde entfernt'],
  [
    EN,
    [told('changed', 'd', { role: 'datasource', entries: { added: 2, changed: 0, removed: 1 } })],
    'd: 2 new files, 1 file removed',
  ],
])('a headline says what happened: %#', (texts, changes, expected) => {
  expect(headlineOf(changes, texts, KNOWN)).toBe(expected);
});

test('the largest groups have lines of their own, and all others one', () => {
  const removed = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      told('removed', `m${index}`, { reason: `Reason ${Math.floor(Math.sqrt(index))}` }),
    );
  const sizesOf = (count: number) => newsLines(removed(count), EN, KNOWN).map(({ records }) => records.length);
  expect(sizesOf(100)).toEqual([19, 17, 15, 13, 11, 9, 7, 5, 3, 1]);
  expect(sizesOf(150)).toEqual([23, 21, 19, 17, 15, 13, 11, 9, 7, 15]);
  const [first] = newsLines(removed(9), EN, KNOWN);
  expect([first?.subject, first?.predicate, first?.forOne]).toEqual(['5 maps', ' are gone', '1 map is gone']);
});
