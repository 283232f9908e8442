import { expect, test } from 'vitest';
import type { CatalogMap } from '../../../../../build/model/catalog.ts';
import type { MapStatus } from '../../../../../build/model/statuses.ts';
import { mostUsefulFirst } from '../../../../../build/render/pages/lists/row-order.ts';
import { textsIn } from '../../../../support/words.ts';

const map = (id: string, more: object = {}): CatalogMap => {
  const known = { list: 'mapservers', type: 'xyz', area: 'world', active: true, unsetTokens: [], needsToken: null };
  const address = { urlPattern: 'https://#{host}/' };
  return { ...known, ...address, id, copyright: 'Somebody', ...more } as unknown as CatalogMap;
};

const byMap = new Map(
  [
    ['mapservers Dead', 'dead'],
    ['mapservers Aerial', 'works'],
  ].map(([key = '', verdict]) => [key, { verdict, isOld: false } as MapStatus]),
);

test('maps of the world come in turns of their kinds, then parts of it, missing tokens, and what is off or broken', () => {
  const maps = [
    map('Off', { active: false }),
    map('Paid', { unsetTokens: ['KEY'] }),
    map('Dead'),
    map('B part', { area: { countries: ['CH'] } }),
    map('A part', { area: null }),
    map('Street 2', { kind: 'street' }),
    map('Street 1', { kind: 'street' }),
    map('Own', { kind: 'street', copyright: 'Own and others' }),
    map('Free', { kind: 'aerial', licence: 'CC0-1.0' }),
    map('Aerial', { kind: 'aerial' }),
    map('Unknown'),
  ];
  expect(mostUsefulFirst(maps, { statuses: { byMap } } as never, 'en').map(({ id }) => id)).toEqual(
    textsIn('Own | Free | Unknown | Street 1 | Aerial | Street 2 | A part | B part | Paid | Dead | Off'),
  );
});
