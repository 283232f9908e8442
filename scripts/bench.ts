/**
 * The benchmark: whole processes, each started anew, on a catalog of the size to build for.
 *
 * Times cannot be compared between machines, or between moments on one machine; the ratios of one run can. So every
 * round runs each command once, and the medians of the ratios count.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inColumns } from '../contract/text.ts';
import { LARGEST_FILE, SMALL_FILE, writeBenchCatalog } from './bench/bench-catalog.ts';
import { type Measured, measure } from './bench/measure.ts';

const ROUNDS = 5;
const PROGRAM = join(import.meta.dirname, '..', 'bin', 'cartalog.js');
const BARE_PARSE = join(import.meta.dirname, 'bench', 'bare-parse.mjs');

interface Row {
  readonly name: string;
  readonly run: (round: number) => Promise<Measured>;
  /** The rows whose time this one is compared with, and the largest ratios allowed. */
  readonly against?: readonly { readonly name: string; readonly most: number }[];
  /** The most memory it may take at its peak, in MiB. */
  readonly memory?: number;
}

const work = mkdtempSync(join(tmpdir(), 'cartalog-bench-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const catalog = join(work, 'catalog');
const largest = join(catalog, LARGEST_FILE);
const small = join(catalog, SMALL_FILE);
writeBenchCatalog(catalog);
const sound = readFileSync(largest, 'utf8');
/** One wrong digit, three quarters into the file. */
const faulty = withFault(sound);
const original = readFileSync(small, 'utf8');

const buildInto = (folder: string): string[] => ['build', '--catalog', catalog, '--out', join(work, folder)];
const check = ['check', '--catalog', catalog];

/** Each run of `build, cold` writes into a new folder, and no folder is removed before the last run: see `AFTERWARDS`. */
const ROWS: readonly Row[] = [
  { name: 'bare parse', run: () => measure(BARE_PARSE, [catalog], 0) },
  {
    name: 'build, cold',
    against: [
      { name: 'bare parse', most: 2.5 },
      { name: 'build, cold, without pages', most: 1.15 },
    ],
    memory: 500,
    run: (round) => measure(PROGRAM, buildInto(`dist-${round}`), 0),
  },
  {
    name: 'build, cold, without pages',
    run: (round) => measure(PROGRAM, [...buildInto(`bare-${round}`), '--no-pages'], 0),
  },
  { name: 'check', against: [{ name: 'bare parse', most: 2.5 }], memory: 500, run: () => measure(PROGRAM, check, 0) },
  {
    name: 'check, one error in the 16 MB file',
    against: [{ name: 'check', most: 1.5 }],
    memory: 500,
    async run() {
      writeFileSync(largest, faulty);
      const measured = await measure(PROGRAM, check, 1);
      writeFileSync(largest, sound);
      return measured;
    },
  },
];

/**
 * The commands that remove files. On some file systems, creating files is ten times slower for a minute after many were
 * removed, which would spoil the measurement that comes next.
 */
const AFTERWARDS: readonly Row[] = [
  {
    name: 'build, one small file changed',
    against: [{ name: 'bare parse', most: 2.5 }],
    memory: 500,
    async run(round) {
      writeFileSync(small, original.replace('Benchmark', 'Changed'));
      const measured = await measure(PROGRAM, buildInto(`dist-${round}`), 0);
      writeFileSync(small, original);
      return measured;
    },
  },
];

const results = new Map<string, Measured[]>([...ROWS, ...AFTERWARDS].map(({ name }) => [name, []]));
for (const rows of [ROWS, AFTERWARDS]) {
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, run } of rows) results.get(name)?.push(await run(round));
  }
}
report();

function report(): void {
  const lines = [['', 'seconds', 'ratio', 'at most', 'peak MiB', 'at most', '']];
  for (const { name, against = [], memory } of [...ROWS, ...AFTERWARDS]) {
    const measured = results.get(name) ?? [];
    const peak = measured.reduce((most, { mebibytes }) => Math.max(most, mebibytes), 0);
    const compared = against.map((other) => {
      const base = results.get(other.name) ?? [];
      return { ...other, ratio: median(measured.map(({ seconds }, round) => seconds / (base[round]?.seconds ?? NaN))) };
    });
    const isReached = compared.every(({ ratio, most }) => ratio <= most) && (!memory || peak <= memory);
    const [first, ...more] = compared.map((other) => [`${other.ratio.toFixed(2)} × ${other.name}`, String(other.most)]);
    lines.push([
      name,
      median(measured.map(({ seconds }) => seconds)).toFixed(2),
      ...(first ?? ['', '']),
      peak.toFixed(0),
      memory ? String(memory) : '',
      against.length > 0 || memory ? (isReached ? 'reached' : 'MISSED') : '',
    ]);
    for (const ratio of more) lines.push(['', '', ...ratio, '', '', '']);
  }
  process.stdout.write(inColumns(lines));
  console.log(`\nMedians of ${ROUNDS} rounds, largest peak; Node ${process.version}.`);
}

function withFault(text: string): string {
  const at = text.indexOf('sha1: "', Math.floor(text.length * 0.75)) + 'sha1: "'.length;
  return `${text.slice(0, at)}g${text.slice(at + 1)}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}
