/** The configuration of `npm run check:catalog`. */
import { defineConfig } from 'vitest/config';
import { COMMON } from '../../vitest.config.ts';

export default defineConfig({ test: { ...COMMON, include: ['test/catalog/*.test.ts'] } });
