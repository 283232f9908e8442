/** What is written for a program and read again is the same map, but for what its format cannot say. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Catalog, type CatalogMap, catalogMaps, isOverlay } from '../../../../build/model/catalog.ts';
import { programFormsOf } from '../../../../build/programs/forms.ts';
import type { ProgramName } from '../../../../build/programs/writers.ts';
import { importFile } from '../../../../commands/upstream/import/import.ts';
import { polygonOf } from '../../../../contract/maps/geometry.ts';
import { memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { fc, timesRuns } from '../../../support/property.ts';
import { typedMap } from '../../../support/typed-maps.ts';
import { allProgramFiles } from '../../../support/whole-site.ts';
import { catalogOf, xyzMap } from '../../../support/xyz-maps.ts';

const SITE = { 'site.yaml': SMALL['site.yaml'] ?? '' };
const NOW = Date.parse('2027-01-01T00:00:00Z');

/** Imports one file into a catalog without maps. */
function recordsIn(content: string | Uint8Array, name: string, copyright?: string): Map<string, object> {
  const address = name.startsWith('https://') ? { address: name } : {};
  const plan = importFile(memoryFolder(SITE), Buffer.from(content), name, { copyright, ...address }, NOW);
  expect(plan.errors).toEqual([]);
  // What cannot be kept is not in the file, so nothing of the file is left out.
  expect(plan.notes.filter(({ outcome }) => outcome === 'left out')).toEqual([]);
  return new Map([...plan.changes()].map(({ path, text }) => [path, parse(text ?? '')]));
}

/** Words that no format takes for markup, separators of credits, or placeholders. */
const anyWords = fc
  .array(fc.constantFrom(...'aZ09.+?!&"/\'()[]%$', 'Å', 'ß', '地', 'خ', '🗺️', '-b', ' c', 'e\u0301'), {
    minLength: 1,
    maxLength: 20,
  })
  .map((parts) => `m${parts.join('')}`.trim());

const CREDIT = 'https://credit.example.org/?a&b';
const anyCredit = fc.oneof(
  anyWords,
  anyWords.map((words) => `© ${words}`),
);

const anyBox = fc
  .tuple(fc.integer({ min: -170, max: 80 }), fc.integer({ min: -80, max: 70 }))
  .map(([west, south]) => ({ west, south, east: west + 12, north: south + 7 }));

const anyFacts = fc.record(
  {
    attribution: fc
      .array(fc.oneof(fc.record({ text: anyCredit }), fc.record({ text: anyCredit, url: fc.constant(CREDIT) })), {
        minLength: 1,
        maxLength: 2,
      })
      .map((parts) => parts as unknown as NonNullable<CatalogMap['attribution']>),
    tileSize: fc.constant(512 as const),
    needs: fc.constant(['referer'] as ['referer']),
    area: anyBox.map((box) => ({ polygons: [polygonOf(box)] })),
  },
  { requiredKeys: [] },
);

/** Any maps of one type. */
const anyMaps = (type: CatalogMap['type'], maxLength: number): fc.Arbitrary<CatalogMap[]> =>
  fc
    .array(
      fc.record({
        id: anyWords,
        copyright: anyWords,
        zooms: fc.tuple(fc.nat(10), fc.integer({ min: 11, max: 24 })),
        hosts: fc.uniqueArray(fc.constantFrom('a', 'b-1', 'c.d', 'x'), { minLength: 1, maxLength: 3 }),
        path: fc.constantFrom('', 'tiles/', 'v2/a_b.c/', "it's/"),
        query: fc.constantFrom('', '?v=2&style=a+b', '?l=a,b;c'),
        overlay: fc.boolean(),
        styles: fc.constantFrom(undefined, ['blue', 'b+w']),
        facts: anyFacts,
      }),
      { minLength: 1, maxLength },
    )
    .map((all) =>
      all.map(({ id, zooms: [minZoom, maxZoom], hosts, path, query, overlay, styles, facts, ...rest }, index) => {
        const common = { ...rest, ...facts, minZoom, maxZoom, fileName: `file-${index}`, id: `${id}${index}` };
        const tiles = {
          hosts: hosts.map((part) => `${part}.tiles.example.org`),
          urlPattern: `https://#{host}/${path}${index}/#{zoom}/#{tilex}/#{tiley}.png${query}`,
        };
        if (type === 'xyz') {
          const list = overlay ? 'overlayservers' : 'mapservers';
          return xyzMap({ ...common, ...tiles, list, name: `${id} for all` });
        }
        const own = { ...common, name: common.id, ...(overlay ? { overlay } : {}) };
        if (type === 'tms') return typedMap(type, { ...own, ...tiles });
        if (type === 'vector') {
          const style = `https://vector.example.org/${index}/style.json`;
          return typedMap(type, { ...own, style, tiles: `https://vector.example.org/${index}/{z}/{x}/{y}.pbf` });
        }
        const service = `https://ows.example.org/wms?map=${index}`;
        return typedMap('wms', {
          ...own,
          service,
          layers: ['topo', 'names'],
          ...(overlay ? { transparent: true } : {}),
        });
      }),
    );

/** All that a record of these maps has. A plain credit names the same people in its own words. */
function recordOf(map: CatalogMap): Record<string, unknown> {
  const { type, id, minZoom, maxZoom, copyright, attribution, tileSize, needs, area } = map;
  const boxes = area !== null && typeof area === 'object' && 'polygons' in area ? area.polygons : undefined;
  const [[west, south] = [], , [east, north] = []] = boxes?.[0]?.[0] ?? [];
  const credit = attribution?.map(({ text }) => text).join(', ') ?? copyright;
  const own = Object.fromEntries(
    ['hosts', 'urlPattern', 'service', 'layers', 'styles', 'format', 'version', 'crs', 'transparent', 'tiles', 'style']
      .map((key) => [key, (map as unknown as Record<string, unknown>)[key]])
      .filter(([key]) => key !== 'hosts' || type === 'xyz' || type === 'tms'),
  );
  const named = type === 'xyz' ? { id, name: id } : { type, name: id, overlay: isOverlay(map) || undefined };
  const label = credit.replaceAll('©', '').replace(/\s+/g, ' ').trim();
  const known = { minZoom, maxZoom, copyright: label, tileSize, needs, attribution };
  return { ...named, ...own, ...known, area: boxes && [{ west, south, east, north }] };
}

const firstHost = ({ hosts }: Record<string, unknown>) => ({ hosts: (hosts as string[] | undefined)?.slice(0, 1) });

interface Written {
  readonly program: ProgramName;
  readonly types: readonly CatalogMap['type'][];
  /** What the format cannot say, for each map: members with their value after reading. */
  readonly lost: (record: Record<string, unknown>, map: CatalogMap) => Record<string, unknown>;
  /** How a file of a single map is called; a list has many. */
  readonly one?: string;
  readonly isOne?: true;
  readonly copyright?: string;
  /** It says how the file of a map is called. */
  readonly isNamed?: true;
}

const NOTHING = undefined;

type Credited = Pick<CatalogMap, 'attribution'>;
type Credit = readonly { readonly text: string; readonly url?: string }[] | undefined;

const textOf = ({ attribution }: Credited): string => attribution?.map(({ text }) => text).join(', ') ?? '';
const urlOf = ({ attribution }: Credited) => attribution?.find(({ url }) => url)?.url;

/** Without links: missing if the copyright shows the same. */
function plain(map: Credited): Credit {
  const text = textOf(map);
  const isImplied = text === '' || text === `© ${text.replaceAll('©', '').replace(/\s+/g, ' ').trim()}`;
  return isImplied ? undefined : [{ text }];
}

/** In a file that does not say that this program wrote it. */
const plainOfOthers = (map: Credited): Credit => (/.©/.test(textOf(map)) ? plain(map) : undefined);

const linked = (map: Credited, other = plain): Credit => (urlOf(map) ? map.attribution : other(map));
const joined = (map: Credited, other = plain): Credit => {
  const url = urlOf(map);
  return url ? [{ text: textOf(map), url }] : other(map);
};

const WRITTEN: readonly Written[] = [
  {
    program: 'locus',
    types: ['xyz', 'tms'],
    isNamed: true,
    lost: (_, map) => ({ attribution: plain(map), area: NOTHING }),
  },
  {
    program: 'oruxmaps',
    types: ['xyz'],
    isNamed: true,
    lost: (_, map) => ({ ...{ tileSize: NOTHING, area: NOTHING }, attribution: linked(map) }),
  },
  {
    program: 'gpxsee',
    types: ['xyz', 'tms', 'wms', 'vector'],
    one: 'one.xml',
    isNamed: true,
    lost: (record, map) => ({
      ...{ attribution: plain(map), ...firstHost(record) },
      ...(map.type === 'wms' ? { minZoom: 0, maxZoom: 18, area: NOTHING, crs: ['EPSG:3857'] } : {}),
      ...(map.type === 'vector' ? { tileSize: NOTHING, style: NOTHING, schema: 'other' } : {}),
    }),
  },
  {
    program: 'qgis',
    types: ['xyz', 'tms', 'vector', 'wms'],
    isNamed: true,
    lost: (record, { type, id, ...map }) => ({
      ...{ area: NOTHING, attribution: linked(map), ...firstHost(record) },
      [type === 'xyz' ? 'id' : 'name']: id.replace(/[/\\]/g, '-'),
      ...(type === 'xyz' ? { name: id.replace(/[/\\]/g, '-') } : {}),
      ...(type === 'wms' ? { tileSize: NOTHING } : {}),
      ...(type === 'vector' ? { tileSize: NOTHING, schema: 'other' } : {}),
    }),
  },
  {
    program: 'qgis',
    types: ['xyz', 'tms', 'wms'],
    one: 'one.qlr',
    lost: (record, map) => ({
      ...{ area: NOTHING, overlay: NOTHING, list: map.type === 'xyz' ? 'mapservers' : 'maps', ...firstHost(record) },
      attribution: joined(map, plainOfOthers),
      ...(map.type === 'wms'
        ? { minZoom: 0, maxZoom: 18, tileSize: NOTHING, crs: ['EPSG:3857'], transparent: NOTHING }
        : {}),
    }),
  },
  ...(['maplibre', 'tilejson'] as const).map(
    (program): Written => ({
      program,
      types: program === 'maplibre' ? ['xyz', 'tms', 'wms'] : ['xyz', 'tms', 'vector'],
      isOne: true,
      ...(program === 'tilejson' ? { isNamed: true } : {}),
      lost: (_, { type, name, ...map }) => ({
        needs: NOTHING,
        ...(program === 'maplibre'
          ? {
              ...{ attribution: linked(map, plainOfOthers), overlay: NOTHING },
              list: type === 'xyz' ? 'mapservers' : 'maps',
            }
          : { attribution: linked(map), ...(type === 'xyz' ? { name } : {}) }),
        ...(type === 'wms' ? { crs: ['EPSG:3857'] } : {}),
        ...(type === 'vector' ? { tileSize: NOTHING, style: NOTHING, schema: 'other' } : {}),
      }),
    }),
  ),
  ...(['leaflet', 'xyzservices'] as const).map(
    (program): Written => ({
      program,
      types: ['xyz', 'tms'],
      isNamed: true,
      lost: (_, { type, fileName, ...map }) => ({
        attribution: linked(map),
        ...(program === 'xyzservices' ? { needs: NOTHING } : type === 'xyz' ? { id: fileName } : {}),
        ...(program === 'leaflet' ? { name: fileName } : {}),
      }),
    }),
  ),
  ...(['josm', 'layerindex'] as const).map(
    (program): Written => ({
      program,
      types: ['xyz', 'tms', 'wms'],
      isNamed: true,
      lost: (_, { type, name, ...map }) => ({
        ...{ needs: NOTHING, attribution: joined(map) },
        ...(type === 'xyz' ? { name } : {}),
        ...(program === 'layerindex' ? { tileSize: NOTHING } : {}),
      }),
    }),
  ),
  {
    program: 'osmand',
    types: ['xyz', 'tms'],
    one: '',
    copyright: 'Given',
    lost: (record, { type }) => ({
      ...{ area: NOTHING, attribution: NOTHING, needs: NOTHING, copyright: 'Given', overlay: NOTHING },
      ...firstHost(record),
      urlPattern: String(record['urlPattern']).replaceAll("'", '%27'),
      list: type === 'xyz' ? 'mapservers' : undefined,
    }),
  },
];

function contentOf({ program, one }: Written, catalog: Catalog): [content: string | Uint8Array, name: string] {
  const [map] = catalogMaps(catalog);
  const form = map && programFormsOf(catalog, map).find((each) => each.program === program);
  const { path = null, link = null, pageFile = null, text = null } = form ?? {};
  if (link !== null) return [link, link];
  if (one !== undefined) return [pageFile?.content ?? text ?? '', one];
  return [allProgramFiles(catalog).find((file) => file.path === path)?.content ?? '', path ?? ''];
}

const CASES = WRITTEN.flatMap((written) =>
  written.types.map((type) => [`${written.program} ${written.one ?? 'list'}`, type, written] as const),
);

test.each(CASES)('%s, of maps of the type %s', (_, type, written) =>
  fc.assert(
    fc.property(anyMaps(type, written.one !== undefined || written.isOne ? 1 : 4), (maps) => {
      // An overlay alone has no style.
      fc.pre(written.program !== 'maplibre' || !maps.some(isOverlay));
      const of = (list: CatalogMap['list']) => maps.filter((map) => map.list === list) as CatalogMap<'xyz'>[];
      const catalog: Catalog = { ...catalogOf(of('mapservers'), of('overlayservers')), maps: of('maps') as never };
      const [content, name] = contentOf(written, catalog);
      const read = recordsIn(content, name, written.copyright);
      const expected = maps.map((map) => {
        const record = recordOf(map);
        const { list = map.list, ...lost } = written.lost(record, map);
        return [`${list}`, JSON.parse(JSON.stringify({ ...record, ...lost }))] as const;
      });
      const lists = [...read].map(([path, record]) => [path.split('/')[0], record]);
      expect(lists).toEqual(expect.arrayContaining(expected));
      expect(lists.length).toBe(expected.length);
      if (!written.isNamed) return;
      const paths = maps.map(({ list, fileName }) => `${list}/${fileName}.yaml`);
      expect([...read.keys()].sort()).toEqual(paths.sort());
    }),
    { numRuns: timesRuns(20) },
  ),
);
