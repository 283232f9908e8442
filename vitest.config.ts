import { configDefaults, defineConfig } from 'vitest/config';

/** What the tests of the program and those of the catalog have in common. */
export const COMMON = {
  reporters: ['default', './test/support/tally.ts'],
  // Starting the Cloudflare runtime takes a while on a busy machine.
  testTimeout: 60_000,
  hookTimeout: 90_000,
  // Many tests wait for processes; with one file at a time, half of a machine with two cores would be idle.
  maxWorkers: 2,
  env: { NO_COLOR: '1' },
  // Expected output is written only on request, with -u.
  update: 'none' as const,
};

export default defineConfig({
  test: {
    ...COMMON,
    include: ['test/**/*.test.ts'],
    // Run by "npm run check:catalog": they depend on what is in catalog/, and no other test does.
    exclude: [...configDefaults.exclude, 'test/catalog/**'],
  },
});
