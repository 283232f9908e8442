/** The verdicts of the table of regular expressions, computed anew. With EXPRESSIONS=write, it gets what is new. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { allExpressions, inOrder, readTable, writeTable } from '../support/expressions.ts';

/**
 * In milliseconds. On a quiet machine no new one that is linear takes half of it. What the table knows was judged so when it
 * came in: `recheck` is pinned, so the test needs only the time to refute what somebody wrote there by hand.
 */
const TIMEOUTS = { new: 20_000, known: 2_000 };

/** Of expressions: `linear`, `not linear`, `unknown` to any program, or `late` if judging took too long. */
async function verdictsOf(literals: readonly string[], timeout: number): Promise<Map<string, string>> {
  const program = new URL('../support/expression-verdicts.mjs', import.meta.url);
  const verdicts = new Map<string, string>();
  const worker = new Worker(program, { workerData: { literals, timeout }, resourceLimits: { stackSizeMb: 64 } });
  worker.on('message', ([literal, verdict]) => verdicts.set(literal, verdict));
  await once(worker, 'exit');
  expect(verdicts.size).toBe(literals.length);
  return verdicts;
}

test('each is linear, or not, as the table says', async () => {
  const { literals, calls } = allExpressions();
  const table = readTable();
  const examples = inOrder([...calls].map((call) => [call, table.calls[call] ?? []] as const));
  const all = [...new Set([...literals, ...Object.values(examples).flat()])].sort();
  const isWritten = process.env['EXPRESSIONS'] === 'write';
  const known = new Set(table.linear);
  const isKnown = (each: string): boolean => known.has(each) || Boolean(table.bounded[each]);
  const verdicts = new Map([
    ...(await verdictsOf(
      all.filter((each) => !isKnown(each)),
      TIMEOUTS.new,
    )),
    ...(isWritten ? [] : await verdictsOf(all.filter(isKnown), TIMEOUTS.known)),
  ]);
  // Whether some are proven in time depends on the machine, so these stay where they are.
  const isLinear = (each: string): boolean =>
    known.has(each)
      ? ['linear', 'late', undefined].includes(verdicts.get(each))
      : verdicts.get(each) === 'linear' && !table.bounded[each];
  const others = all.filter((each) => !isLinear(each));
  const made = {
    linear: all.filter(isLinear),
    bounded: inOrder(others.map((each) => [each, table.bounded[each] ?? ''] as const)),
    calls: examples,
  };
  if (isWritten) writeTable(made);
  expect(readTable()).toEqual(made);
  const wrong = others.filter(
    (each) => verdicts.get(each) === 'not linear' && made.bounded[each]?.startsWith('linear'),
  );
  expect(wrong).toEqual([]);
});
