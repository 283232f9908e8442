/** The configuration of `npm run test:slow`. */
import { configDefaults, defineConfig } from 'vitest/config';
import { COMMON, SLOW } from '../vitest.config.ts';

/**
 * Tests that measure time. They run after all others, and no more files at a time than the smallest machine has cores: most
 * measure their own processor time, to which a second file on another core adds little.
 */
const MEASURING = 'test/**/*.limits.slow.test.ts';

/** What npm test tries in part: properties, large tables, and pages, in which it looks for no fault of accessibility. */
const IN_PART = [
  'test/**/*.properties.test.ts',
  'test/browser/**/*.test.ts',
  ...['build/parse/canonical', 'build/run/rendering.findings', 'cli/git/catalog-history', 'process/init'].map(
    (name) => `test/${name}.test.ts`,
  ),
];

export default defineConfig({
  test: {
    ...COMMON,
    // What takes minutes has the time for it, on a busy machine too.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'slow', include: [SLOW], exclude: [...configDefaults.exclude, MEASURING] } },
      {
        extends: true,
        test: {
          name: 'all',
          isolate: false,
          include: IN_PART,
          exclude: [...configDefaults.exclude, SLOW],
          env: { FC_RUNS: '10' },
        },
      },
      { extends: true, test: { name: 'time', isolate: false, include: [MEASURING], sequence: { groupOrder: 1 } } },
    ],
  },
});
