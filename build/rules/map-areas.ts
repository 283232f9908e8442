import { plural } from '../../contract/base/text.ts';
import { dayOf, isDay } from '../../contract/base/times.ts';
import countryBoxes from '../../contract/generated/country-boxes.cjs';
import { type Box, type Polygon, ringExtent } from '../../contract/maps/bounding-boxes.ts';
import { areaOfPolygons, isInsidePolygons, polygonOf, polygonsInGeoJson } from '../../contract/maps/geometry.ts';
import { type Diagnostic, diagnosing, type Place, valueAt } from '../diagnostics/diagnostic.ts';
import { error, type Problems, warning } from '../diagnostics/messages.ts';
import { flowYaml } from '../parse/written.ts';
import type { Content } from '../validate/content.ts';
import { exchangedAxes } from './exchanged-axes.ts';
import { type RuleOptions, ruleSet } from './run-rules.ts';

const AREA_PROBLEMS = {
  'countries-and-area': error(() => 'The map has countries and an area; keep one of the two'),
  'bad-area': error(({ why }: { why: string }) => `Not a valid area: ${why}`),
  'large-area': warning(() => 'The area is larger than half the world; correct it, or write area: world'),
  'exchanged-area': warning(
    () =>
      'Hardly any other area is near this one, but at least three are where it would be with latitude and longitude exchanged; exchange them',
  ),
  'probe-outside': warning(() => 'The place to probe is outside the area of the map; correct one of the two'),
  'without-area': warning(() => 'The area of this map is not known; write countries or area if you know it'),
  'dates-reversed': error(
    ({ since, until }: { since: string; until: string }) => `since ${since} is after until ${until}`,
  ),
  'future-date': warning(
    ({ since }: { since: string }) => `since ${since} is in the future; write the first date that the map shows`,
  ),
  'no-such-day': error(({ day }: { day: string }) => {
    const last = dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0));
    return `The calendar has no day ${day}; write the day that is meant. The last day of its month is "${last}"`;
  }),
  ended: warning(
    ({ date, maps }: { date: string; maps: number }) =>
      `It ended on ${date}, ${maps === 0 ? 'but is active' : `but has ${plural(maps, 'active map')}`}; write active: false, or correct the date`,
  ),
} as const satisfies Problems;

const diagnostic = diagnosing(AREA_PROBLEMS);

function* mapAreas(content: Content, { verbose }: RuleOptions): Generator<Diagnostic> {
  const areas = new Map<string, readonly Polygon[]>();
  const stated: StatedArea[] = [];
  for (const { file, value: area } of content.of('area')) {
    // The validator removes an unknown type.
    if (area.type === undefined) continue;
    const found = polygonsInGeoJson(area);
    if ('why' in found) {
      yield diagnostic('bad-area', file.path, valueAt(...found.path), { why: found.why });
      continue;
    }
    if (isLarge(found)) yield diagnostic('large-area', file.path, null, null);
    areas.set(file.name ?? '', found);
    stated.push({ file: file.path, place: null, polygons: found, isDrawn: true });
  }
  for (const { file, value: map, isPruned } of content.maps()) {
    const { countries, area, probe } = map;
    if (countries && area) yield diagnostic('countries-and-area', file.path, valueAt('area'), null);
    if (verbose && !isPruned && !countries && !area) yield diagnostic('without-area', file.path, null, null);
    const boxes = typeof area === 'object' ? area : [];
    for (const [index, box] of boxes.entries()) {
      const why = boxFault(box);
      if (why !== null) yield diagnostic('bad-area', file.path, valueAt('area', index), { why });
    }
    const boxesOfCountries = (countries ?? []).flatMap((code) => countryBoxes[code] ?? []);
    const polygons =
      typeof area === 'string'
        ? (areas.get(area) ?? [])
        : [...boxes.filter(isComplete), ...boxesOfCountries].map(polygonOf);
    if (typeof area !== 'string')
      stated.push({ file: file.path, place: valueAt('area'), polygons, isDrawn: area !== undefined });
    if (typeof area === 'object' && isLarge(polygons)) yield diagnostic('large-area', file.path, valueAt('area'), null);
    const { longitude, latitude } = probe ?? {};
    if (longitude === undefined || latitude === undefined || polygons.length === 0) continue;
    if (isInsidePolygons(polygons, [longitude, latitude])) continue;
    yield diagnostic('probe-outside', file.path, valueAt('probe'), null);
  }
  const boxOf = ({ polygons }: StatedArea): Box | null =>
    polygons.length > 0 ? ringExtent(polygons.flatMap(([outline = []]) => outline)) : null;
  for (const { file, place, isDrawn } of exchangedAxes(stated, boxOf)) {
    if (isDrawn) yield diagnostic('exchanged-area', file, place, null);
  }
}

interface StatedArea {
  readonly file: string;
  readonly place: Place;
  readonly polygons: readonly Polygon[];
  /** The catalog has its coordinates; other areas are countries. */
  readonly isDrawn: boolean;
}

const isLarge = (polygons: readonly Polygon[]): boolean => areaOfPolygons(polygons) > 0.5;

/** The validator removes invalid edges. */
const isComplete = (box: Partial<Box>): box is Box => Object.keys(box).length === 4;

function boxFault(box: Partial<Box>): string | null {
  if (!isComplete(box)) return null;
  if (box.south >= box.north)
    return `south must be less than north${box.south > box.north ? '; exchange the two' : ''}`;
  if (box.west < box.east) return null;
  const halves = [{ east: 180 }, { west: -180 }].map((edge) => ({ ...box, ...edge }));
  const crossed = `write two boxes if it crosses the 180th meridian, ${flowYaml(halves)}`;
  // The narrower box is more probable.
  const fix = box.west - box.east > 180 ? `${crossed}; otherwise exchange the two` : `exchange the two, or ${crossed}`;
  return `west must be less than east${box.west > box.east ? `; ${fix}` : ''}`;
}

/** Dates may be years, months or days. */
function* mapDates(content: Content, { now }: RuleOptions): Generator<Diagnostic> {
  for (const { file, value: record } of [...content.maps(), ...content.of('provider')]) {
    const { since, until, ends } = { since: '', until: '', ...record };
    for (const [path, date] of Object.entries({ since, until, 'ends/date': ends?.date ?? '' })) {
      const day = String(date);
      if (day.length === 10 && !isDay(day))
        yield diagnostic('no-such-day', file.path, valueAt(...path.split('/')), { day });
    }
  }
  for (const { file, value: map } of content.maps()) {
    const [since, until] = [String(map.since ?? ''), String(map.until ?? '')];
    if (now !== undefined && since > dayOf(now).slice(0, since.length))
      yield diagnostic('future-date', file.path, valueAt('since'), { since });
    const length = Math.min(since.length, until.length);
    if (since.slice(0, length) <= until.slice(0, length)) continue;
    yield diagnostic('dates-reversed', file.path, valueAt('until'), { since, until });
  }
}

/** The end of all maps of a provider is one problem. */
function* mapEnds(content: Content, { now }: RuleOptions): Generator<Diagnostic> {
  if (now === undefined) return;
  const today = dayOf(now);
  const active = content.maps().filter(({ value: map }) => map.active !== false);
  for (const { file, value: map } of active) {
    const date = map.ends?.date ?? today;
    if (date < today) yield diagnostic('ended', file.path, valueAt('ends', 'date'), { date, maps: 0 });
  }
  for (const { file, value: provider } of content.of('provider')) {
    const date = provider.ends?.date ?? today;
    const maps = active.filter(({ value: { provider, ends } }) => provider === file.name && !ends).length;
    if (date < today && maps > 0) yield diagnostic('ended', file.path, valueAt('ends', 'date'), { date, maps });
  }
}

export const AREA_RULES = ruleSet(AREA_PROBLEMS, { map: [mapAreas, mapDates, mapEnds] });
