/**
 * The benchmark: whole processes, each started anew, on a catalog of the size to build for and on catalogs of small records.
 * docs/performance.md says how each figure is made. Its exit status is 1 where a limit is missed.
 *
 *     npm run bench [-- [--long] [--rounds N] [GROUP…]]
 */
import { parseArgs } from 'node:util';
import { EDGE_HANDLER } from './bench/edge-handler.ts';
import { inTables, tableOf } from './bench/figures.ts';
import { type RowGroup, runRounds } from './bench/row-group.ts';
import { SAVED_TO_SERVED } from './bench/saved-to-served.ts';
import { SIZE_TO_BUILD_FOR } from './bench/size-to-build-for.ts';
import { SMALL_RECORDS } from './bench/small-records.ts';
import { openWorkplace } from './bench/workplace.ts';

const GROUPS: readonly RowGroup[] = [...SIZE_TO_BUILD_FOR, ...SMALL_RECORDS, SAVED_TO_SERVED, EDGE_HANDLER];

/** Their figures come from fewer rounds: each writes a gigabyte, and nothing is removed before the end. */
const LONG_ROUNDS = 3;

const { values, positionals } = argumentsOf();
const rounds = Number(values.rounds);
const chosen = GROUPS.filter(({ name, isLong }) =>
  positionals.length > 0 ? positionals.includes(name) : values.long || !isLong,
);

const workplace = openWorkplace();
const tables = [];
for (const group of chosen) {
  if (process.stderr.isTTY) process.stderr.write(`${group.title} …\n`);
  const prepared = await group.prepare(workplace);
  if (typeof prepared === 'string') tables.push({ title: group.title, lines: [[prepared]] });
  else {
    const { lines, isReached } = tableOf(
      await runRounds(prepared, group.isLong ? Math.min(rounds, LONG_ROUNDS) : rounds),
    );
    if (!isReached) process.exitCode = 1;
    tables.push({ title: group.title, lines });
  }
}
process.stdout.write(inTables(tables));
const [long] = chosen.filter(({ isLong }) => isLong && rounds > LONG_ROUNDS);
const except = long ? ` (${LONG_ROUNDS} of "${long.title}")` : '';
console.log(`\nMedians of ${rounds} rounds${except}, largest peaks of memory; Node ${process.version}.`);

function argumentsOf() {
  try {
    const given = parseArgs({
      allowPositionals: true,
      options: { long: { type: 'boolean', default: false }, rounds: { type: 'string', default: '5' } },
    });
    const isKnown = given.positionals.every((name) => GROUPS.some((group) => group.name === name));
    if (isKnown && /^[1-9]\d*$/.test(given.values.rounds)) return given;
  } catch {
    // Said below.
  }
  const names = GROUPS.map(({ name }) => name).join(', ');
  console.error(`Usage: npm run bench [-- [--long] [--rounds N] [GROUP…]]; groups: ${names}`);
  process.exit(2);
}
