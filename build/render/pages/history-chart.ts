/** The history of a data source as a small chart: the number of its files' versions over time. */
import type { PageTexts } from '../../../contract/page-texts/page-texts.ts';
import { grouped } from '../../../contract/text.ts';
import type { Entry } from '../../model/catalog.ts';
import { type Html, html } from './html.ts';

const LENGTHS = [1, 12, 120, 1200, 12000] as const;

/** The maximum number of bars. Thinner ones would be hard to point at. */
const MAX_BARS = 60;

/** Counts versions in periods of equal length without gaps, by their first month, `2026-09`; null if none is known. */
export function versionHistory(entries: readonly Entry[]) {
  const versions = entries.flatMap(({ checksums }) => checksums);
  const byNumber = grouped(versions, ({ lastModified }) => numberOf(lastModified));
  if (byNumber.size === 0) return null;
  const numbers = [...byNumber.keys()].sort((a, b) => a - b);
  const [first, last] = [numbers[0] as number, numbers.at(-1) as number];
  const begin = (number: number, months: number): number => Math.floor(number / months) * months;
  const bars = (months: number): number => (begin(last, months) - begin(first, months)) / months + 1;
  const months = LENGTHS.find((length) => bars(length) <= MAX_BARS) ?? 12000;
  const periods = Array.from({ length: bars(months) }, (_, bar) => {
    return { month: monthOf(begin(first, months) + bar * months), versions: 0 };
  });
  for (const [number, { length }] of byNumber) {
    const bar = (begin(number, months) - begin(first, months)) / months;
    (periods[bar] as { versions: number }).versions += length;
  }
  return { months, periods };
}

const BAR = 10;
const GAP = 2;
const HEIGHT = 80;

/** The minimum number of columns: a single bar as wide as the page would show nothing. */
const MIN_BARS = 12;

/** The chart, with a text and a table of the same data. */
export function historyChart(
  { months, periods }: NonNullable<ReturnType<typeof versionHistory>>,
  texts: PageTexts,
): Html {
  const { history } = texts.data;
  const most = periods.reduce((largest, { versions }) => Math.max(largest, versions), 0);
  const name = (month: string): string => texts.data.period(month, months);
  const [first, last] = [periods[0]?.month ?? '', periods.at(-1)?.month ?? ''];
  const peak = periods.find(({ versions }) => versions === most)?.month ?? '';
  const isFull = periods.length >= MIN_BARS;
  const ends = isFull ? [name(first), name(last)] : [first === last ? name(first) : `${name(first)} – ${name(last)}`];
  const summary = history.summary(name(first), name(last), name(peak), most);
  return html`<figure class="history">
<svg viewBox="0 0 ${Math.max(periods.length, MIN_BARS) * BAR} ${HEIGHT}" role="img" aria-label="${summary}" preserveAspectRatio="none">
${periods.map(({ month, versions }, index) => {
  if (versions === 0) return null;
  // A small number stays visible.
  const height = Math.max(2, Math.round((versions / most) * HEIGHT));
  return html`<rect x="${index * BAR}" y="${HEIGHT - height}" width="${BAR - GAP}" height="${height}"><title>${name(month)}: ${texts.number(versions)}</title></rect>\n`;
})}</svg>
<p class="axis" aria-hidden="true">${ends.map((text) => html`<span>${text}</span>`)}</p>
<figcaption>${summary}</figcaption>
<details><summary>${history.numbers}</summary>
<table><thead><tr><th scope="col">${history.period}</th><th scope="col">${history.versions}</th></tr></thead><tbody>
${periods
  .filter(({ versions }) => versions > 0)
  .map(
    ({ month, versions }) => html`<tr><td>${name(month)}</td><td>${texts.number(versions)}</td></tr>\n`,
  )}</tbody></table>
</details>
</figure>`;
}

/** The month of a timestamp, counted from the year 0. */
function numberOf(timestamp: string): number {
  return Number(timestamp.slice(0, 4)) * 12 + Number(timestamp.slice(5, 7)) - 1;
}

function monthOf(number: number): string {
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
}
