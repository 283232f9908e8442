/** The maps of a service that are of other types than those of `/v1/`. That all of them come over is in the round trip. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { NEW_TYPES } from '../../../../../contract/maps/map-types.ts';
import schema from '../../../../../schemas/catalog/map.json' with { type: 'json' };
import { type Files, SMALL } from '../../../../support/catalogs.ts';
import { ROOT } from '../../../../support/cli.ts';
import { BASE, type Documents, importFrom, summaryOf } from '../../../../support/import-from.ts';

const GOLDEN = join(ROOT, 'test/golden/corners/input/maps');

test.each(NEW_TYPES)('a map of the golden catalog has each member of the type %s, so the round trip has it', (type) => {
  const records = readdirSync(GOLDEN).map((file) => parse(readFileSync(join(GOLDEN, file), 'utf8')));
  const stated = records.filter((record) => record.type === type).flatMap((record) => Object.keys(record));
  const isStated = (key: string): boolean => stated.includes(key) || key === 'area' || key === 'countries';
  expect(Object.keys(schema.$defs[type].properties).filter((key) => !isStated(key))).toEqual([]);
});

const VECTOR = { type: 'vector', list: 'maps', name: 'Vector', active: true, copyright: 'Esri' };
const STYLE = 'https://tiles.example.net/style.json';
const KEYED = { style: `${STYLE}?key=ACCESS_TOKEN`, needsToken: 'A_MAPS_KEY' };
const SITE = { 'site.yaml': `${SMALL['site.yaml']}accessTokens: [A_MAPS_KEY, OUR_KEY]\n` };
const own = (text: string): Files => ({ ...SITE, 'maps/vector.yaml': `type: vector\nname: Vector\n${text}` });

const serviceOf = (maps: Readonly<Record<string, object>>): Documents => ({
  '/v1/mapservers/': [],
  '/v2/maps.geojson': {
    features: Object.entries(maps).map(([file, more]) => {
      const properties = { ...VECTOR, url: `${BASE}/v2/maps/${file}.json`, ...more };
      return { type: 'Feature', id: `maps/${file}`, geometry: null, properties };
    }),
  },
  '/v2/providers.json': { providers: [] },
});

/** What is written, and the notes, are in the snapshot. */
test.each<[string, Documents, Files]>([
  ['is added', serviceOf({ vector: { style: STYLE } }), SITE],
  ['is the same', serviceOf({ vector: { style: STYLE } }), own(`style: ${STYLE}\ncopyright: Esri\n`)],
  [
    'names its token, and keeps the place of those of the catalog',
    serviceOf({ new: { ...KEYED, name: 'New' }, vector: { ...KEYED, style: `${STYLE}?key=abc` } }),
    own(`style: ${STYLE}?key=\${OUR_KEY}\ncopyright: Old\n`),
  ],
  [
    'with a key pasted into it does not bring that along',
    serviceOf({ vector: { style: `${STYLE}?key=a1B2c3D4e5F6g7H8i9J0`, needsToken: 'A_MAPS_KEY' } }),
    SITE,
  ],
  [
    'with another name changes the file that it has',
    serviceOf({ vector: { name: 'Renamed', style: STYLE } }),
    own(`style: ${STYLE}\ncopyright: Esri\nprobe: { latitude: 46.9, longitude: 7.4 }\n`),
  ],
  [
    'in another file changes the one with its name, and one that has its file already gets another',
    serviceOf({ vector: { name: 'New', style: STYLE }, moved: { style: STYLE } }),
    own(`style: ${STYLE}\ncopyright: Old\n`),
  ],
  [
    'of another type loses the members of the old one',
    serviceOf({ vector: { type: 'pmtiles', archiveUrl: 'https://data.example.net/a.pmtiles' } }),
    own(`tiles: https://tiles.example.net/{z}/{x}/{y}.mvt\nschema: other\ncopyright: Esri\n`),
  ],
  [
    'of a type that nobody knows yet is left out, and stays with --prune',
    serviceOf({ vector: { type: 'cog' } }),
    own(`style: ${STYLE}\ncopyright: Esri\n`),
  ],
  [
    'that cannot be is left out, and so are members that cannot',
    serviceOf({ vector: { style: 'mapbox://a' }, other: { name: 'Other', style: STYLE, kind: 'art', colour: 'red' } }),
    SITE,
  ],
  [
    'that removals.yaml lists stays away',
    serviceOf({ vector: { style: STYLE } }),
    { ...SITE, 'removals.yaml': '- { url: /v2/maps/vector.json, reason: Gone. }\n' },
  ],
  ['that the service no longer has is removed with --prune', serviceOf({}), own(`style: ${STYLE}\ncopyright: Esri\n`)],
])('a map %s', async (_, documents, catalog) => {
  const { errors, files, notes } = await importFrom(documents, catalog, true);
  expect(errors).toEqual([]);
  expect(summaryOf({ files, notes: notes.filter((note) => note.startsWith('/v2/')) })).toMatchSnapshot();
});
