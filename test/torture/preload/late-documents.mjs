// Sabotage: under serve, the documents of editions appear a second after the lists that name them.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (!/site\/v1\/editions\/[^/]+\/index\.json$/.test(to) || fs.existsSync(to)) return renameSync(from, to);
  const content = fs.readFileSync(from);
  setTimeout(() => fs.writeFileSync(to, content), 1_000);
};
syncBuiltinESMExports();
