import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Writes the facts of a catalog as JSON, a file for each of its files: what the floor reads.

const { load } = createRequire(import.meta.url)('js-yaml');
const [root, out] = process.argv.slice(2);
for (const path of readdirSync(root, { recursive: true })) {
  if (!path.endsWith('.yaml')) continue;
  const file = join(out, path.replace(/yaml$/, 'json'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(load(readFileSync(join(root, path), 'utf8'))));
}
