/**
 * The benchmark: whole processes on a catalog of the size to build for, compared with js-yaml parsing the same files
 * (docs/performance.md). The exit status is 1 if a limit is missed.
 *
 * npm run bench [-- [--rounds N] [GROUP…]]
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { textInColumns } from '../contract/base/text.ts';
import { DEFAULT_HOST, hostsWith } from '../contract/hosts.ts';
import { writeBenchCatalog } from './bench/bench-catalog.ts';
import { writeMapsCatalog } from './bench/maps-catalog.ts';
import { type Command, type Figures, measureCommand, measureServing } from './bench/measure.ts';

/** Limits: seconds, MiB, and how many times the seconds of the first row. */
interface Row {
  readonly name: string;
  readonly run: () => Promise<Figures>;
  readonly most?: { readonly seconds?: number; readonly mebibytes?: number | undefined; readonly times?: number };
}

const ROOT = join(import.meta.dirname, '..');
const OWN_CATALOG = join(ROOT, 'catalog');
const SITE_MEBIBYTES = [300, 300, 300];
/** A catalog of ten times the size may take this many times the memory. */
const GROWTH = 1.4;
/** The baseline. js-yaml's CommonJS build takes half as long as its ES modules. */
const BARE_PARSE = `const { readFileSync, readdirSync } = require('node:fs');
for (const path of readdirSync(process.argv[1], { recursive: true })) {
  if (path.endsWith('.yaml')) require('js-yaml').load(readFileSync(process.argv[1] + '/' + path, 'utf8'));
}`;

const GROUPS: Readonly<Record<string, () => Promise<unknown>>> = {
  start: () =>
    runRows('Starting', [{ name: 'check, our catalog', run: () => check(OWN_CATALOG), most: { seconds: 0.18 } }]),
  size: () => runRows('The size to build for', siteRows(catalog, SITE_MEBIBYTES)),
  async maps() {
    const [one, two, twice] = [newPath(), newPath(), newPath()];
    writeMapsCatalog(one, 4_000, ['en']);
    writeMapsCatalog(two, 4_000, ['en', 'de']);
    writeMapsCatalog(twice, 8_000, ['en']);
    const own = newPath();
    const build = (folder: string, ...more: string[]) =>
      cartalog('build', '--catalog', folder, '--out', newPath(), ...more);
    const [server = DEFAULT_HOST] = hostsWith('sendsCopies');
    const again = () => cartalog('build', '--catalog', two, '--out', own, '--target', server);
    const mebibytes = 300;
    await runRows('4,000 maps', [
      bareParse(one),
      { name: 'build --no-pages', run: () => build(one, '--no-pages'), most: { seconds: 1.5, mebibytes } },
      { name: 'build', run: () => build(one), most: { seconds: 4, mebibytes } },
      {
        name: `build for ${server}, two languages`,
        run: () => build(two, '--target', server),
        most: { seconds: 8, mebibytes },
      },
    ]);
    await again();
    await runRows('the same again', [{ name: `build for ${server}, two languages`, run: again, most: { seconds: 8 } }]);
    await runRows('8,000 maps', [
      { name: '4,000 maps --no-pages', run: () => build(one, '--no-pages') },
      { name: 'build --no-pages', run: () => build(twice, '--no-pages'), most: { times: 2.6, mebibytes } },
    ]);
  },
  async 'ten-times'() {
    const small = await runRows('The size to build for', siteRows(catalog, SITE_MEBIBYTES));
    const large = newPath();
    writeBenchCatalog(large, 1, 10);
    // The first row is the bare parse, which has no limit.
    const mebibytes = small.slice(1).map((figures) => GROWTH * peakOf(figures));
    await runRows('Ten times the size', siteRows(large, mebibytes));
  },
  async format() {
    const formatted = copyOf(catalog);
    await cartalog('format', '--catalog', formatted);
    // The same data in another order: no entry is in the standard form.
    const messy = copyOf(catalog, (text) => text.replace(/(lastModified: \S+), (contentLength: \d+)/g, '$2, $1'));
    await runRows('format', [
      bareParse(catalog),
      { name: 'nothing changes', run: () => cartalog('format', '--catalog', formatted), most: { times: 0.8 } },
      { name: 'every entry changes', run: () => cartalog('format', '--catalog', copyOf(messy)), most: { times: 10 } },
    ]);
  },
  async serve() {
    report('serve, our catalog', 'saved to served', await serving(OWN_CATALOG), { seconds: 0.2 });
    report('serve, the size to build for', 'saved to served', await serving(catalog), {
      seconds: 0.35,
      mebibytes: 350,
    });
  },
};

const options = { rounds: { type: 'string', default: '5' } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const rounds = Number(values.rounds);
const chosen = positionals.length > 0 ? positionals : ['start', 'size', 'maps', 'format', 'serve'];
if (!(rounds >= 1) || !chosen.every((name) => name in GROUPS)) {
  console.error(`Usage: npm run bench [-- [--rounds N] [GROUP…]]; groups: ${Object.keys(GROUPS).join(', ')}`);
  process.exit(2);
}

/** Nothing in it is removed before the end: on ext4, creating files is slow for a minute after many were removed. */
const work = mkdtempSync(join(tmpdir(), 'cartalog-bench-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
let pathCount = 0;
const lines: string[][] = [['', '', 'time', 'work', 'memory', '× first row', 'work ×', 'at most', '']];
const catalog = newPath();
writeBenchCatalog(catalog);
for (const name of chosen) await GROUPS[name]?.();
process.stdout.write(textInColumns(lines));
console.log(`\nMedians of ${rounds} rounds, largest peaks of memory; Node ${process.version}.`);

function newPath(): string {
  pathCount++;
  return join(work, String(pathCount));
}

function copyOf(folder: string, edit = (text: string): string => text): string {
  const copy = newPath();
  cpSync(folder, copy, { recursive: true });
  for (const path of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.yaml')) continue;
    const file = join(copy, path);
    writeFileSync(file, edit(readFileSync(file, 'utf8')));
  }
  return copy;
}

function program(...args: string[]): Command {
  return { program: process.execPath, args: [join(ROOT, 'bin', 'cartalog.js'), ...args], folder: work };
}

function cartalog(...args: string[]): Promise<Figures> {
  return measureCommand(program(...args));
}

function check(folder: string): Promise<Figures> {
  return cartalog('check', '--catalog', folder);
}

function bareParse(folder: string): Row {
  const command = { program: process.execPath, args: ['-e', BARE_PARSE, folder], folder: ROOT };
  return { name: 'bare parse', run: () => measureCommand(command) };
}

/** @param mebibytes limits for `build --no-pages`, `build` and `check` */
function siteRows(folder: string, mebibytes: readonly number[]): Row[] {
  const build = (...more: string[]) => cartalog('build', '--catalog', folder, '--out', newPath(), ...more);
  const [withoutPages, withPages, checking] = mebibytes;
  return [
    bareParse(folder),
    { name: 'build --no-pages', run: () => build('--no-pages'), most: { times: 1.3, mebibytes: withoutPages } },
    { name: 'build', run: () => build(), most: { times: 1.6, mebibytes: withPages } },
    { name: 'check', run: () => check(folder), most: { times: 0.6, mebibytes: checking } },
  ];
}

function serving(folder: string): Promise<Figures[]> {
  const copy = copyOf(folder);
  const [first = ''] = readdirSync(join(copy, 'mapservers'));
  const file = join(copy, 'mapservers', first);
  const serve = (port: number): Command => program('serve', '--catalog', copy, '--port', String(port));
  return measureServing(serve, '/v1/mapservers/', rounds, (round) => {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^name: .*$/m, `name: Change ${round}`));
    return `"Change ${round}"`;
  });
}

/** All rows in each round, because the speed of a machine varies. @returns the figures of each row */
async function runRows(title: string, rows: readonly Row[]): Promise<Figures[][]> {
  const results: Figures[][] = rows.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { run }] of rows.entries()) results[index]?.push(await run());
  }
  for (const [index, { name, most }] of rows.entries()) report(title, name, results[index] ?? [], most, results[0]);
  return results;
}

function report(title: string, name: string, figures: Figures[], most: Row['most'] = {}, first = figures): void {
  const seconds = median(figures.map((one) => one.seconds));
  const ratioOf = (unit: 'seconds' | 'worked'): number =>
    median(figures.map((one, round) => one[unit] / (first[round] as Figures)[unit]));
  const times = ratioOf('seconds');
  const mebibytes = peakOf(figures);
  const limits = [
    { value: times, most: most.times, unit: '×' },
    { value: seconds, most: most.seconds, unit: 's' },
    { value: mebibytes, most: most.mebibytes, unit: 'MiB' },
  ].flatMap(({ value, most, unit }) =>
    most === undefined ? [] : [{ isMissed: value > most, text: `${+most.toFixed(2)} ${unit}` }],
  );
  const isMissed = limits.some((limit) => limit.isMissed);
  if (isMissed) process.exitCode = 1;
  const worked = median(figures.map((one) => one.worked));
  const ratios = [times, ratioOf('worked')].map((ratio) => `${ratio.toFixed(2)} ×`);
  const measured = [`${seconds.toFixed(2)} s`, `${worked.toFixed(2)} s`, `${mebibytes.toFixed(0)} MiB`, ...ratios];
  lines.push([title, name, ...measured, limits.map(({ text }) => text).join(', '), isMissed ? 'MISSED' : '']);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function peakOf(figures: readonly Figures[]): number {
  return figures.reduce((most, { mebibytes }) => Math.max(most, mebibytes), 0);
}
