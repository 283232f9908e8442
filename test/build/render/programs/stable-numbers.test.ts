import { expect, test } from 'vitest';
import { stableNumbers } from '../../../../build/render/programs/stable-numbers.ts';
import type { CatalogServer } from '../../../../build/render/programs/tile-template.ts';
import { server } from '../../../support/tile-servers.ts';

const listed = (fileName: string, kind: CatalogServer['kind'] = 'mapserver'): CatalogServer => ({
  kind,
  server: server({ fileName }),
});

test('a server keeps its number when others come and go', () => {
  const [a, b, c] = stableNumbers(['a', 'b', 'c'].map((name) => listed(name)));
  expect(stableNumbers(['0', 'c', 'a'].map((name) => listed(name))).slice(1)).toEqual([c, a]);
  expect(stableNumbers([listed('b', 'overlayserver')])).not.toEqual([b]);
});

test('10,000 servers have numbers of their own, from 1000 to the largest of 31 bits', () => {
  const numbers = stableNumbers(Array.from({ length: 10_000 }, (_, index) => listed(`map-${index}`)));
  expect(new Set(numbers).size).toBe(10_000);
  expect(numbers.every((number) => Number.isInteger(number) && number >= 1000 && number < 2 ** 31)).toBe(true);
});

test('two that would have the same number are told apart', () => {
  const twice = stableNumbers([listed('same'), listed('same')]);
  expect((twice[1] as number) - (twice[0] as number)).toBe(1);
});
