/**
 * Compiles the program, so that plain `node` runs it: first types and validators from the schemas, then
 * `lib/cartalog.js` and `lib/edge.js`.
 *
 * Run by `npm ci`, and before every npm script that needs it.
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
    // js-yaml creates the state of its parser by object spread, which is slow on Node.js 20.
    supported: { 'object-rest-spread': false },
    // A command is loaded only when it is called.
    splitting: true,
    // It has a top-level await inside an import cycle, which esbuild cannot bundle.
    external: ['libxml2-wasm'],
    // Some bundled libraries are CommonJS and require modules of Node.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  }),
  build({ ...COMMON, entryPoints: { edge: 'edge/worker.ts' }, outdir: 'lib', platform: 'neutral', target: 'es2022' }),
]);
