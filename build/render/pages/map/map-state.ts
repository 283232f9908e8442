/** How a map works: a dot, a strip of its last days, its tag, and in words. */
import { DAY_MS, dayOf } from '../../../../contract/base/times.ts';
import { reasonInWords } from '../../../../contract/words/probe-reasons.ts';
import type { CatalogMap } from '../../../model/catalog.ts';
import type { MapStatus } from '../../../model/statuses.ts';
import { fieldLabel } from '../../changes/headlines.ts';
import { type Html, type HtmlPiece, html } from '../layout/html.ts';
import type { PageContext } from '../layout/page-layout.ts';
import { isNonCommercial, isOpenLicence } from './licences.ts';
import type { FactRow } from './map-facts.ts';
import { mapUsageOf, webPageLink } from './map-summary.ts';

import { isHttpsOnly, isInAnyLanguage } from './shown-maps.ts';

/** The letters of days that look alike, and the middle of their bars: they differ in height too, not only in colour. */
const LOOKS = [
  ['good', /w+/g, 4],
  ['bad', /[nbrd]+/g, 6.5],
  ['unsure', /u+/g, 7],
] as const;

/** How a map is now, as a dot: full if it works, a ring if not, half if that is uncertain. */
export function statusDot(context: PageContext, status: MapStatus): Html {
  const look = { works: 'good', unsure: 'unsure' }[status.verdict as string] ?? 'bad';
  const words = daysInWords(context, status);
  return html`<span class="dot ${look}" role="img" aria-label="${words}" title="${words}"></span>`;
}

function daysInWords({ texts }: PageContext, { days, probed }: MapStatus): string {
  const good = days.replace(/[^w]/g, '').length;
  const looked = days.replaceAll('.', '').length;
  return texts.status.days(good, looked, texts.data.date(probed));
}

/** The last days as bars: high for a good one, low for a bad one, none if nobody looked. */
function dayStrip(context: PageContext, status: MapStatus): Html {
  const { days } = status;
  const paths = LOOKS.map(([look, letters, middle]) => {
    // The style cuts each line into days.
    const lines = Array.from(days.matchAll(letters), (run) => `M${run.index} ${middle}h${run[0].length}`);
    return lines.length > 0 && html`<path class="${look}" d="${lines.join('')}"/>`;
  });
  return html`<svg class="days" viewBox="0 0 ${days.length} 8" preserveAspectRatio="none" role="img"><title>${daysInWords(context, status)}</title>${paths}</svg>`;
}

/** The lines under the title: why a map is off by default; whether it works, how it did, its terms, and its key. */
export function verdictLine(context: PageContext, map: CatalogMap, status: MapStatus | null): Html {
  const { status: words, index } = context.texts;
  const { licence, active, needsToken, unsetTokens } = map;
  const usage = mapUsageOf(context, map);
  const parts: readonly HtmlPiece[] = [
    stateNow(context, status),
    status && workingDaysInWords(context, status),
    usage && webPageLink(usage[1], usage[0]),
    isOpenLicence(licence) ? words.commercial.allowed : isNonCommercial(licence) && words.commercial.forbidden,
    words.key[needsToken === null ? 'none' : unsetTokens.length > 0 ? 'own' : 'included'],
    !isHttpsOnly(map) && index.http,
    isInAnyLanguage(map) && index.language,
  ];
  const shown = parts.filter((part) => part).map((part, at) => [at > 0 && ' · ', part]);
  return html`${!active && html`<p class="verdict off">${offInWords(context, map)}</p>\n`}<p class="verdict">${shown}</p>`;
}

/** What else somebody must know who builds on a map, in a word each: until when, how deep, from where, how many tiles. */
export function mapConditions(
  { texts }: Pick<PageContext, 'texts'>,
  map: CatalogMap,
  status: MapStatus | null,
): FactRow[] {
  const { status: words, mapPage: labels, data, index } = texts;
  const { ends, needs, quota } = map;
  const zooms = shallowZooms(map, status);
  return [
    [
      fieldLabel(texts, 'ends'),
      ends ? html`<strong>${webPageLink(ends.source, data.date(ends.date))}</strong>` : false,
    ],
    [words.seen, zooms !== undefined && index.zoom(zooms.from, zooms.to)],
    [words.web, status?.cors ? words.webUse[status.cors.allowed ? 'all' : 'pictures'] : false],
    [labels.needs, needs ? needs.join(', ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : false],
    [labels.quota, quota ? labels.quotaOf(quota.tiles, quota.per) : false],
  ];
}

/** The deepest zooms with tiles if they are less than the record says. What was found for another record says nothing of this one. */
function shallowZooms({ maxZoom }: Pick<CatalogMap, 'maxZoom'>, status: MapStatus | null): MapStatus['deepest'] {
  const { deepest } = status ?? {};
  return deepest !== undefined && deepest.maxZoom === maxZoom && deepest.from < maxZoom ? deepest : undefined;
}

/** The state with its date. Whether that is still today depends on the reader's date: the script has other words. */
function stateNow({ texts, isUnobserved }: PageContext, status: MapStatus | null): Html {
  const words = texts.status;
  if (status === null)
    return html`<span class="state">${words.never}</span>${isUnobserved && ` (${words.unobserved})`}`;
  const { verdict, probed, isOld } = status;
  const day = texts.data.date(probed);
  if (isOld) return html`<span class="state">${words.notSince(day)}</span>`;
  return html`<time class="state ${verdict === 'works' ? 'good' : verdict === 'unsure' ? '' : 'bad'}" datetime="${probed}"${verdict === 'works' && html` data-later="${words.worked(day)}"`}>${verdict === 'works' ? words.today : words.now[verdict]}</time>`;
}

/** That a map is off by default, and why, if its record says so: in another language if it has no other. */
function offInWords({ texts, language }: PageContext, { offReason = {} }: CatalogMap): Html {
  const all = Object.entries(offReason);
  const [its, reason] = all.find(([one]) => one === language) ?? all[0] ?? [];
  return html`${texts.mapPage.off}${reason && html`: <bdi${its !== language && html` lang="${its}"`}>${reason}</bdi>`}`;
}

/** The verdict as a sentence, its reason, and the days that matter. */
export function statusInWords(context: PageContext, status: MapStatus): Html {
  const { texts } = context;
  const { verdict, reason, since, lastGood, probed, isOld } = status;
  const words = texts.status;
  const day = texts.data.date;
  return html`${
    isOld &&
    html`<p>${words.old(day(probed))}</p>
`
  }<p>${words.now[verdict]}. ${words.since(day(since))}</p>
${reason !== null && reasonIn(context, reason)}${dayStrip(context, status)}
${daysAxis(context, status)}${verdict !== 'works' && lastGood !== null && html`\n<p class="soft">${words.lastGood(day(lastGood))}</p>`}`;
}

/** The part of the shown days on which a map worked: `96.7 % of 30 days`; null if it neither worked nor failed. */
export function workingDaysInWords({ texts }: PageContext, { days }: Pick<MapStatus, 'days'>): string | null {
  const sure = days.replace(/[u.]/g, '').length;
  const good = days.replace(/[^w]/g, '').length;
  return sure === 0 ? null : texts.status.share(Math.round((good / sure) * 1000) / 10, sure);
}

/** The first and the last bar with their dates, and between them the part of good days. */
function daysAxis(context: PageContext, { days, probed }: MapStatus): Html {
  const last = days.replace(/\.+$/, '').length - 1;
  const [from, until] = [0, days.length - 1].map((index) =>
    context.texts.data.date(dayOf(Date.parse(probed) + (index - last) * DAY_MS)),
  );
  return html`<p class="soft days-axis"><span>${from}</span> <span>${workingDaysInWords(context, { days })}</span> <span>${until}</span></p>`;
}

/** What was measured beside the verdict, as rows of the page of a map. */
export function measuredStatusRows(
  { texts }: Pick<PageContext, 'texts'>,
  map: Pick<CatalogMap, 'maxZoom'>,
  status: MapStatus | null,
): FactRow[] {
  const { status: words, data, index } = texts;
  const { cors } = status ?? {};
  const web = cors && words[cors.allowed ? 'cors' : 'noCors'](data.date(cors.since));
  const found = shallowZooms(map, status);
  return [
    [
      words.tiles,
      found !== undefined && words.deepest(index.zoom(found.from, found.to), found.maxZoom, data.date(found.day)),
    ],
    [words.web, web ?? false],
  ];
}

/** The reason in the language of the page if that is known, else in English as it is. */
function reasonIn({ language }: PageContext, reason: NonNullable<MapStatus['reason']>): Html {
  const words = reasonInWords(reason, language);
  return words !== null && language !== 'en'
    ? html`<p><bdi>${words}.</bdi></p>\n`
    : html`<p lang="en"><bdi>${reasonInWords(reason, 'en')}.</bdi></p>\n`;
}

/**
 * The status in an issue: a block of data, the same in every language of the pages. In Markdown it is code, because its
 * lines begin with four spaces.
 */
export function statusForReport({ verdict, reason, since, probed, days }: MapStatus): string {
  const facts = { verdict, since, probed, reason: reason && reasonInWords(reason, 'en'), days };
  const lines = Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [`    ${name}: ${value}\n`]));
  return `\n${lines.join('')}`;
}
