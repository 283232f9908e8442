import { describe, expect, test } from 'vitest';
import { hasPlaceIn, matchLayout, nameProblem, placesFor, suggestPath } from '../../../build/read/layout.ts';

describe('matchLayout', () => {
  test.each<[path: string, kind: string | null, name: string | null]>([
    ['site.yaml', 'site', null],
    ['categories.yaml', 'categories', null],
    ['mapservers/osm.yaml', 'mapserver', 'osm'],
    ['overlayservers/osm.yaml', 'overlayserver', 'osm'],
    ['datasources/srtm3/datasource.yaml', 'datasource', 'srtm3'],
    ['datasources/srtm3/files.yaml', 'files', 'srtm3'],
    ['editions/offline.yaml', 'edition', 'offline'],
    ['providers/osm.yaml', 'provider', 'osm'],
    ['areas/alps.geojson', 'area', 'alps'],
    ['areas/alps.yaml', null, null],
    ['mapservers/osm.yml', null, null],
    ['mapservers/osm.yaml.bak', null, null],
    ['mapservers/deep/osm.yaml', null, null],
    ['datasources/srtm3.yaml', null, null],
    ['datasources/srtm3/other.yaml', null, null],
    ['siteXyaml', null, null],
  ])('%s', (path, kind, name) => {
    expect(matchLayout(path)).toEqual(kind === null ? null : { kind, name });
  });
});

describe('suggestPath', () => {
  test.each([
    ['mapserver/osm.yaml', 'mapservers/osm.yaml'],
    ['Mapservers/osm.yaml', 'mapservers/osm.yaml'],
    ['overlay-servers/osm.yml', 'overlayservers/osm.yaml'],
    ['mapservers/osm.yml', 'mapservers/osm.yaml'],
    ['mapservers/Bad_Map.yml', 'mapservers/bad-map.yaml'],
    ['mapservers/osm.YAML', 'mapservers/osm.yaml'],
    ['edition/offline.json', 'editions/offline.yaml'],
    ['sites.yaml', 'site.yaml'],
    ['category.yaml', 'categories.yaml'],
    ['datasources/srtm3/file.yaml', 'datasources/srtm3/files.yaml'],
    ['datasource/srtm3/files.yaml', 'datasources/srtm3/files.yaml'],
    ['datasources/srtm3.yaml', 'datasources/srtm3/datasource.yaml'],
    ['mapservers/osm.yaml.txt', 'mapservers/osm.yaml'],
    ['mapservers/osm.yml.TXT', 'mapservers/osm.yaml'],
    ['mapservers/osm.txt', 'mapservers/osm.yaml'],
    ['mapservers/deep/osm.yaml', 'mapservers/osm.yaml'],
    ['site.yaml.txt', 'site.yaml'],
    ['datasources/srtm3/files.yaml.txt', 'datasources/srtm3/files.yaml'],
    ['mapservers/osm.yaml.bak', null],
    ['mapservers/osm.yaml~', null],
    ['mapservers/osm', 'mapservers/osm.yaml'],
    ['mapservers/README', null],
    ['areas/alps.json', 'areas/alps.geojson'],
    ['area/Alps.geojson', 'areas/alps.geojson'],
    ['areas/alps.geojson.txt', 'areas/alps.geojson'],
    ['provider/osm.yml', 'providers/osm.yaml'],
    ['editions/x/edition.yaml', 'editions/x.yaml'],
    ['catalog/mapservers/x.yaml', 'mapservers/x.yaml'],
    ['catalog/mapservers/x.yml', 'mapservers/x.yaml'],
    ['datasource.yaml', null],
    ['notes.txt', null],
    ['my-map.yaml', null],
    ['it.yaml', null],
    ['a/b/c/d.yaml', null],
  ])('%s: %s', (path, suggestion) => {
    expect(suggestPath(path)).toBe(suggestion);
  });
});

describe('placesFor', () => {
  const records = (name: string): string[] => [
    `mapservers/${name}.yaml`,
    `overlayservers/${name}.yaml`,
    `datasources/${name}/datasource.yaml`,
    `editions/${name}.yaml`,
  ];
  test.each<[path: string, places: string[]]>([
    ['my-map.yaml', records('my-map')],
    ['my-map.yml', records('my-map')],
    ['my-map.yaml.txt', records('my-map')],
    ['wms/deep/my-map.yaml', records('my-map')],
    ['datasources/srtm3/x.yaml', ['files', 'maps', 'themes'].map((name) => `datasources/srtm3/${name}.yaml`)],
    ['README.md', []],
    ['datasource.yaml', ['datasources/<id>/datasource.yaml']],
    ['files.yaml', ['datasources/<id>/files.yaml']],
    ['datasources/foo/bar/files.yaml', ['datasources/foo/files.yaml', 'datasources/bar/files.yaml']],
    ['notes.txt', []],
    ['mapservers/osm.yaml.bak', []],
  ])('%s', (path, places) => {
    expect(placesFor(path)).toEqual(places);
  });
});

test.each([
  ['', true],
  ['mapservers/', true],
  ['datasources/', true],
  ['datasources/srtm3/', true],
  ['datasources/srtm3/old/', false],
  ['mapserver/', false],
])('hasPlaceIn %j is %j', (folder, answer) => {
  expect(hasPlaceIn(folder)).toBe(answer);
});

test.each([
  ...['osm', 'osm-de', '4umaps', 'a'.repeat(64), 'console', 'com', 'com10'].map((name) => [name, true] as const),
  ...['', 'OSM', 'osm_de', 'osm--de', '-osm', 'osm-', 'å', 'a b', 'a'.repeat(65), 'con', 'nul', 'com1'].map(
    (name) => [name, false] as const,
  ),
])('the name %j is good: %j', (name, isGood) => {
  expect(nameProblem(name) === null).toBe(isGood);
});

test.each([
  ['My Map', ', like my-map'],
  ['osm_de', ', like osm-de'],
  ['å', ''],
])('the name %j is refused with a good one, where there is one: %j', (name, offer) => {
  expect(nameProblem(name)).toBe(`use lower-case letters, digits and single hyphens${offer}`);
});
