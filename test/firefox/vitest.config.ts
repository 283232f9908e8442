/** The configuration of `npm run test:firefox`: what people do on the pages, in Firefox. */
import { defineConfig } from 'vitest/config';
import { COMMON } from '../../vitest.config.ts';

/** Tests of media that its driver cannot emulate, paper and colours that the system sets, and of what only `serve` adds. */
const ELSEWHERE = ['print.slow', 'forced-colors.slow', 'live'].map((name) => `test/browser/${name}.test.ts`);

export default defineConfig({
  test: {
    ...COMMON,
    include: ['test/browser/*.test.ts', 'test/browser/add/add-form.test.ts'],
    exclude: ELSEWHERE,
    env: { ...COMMON.env, BROWSER: 'firefox' },
  },
});
