import { configDefaults, defineConfig } from 'vitest/config';
import ProcessesFirst from './test/support/processes-first.ts';

/** What the tests of the program and those of the catalog have in common. */
export const COMMON = {
  reporters: ['default', './test/support/tally.ts'],
  // For what hangs: on a busy machine, what takes seconds alone takes more than a minute.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Many tests wait for processes; with fewer files at a time, a machine with two cores would be idle for much of it.
  maxWorkers: 4,
  env: { NO_COLOR: '1' },
  globalSetup: './test/support/own-folders.ts',
  // Expected output is written only on request, with -u.
  update: 'none' as const,
};

/**
 * Tests that measure time. They run after all others, and no more files at a time than the smallest machine has cores: most
 * measure their own processor time, to which a second file on another core adds nothing that can be seen.
 */
const MEASURING = ['test/**/*.limits.test.ts', 'test/**/*.bounded.test.ts'];

/** Run by "npm run check:catalog": they depend on what is in catalog/, and no other test does. */
const OF_CATALOG = 'test/catalog/**';

export default defineConfig({
  test: {
    ...COMMON,
    sequence: { sequencer: ProcessesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'program',
          // Nothing of the program remembers anything but what it compiled, so files may share modules: loading them
          // anew for each takes a third of all processor time.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, OF_CATALOG, ...MEASURING],
        },
      },
      { extends: true, test: { name: 'time', include: MEASURING, maxWorkers: 2, sequence: { groupOrder: 1 } } },
    ],
  },
});
