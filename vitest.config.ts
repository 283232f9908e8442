import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/support/tally.ts'],
    // Starting the Cloudflare runtime takes a while on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    env: { TZ: 'UTC', NO_COLOR: '1' },
    // What a test expects is written only when asked for, with -u.
    update: 'none',
  },
});
