/** How a map works: a strip of its last days, its tag, and in words. */
import { germanReason } from '../../../contract/page-texts/reasons-de.ts';
import type { TileServer } from '../../model/catalog.ts';
import type { MapStatus } from '../../model/statuses.ts';
import { type Html, html } from './html.ts';
import type { FactRow } from './map-facts.ts';
import type { PageContext } from './page-layout.ts';

/** The letters of days that look alike, and the middle of their bars: they differ in height too, not only in colour. */
const LOOKS = [
  ['good', /w+/g, 4],
  ['bad', /[nbrd]+/g, 6.5],
  ['unsure', /u+/g, 7],
] as const;

/** The last days as bars: high for a good one, low for a bad one, none if nobody looked. */
export function dayStrip({ texts }: PageContext, { days, probed }: MapStatus): Html {
  const good = days.replace(/[^w]/g, '').length;
  const looked = days.replaceAll('.', '').length;
  const paths = LOOKS.map(([look, letters, middle]) => {
    // The style cuts each line into days.
    const lines = Array.from(days.matchAll(letters), (run) => `M${run.index} ${middle}h${run[0].length}`);
    return lines.length > 0 && html`<path class="${look}" d="${lines.join('')}"/>`;
  });
  return html`<svg class="days" viewBox="0 0 ${days.length} 8" preserveAspectRatio="none" role="img"><title>${texts.status.days(good, looked, texts.data.date(probed))}</title>${paths}</svg>`;
}

/** What a map shows in place of what it should, in a word or two; undefined if it works, or nobody knows how it is now. */
export function brokenTag({ texts }: Pick<PageContext, 'texts'>, status: MapStatus | null): string | undefined {
  const tags: Partial<Record<MapStatus['verdict'], string>> = texts.status.tags;
  return status === null || status.isOld ? undefined : tags[status.verdict];
}

/** The verdict as a sentence, its reason, and the days that matter. */
export function statusInWords(context: PageContext, status: MapStatus): Html {
  const { texts } = context;
  const { verdict, reason, since, lastGood, probed, isOld } = status;
  const words = texts.status;
  const day = texts.data.date;
  const days = [
    ...(verdict !== 'works' && lastGood !== null ? [words.lastGood(day(lastGood))] : []),
    ...(isOld ? [] : [words.probed(day(probed))]),
  ];
  return html`${
    isOld &&
    html`<p>${words.old(day(probed))}</p>
`
  }<p>${words.verdicts[verdict]} ${words.since(day(since))}</p>
${reason !== null && reasonIn(context, reason)}${dayStrip(context, status)}${days.length > 0 && html`\n<p class="soft">${days.join(' ')}</p>`}`;
}

/** What was measured beside the verdict, as rows of the page of a map. */
export function measuredRows(
  { texts }: Pick<PageContext, 'texts'>,
  { maxZoom }: Pick<TileServer, 'maxZoom'>,
  status: MapStatus | null,
): FactRow[] {
  const { status: words, data, server } = texts;
  const { cors, deepest } = status ?? {};
  const web = cors && words[cors.allowed ? 'cors' : 'noCors'](data.date(cors.since));
  // What was found for another record says nothing of this one.
  const isShallow = deepest !== undefined && deepest.maxZoom === maxZoom && deepest.from < maxZoom;
  const zooms = isShallow && words.deepest(server.zoomRange(deepest.from, deepest.to), maxZoom, data.date(deepest.day));
  return [
    [words.tiles, zooms],
    [words.web, web ?? false],
  ];
}

/** The reason in the language of the page if that is known, else in English as it is. */
function reasonIn({ language }: PageContext, reason: string): Html {
  const german = language === 'de' ? germanReason(reason) : null;
  return german === null ? html`<p lang="en"><bdi>${reason}.</bdi></p>\n` : html`<p><bdi>${german}.</bdi></p>\n`;
}

/**
 * The status in an issue: a block of data, the same in every language of the pages. In Markdown it is code, because its
 * lines begin with four spaces.
 */
export function statusForReport({ verdict, reason, since, probed, days }: MapStatus): string {
  const facts = { verdict, since, probed, reason, days };
  const lines = Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [`    ${name}: ${value}\n`]));
  return `\n${lines.join('')}`;
}
