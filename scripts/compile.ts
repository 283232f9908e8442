/**
 * Makes the program that plain `node` runs: what the schemas give, then `lib/cartalog.js` and `lib/edge.js`.
 *
 * Run by `npm ci` and before every npm script that needs it.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { generate } from './generate.ts';

const ROOT = join(import.meta.dirname, '..');

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  charset: 'utf8',
  logLevel: 'warning',
  legalComments: 'none',
} satisfies BuildOptions;

await generate();
rmSync(join(ROOT, 'lib'), { recursive: true, force: true });
await Promise.all([
  build({
    ...COMMON,
    entryPoints: { cartalog: 'cli/main.ts' },
    outdir: 'lib',
    platform: 'node',
    target: 'node20',
    // Commands that are not called are not loaded.
    splitting: true,
    // Waits at its top level while it loads, inside a circle of imports, which a bundle cannot hold.
    external: ['libxml2-wasm'],
    // Some libraries inside the bundle are CommonJS and ask for Node's own modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  }),
  build({ ...COMMON, entryPoints: { edge: 'edge/worker.ts' }, outdir: 'lib', platform: 'neutral', target: 'es2022' }),
]);
