/**
 * Measures whole processes on a catalog of the largest size, compared with js-yaml parsing the same files in the same
 * run (docs/performance.md). The exit status is 1 if a limit is missed, or if the program needs over 5 % more work than
 * the program of `--against`.
 * npm run bench [-- [--rounds N] [--against REF] [--eleventy FOLDER] [GROUP…]]
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { textInColumns } from '../contract/base/text.ts';
import { DEFAULT_HOST, hostsWith } from '../contract/hosts.ts';
import { writeBenchCatalog } from './bench/bench-catalog.ts';
import { writeEleventyProject } from './bench/eleventy-project.ts';
import { writeMapsCatalog } from './bench/maps-catalog.ts';
import { type Command, type Edit, type Figures, measureCommand, measureServing } from './bench/measure.ts';

interface Limits {
  readonly seconds?: number;
  readonly mebibytes?: number | undefined;
  /** A multiple of the first row's. */
  readonly times?: number;
}

interface Row {
  readonly name: string;
  /** Ours gets the root of its repository. */
  readonly command: Command | ((root: string) => Command);
  readonly most?: Limits;
}

interface ServingRow extends Edit {
  readonly name: string;
  readonly most: Limits;
}

interface Measured {
  readonly name: string;
  readonly most?: Limits | undefined;
  /** For each round. */
  readonly figures: Figures[];
  /** Of the program of `--against`, in the same rounds; empty without it. */
  readonly others: Figures[];
}

const ROOT = join(import.meta.dirname, '..');
const OWN_CATALOG = join(ROOT, 'catalog');
/** For `build --no-pages`, `build` and `check`. */
const SITE_MEBIBYTES = [300, 300, 300];
/** A catalog of ten times the size may take this many times the memory. */
const GROWTH = 1.4;
/** The most work, as a multiple of the work of `--against`. */
const SLOWER = 1.05;
/** Of a folder or a file. js-yaml's CommonJS build takes half as long as its ES modules. */
const BARE_PARSE = `const { readFileSync, readdirSync, statSync } = require('node:fs');
const [, root] = process.argv;
const paths = statSync(root).isFile() ? [''] : readdirSync(root, { recursive: true }).map((path) => '/' + path);
for (const path of paths) {
  if ((root + path).endsWith('.yaml')) require('js-yaml').load(readFileSync(root + path, 'utf8'));
}`;

const GROUPS: Readonly<Record<string, () => Promise<unknown>>> = {
  start: () =>
    runRows('Starting', [
      { name: 'node -e 0', command: { program: process.execPath, args: ['-e', '0'], folder: ROOT } },
      { name: 'cartalog --version', command: cartalog('--version'), most: { times: 1.6 } },
      { name: 'check, our catalog', command: check(OWN_CATALOG), most: { seconds: 0.18 } },
    ]),
  size: () => runRows('The size to build for', siteRows(catalog, SITE_MEBIBYTES)),
  own: () =>
    runRows('Our catalog, two languages', [
      bareParse(OWN_CATALOG),
      { name: 'build --no-pages', command: build(OWN_CATALOG, '--no-pages'), most: { times: 3.5 } },
      { name: 'build', command: build(OWN_CATALOG), most: { times: 6 } },
    ]),
  async maps() {
    const [inOneLanguage, inTwoLanguages, twiceAsLarge] = [newPath(), newPath(), newPath()];
    writeMapsCatalog(inOneLanguage, 4_000, ['en']);
    writeMapsCatalog(inTwoLanguages, 4_000, ['en', 'de']);
    writeMapsCatalog(twiceAsLarge, 8_000, ['en']);
    const out = newPath();
    const [server = DEFAULT_HOST] = hostsWith('sendsCopies');
    const again = cartalog('build', '--catalog', inTwoLanguages, '--out', out, '--target', server);
    const mebibytes = 300;
    await runRows('4,000 maps', [
      bareParse(inOneLanguage),
      { name: 'build --no-pages', command: build(inOneLanguage, '--no-pages'), most: { seconds: 1.5, mebibytes } },
      { name: 'build', command: build(inOneLanguage), most: { seconds: 4, mebibytes } },
      {
        name: `build for ${server}, two languages`,
        command: build(inTwoLanguages, '--target', server),
        most: { seconds: 8, mebibytes },
      },
    ]);
    await measureCommand(again(ROOT));
    await runRows('the same again', [
      { name: `build for ${server}, two languages`, command: again, most: { seconds: 8 } },
    ]);
    await runRows('8,000 maps', [
      { name: '4,000 maps --no-pages', command: build(inOneLanguage, '--no-pages') },
      { name: 'build --no-pages', command: build(twiceAsLarge, '--no-pages'), most: { times: 2.6, mebibytes } },
    ]);
    await runRows('8,000 maps, pages', [
      { name: 'build --no-pages', command: build(twiceAsLarge, '--no-pages') },
      { name: 'build', command: build(twiceAsLarge), most: { times: 3 } },
    ]);
  },
  async 'ten-times'() {
    const small = await runRows('The size to build for', siteRows(catalog, SITE_MEBIBYTES));
    const large = newPath();
    writeBenchCatalog(large, 1, 10);
    // Without the bare parse.
    const mebibytes = small.slice(1).map(({ figures }) => GROWTH * peakOf(figures));
    await runRows('Ten times the size', siteRows(large, mebibytes));
  },
  async format() {
    const formatted = copyOf(catalog);
    const format = (folder: () => string) => (root: string) => cartalog('format', '--catalog', folder())(root);
    await measureCommand(format(() => formatted)(ROOT));
    // In this order, no entry is in the standard form.
    const messy = copyOf(catalog, (text) => text.replace(/(lastModified: \S+), (contentLength: \d+)/g, '$2, $1'));
    await runRows('format', [
      bareParse(catalog),
      { name: 'nothing changes', command: format(() => formatted), most: { times: 0.8 } },
      { name: 'every entry changes', command: format(() => copyOf(messy)), most: { times: 10 } },
    ]);
  },
  async serve() {
    const [mapserver = '', ...others] = readdirSync(join(OWN_CATALOG, 'mapservers'));
    if (others.length === 0) throw new Error(`too few maps in ${OWN_CATALOG}`);
    const nameEdit = { pattern: /^name: .*$/m, text: (round: number) => `name: Change ${round}`, expected: changeOf };
    const titleEdit = {
      ...nameEdit,
      file: 'site.yaml',
      pattern: /^title: .*$/m,
      text: (round: number) => `title: Change ${round}`,
    };
    const page = `/mapservers/${mapserver.replace('.yaml', '')}/`;
    await runServing('serve, our catalog', OWN_CATALOG, [
      {
        ...nameEdit,
        name: 'a name',
        file: `mapservers/${mapserver}`,
        paths: ['/v1/mapservers/', page],
        most: { seconds: 0.12 },
      },
      {
        name: 'an entry',
        file: 'datasources/brouter-profiles/files.yaml',
        pattern: /$/,
        text: (round) => `change-${round}.brf: {}\n`,
        expected: (round) => `change-${round}.brf`,
        paths: ['/v1/datasources/brouter-profiles/'],
        most: { seconds: 0.12 },
      },
      { ...titleEdit, name: 'site.yaml', paths: ['/'], most: { seconds: 0.12 } },
      { ...titleEdit, name: 'all pages', paths: 'sitemap', most: { seconds: 0.5 } },
    ]);
    const serverEdit = { ...nameEdit, file: 'mapservers/server-0.yaml' };
    const record = ['/v1/mapservers/', '/v2/mapservers/server-0.json'];
    const everything = ['/mapservers/server-0/', '/v2/maps.geojson', '/v1/all.json'];
    const sizeEdit = {
      pattern: /contentLength: \d+/,
      text: (round: number) => `contentLength: ${1_000_000 + round}`,
      expected: (round: number) => `"contentLength":${1_000_000 + round}`,
    };
    const largest = 'datasources/history/files.yaml';
    await runServing(
      'serve, the size to build for',
      catalog,
      [
        { ...serverEdit, name: 'list and record', paths: record, most: { seconds: 0.15, mebibytes: 400 } },
        {
          ...serverEdit,
          name: 'everything',
          paths: [...record, ...everything],
          most: { seconds: 0.45, mebibytes: 400 },
        },
        {
          ...sizeEdit,
          name: 'a file of 250 entries',
          file: 'datasources/maps-0/maps.yaml',
          paths: ['/v1/datasources/maps-0/'],
          most: { seconds: 0.3 },
        },
        {
          ...sizeEdit,
          name: 'the largest file',
          file: largest,
          paths: ['/v1/datasources/history/'],
          most: { times: 0.8 },
        },
      ],
      join(catalog, largest),
    );
  },
  /** Eleventy writes the documents as JSON only and checks nothing. A limit is a share of its time. */
  async eleventy() {
    const project = newPath();
    writeEleventyProject(project, resolve(values.eleventy ?? ''), catalog);
    const args = ['node_modules/@11ty/eleventy/cmd.cjs', '--quiet'];
    await runRows('As Eleventy', [
      { name: 'eleventy', command: { program: process.execPath, args, folder: project } },
      { name: 'build --no-pages', command: build(catalog, '--no-pages'), most: { times: 1 / 1.5 } },
      { name: 'build', command: build(catalog), most: { times: 1 / 1.2 } },
    ]);
  },
};

const options = {
  rounds: { type: 'string', default: '5' },
  against: { type: 'string' },
  eleventy: { type: 'string' },
} as const;
const { values, positionals } = readArguments();
const rounds = Number(values.rounds);

/** On ext4, creating files is slow for a minute after many were removed, so all stay. */
const work = mkdtempSync(join(tmpdir(), 'cartalog-bench-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
let pathCount = 0;
const other = values.against === undefined ? null : compiledCopy(values.against);
const againstColumns = other ? [`× ${values.against}`, 'work ×'] : [];
const lines: string[][] = [
  ['', '', 'time', 'work', 'memory', '× first row', 'work ×', ...againstColumns, 'at most', ''],
];
const catalog = newPath();
writeBenchCatalog(catalog);
for (const name of positionals) await GROUPS[name]?.();
process.stdout.write(textInColumns(lines));
console.log(`\nMedians of ${rounds} rounds, largest peaks of memory; Node ${process.version}.`);

function readArguments() {
  try {
    const parsed = parseArgs({ allowPositionals: true, options });
    const { values } = parsed;
    const usual = ['start', 'size', 'own', 'maps', 'format', 'serve', ...(values.eleventy ? ['eleventy'] : [])];
    const positionals = parsed.positionals.length > 0 ? parsed.positionals : usual;
    const hasEleventy = existsSync(join(values.eleventy ?? '', 'node_modules/@11ty/eleventy'));
    if (Number(values.rounds) >= 1 && positionals.every((name) => name in GROUPS)) {
      if (hasEleventy || !positionals.includes('eleventy')) return { values, positionals };
      console.error('--eleventy FOLDER: a folder in which "npm install @11ty/eleventy js-yaml" was run');
    }
  } catch (error) {
    console.error((error as Error).message);
  }
  const flags = '[--rounds N] [--against REF] [--eleventy FOLDER]';
  console.error(`Usage: npm run bench [-- ${flags} [GROUP…]]; groups: ${Object.keys(GROUPS).join(', ')}`);
  process.exit(2);
}

function newPath(): string {
  pathCount++;
  return join(work, String(pathCount));
}

/** With this commit's packages. */
function compiledCopy(commit: string): string {
  const copy = newPath();
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, copy]);
  execFileSync('git', ['-C', copy, 'checkout', '--quiet', '--detach', commitOf(commit)]);
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  execFileSync(process.execPath, ['scripts/prepare.js'], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
  return copy;
}

function commitOf(name: string): string {
  try {
    const args = ['-C', ROOT, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
    return execFileSync('git', args, { encoding: 'utf8' }).trim();
  } catch {
    console.error(`--against: no commit is named ${JSON.stringify(name)}`);
    process.exit(2);
  }
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

function changeOf(round: number): string {
  return `Change ${round}`;
}

function cartalog(...args: string[]): (root: string) => Command {
  return (root) => ({ program: process.execPath, args: [join(root, 'bin', 'cartalog.js'), ...args], folder: work });
}

function build(folder: string, ...more: string[]): (root: string) => Command {
  return (root) => cartalog('build', '--catalog', folder, '--out', newPath(), ...more)(root);
}

function check(folder: string): (root: string) => Command {
  return cartalog('check', '--catalog', folder);
}

function bareParse(path: string): Row {
  return { name: 'bare parse', command: { program: process.execPath, args: ['-e', BARE_PARSE, path], folder: ROOT } };
}

/** @param mebibytes limits for `build --no-pages`, `build` and `check` */
function siteRows(folder: string, mebibytes: readonly number[]): Row[] {
  const [withoutPages, withPages, checking] = mebibytes;
  return [
    bareParse(folder),
    {
      name: 'build --no-pages',
      command: build(folder, '--no-pages'),
      most: { times: 1.15, mebibytes: withoutPages },
    },
    { name: 'build', command: build(folder), most: { times: 1.45, mebibytes: withPages } },
    { name: 'check', command: check(folder), most: { times: 0.55, mebibytes: checking } },
  ];
}

/** All rows in each round: a machine's speed varies. */
async function runRows(title: string, rows: readonly Row[]): Promise<Measured[]> {
  const measured: Measured[] = rows.map(({ name, most }) => ({ name, most, figures: [], others: [] }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { command }] of rows.entries()) {
      const { figures, others } = measured[index] as Measured;
      const commandIn = (root: string): Command => (typeof command === 'function' ? command(root) : command);
      figures.push(await measureCommand(commandIn(ROOT)));
      if (other && typeof command === 'function') others.push(await measureCommand(commandIn(other)));
    }
  }
  report(title, measured);
  return measured;
}

/** @param parsed by the bare parse */
async function runServing(title: string, folder: string, rows: readonly ServingRow[], parsed = folder): Promise<void> {
  const serve = async (root: string): Promise<Figures[][]> => {
    const copy = copyOf(folder);
    const command = (port: number): Command => cartalog('serve', '--catalog', copy, '--port', String(port))(root);
    return measureServing(command, copy, rows, rounds);
  };
  const floor: Figures[] = [];
  for (let round = 0; round < rounds; round++) floor.push(await measureCommand(bareParse(parsed).command as Command));
  const ours = await serve(ROOT);
  const others = other ? await serve(other) : [];
  const served = rows.map(({ name, most }, index) => ({
    ...{ name: `saved to served: ${name}`, most },
    ...{ figures: ours[index] ?? [], others: others[index] ?? [] },
  }));
  report(title, [{ name: 'bare parse', figures: floor, others: [] }, ...served]);
}

function report(title: string, rows: readonly Measured[]): void {
  const [{ figures: first } = { figures: [] }] = rows;
  for (const { name, most = {}, figures, others } of rows) {
    const ratio = (unit: 'seconds' | 'worked', to: readonly Figures[]): number =>
      median(figures.map((measured, round) => measured[unit] / (to[round] as Figures)[unit]));
    const seconds = median(figures.map((measured) => measured.seconds));
    const worked = median(figures.map((measured) => measured.worked));
    const times = ratio('seconds', first);
    const mebibytes = peakOf(figures);
    const limits = [
      { value: times, most: most.times, unit: '×' },
      { value: seconds, most: most.seconds, unit: 's' },
      { value: mebibytes, most: most.mebibytes, unit: 'MiB' },
    ].flatMap(({ value, most, unit }) =>
      // The + drops last zeros.
      most === undefined ? [] : [{ isMissed: value > most, text: `${+most.toFixed(2)} ${unit}` }],
    );
    const against = others.length > 0 ? [ratio('seconds', others), ratio('worked', others)] : [];
    const verdicts = [
      ...(limits.some(({ isMissed }) => isMissed) ? ['MISSED'] : []),
      ...(against.length > 0 && against.every((ratio) => ratio > SLOWER) ? ['SLOWER'] : []),
    ];
    if (verdicts.length > 0) process.exitCode = 1;
    const againstTexts = other ? [0, 1].map((index) => timesText(against[index])) : [];
    const measured = [`${seconds.toFixed(2)} s`, `${worked.toFixed(2)} s`, `${mebibytes.toFixed(0)} MiB`];
    const ratios = [timesText(times), timesText(ratio('worked', first)), ...againstTexts];
    lines.push([title, name, ...measured, ...ratios, limits.map(({ text }) => text).join(', '), verdicts.join(', ')]);
  }
}

function timesText(ratio: number | undefined): string {
  return ratio === undefined || !Number.isFinite(ratio) ? '' : `${ratio.toFixed(2)} ×`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function peakOf(figures: readonly Figures[]): number {
  return figures.reduce((most, { mebibytes }) => Math.max(most, mebibytes), 0);
}
