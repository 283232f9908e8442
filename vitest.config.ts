import { existsSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import ProcessesFirst from './test/support/processes-first.ts';

if (!existsSync(new URL('lib/cartalog.js', import.meta.url)))
  throw new Error('The program is not compiled. Run "npm test", or "npm run compile" first.');

/** What the tests of the program and the tests of the catalog have in common. */
export const COMMON = {
  reporters: ['default', './test/support/tally.ts'],
  // A test that takes longer hangs, even on a machine that is busy with something else.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Vitest's default, one second, is too little on a busy machine.
  expect: { poll: { timeout: 30_000 } },
  // Many tests wait for processes: with two files at a time, a machine with two cores would be idle for much of the run.
  // Each further worker loads all modules again, and starts a browser.
  maxWorkers: 3,
  // What was compiled for a run is kept for the next.
  experimental: { fsModuleCache: true },
  env: { NO_COLOR: '1' },
  globalSetup: './test/support/own-folders.ts',
  // Expected output is written only on request, with -u.
  update: 'none' as const,
};

/** The tests that depend on what is in catalog/. "npm run check:catalog" runs them. */
const OF_CATALOG = 'test/catalog/**';

/**
 * The tests that kill processes, cut the power, start foreign servers, compile Java, measure time, change every part
 * of something in turn, or take more than 20 seconds. "npm run test:slow" runs them.
 */
export const SLOW = 'test/**/*.slow.test.ts';

export default defineConfig({
  test: {
    ...COMMON,
    name: 'tests',
    sequence: { sequencer: ProcessesFirst },
    // The program keeps no state but what it compiled, so files may share modules: loading them anew for each takes a
    // third of all processor time.
    isolate: false,
    // As in the program: optimizing costs an eighth of the work, and no test is long enough to gain from it. Later versions
    // of V8 lack the option.
    execArgv: process.versions.v8.startsWith('11.') ? ['--interrupt-budget=1000000'] : [],
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, OF_CATALOG, SLOW],
  },
});
