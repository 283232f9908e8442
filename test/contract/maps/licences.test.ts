import { expect, test } from 'vitest';
import { commercialUseOf, OPEN_LICENCE_IDS } from '../../../contract/maps/licences.ts';

const stated = { state: 'forbidden', source: 'https://a.example.org/terms' } as const;

test.each([
  [{}, undefined],
  [{ licence: 'MIT' }, undefined],
  [{ licence: 'https://a.example.org/CC-BY-4.0' }, undefined],
  [{ licence: 'CC-BY-4.0' }, 'allowed'],
  [{ licence: 'CC-BY-ND-4.0' }, 'allowed'],
  [{ licence: 'CC-BY-NC-4.0' }, 'forbidden'],
  [{ licence: 'CC-BY-NC-ND-3.0' }, 'forbidden'],
  [{ licence: 'CC-BY-4.0', commercialUse: stated }, 'forbidden'],
  [{ commercialUse: stated }, 'forbidden'],
] as const)('the commercial use of %j is %s', (map, state) => expect(commercialUseOf(map)?.state).toBe(state));

test('every open licence allows commercial use', () => {
  expect(OPEN_LICENCE_IDS.filter((licence) => commercialUseOf({ licence })?.state !== 'allowed')).toEqual([]);
});
