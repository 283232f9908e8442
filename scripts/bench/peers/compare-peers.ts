/**
 * Builds the benchmark's catalog with Cartalog and with other generators of static sites, in turn, and compares what they
 * write document by document. docs/performance.md says what each of them makes.
 *
 *     npm run bench:peers [-- [--rounds N] [--copies N]]
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeBenchCatalog } from '../bench-catalog.ts';
import { type Figures, inTables, type Limit, tableOf } from '../figures.ts';
import { runRounds } from '../row-group.ts';
import { isWranglerInstalled, servedCatalog, timeOfChange } from '../saved-to-served.ts';
import { startSite } from '../served-site.ts';
import { openWorkplace, PROGRAM } from '../workplace.ts';
import { ASTRO } from './astro.ts';
import { ELEVENTY } from './eleventy.ts';
import { HUGO } from './hugo.ts';
import type { InstalledPeer } from './peer.ts';
import { runCommand } from './run-command.ts';
import { compareDocuments } from './same-documents.ts';

const { rounds, copies } = counts();
const workplace = openWorkplace();
const catalog = workplace.path('catalog');
writeBenchCatalog(catalog, 1, copies);

const cartalog = (name: string, ...flags: readonly string[]): InstalledPeer => ({
  name,
  build: (out) => ({
    program: process.execPath,
    args: [PROGRAM, 'build', '--catalog', catalog, '--out', out, ...flags],
    folder: workplace.path(),
    environment: { XDG_CACHE_HOME: workplace.newPath() },
  }),
});
const JSON_AND_XML = 'Cartalog, JSON and XML, checked';
const generators = [cartalog(JSON_AND_XML, '--no-pages'), cartalog('Cartalog, with the web pages')];
for (const peer of [ELEVENTY, HUGO, ASTRO]) {
  const folder = workplace.path(peer.name);
  mkdirSync(folder);
  const installed = peer.install(folder, catalog);
  if (typeof installed === 'string') console.log(`${peer.name} is left out: ${installed}.`);
  else generators.push(installed);
}

const outs = new Map<string, string>();
const ratio: readonly Limit[] = [{ of: 'seconds', times: JSON_AND_XML }];
const rows = generators.map(({ name, build }) => ({
  name,
  limits: name === JSON_AND_XML ? [] : ratio,
  run() {
    const out = workplace.newPath();
    outs.set(name, out);
    return runCommand(build(out));
  },
}));
const built = tableOf(await runRounds({ rows }, rounds));
const tables = [{ title: `The documents of ${30 * copies} data sources`, lines: built.lines }];
const others = [...outs]
  .slice(1)
  .map(([name, out]) => ({ name, ...compareDocuments(outs.get(JSON_AND_XML) ?? '', out) }));

if (!isWranglerInstalled()) console.log('Nothing is served: wrangler is not installed.');
else {
  const { catalog: watched, serve } = servedCatalog(workplace);
  const cartalogServes = { name: 'Cartalog', serving: { serve, catalog: watched, path: '/v1/mapservers/' } };
  const results = [];
  for (const { name, serving } of [cartalogServes, ...generators]) {
    if (!serving) continue;
    const site = await startSite(serving.serve);
    const run = (round: number): Promise<Figures> => timeOfChange(site, serving.path, serving.catalog, round);
    results.push(await runRounds({ rows: [{ name, run }], finish: site.stop }, rounds));
  }
  tables.push({ title: 'From saving one small file to serving it', lines: tableOf(results.flat()).lines });
}

process.stdout.write(inTables(tables));
console.log(`\nMedians of ${rounds} rounds, largest peaks of memory; Node ${process.version}.`);

for (const { name, documents, differing } of others) {
  console.log(`${name}: ${documents - differing.length} of ${documents} documents are the same.`);
  for (const path of differing.slice(0, 5)) console.log(`  ${path} is not`);
  if (differing.length > 0) process.exitCode = 1;
}

function counts(): { rounds: number; copies: number } {
  try {
    const options = { rounds: { type: 'string', default: '5' }, copies: { type: 'string', default: '1' } } as const;
    const { rounds, copies } = parseArgs({ options }).values;
    if ([rounds, copies].every((text) => /^[1-9]\d*$/.test(text)))
      return { rounds: Number(rounds), copies: Number(copies) };
  } catch {
    // Said below.
  }
  console.error('Usage: npm run bench:peers [-- [--rounds N] [--copies N]]');
  process.exit(2);
}
