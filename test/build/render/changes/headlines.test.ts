import { expect, test } from 'vitest';
import { commitHeadline, fieldWord } from '../../../../build/render/changes/headlines.ts';
import { DE } from '../../../../contract/words/page-texts/de.ts';
import { EN } from '../../../../contract/words/page-texts/en.ts';
import typedMap from '../../../../schemas/catalog/map.json' with { type: 'json' };
import tileServer from '../../../../schemas/catalog/tileserver.json' with { type: 'json' };

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

const changed = (name: string, ...fields: readonly string[]) =>
  ({ role: 'mapserver', name, change: 'changed', fields: fields.map((field) => [field, 'a', 'b']) }) as never;

test.each([
  [EN, [changed('a', 'licence'), changed('b', 'licence')], 'a, b have other terms (licence)'],
  [EN, [changed('Map, hiking', 'licence'), changed('b', 'licence')], '"Map, hiking", b have other terms (licence)'],
  [DE, [changed('a', 'kind', 'minZoom')], 'a hat neue Angaben (Art, kleinste Zoomstufe)'],
  [EN, [changed('a', 'kind', 'minZoom', 'x', 'since')], 'a has new details (kind, lowest zoom, x, …)'],
  [EN, [changed('a', 'hosts', 'kind')], 'a has another address'],
])('a headline says which details or terms changed: %#', (texts, changes, expected) => {
  expect(commitHeadline(changes, texts, new Map())).toBe(expected);
});
