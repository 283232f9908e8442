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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false }, rounds: { type: 'string' } },
});
const unknown = positionals.filter((name) => !GROUPS.some((group) => group.name === name));
const rounds = Number(values.rounds ?? 5);
if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(
    `Usage: npm run bench [-- [--long] [--rounds N] [GROUP…]]; groups: ${GROUPS.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
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
    const { lines, isReached } = tableOf(await runRounds(prepared, rounds));
    if (!isReached) process.exitCode = 1;
    tables.push({ title: group.title, lines });
  }
}
process.stdout.write(inTables(tables));
console.log(`\nMedians of ${rounds} rounds, largest peaks of memory; Node ${process.version}.`);
