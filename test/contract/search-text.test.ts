import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchable, searchWords } from '../../contract/search-text.ts';

test.each([
  ['Österreich basemap.at', 'osterreich basemap.at'],
  ['Turistická mapa', 'turisticka mapa'],
  ['Łódź', 'lodz'],
  ['Ørsted', 'orsted'],
  ['Æro', 'aero'],
  ['Œuvre de sœur', 'oeuvre de soeur'],
  ['Đakovo, Ísafjörður, Þingvellir', 'dakovo, isafjordur, thingvellir'],
  ['DIYARBAKIR Diyarbakır İzmir', 'diyarbakir diyarbakir izmir'],
  ['Ħamrun Ŧ Ŋ', 'hamrun t n'],
  ['ΚΟΣ κόσμος', 'κοσ κοσμοσ'],
  ['STRASSE Straße', 'strasse strasse'],
  ['ﬁne  \n map ', 'fine map'],
  ['地理院タイル', '地理院タイル'],
  ['עברית', 'עברית'],
  ['', ''],
])('%s is searched as %s', (text, expected) => {
  expect(searchable(text)).toBe(expected);
});

test('words have no order and no empty ones', () => {
  expect(searchWords('  Topo  Öst ')).toEqual(['topo', 'ost']);
  expect(searchWords(' \t ')).toEqual([]);
});

test('what is searchable stays as it is, and each of its words is found in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = searchable(text);
      expect(searchWords(text).every((word) => once.includes(word))).toBe(true);
    }),
  );
});
