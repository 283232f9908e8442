import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coveringFiles } from '../../../browser/data/place-files.ts';
import { Gazetteer, type NamedPlace } from '../../../browser/search/gazetteer.ts';
import { PLACE_PARTS, setAreas } from '../../../browser/search/place-cover.ts';
import { answerSearch } from '../../../browser/search/search-answer.ts';
import { SearchIndex } from '../../../browser/search/search-index.ts';
import {
  parseSearch,
  type RowData,
  readSearchRecord,
  type SearchRecord,
} from '../../../browser/search/search-query.ts';
import { type KnownArea, positionAtEnd, unnamedPlace } from '../../../browser/search/typed-position.ts';
import { polygonsOfArea } from '../../../build/model/areas.ts';
import { polygonOf } from '../../../contract/maps/geometry.ts';
import { isOpenLicence } from '../../../contract/maps/licences.ts';
import type { CatalogCoverage } from '../../../contract/words/place-search.ts';
import coverage from '../../fixtures/search/coverage.json' with { type: 'json' };
import queries from '../../fixtures/search/queries.json' with { type: 'json' };
import rows from '../../fixtures/search/records.json' with { type: 'json' };
import { ROOT } from '../../support/cli.ts';
import { HANGS, inTime } from '../../support/in-time.ts';
import { sampleOf } from '../../support/property.ts';

const ROWS = rows as readonly RowData[];
const RECORDS = ROWS.map(readSearchRecord);
const GAZETTEER = new Gazetteer(readFileSync(join(ROOT, 'browser', 'generated', 'places.txt'), 'utf8'));
const { outlines: OUTLINES, files: FILES } = await setAreas(
  RECORDS.map((record, index) => [record, ROWS[index] as RowData]),
  coverage as unknown as CatalogCoverage,
  GAZETTEER,
  async () => {},
);
/** Ids of data sources are those of their folders. */
const idOf = ({ kind, search, id = search?.split('\n')[0] ?? '' }: RowData): string =>
  id.includes('/') ? id : `${kind}s/${id}`;
const IDS = new Map(RECORDS.map((record, index) => [record, idOf(ROWS[index] as RowData)]));
const INDEX = new SearchIndex(RECORDS);
const POLYGONS = RECORDS.flatMap(({ id, area }): KnownArea[] => {
  if (id === null || area === null) return [];
  const ofBoxes = area.boxes.flatMap(({ edges: [west, south, east, north], clip }) =>
    clip === null || typeof clip === 'string' ? [polygonOf({ west, south, east, north })] : clip,
  );
  const polygons = area.boxes.length > 0 ? ofBoxes : polygonsOfArea({ countries: [...area.countries.keys()] });
  const countries = area.boxes.length > 0 ? [] : [...area.countries.keys()];
  return [{ id, isWorld: area.isWorld, countries, polygons }];
});

function ask(typed: string, index = INDEX, gazetteer: Gazetteer | null = GAZETTEER, filters = '') {
  const position = positionAtEnd(typed);
  const point = position && { place: unnamedPlace(position, POLYGONS), text: typed.slice(0, position.start) };
  const known = { index, gazetteer, now: 0, outlines: OUTLINES, point };
  const answer = answerSearch({ ...parseSearch(filters), text: typed }, known);
  // As the page lists them: by kind, the kind of the best one first.
  const kinds = [...new Set(answer.found.map(({ role }) => role))];
  const ids = answer.found
    .toSorted((a, b) => kinds.indexOf(a.role) - kinds.indexOf(b.role))
    .map((one) => IDS.get(one) ?? one.id);
  return { ...answer, ids, suggested: answer.suggested.map(([word, [name]]) => `${word}: ${name}`) };
}

test.each([
  ['sea chart', 'mapservers/gsi-photo', 'a sea is not seamless'],
  ['Nice map of Berlin', 'mapservers/geoportail-plan-ign', 'Nice is also a word'],
  ['Schöne Karte von Halle und Essen', 'mapservers/swisstopo-landeskarte-farbig', 'Essen is also a word'],
])('"%s" does not find %s: %s', (typed, id) => expect(ask(typed).ids).not.toContain(id));

const SUBJECTS = `soil, geology, traffic, Stau, Landnutzung, Bodenkarte, geologische Karte, Baustellen, Tankstellen,
Ladestationen, buildings, Gebäude, Hausnummern, protected areas, Schutzgebiete, earthquakes, Gezeiten, tides, Wald,
Stromleitungen, castles, Burgen, Brücken, Schulen, Krankenhäuser, Gipfel, Hütten, restaurants`.split(/,\s/);

test.each(SUBJECTS)('%s is a subject that no map has, and no place', (typed) => {
  const { unknown, suggested, corrected, mayBePlace } = ask(typed);
  expect({ isUnknown: unknown.length > 0, suggested, corrected, mayBePlace }).toEqual({
    isUnknown: true,
    suggested: [],
    corrected: [],
    mayBePlace: false,
  });
});

test.each(['Gemeindegrenzen', 'Höhenlinien', 'contour lines', 'hillshade', 'Wanderwege', 'bike routes', 'satellite'])(
  '%s is a subject of maps',
  (typed) => {
    const { ids, unknown, corrected } = ask(typed);
    expect({ isFound: ids.length > 0, unknown, corrected }).toEqual({ isFound: true, unknown: [], corrected: [] });
  },
);

test.each([
  ['Hinterfultigen', true],
  ['Oberwald', true],
  ['Kirchberg', true],
  ['Christchurch', false],
  ['Newcastle', false],
  ['Bridgetown', false],
])('%s is a place, though its end may be a subject', (typed, isUnknown) => {
  const { place, mayBePlace } = ask(typed);
  expect([place === null, mayBePlace]).toEqual([isUnknown, isUnknown]);
});

interface AskedRow {
  readonly query: string;
  readonly first: readonly string[];
  /** Words that the page must name, because no record or not the best one has them. */
  readonly unknown?: readonly string[];
  readonly lacking?: readonly string[];
}

const ASKED = sampleOf<AskedRow>(queries).map((row) => ({ ...row, answer: ask(row.query) }));

test('at least 95 % of what people type has a good answer among the first three, and none is empty without a word', () => {
  const failed = ASKED.filter(({ answer, first, unknown = [], lacking = [] }) => {
    const isGood =
      first.length === 0 ? answer.ids.length === 0 : answer.ids.slice(0, 3).some((id) => first.includes(id ?? ''));
    const isSaid = [unknown, lacking].every((words, at) =>
      words.every((word) => [answer.unknown, answer.lacking][at]?.includes(word)),
    );
    return !isGood || !isSaid;
  });
  const limit = ASKED.length * 0.05;
  expect(failed.length, failed.map(({ query }) => query).join('\n')).toBeLessThanOrEqual(limit);
  const silent = ASKED.filter(({ answer }) => answer.ids.length + answer.unknown.length === 0);
  expect(silent.map(({ query }) => query)).toEqual([]);
});

test.each<
  [
    string,
    Partial<Record<'unknown' | 'lacking' | 'firstLacks' | 'suggested', readonly string[]>> & { mayBePlace?: boolean },
  ]
>([
  ['works', { unknown: [], suggested: [], mayBePlace: false }],
  ['does opentopomap work', { unknown: [], suggested: [] }],
  ['opentopomap until when', { unknown: [], lacking: [], mayBePlace: false }],
  ['Geht OpenTopoMap', { unknown: [], suggested: [] }],
  ['rain sonar', { unknown: ['sonar'], suggested: [], mayBePlace: false }],
  ['sonagram', { unknown: ['sonagram'], suggested: [], mayBePlace: true }],
  ['house numbers', { mayBePlace: false }],
  ['hiking Zerma', { unknown: ['Zerma'], suggested: ['Zerma: Zermatt'], mayBePlace: true }],
  ['openstreetmap Zerma', { unknown: ['Zerma'], suggested: [], mayBePlace: false }],
  ['commercial', { unknown: [], lacking: [], mayBePlace: false }],
  ['vector commercial use allowed, no api key', { unknown: [], lacking: [], mayBePlace: false }],
  ['garmin', { unknown: ['garmin'], suggested: [], mayBePlace: false }],
  ['slope anle', { unknown: ['anle'] }],
  ['Luftbild als WMTS', { unknown: [] }],
  ['Xyzzyx Zermatt', { unknown: ['Xyzzyx'], suggested: [], mayBePlace: false }],
  ['Georgia Atlanta', { unknown: [], lacking: [] }],
  ['cadastre of Bolivia', { lacking: ['cadastre'] }],
  ['cycling norway offline', { lacking: ['cycling'] }],
  ['Fahrradkarte Norwegen offline', { lacking: ['Fahrradkarte'] }],
  ['topo cycling download', { lacking: ['topo', 'cycling'] }],
  ['opentopomap offline', { lacking: ['offline'] }],
  ['die Karte', { unknown: [], suggested: [] }],
  ['openstreetmap commercial use', { lacking: [], firstLacks: ['commercial use'] }],
  ['Ist OpenStreetMap CC0?', { lacking: ['CC0'], firstLacks: [] }],
  ['opentopomap cc by-sa', { lacking: [], firstLacks: [] }],
])('%s: what is left out is said, and names are only suggested', (typed, expected) => {
  expect(ask(typed)).toMatchObject(expected);
});

/** The place is kept; of words, those of an offline use, of terms and of programs are left out before the subject. */
test.each<[string, string, string | null, readonly string[]]>([
  ['nautical chart croatia offline', 'overlayservers/openseamap', 'Croatia', ['offline']],
  ['Seekarte Kroatien offline', 'overlayservers/openseamap', 'Croatia', ['offline']],
  ['free topo map usa offline', 'mapservers/usgs-imagery-topo', 'United States', ['offline']],
  ['topo usa offline', 'mapservers/usgs-imagery-topo', 'United States', ['offline']],
  ['Liegenschaftskarte Bayern Flurstücke', 'maps/bayern-dtk25', 'Bavaria', ['Liegenschaftskarte', 'Flurstücke']],
  ['Tirol Kataster', 'mapservers/osterreich-basemap-at', 'Tyrol', ['Kataster']],
  ['Flurkarte Bayern kostenlos', 'maps/bayern-dop20', 'Bavaria', ['Flurkarte']],
  ['OSM Norwegen offline', 'datasources/mapsforge-maps', 'Norway', ['OSM']],
  ['railway germany offline', 'overlayservers/openrailwaymap', 'Germany', ['offline']],
  ['Skitouren Tirol offline', 'overlayservers/opensnowmap', 'Tyrol', ['offline']],
  ['Luftbild Berlin offline', 'maps/geoportal-berlin-truedop-2023', 'Berlin', ['offline']],
  ['weather Italy offline josm', 'overlayservers/nasa-gibs-land-surface-temperature', 'Italy', ['offline']],
  ['nautical offline', 'mapservers/kartverket-sjokart', null, ['offline']],
  ['topo offline', 'datasources/androidmaps', null, ['topo']],
  ['cycling austria offline', 'datasources/freizeitkarte', 'Austria', ['cycling']],
  ['swisstopo Berlin', 'mapservers/swisstopo-landeskarte-farbig', 'Berlin', ['Berlin']],
])('"%s" has first %s, in %s, without %s', (typed, first, place, lacking) => {
  const answer = ask(typed);
  expect([answer.ids[0], answer.place?.names[0] ?? null, answer.lacking]).toEqual([first, place, lacking]);
});

test.each<[string, readonly string[]]>([
  ['Satellitenbild kostenlos', ['flag:free', 'flag:commercial']],
  ['topo map offline', ['flag:maps']],
  ['vector map without a key', ['type:vector', 'flag:no-token']],
  ['Luftbild Berlin QGIS', ['program:qgis']],
  ['OpenStreetMap updated monthly', ['flag:fresh']],
  ['opentopomap offline', []],
  ['Satellitenbild aktuell', []],
])('words of "%s" are taken for %s', (typed, expected) =>
  expect(
    ask(typed)
      .takenFor.flat()
      .filter((one) => /^(?:flag|type|program):/.test(one)),
  ).toEqual(expected),
);

test.each([
  ['aktuelle Wanderkarte', 'Wanderkarte'],
  ['current satellite', 'satellite'],
  ['latest imagery', 'imagery'],
  ['Schöne neue Karte von Wien', 'Wien'],
  ['best hiking map', 'hiking'],
])('"%s" says no more than "%s"', (typed, words) => {
  const { ids, unknown } = ask(typed);
  expect({ ids, unknown }).toEqual({ ids: ask(words).ids, unknown: [] });
});

test.each([
  ['topographic map switzerland qgis', 'qgis'],
  ['Für QGIS: Berlin', 'qgis'],
  ['JOSM', 'josm'],
  ['OruxMaps Alpen', 'oruxmaps'],
  ['c:geo', 'c-geo'],
  ['hiking iPhone', 'osmand'],
  ['maplibre gl js', 'maplibre'],
  ['Android', undefined],
  ['topographic map switzerland', undefined],
])('"%s" names the program %s, which replaces the chosen one', (typed, id) => {
  const { program, ids } = ask(typed, INDEX, GAZETTEER, '?program=gpxsee');
  expect(program?.id).toBe(id);
  if (id !== undefined) expect(ids).toEqual(ask(typed).ids);
});

test.each([
  ['Paris', 'mapservers/geoportail-plan-ign'],
  ['Norway', 'mapservers/kartverket-topografisk'],
  ['nautical chart croatia', 'overlayservers/openseamap'],
])('%s has first %s: of a place what is of use to everybody', (typed, first) => expect(ask(typed).ids[0]).toBe(first));

/** Sports, purposes, vehicles, terrain and times in both languages, many of them German compounds. */
test.each(
  Object.entries({
    outdoor:
      'Wanderroute Fernwanderwege Klettersteige Bergtouren Pilgerwege Jakobsweg Wanderwegenetz footpaths mountaineering jogging',
    cycling:
      'Radwege Fernradweg Rennradstrecken Radtouren Fahrradrouten Radwegenetz cycleways bikepacking gravel cyclists',
    winter: 'Langlaufloipen Skitouren Skigebiete Schneeschuhtouren Rodeln Skilanglauf snowshoeing snowboard skiers',
    nautical: 'Segelrevier Kitesurfen Schifffahrtslinien Hafenplan yachting harbours boating kayak',
    aviation: 'Segelflugkarte Gleitschirmfliegen Flugplätze Drohnen pilots gliding airports aeronautical',
    transport: 'Straßenbahnnetz Buslinien Eisenbahnstrecken Bahnlinien Höchstgeschwindigkeit metro ferries trams',
    street:
      'Ortsplan Stadtplan Übersichtskarte Umgebungskarte Straßenatlas Autobahnen Motorradtouren Wohnmobil Straßennetz LKW motorways motorcycle 4x4',
    aerial: 'Luftbildplan Vogelperspektive Satellitenaufnahmen Luftbildkarte Satellitenkarten Orthobild orthophotos',
    topographic: 'TK50 Generalkarte quadrangle Topokarte',
    relief: 'Geländerelief Reliefkarten hillshading landform Lawinengefahr steepness',
    historic:
      'Messtischblatt Messtischblätter Generalstabskarte Landesaufnahme Militärkarten Mittelalter Weltkrieg Altkarten medieval antique WW2',
  }).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
)('%s is a word of the kind %s', (typed, kind) => {
  const answer = ask(typed);
  expect(answer.found.slice(0, 3).map(({ shows, text }) => shows === kind || text.includes(kind))).toContain(true);
  expect(answer).toMatchObject({ unknown: [], corrected: [] });
});

test.each([
  'no login needed',
  'without a key',
  "maps that don't need a key",
  'keine Anmeldung nötig',
  'ohne API-Key',
  'API key not required',
  'Schlüssel nicht nötig',
  'brauchen keinen Schlüssel',
  'keyless',
  'not requiring an account',
])('"%s" asks for maps without a key', (typed) => {
  const { found, unknown, lacking } = ask(typed);
  expect({ unknown, lacking }).toEqual({ unknown: [], lacking: [] });
  expect(found.filter(({ flags }) => !flags.has('no-token'))).toEqual([]);
});

test.each([
  ['cc by-nc-sa 3.0', ['mapservers/israel-hiking-map-english', 'mapservers/israel-hiking-map'], []],
  ['cc by-nd 4.0', [], ['cc by nd 4.0']],
  ['OGL-UK-3.0', [], ['OGL UK 3.0']],
  ['OGL Canada 2.0', [], ['OGL Canada 2.0']],
  ['dl-de/zero-2-0', ['maps/geobasis-nrw-dtk25', 'maps/geobasis-nrw-dop'], []],
])('the licence %s finds only records that have it', (typed, ids, unknown) =>
  expect(ask(typed)).toMatchObject({ ids, unknown, place: null }),
);

test.each([
  // One is off, and its name begins with the word.
  ['free licence', '', /^(?!CC-BY-N)./],
  ['open licence', 'free', /./],
  ['freie Lizenz', 'free', /./],
  ['nautical map with a free licence', 'free', /./],
  ['maplibre style open licence', 'free', /./],
  ['topographic map of Switzerland with a free licence', 'free', /./],
  ['public domain', 'commercial', /^CC0|^DL-DE-ZERO|^CC-PDDC|^PDDL|^$/],
  ['CC BY-SA', '', /^CC-BY-SA/],
  ['CC BY-NC', 'no-commercial', /^CC-BY-NC/],
  ['commercial use', 'commercial', /^(?!CC-BY-NC)/],
])('"%s" finds only rows that say it', (typed, flag, licence) => {
  const { found, unknown } = ask(typed);
  expect({ unknown, some: found.length > 0 }).toEqual({ unknown: [], some: true });
  const isSaid = (one: SearchRecord): boolean =>
    (flag === '' || one.flags.has(flag)) &&
    licence.test(one.licence ?? '') &&
    (flag !== 'free' || isOpenLicence(one.licence ?? undefined));
  expect(found.filter((one) => !isSaid(one)).map(({ id }) => id)).toEqual([]);
});

test.each([
  ['tyrol topo cc by', 'maps/bayern-dtk25', 'mapservers/stamen-terrain-old-address'],
  ['terrain stamen old', 'mapservers/stamen-terrain-old-address'],
])('"%s" finds in this order %s, %s: maps that are off last, unless they are named', (typed, ...ids) =>
  expect(ask(typed).ids).toEqual(ids),
);

test.each(['own terms', 'eigene Bedingungen', 'licence unknown', 'Lizenz unbekannt'])('"%s" is no licence', (typed) =>
  expect(ask(typed).ids).toEqual([]),
);

test.each([
  ['Canada', 'CA'],
  ['Deutschland', 'DE'],
  ['UK topo', 'GB'],
])('%s is a country, although licences have its name', (typed, code) => expect(ask(typed).place?.code).toBe(code));

/** Codes in capitals, or beside a kind; a city is in the area that is named with it, and a word with its name is said. */
test.each<[string, string | undefined, (readonly string[])?]>([
  ['NZ aerial', 'New Zealand'],
  ['topo ch', 'Switzerland'],
  ['qgis ch', 'Switzerland'],
  ['AT Wanderkarte', 'Austria'],
  ['CH', 'Switzerland'],
  ['topo NO', 'Norway'],
  ['satellite at', undefined],
  ['topo in de', undefined],
  ['KARTE IN BERLIN', 'Berlin'],
  ['mt fuji relief', 'Fuji'],
  ['st anton', 'St Anton am Arlberg'],
  ['st xyzzy', undefined, ['xyzzy']],
  ['Frankfurt', 'Frankfurt am Main'],
  ['Ludwigshafen', 'Ludwigshafen am Rhein'],
  ['Rothenburg Karte', 'Rothenburg ob der Tauber'],
  ['Brandenburg', 'Brandenburg'],
  ['mapbox gl', undefined],
  ['Luftbild CC BY', undefined],
  ['CC BY-SA', undefined],
  ['DL-DE/BY', undefined],
  ['Paris Texas', 'Texas', ['Paris']],
  ['Texas, Paris', 'Texas', ['Paris']],
  ['Vienna Virginia', 'Virginia', ['Vienna']],
  ['Paris France', 'Paris'],
  ['Basel Germany', 'Basel'],
  ['Zürich Alpen', 'Zürich'],
  ['Constance', 'Constance'],
  ['Lake Constance', 'Lake Constance'],
  ['Saigon', 'Ho Chi Minh City'],
  ['Breslau Stadtplan', 'Wrocław'],
  ['Kaiserstuhl', 'Kaiserstuhl'],
  ['Nationalpark Müritz', 'Müritz'],
  ['Insel Rügen', 'Rügen'],
  ['Snowdonia national park', 'Snowdonia'],
  ['Rocky Mountain National Park', 'Rocky Mountain National Park'],
  ['hiking Loch Lomond', 'Loch Lomond'],
  ['Zermatt mountain bike', 'Zermatt'],
  ['mountain bike Zermatt', 'Zermatt'],
  ['Japan Alps', 'Japan', ['Alps']],
  ['russian topo map', 'Russia'],
  ['Scottish hiking map', 'Scotland'],
  ['swiss hiking', 'Switzerland'],
  ['german cycling map', 'Germany'],
  ['Swiss map with open licence', 'Switzerland'],
  ['French topo for Locus', 'France'],
  ['norwegian sea chart', 'Norway'],
  ['österreichisches Luftbild', 'Austria'],
  ['deutscher Radweg', 'Germany'],
  ['schweizerischen Wanderwege', 'Switzerland'],
  ['französische Karten offline', 'France'],
  ['german labels', undefined],
  ['OpenStreetMap German style', undefined],
  ['Luftbilder Meckpomm', 'Mecklenburg-Vorpommern'],
  ['Karte von Island', 'Iceland'],
  ['gletscher schweiz', 'Switzerland', ['gletscher']],
  ['Harzwanderkarte', 'Harz'],
  ['Zillertaler Alpen', 'Zillertal'],
  ['Südschwarzwald', 'Black Forest'],
  ['Suedschwarzwald wandern', 'Black Forest'],
  ['Hochschwarzwaldkarte', 'Black Forest'],
  ['Norditalien', 'Italy'],
  ['Nordwestschweiz', 'Switzerland'],
  ['Oberengadin Skitouren', 'Engadin'],
  ['Südtirol', 'South Tyrol'],
  ['southern Black Forest', 'Black Forest'],
  ['nördlicher Schwarzwald', 'Black Forest'],
  ['Oberwald', undefined, ['Oberwald']],
  ['Tiroler Wanderkarte', 'Tyrol'],
  ['Nordseekarte', 'North Sea'],
  ['Griechischen Inseln segeln', 'Greece', ['Inseln']],
  ['dem austria', 'Austria'],
  ...Object.entries({
    'United Kingdom': 'UK, U.K., Britain, Britannien, Vereinigtes Koenigreich',
    'Great Britain': 'Grossbritannien, Großbritannien',
    'United States': 'USA, U.S.A., the United States of America, Vereinigte Staaten von Amerika, Amerika',
    Czechia: 'Tschechei, Czech Republic, Tschechische Republik',
    Netherlands: 'the netherlands, die Niederlande, Holland',
    Germany: 'BRD, Bundesrepublik Deutschland, Federal Republic of Germany',
    Austria: 'Oesterreich',
    'Myanmar (Burma)': 'Burma, Birma',
    Belarus: 'Weißrussland, Weissrussland',
    'North Macedonia': 'Macedonia, Mazedonien',
    'United Arab Emirates': 'UAE, VAE, Emirate',
    'Baden-Württemberg': 'Baden-Wuerttemberg, Bawü',
    'North Rhine-Westphalia': 'NRW',
    Thuringia: 'Thueringen',
    Alps: 'the alps, die Alpen',
    Prussia: 'Preußen, Preussen, Prusia',
    'East Prussia': 'Ostpreußen',
    Bohemia: 'Böhmen, böhmische Karte',
    'Bohemian Switzerland': 'Böhmische Schweiz',
    'Austria-Hungary': 'Österreich-Ungarn, austria hungary',
    Yugoslavia: 'Jugoslawien, yugoslav maps',
    Czechoslovakia: 'Tschechoslowakei',
    'East Germany': 'DDR, GDR, Ostdeutschland',
    'Soviet Union': 'UdSSR, Sowjetunion',
    Zimbabwe: 'Rhodesia',
  }).flatMap(([name, typed]) => typed.split(', ').map((one) => [one, name] as [string, string])),
])('%s is a query of the place %s', (typed, name, unknown = []) => {
  const answer = ask(typed);
  expect({ name: answer.place?.names[0], unknown: answer.unknown }).toEqual({ name, unknown });
});

test.each([
  ['Birmingham Alabama', 'US'],
  ['London Ontario', 'CA'],
  ['Valencia Venezuela', 'VE'],
  ['Perth Scotland', 'GB'],
  ['Atlanta Georgia', 'US'],
])('%s is a city in %s', (typed, code) => {
  const { place, lacking } = ask(typed);
  expect({ code: place?.code, isCity: place?.position !== null, lacking }).toEqual({ code, isCity: true, lacking: [] });
});

test.each<[string, string | undefined, string, (readonly string[])?]>([
  ['germany', 'datasources/mapsforge-maps', 'mapservers/basemap-de-farbe'],
  ['topo switzerland', 'datasources/mapsforge-maps', 'mapservers/swisstopo-landeskarte-farbig'],
  ['topo', undefined, 'mapservers/esri-world-topo-map'],
  ['tyrol topo cc by', 'datasources/freizeitkarte', 'mapservers/esri-world-topo-map', ['cc by']],
  ['norway topo cc by', undefined, 'mapservers/kartverket-topografisk'],
])(
  '%s for a program that reads files has first %s, and of maps from the network %s',
  (typed, download, map, left = []) => {
    const { ids, lacking } = ask(typed, INDEX, GAZETTEER, '?program=routeconverter');
    const isDownload = (id: string | null | undefined): boolean => id?.startsWith('datasources/') === true;
    expect([ids[0], ids.find((id) => !isDownload(id)), lacking]).toEqual([download ?? map, map, left]);
  },
);

test.each(
  ['', '?program=routeconverter', '?program=oruxmaps'].flatMap((filter) =>
    ['offline', 'without network', 'without wifi', 'ohne Netz', 'ohne Internetverbindung', 'ohne WLAN'].flatMap(
      (words) => [words, `Austria ${words}`].map((typed) => [typed, filter] as const),
    ),
  ),
)('"%s" finds only files, also with the choice "%s"', (typed, filter) => {
  const { found, unknown, lacking } = ask(typed, INDEX, GAZETTEER, filter);
  expect({ unknown, lacking, some: found.length > 0 }).toEqual({ unknown: [], lacking: [], some: true });
  expect(found.filter(({ role }) => role === 'mapserver' || role === 'overlayserver')).toEqual([]);
});

test('a file of the whole world is made for no place', () => {
  const { found, partOf } = ask('offline karte deutschland');
  const world = found.find((one) => IDS.get(one) === 'datasources/routeconverter-maps') as SearchRecord;
  expect([partOf?.(world), partOf?.(found[0] as SearchRecord)]).toEqual(['world', 'here']);
});

test.each([
  ['Wandern mit Hund', ['Hund']],
  ['hiking with my dog', ['dog']],
  ['cycling with kids', ['kids']],
  ['Loipen zum Basteln', ['Basteln']],
])('%s: %s says nothing about maps and is not found inside of other words', (typed, unknown) => {
  const [kind = ''] = typed.split(' ');
  const { ids, unknown: others } = ask(typed);
  expect({ ids, unknown: others }).toEqual({ ids: ask(kind).ids, unknown });
});

test.each([
  ['chart of the North Sea', 'mapservers/kartverket-sjokart'],
  ['Mediterranean sea chart', 'overlayservers/openseamap'],
  ['aeronautical chart Germany', 'overlayservers/open-flightmaps'],
  ['Samarkand', 'datasources/openandromaps'],
  ['Locus Slowakei', 'datasources/mapsforge-maps'],
  ['OruxMaps Bayern', 'datasources/freizeitkarte'],
  ['Ostsee Seekarte kostenlos', 'overlayservers/openseamap'],
  ['geofabrik', 'datasources/graphhopper'],
  ['Estonia old map', 'maps/openhistoricalmap-historic'],
  ['Langlauf Bayern', 'overlayservers/opensnowmap'],
  ['cartodb', 'maps/carto-voyager-vector'],
  ['swistopo', 'mapservers/swisstopo-landeskarte-farbig'],
  ['USA', 'mapservers/usgs-imagery-topo'],
  ['street map Paris', 'mapservers/geoportail-plan-ign'],
  ['Fehmarn Luftbild', 'maps/lvermgeo-sh-dop20'],
  ['Borkum Luftbild', 'maps/lgln-dop20'],
  ['Rügen Luftbild', 'maps/geoportal-mv-dop'],
  ['English labels', 'overlayservers/nasa-gibs-labels'],
  ['Karte auf Französisch', 'mapservers/openstreetmap-france'],
  ['deutsche Beschriftung', 'overlayservers/osterreich-basemap-at-beschriftung'],
  ['offline collection', 'editions/offline'],
  ['navigation offline Austria', 'datasources/graphhopper'],
  ['Meeresboden', 'mapservers/esri-world-ocean'],
  ['helle Karte', 'mapservers/esri-world-light-gray-canvas'],
  ['topo without network', 'datasources/androidmaps'],
  ['world map offline', 'datasources/routeconverter-maps'],
  ['offline routing fahrrad', 'datasources/graphhopper'],
  ['offline points of interest italy', 'datasources/mapsforge-pois-4'],
  ['ski touring slope angle', 'overlayservers/geoportail-pentes-en-montagne'],
  ['Bahnstrecken', 'overlayservers/openrailwaymap'],
  ['TK 25', 'maps/bayern-dtk25'],
  ['TK25 Bayern', 'maps/bayern-dtk25'],
  ['amtliche Karte Bayern', 'maps/bayern-dtk25'],
  ['military map', 'maps/openhistoricalmap-historic'],
  ['admiralty chart', 'overlayservers/openseamap'],
  ['town plan Vienna', 'mapservers/osterreich-basemap-at'],
  ['Lageplan', 'overlayservers/geoportail-parcelles-cadastrales'],
  ['stumme Karte', 'maps/pdok-brt-achtergrondkaart-vector-zonder-namen'],
  ["bird's eye view", 'mapservers/esri-world-imagery'],
  ['political map', 'overlayservers/esri-boundaries-and-places'],
  ['Landkarte', 'mapservers/openstreetmap'],
  ['spain 1956 aerial photos', 'maps/ign-espana-wms-vuelo-americano-1956'],
  ['elevation iceland', 'datasources/mapsforge-maps'],
  ['open topo map', 'mapservers/opentopomap'],
  ['opentopo', 'mapservers/opentopomap'],
  ['Hike & Bike Map', 'mapservers/hike-bike-map'],
  ['hike bike map', 'mapservers/hike-bike-map'],
  ['osm.de', 'mapservers/openstreetmap-deutschland'],
  ['free satellite map without api key', 'mapservers/nasa-gibs-blue-marble'],
  ['is openstreetmap free for commercial use', 'mapservers/openstreetmap'],
  ['satellite', 'mapservers/esri-world-imagery'],
  ['hiking qgis', 'mapservers/4umaps'],
  ['swiss hiking', 'overlayservers/swisstopo-wanderwege'],
  ['gogle satellite', 'mapservers/google-satellite'],
  ['train map germany', 'overlayservers/openrailwaymap'],
  ['Tiefenkarte Ostsee', 'mapservers/esri-world-ocean'],
  ['mapy.cz', 'mapservers/mapy-com-basic'],
  ['usgs', 'mapservers/usgs-topo'],
  ['lidar', 'mapservers/esri-world-shaded-relief'],
  ['elevation overlay', 'mapservers/esri-world-shaded-relief'],
  ['hillshade overlay', 'overlayservers/geoportail-courbes-de-niveau'],
  ['Katasterkarte', 'overlayservers/geoportail-parcelles-cadastrales'],
  ['nautical charts germany', 'overlayservers/openseamap'],
  ['satellite without key', 'mapservers/esri-world-imagery'],
  ['Karte ohne Beschriftung', 'maps/pdok-brt-achtergrondkaart-vector-zonder-namen'],
  ['Wanderkarte ohne Empfang', 'datasources/androidmaps'],
])('%s has first %s', (typed, first) => expect(ask(typed).ids[0]).toBe(first));

test.each([
  ['instead of stamen terrain', 'mapservers/stadia-stamen-terrain'],
  ['Ersatz für Stamen', 'mapservers/stadia-stamen-terrain'],
  ['alternative to openstreetmap', 'mapservers/opentopomap'],
])('%s has first %s: a successor, else another map', (typed, id) => expect(ask(typed).ids[0]).toBe(id));

/** No sentence says that a record has not all of the words. */
test.each([
  ['Google Satellit', 'google-satellite'],
  ['Google Geländekarte', 'google-terrain'],
  ['Stadia Gelände', 'stadia-stamen-terrain'],
  ['Mapbox Luftbild Straßen', 'mapbox-satellite-streets'],
  ['USGS Satellit topografisch', 'usgs-imagery-topo'],
  ['Satellit', 'esri-world-imagery'],
])('the German words %s find first the English name %s', (typed, id) => {
  const { ids, unknown, lacking } = ask(typed);
  expect({ first: ids[0], unknown, lacking }).toEqual({ first: `mapservers/${id}`, unknown: [], lacking: [] });
});

test.each(['Katasterkarte', 'cadastre', 'Flurstücke'])('%s finds no map only because of its provider’s name', (typed) =>
  expect(ask(typed).ids).toEqual(['overlayservers/geoportail-parcelles-cadastrales', 'maps/gku-kataster']),
);

test.each(['78462', 'CH-3920', 'A-6020', '10115', '1010'])(
  'the postcode %s hides no map and is not corrected',
  (typed) => {
    const { found, corrected, suggested } = ask(typed);
    expect({ isSome: found.length > 100, corrected, suggested }).toEqual({
      isSome: true,
      corrected: [],
      suggested: [],
    });
  },
);

test('beside the named map, a term of use is a condition', () => {
  const [first, ...others] = ask('openstreetmap commercial use').found;
  expect(first?.flags.has('commercial')).toBe(false);
  expect(others.filter(({ flags }) => !flags.has('commercial'))).toEqual([]);
});

interface ExactRow {
  readonly query: string;
  readonly first: readonly string[];
  readonly exact?: boolean;
  /** Not made for the place. */
  readonly notHere?: readonly string[];
  readonly near?: readonly string[];
}

const EXACT = (queries as unknown as readonly ExactRow[]).filter(({ exact }) => exact);

test('of a place, the first answer is made for it, and what is near it is not mixed with that', () => {
  const failed = EXACT.flatMap(({ query, first, notHere = [], near = [] }) => {
    const { found, partOf, ids } = ask(query);
    const partOfId = new Map(found.map((record) => [IDS.get(record), partOf?.(record)]));
    const faults = [
      !first.includes(ids[0] ?? '') && `first is ${ids[0]}`,
      ...notHere.map((id) => partOfId.get(id) === 'here' && `${id} is there`),
      ...near.map((id) => partOfId.get(id) !== 'near' && `${id} is not near`),
    ].filter((fault) => fault !== false);
    return faults.length > 0 ? [`${query}: ${faults.join(', ')}`] : [];
  });
  expect(EXACT.length).toBeGreaterThanOrEqual(60);
  expect(failed).toEqual([]);
});

test('a word with a typo is replaced and said, but no name of a place as long as places are unknown', () => {
  expect(ask('switzerlnd').corrected).toEqual([['switzerlnd', 'Switzerland']]);
  expect(ask('switzerlnd').place?.code).toBe('CH');
  expect(ask('switzerlnd', INDEX, null)).toMatchObject({ corrected: [], unknown: ['switzerlnd'] });
});

test.each([
  ['Satelit', 'satellite', 'satellite'],
  ['Sattelit Zermatt', 'satellite', 'satellite Zermatt'],
  ['Wanderkarrte', 'wanderkarte', 'Wanderkarte'],
  ['bycicle', 'bicycle', 'bicycle'],
  ['cyle map', 'cycle', 'cycle map'],
  ['toppo', 'topo', 'topo'],
  ['onlinkarte', 'onlinekarte', 'Onlinekarte'],
  ['griechsche Karte', 'griechische', 'griechische Karte'],
])('%s is searched as %s, which is said, and finds what %s finds', (typed, word, meant) => {
  const { ids, corrected } = ask(typed);
  expect(corrected.map(([, searched]) => searched)).toEqual([word]);
  expect(ids).toEqual(ask(meant).ids);
});

test.each([
  ['HikeBike', 'hike bike', 'hike-bike-map'],
  ['hikebikemap', 'hike bike map', 'hike-bike-map'],
  ['hikeandbikemap', 'hike bike map', 'hike-bike-map'],
  ['googlesatellite', 'google satellite', 'google-satellite'],
])('%s is searched as the name %s, which is said', (typed, name, id) => {
  const { ids, corrected } = ask(typed);
  expect([ids[0], corrected]).toEqual([`mapservers/${id}`, [[typed, name]]]);
});

test.each(['1:25000', '1:25 000', '1 : 25.000', '25k', "map 1:25'000"])(
  '%s is a scale of four or more maps',
  (typed) => {
    const { found, unknown } = ask(typed);
    expect(unknown).toEqual([]);
    expect(found.map(({ text }) => text.includes('1:25 000'))).toEqual(found.map(() => true));
    expect(found.length).toBeGreaterThan(3);
  },
);

test.each(['topografisch', 'Radfahrer', 'Waldkarte', 'camping', 'imager'])('%s is not corrected', (typed) =>
  expect(ask(typed).corrected).toEqual([]),
);

test.each([
  ['OSM tiles usage policy', []],
  ['osm tiles licence terms', []],
  ['OSM terms of use', []],
  ['OSM Nutzungsbedingungen', []],
  ['leaflet map for my website', []],
  ['openstreetmap policee', []],
  ['policee', ['Police']],
  ['Policee Wanderkarte', ['Police']],
  ['openstreetmap switzerlnd', ['Switzerland']],
  ['openstreetmap Hambrug', ['Hamburg']],
  ['Zermat hiking offline', ['Zermatt']],
])('%s: words are corrected to %j; beside another subject, not to a town', (typed, names) => {
  const { corrected, unknown } = ask(typed);
  expect(corrected.map(([, name]) => name)).toEqual(names);
  expect(unknown.filter((word) => /usage|policy|website|terms/.test(word))).toEqual([]);
});

test.each([
  ['Konstanz', 'basemap-de-farbe', 'swisstopo-landeskarte-farbig'],
  ['Salzburg', 'osterreich-basemap-at', 'bayern-dtk25'],
  ['St. Gallen', 'swisstopo-landeskarte-farbig', 'bayern-dtk25'],
  ['Stuttgart', 'basemap-de-farbe', undefined],
  ['Basel', 'swisstopo-landeskarte-farbig', 'basemap-de-farbe'],
  ['Geneva', 'swisstopo-landeskarte-farbig', 'geoportail-plan-ign'],
  ['Strasbourg', 'geoportail-plan-ign', 'basemap-de-farbe'],
  ['Aachen', 'geobasis-nrw-dtk25', 'wallonie-orthophoto'],
  ['Innsbruck', 'tirol-orthofoto', 'bayern-dtk25'],
  ['Zermatt', 'swisstopo-landeskarte-farbig', 'geoportail-plan-ign'],
])('%s: first made for it is %s, first near it %s, and maps of a wide box are neither', (typed, here, near) => {
  const { found, partOf } = ask(typed);
  const firstOf = (part: string) => IDS.get(found.find((one) => partOf?.(one) === part) as SearchRecord)?.split('/')[1];
  expect([firstOf('here'), firstOf('near')]).toEqual([here, near]);
  const mtbmap = found.find((one) => IDS.get(one) === 'mapservers/mtbmap-cz') as SearchRecord;
  expect(partOf?.(mtbmap)).toBe('wide');
});

test.each([
  ['Konstanz', 'baden-wuerttemberg'],
  ['Füssen', 'bayern'],
  ['Neu-Ulm', 'baden-wuerttemberg bayern'],
  ['Worms', 'rheinland-pfalz hessen baden-wuerttemberg'],
  ['Innsbruck', 'aut'],
])('%s: files of regions whose outlines have it are %s', (typed, names) => {
  const source = RECORDS.find((one) => IDS.get(one) === 'datasources/freizeitkarte') as SearchRecord;
  const found = coveringFiles(FILES.get(source) ?? [], ({ box }) => box, ask(typed).place as NamedPlace, GAZETTEER);
  expect(found.map(({ file }) => file.path)).toEqual(names.split(' ').map((name) => `freizeitkarte_${name}.map.zip`));
});

test.each(['47.66, 9.17', '47.37, 8.54'])('at %s, a map of a wide box is not made for it', (typed) => {
  const { found, partOf } = ask(typed);
  const parts = found.map((one) => [IDS.get(one), partOf?.(one)]);
  expect(parts).toContainEqual(['mapservers/mtbmap-cz', 'wide']);
});

test.each(['Konstanz', 'Konstanz cycling', 'Vaduz', 'Stuttgart', 'Innsbruck'])(
  '%s: parts are in their order',
  (typed) => {
    const { found, partOf } = ask(typed);
    const parts = found.filter(({ role }) => role === 'mapserver').map((one) => partOf?.(one) ?? 'here');
    expect(parts.filter((part, at) => part !== parts[at - 1])).toEqual(
      PLACE_PARTS.filter((part) => parts.includes(part)),
    );
  },
);

test('a map of one other country in a box is near, as other maps of that country', () => {
  const { found, partOf } = ask('Konstanz');
  const swiss = found.find((one) => IDS.get(one) === 'mapservers/openstreetmap-schweiz') as SearchRecord;
  expect(partOf?.(swiss)).toBe('near');
});

test('a list for a place has each of its parts once, and no record twice', () => {
  const faults = ASKED.filter(({ answer: { found, partOf } }) => {
    const parts = partOf === null ? [] : found.map((one) => `${one.role} ${partOf(one)}`);
    const begun = parts.filter((part, at) => part !== parts[at - 1]);
    return new Set(found).size !== found.length || new Set(begun).size !== begun.length;
  });
  expect(faults.map(({ query }) => query)).toEqual([]);
});

test.each(['Topographic Switzerland', 'topographic map austria'])('%s: what only touches it is left out', (typed) => {
  expect(ask(typed).ids).not.toContain('maps/bayern-dtk25');
  expect(ask(typed).ids).toContain('mapservers/opentopomap');
  expect(ask('topographic Bavaria').ids[0]).toBe('maps/bayern-dtk25');
});

const SOME: SearchRecord = { ...(RECORDS[0] as SearchRecord), area: null, size: null, flags: new Set(), shows: null };
const record = (id: string, name: string, flags: string, size: number, provider = ''): SearchRecord => {
  return { ...SOME, id, text: `${name}\n\n\n${provider}\n`, flags: new Set(flags.split(' ')), size };
};

test('names come before words in them and providers, larger maps first, then what needs no token, last what is off', () => {
  const records = [
    record('provider', 'Other', 'works', 1, 'Peak'),
    record('word', 'A Peak', 'works', 1),
    record('off', 'Peak off', 'inactive', 1),
    record('broken', 'Peak broken', 'broken', 1),
    record('token', 'Peak token', 'works token', 1),
    record('small', 'Peak small', 'works', 0.1),
    record('large', 'Peak large', 'works', 1),
    record('unknown', 'Peak unknown', '', 1),
    record('exact', 'Peak', 'inactive', 0.1),
  ];
  const expected = ['exact', 'large', 'small', 'unknown', 'token', 'broken', 'word', 'provider', 'off'];
  expect(ask('peak', new SearchIndex(records)).ids).toEqual(expected);
});

test('with 4,000 maps, each of 30 key strokes is answered in a moment', HANGS, async () => {
  const many = Array.from({ length: 4_000 }, (_, index): SearchRecord => {
    const one = RECORDS[index % RECORDS.length] as SearchRecord;
    return { ...one, text: `${one.text} ${index}` };
  });
  const index = new SearchIndex(many);
  const typed = 'topographic map of switzerland';
  await inTime(() => Array.from(typed, (_, length) => ask(typed.slice(0, length + 1), index)));
});
