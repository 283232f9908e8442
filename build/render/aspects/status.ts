/** Whether a map works: as a dot, a strip of its last days, a tag, and in words. */
import { DAY_MS, dayOf } from '../../../contract/base/times.ts';
import type { MapHealth, MapState } from '../../../contract/generated/v2.types.ts';
import { reasonInWords } from '../../../contract/words/probe-reasons.ts';
import { type CatalogMap, endOf, mapId } from '../../model/catalog.ts';
import { type MapStatus, statusOfMap } from '../../model/statuses.ts';
import { type Html, html } from '../pages/layout/html.ts';
import type { PageContext } from '../pages/layout/page-layout.ts';
import { isHttpsOnly } from '../pages/map/shown-maps.ts';
import type { MapAspect } from './map-aspect.ts';

export const STATUS = {
  of: (map, { statuses }) => statusOfMap(statuses, map),
  members(status): { readonly status?: MapState } {
    if (!status) return {};
    const { verdict, since, isOld } = status;
    return { status: { verdict, since, ...(isOld ? { old: true } : {}), ...corsMembers(status) } };
  },
  filters: ['cors', 'works'],
  flags: (status, map): Record<string, boolean> => ({
    // Pages over https load nothing by http.
    ...(status?.cors && { cors: status.cors.allowed && isHttpsOnly(map), 'no-cors': !status.cors.allowed }),
    ...(status && { works: !status.isOld && status.verdict === 'works', broken: isBroken(status) }),
  }),
  attributes: (status): Record<string, string> => (status ? { probed: status.probed } : {}),
  mark: (status, map, context) => (endOf(map) ? null : statusDot(context, status)),
  tags: (status, _, { texts }) => (isBroken(status) ? [[true, texts.status.now[status.verdict], 'bad']] : []),
  verdict: (status, map, context) => [
    html`${stateNow(context, status)}${(status === null || status.isOld) && observedState(context, map)}`,
    status && workingDaysInWords(context, status),
  ],
  conditions(status, map, { texts: { status: words, index } }) {
    const zooms = shallowZooms(map, status);
    return [
      [words.seen, zooms !== undefined && index.zoom(zooms.from, zooms.to)],
      [words.web, status?.cors !== undefined && words.webUse[status.cors.allowed ? 'all' : 'pictures']],
    ];
  },
  facts(status, map, context) {
    const { status: words, data, index } = context.texts;
    const { cors } = status ?? {};
    const found = shallowZooms(map, status);
    return [
      [words.title, status !== null && statusInWords(context, status)],
      [
        words.tiles,
        found !== undefined && words.deepest(index.zoom(found.from, found.to), found.maxZoom, data.date(found.day)),
      ],
      [words.web, cors !== undefined && words[cors.allowed ? 'cors' : 'noCors'](data.date(cors.since))],
    ];
  },
  /** In one language. Four spaces make it code in Markdown. */
  report(status) {
    if (!status) return '';
    const { verdict, reason, since, probed, days } = status;
    const facts = { verdict, since, probed, reason: reason && reasonInWords(reason, 'en'), days };
    const lines = Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [`    ${name}: ${value}\n`]));
    return `\n${lines.join('')}`;
  },
} satisfies MapAspect<MapStatus | null>;

/** Null if no maps are checked. */
export function statusDot(context: PageContext, status: MapStatus | null): Html | null {
  if (!context.statuses) return null;
  const [look, words] = stateSign(context, status);
  return html`<span class="dot${look}" role="img" title="${words}"></span>`;
}

function stateSign(context: PageContext, status: MapStatus | null): readonly [look: string, words: string] {
  const { status: words, data } = context.texts;
  if (status === null) return ['', words.never];
  const { verdict, probed, isOld } = status;
  if (isOld) return ['', words.notSince(data.date(probed))];
  const look = { works: ' good', unsure: ' unsure' }[verdict as string] ?? ' bad';
  return [look, `${words.now[verdict]}. ${daysInWords(context, status)}`];
}

export function corsMembers({ cors }: MapStatus): Pick<MapHealth, 'cors' | 'corsSince'> {
  return cors ? { cors: cors.allowed, corsSince: cors.since } : {};
}

export function isBroken(status: MapStatus | null): status is MapStatus {
  return status !== null && !status.isOld && status.verdict !== 'works' && status.verdict !== 'unsure';
}

/**
 * A class, its letters in `days`, and the y of the middle of its bars, so that not only colour differs. A letter is the
 * first of a verdict: works, notice, blank, refused, dead, unsure. A dot is a day without a probe.
 */
const LOOKS = [
  ['good', /w+/g, 4],
  ['bad', /[nbrd]+/g, 6.5],
  ['unsure', /u+/g, 7],
] as const;

function daysInWords({ texts }: PageContext, { days, probed }: MapStatus): string {
  const good = days.replace(/[^w]/g, '').length;
  const looked = days.replaceAll('.', '').length;
  return texts.status.days(good, looked, texts.data.date(probed));
}

function dayStrip(context: PageContext, status: MapStatus): Html {
  const { days } = status;
  const paths = LOOKS.map(([look, letters, middle]) => {
    // The style cuts lines into days.
    const lines = Array.from(days.matchAll(letters), (run) => `M${run.index} ${middle}h${run[0].length}`);
    return lines.length > 0 && html`<path class="${look}" d="${lines.join('')}"/>`;
  });
  return html`<svg class="days" viewBox="0 0 ${days.length} 8" preserveAspectRatio="none" role="img"><title>${daysInWords(context, status)}</title>${paths}</svg>`;
}

/** Undefined if the record states no higher zoom, or if `maxZoom` changed since the probe. */
function shallowZooms({ maxZoom }: Pick<CatalogMap, 'maxZoom'>, status: MapStatus | null): MapStatus['deepest'] {
  const { deepest } = status ?? {};
  return deepest !== undefined && deepest.maxZoom === maxZoom && deepest.from < maxZoom ? deepest : undefined;
}

/** On the day of the last probe; later, the script shows `data-later`. */
function stateNow({ texts }: PageContext, status: MapStatus | null): Html {
  const words = texts.status;
  if (status === null) return html`<span class="state">${words.never}</span>`;
  const { verdict, probed, isOld } = status;
  const day = texts.data.date(probed);
  if (isOld) return html`<span class="state">${words.notSince(day)}</span>`;
  return html`<time class="state ${verdict === 'works' ? 'good' : verdict === 'unsure' ? '' : 'bad'}" datetime="${probed}"${verdict === 'works' && html` data-later="${words.worked(day)}"`}>${verdict === 'works' ? words.today : words.now[verdict]}</time>`;
}

/** The script writes here what its own map shows. */
function observedState({ texts, statuses }: PageContext, map: CatalogMap): Html {
  return html`<output class="observed" data-map="${mapId(map)}">${!statuses && ` (${texts.status.unobserved})`}</output>`;
}

function statusInWords(context: PageContext, status: MapStatus): Html {
  const { texts } = context;
  const { verdict, reason, since, lastGood, probed, isOld } = status;
  const words = texts.status;
  const day = texts.data.date;
  return html`${isOld && html`<p>${words.old(day(probed))}</p>\n`}<p>${words.now[verdict]}. ${words.since(day(since))}</p>
${reason !== null && reasonIn(context, reason)}${dayStrip(context, status)}
${daysAxis(context, status)}${verdict !== 'works' && lastGood !== null && html`\n<p class="soft">${words.lastGood(day(lastGood))}</p>`}`;
}

function workingDaysInWords({ texts }: PageContext, { days }: Pick<MapStatus, 'days'>): string | null {
  const sure = days.replace(/[u.]/g, '').length;
  const good = days.replace(/[^w]/g, '').length;
  return sure === 0 ? null : texts.status.share(Math.round((good / sure) * 1000) / 10, sure);
}

function daysAxis(context: PageContext, { days, probed }: MapStatus): Html {
  const last = days.replace(/\.+$/, '').length - 1;
  const [from, until] = [0, days.length - 1].map((index) =>
    context.texts.data.date(dayOf(Date.parse(probed) + (index - last) * DAY_MS)),
  );
  return html`<p class="soft days-axis"><span>${from}</span> <span>${workingDaysInWords(context, { days })}</span> <span>${until}</span></p>`;
}

function reasonIn({ language }: PageContext, reason: NonNullable<MapStatus['reason']>): Html {
  const words = language === 'en' ? null : reasonInWords(reason, language);
  return html`<p${words === null && html` lang="en"`}><bdi>${words ?? reasonInWords(reason, 'en')}.</bdi></p>\n`;
}
