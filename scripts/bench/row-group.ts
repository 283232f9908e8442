/** What the benchmark runs: groups of rows, round after round. */
import type { Row, RowResult } from './figures.ts';
import type { Workplace } from './workplace.ts';

/** Rows that are compared with each other, and so run in turn. */
export interface RowGroup {
  /** What `npm run bench -- NAME` runs it by. */
  readonly name: string;
  readonly title: string;
  /** Whether it is run only where somebody asks for it. */
  readonly isLong?: boolean;
  /** Makes what its rows need. @returns the rows, and what is done after the last round; a text says why there are none */
  prepare(workplace: Workplace): Promise<Prepared | string>;
}

/** The rows of a group, ready to run. */
export interface Prepared {
  readonly rows: readonly Row[];
  readonly finish?: () => Promise<void>;
}

/** Runs each row of a group once in each round. */
export async function runRounds({ rows, finish }: Prepared, rounds: number): Promise<RowResult[]> {
  const results = rows.map(({ name, limits = [] }) => ({
    name,
    limits,
    figures: [] as RowResult['figures'][number][],
  }));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [index, row] of rows.entries()) results[index]?.figures.push(await row.run(round));
    }
  } finally {
    await finish?.();
  }
  return results;
}
