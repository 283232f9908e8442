import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CannotRunError } from '../terminal/io.ts';
import { wranglerVersion } from './package.ts';

/** The handler's runtime behaves as on this day. */
export const COMPATIBILITY_DATE = '2026-04-26';

export function findWrangler(cwd: string): string {
  try {
    const { resolve } = createRequire(import.meta.url);
    const found = resolve('wrangler/package.json', { paths: [import.meta.dirname, cwd] });
    return join(dirname(found), 'bin', 'wrangler.js');
  } catch {
    throw new CannotRunError(
      `wrangler, which uploads sites to Cloudflare, is not installed; run npm install --save-dev wrangler@${wranglerVersion()} first.`,
    );
  }
}
