import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// The floor: the facts of a catalog as JSON, read, parsed, stringified and written, in a separate process. It is what
// making documents of so many bytes costs before anything is checked.

const [root, out] = process.argv.slice(2);
for (const path of readdirSync(root, { recursive: true })) {
  if (!path.endsWith('.json')) continue;
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(join(root, path), 'utf8'))));
}
