// Sabotage: the new site is not renamed to its place but copied there, file by file.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative } from 'node:path';

const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (!from.endsWith('/next')) return renameSync(from, to);
  for (const entry of fs.readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, source));
    fs.mkdirSync(dirname(target), { recursive: true });
    fs.copyFileSync(source, target);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
  fs.rmSync(from, { recursive: true });
};
syncBuiltinESMExports();
