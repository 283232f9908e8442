import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMPATIBILITY_DATE } from '../../../cli/program/wrangler.ts';
import { ROOT } from '../../support/cli.ts';

test('the runtime is as old in our configuration as in that of new catalogs', () => {
  const deployed = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8');
  expect(deployed).toContain(`\ncompatibility_date = "${COMPATIBILITY_DATE}"\n`);
});
