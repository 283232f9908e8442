import { expect, test } from 'vitest';
import { attributionParts, credit, OPEN_STREET_MAP_LINK as href } from '../../contract/credit.ts';

test.each([
  ['X', '© X'],
  ['© X', '© X'],
  ['(c) X', '(c) X'],
  ['Copyright by X', 'Copyright by X'],
  ['OpenStreetMap (ODbL)', '© OpenStreetMap (ODbL)'],
])('%s is credited with one sign', (copyright, expected) => {
  expect(credit(copyright)).toBe(expected);
});

test.each([
  ['X', [{ text: '© X', href: null }]],
  [
    'OpenStreetMap',
    [
      { text: '© ', href: null },
      { text: 'OpenStreetMap', href },
    ],
  ],
  [
    '© CARTO, OpenStreetMap contributors',
    [
      { text: '© CARTO, ', href: null },
      { text: 'OpenStreetMap', href },
      { text: ' contributors', href: null },
    ],
  ],
])('the credit of %s links to OpenStreetMap if it names it', (copyright, expected) => {
  expect(attributionParts({ copyright })).toEqual(expected);
});
