// Compiles the program if anything has changed since the last time. npm runs it after installing the dependencies of a
// checkout (a script "prepare" would be in the package too, and npm would warn its users), before packing, and before
// every script that needs the program. It is plain JavaScript and uses only Node: after `npm ci --omit=dev` there is
// nothing else, and loading the compiler takes longer than looking at all files.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

const SOURCES = [
  ...['browser', 'build', 'cli', 'clients', 'commands', 'contract', 'edge', 'schemas', 'scripts'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'node_modules/.package-lock.json'],
];
const GENERATED = ['browser/generated', 'contract/generated'];

const STAMP = join(ROOT, 'lib', 'compiled.json');

/** Of folders with all that is in them. A missing file has a hash, too. */
function hashOf(paths, isLeftOut = () => false) {
  const hash = createHash('sha256').update(process.version);
  const add = (path) => {
    const file = join(ROOT, path);
    if (isLeftOut(path) || file === STAMP) return;
    let names = null;
    try {
      hash.update(`${path}\0`).update(readFileSync(file));
    } catch (error) {
      if (error.code === 'EISDIR') names = readdirSync(file).sort();
      else if (error.code !== 'ENOENT') throw error;
    }
    for (const name of names ?? []) add(`${path}/${name}`);
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

const hashOfSources = () => hashOf(SOURCES, (path) => GENERATED.includes(path));
const stampFor = (sources) => JSON.stringify({ sources, compiled: hashOf(['lib', ...GENERATED]) });

// Before compiling: what is saved meanwhile is compiled the next time.
const sources = hashOfSources();
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stampFor(sources)) {
  const compiler = await import('tsx/esm/api').catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  });
  if (compiler) {
    await compiler.tsImport('./compile.ts', import.meta.url);
    writeFileSync(STAMP, stampFor(sources));
  } else if (!existsSync(join(ROOT, 'lib', 'cartalog.js'))) {
    console.error(
      'cartalog: not compiled, because the development packages were left out; run "npm ci" without --omit=dev, or install the package that "npm pack" makes after it.',
    );
    // A package without the program would be useless.
    if (/^(?:pack|publish)$/.test(process.env.npm_command ?? '')) process.exitCode = 1;
  }
}
