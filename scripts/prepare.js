// What npm runs after it has installed a checkout, and before it packs one. In plain JavaScript and with nothing but Node: after
// `npm ci --omit=dev` there is nothing else.
import { existsSync } from 'node:fs';

const compiler = await import('tsx/esm/api').catch((error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return null;
  throw error;
});

if (compiler) {
  await compiler.tsImport('./compile.ts', import.meta.url);
} else if (!existsSync(new URL('../lib/cartalog.js', import.meta.url))) {
  console.error(
    'cartalog: not compiled, because the development packages were left out; run "npm ci" without --omit=dev, or install the package that "npm pack" makes after it.',
  );
  // A package without the program would be of no use to anybody.
  if (/^(?:pack|publish)$/.test(process.env.npm_command ?? '')) process.exitCode = 1;
}
