/** What the benchmark measures, what is allowed of it, and how both are printed. Pure. */
import { inColumns } from '../../contract/text.ts';

/** What one run of a row took. */
export interface Figures {
  readonly seconds?: number;
  /** Seconds of the processor. */
  readonly processor?: number;
  /** Of memory, at the peak. */
  readonly mebibytes?: number;
  /** Of a file. */
  readonly kilobytes?: number;
}

/** What of a row is compared with what, and the most that is allowed; without `most` it is only printed. */
export interface Limit {
  readonly of: keyof Figures;
  /** The row of the same group by whose figure this one is divided. */
  readonly times?: string;
  /** The row of the same group whose figure is subtracted from this one. */
  readonly beyond?: string;
  readonly most?: number;
}

/** One row: something that is run once in each round. */
export interface Row {
  readonly name: string;
  readonly run: (round: number) => Promise<Figures>;
  readonly limits?: readonly Limit[];
}

/** The figures of a row, one of each round. */
export interface RowResult extends Pick<Row, 'name' | 'limits'> {
  readonly figures: readonly Figures[];
}

/** One limit, applied. */
export interface Judged {
  readonly value: number;
  readonly isReached: boolean;
}

/**
 * Applies a limit to a row.
 *
 * Times cannot be compared between moments, so each round is compared with itself, and the median of that counts; of
 * memory the largest peak.
 *
 * @param group the rows among which the other one is
 * @throws Error where it is not
 */
export function judge({ of, times, beyond, most }: Limit, { figures }: RowResult, group: readonly RowResult[]): Judged {
  const total = totalOf(of);
  const own = figures.map((each) => each[of] ?? Number.NaN);
  const name = times ?? beyond;
  const found = group.find((result) => result.name === name);
  if (name !== undefined && !found) throw new Error(`There is no row "${name}"`);
  const other = found?.figures.map((each) => each[of] ?? Number.NaN);
  const value = !other
    ? total(own)
    : of === 'mebibytes'
      ? total(own) / total(other)
      : median(own.map((each, round) => compared(each, other[round] ?? Number.NaN)));
  return { value, isReached: !Number.isNaN(value) && (most === undefined || value <= most) };

  function compared(one: number, two: number): number {
    return times === undefined ? one - two : one / two;
  }
}

/** The figures that have columns. */
const SHOWN = ['seconds', 'processor', 'mebibytes'] as const;

/** The lines of a group, and whether all its limits are reached. */
export function tableOf(group: readonly RowResult[]): { readonly lines: string[][]; readonly isReached: boolean } {
  const lines: string[][] = [];
  let isReached = true;
  for (const result of group) {
    const of = (figure: keyof Figures): number[] => result.figures.flatMap((each) => each[figure] ?? []);
    const start = [
      result.name,
      ...SHOWN.map((figure) => {
        const values = of(figure);
        return values.length > 0 ? inUnit(figure, totalOf(figure)(values)) : '';
      }),
    ];
    const limits = (result.limits ?? []).map((limit) => {
      const verdict = judge(limit, result, group);
      isReached &&= verdict.isReached;
      const most = limit.most === undefined ? '' : written(limit, limit.most);
      return [described(limit, verdict.value), most, most === '' ? '' : verdict.isReached ? 'reached' : 'MISSED'];
    });
    const [first = ['', '', ''], ...more] = limits;
    lines.push([...start, ...first], ...more.map((line) => ['', '', '', '', ...line]));
  }
  return { lines, isReached };
}

const NOTHING = ['', '', '', '', '', '', ''];

/** The whole table. */
export function inTables(tables: readonly { readonly title: string; readonly lines: readonly string[][] }[]): string {
  const heading = ['', 'time', 'processor', 'memory', 'what counts', 'at most', ''];
  return inColumns(
    tables.flatMap(({ title, lines }, index) => [
      ...(index === 0 ? [heading] : [NOTHING]),
      [title, ...NOTHING.slice(1)],
      ...lines.map(([name = '', ...cells]) => [name === '' ? '' : `  ${name}`, ...cells]),
    ]),
  );
}

function described(limit: Limit, value: number): string {
  const what = limit.of === 'processor' ? ' of processor time' : '';
  if (limit.times !== undefined)
    return `${written(limit, value)} × ${limit.times}${limit.of === 'mebibytes' ? ', memory' : ''}`;
  return `${written(limit, value)}${what}${limit.beyond === undefined ? '' : ` beyond ${limit.beyond}`}`;
}

function written({ of, times }: Limit, value: number): string {
  return times === undefined ? inUnit(of, value) : value.toFixed(2);
}

function inUnit(of: keyof Figures, value: number): string {
  if (of === 'mebibytes') return `${value.toFixed(0)} MiB`;
  if (of === 'kilobytes') return `${value.toFixed(1)} kB`;
  if (Math.abs(value) >= 0.2) return `${value.toFixed(2)} s`;
  return Math.abs(value) >= 0.001 ? `${(value * 1e3).toFixed(0)} ms` : `${(value * 1e6).toFixed(1)} µs`;
}

/** What counts of several rounds. */
function totalOf(of: keyof Figures): (values: readonly number[]) => number {
  return of === 'mebibytes' ? largest : median;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
