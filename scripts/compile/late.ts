/** What is loaded only where it is needed, though it is asked for at the beginning: most runs of a command need none of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, transform } from 'esbuild';
import { FULL_VALIDATORS } from '../generate.ts';

/** How commander loads what starts programs, which takes as long as reading 30 small files, and is never asked for here. */
const STARTING = "const childProcess = require('node:child_process');";

/** Commander, which loads that only where it starts a program. @throws Error where it loads it in another way */
function withoutStarting(code: string): string {
  if (!code.includes(STARTING)) throw new Error('commander loads what starts programs in a new way');
  return code.replace(STARTING, '').replaceAll(/\bchildProcess\b/g, "require('node:child_process')");
}

/**
 * For esbuild: the validators that say what is wrong stay a file of their own, and commander loads less. No module of ours
 * does anything but say what is in it, so that one of which nothing is used is left out.
 */
export const late: Plugin = {
  name: 'late',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /[\\/]catalog\.full-validators\.cjs$/ }, ({ kind }) =>
      kind === 'require-call' ? { path: `./${FULL_VALIDATORS}`, external: true } : null,
    );
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    }));
    onLoad({ filter: /[\\/]commander[\\/]lib[\\/]command\.js$/ }, async ({ path }) => {
      const source = withoutStarting(readFileSync(path, 'utf8'));
      const { code } = await transform(source, { minify: true, legalComments: 'none', target: 'node20' });
      return { contents: code };
    });
  },
};
