/** The configuration of `npm run test:firefox`: what people do on the pages, in Firefox. */
import { defineConfig } from 'vitest/config';
import { COMMON } from '../../vitest.config.ts';

/** Tests of media that its driver cannot emulate: paper, and colours that the system sets. */
const NOT_EMULATED = ['test/browser/print.test.ts', 'test/browser/forced-colors.test.ts'];

export default defineConfig({
  test: {
    ...COMMON,
    include: ['test/browser/*.test.ts', 'test/browser/add/add-form.test.ts'],
    exclude: NOT_EMULATED,
    env: { ...COMMON.env, BROWSER: 'firefox' },
  },
});
