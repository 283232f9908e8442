/** Styles draw their shapes, because a font may lack any character beyond Latin-1. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';

const FOLDER = join(ROOT, 'browser', 'styles');

test.for(readdirSync(FOLDER).filter((name) => name.endsWith('.css')))('%s', (name) => {
  const written = readFileSync(join(FOLDER, name), 'utf8').match(/\bcontent:.*[^\0-\xff].*/g);
  expect(written).toBeNull();
});
