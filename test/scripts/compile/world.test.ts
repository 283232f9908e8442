import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { worldSvg } from '../../../scripts/compile/world.ts';
import { ROOT } from '../../support/cli.ts';

test('the drawn world is small', () => {
  const land = readFileSync(join(ROOT, 'node_modules', 'world-atlas', 'land-110m.json'), 'utf8');
  expect(gzipSync(worldSvg(JSON.parse(land))).length).toBeLessThan(11_000);
});
