/** The configuration of `npm run test:slow`. */
import { defineConfig } from 'vitest/config';
import { COMMON, SLOW } from '../vitest.config.ts';

export default defineConfig({
  // What takes minutes has the time for it, on a busy machine too.
  test: { ...COMMON, include: [SLOW], testTimeout: 900_000, hookTimeout: 900_000, maxWorkers: 2 },
});
