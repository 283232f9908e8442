/** Changed ids are found in time. */
import { expect, test } from 'vitest';
import { changeLine } from '../../../../commands/catalog/diff/change.ts';
import { compareSites } from '../../../../commands/catalog/diff/diff.ts';
import { type Files, SMALL } from '../../../support/catalogs.ts';
import { siteOf } from '../../../support/sites.ts';

const ONE = String(SMALL['mapservers/one.yaml']);

test('a thousand ids are a thousand lines, in time', () => {
  const servers = (prefix: string): Files =>
    Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [
        `mapservers/m${index}.yaml`,
        ONE.replace('id: One', `id: ${prefix}${index}`).replace(
          'a.example.org, b.example.org',
          `t${index}x.example.org`,
        ),
      ]),
    );
  const [before, after] = [siteOf({ ...SMALL, ...servers('A') }), siteOf({ ...SMALL, ...servers('B') })];
  const start = performance.now();
  const lines = compareSites(before, after).changes.map(changeLine);
  expect(lines).toHaveLength(1_000);
  expect(lines.every((line) => /^! map server A(\d+): id changed to B\1: /.test(line))).toBe(true);
  expect(performance.now() - start).toBeLessThan(5_000);
});
