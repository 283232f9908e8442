import { existsSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import ProcessesFirst from './test/support/processes-first.ts';

if (!existsSync(new URL('lib/cartalog.js', import.meta.url)))
  throw new Error('The program is not compiled. Run "npm test", or "npm run compile" first.');

/** Common to the tests of the program and of the catalog. */
export const COMMON = {
  reporters: ['default', './test/support/tally.ts'],
  // A test that takes longer hangs, even on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // The default, one second, is too little on a busy machine.
  expect: { poll: { timeout: 30_000 } },
  // Many tests wait for processes: two files at a time would leave two cores idle for much of the run. Each further
  // worker loads all modules again, and starts a browser.
  maxWorkers: 3,
  // Keeps compiled modules for the next run.
  experimental: { fsModuleCache: true },
  env: { NO_COLOR: '1' },
  globalSetup: './test/support/own-folders.ts',
  // Expected output is written only with -u.
  update: 'none' as const,
};

/** Tests of what is in catalog/, run by "npm run check:catalog". */
const OF_CATALOG = 'test/catalog/**';

/**
 * Tests that kill processes, cut the power, start foreign servers, compile Java, measure time, change every part of
 * something in turn, or take more than 20 seconds. "npm run test:slow" runs them.
 */
export const SLOW = 'test/**/*.slow.test.ts';

export default defineConfig({
  test: {
    ...COMMON,
    name: 'tests',
    sequence: { sequencer: ProcessesFirst },
    // Files may share modules, because they keep nothing but what is compiled once, such as schemas. Loading them
    // anew takes a third of all processor time.
    isolate: false,
    // V8 optimizes late, as in the program: optimizing costs an eighth of the work, and no test is long enough to gain
    // from it. Later versions of V8 do not have the option.
    execArgv: process.versions.v8.startsWith('11.') ? ['--interrupt-budget=1000000'] : [],
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, OF_CATALOG, SLOW],
  },
});
