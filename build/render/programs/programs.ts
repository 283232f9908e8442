/**
 * The supported map programs: the form of each map for each program, and the files with many maps.
 *
 * Maps that a format cannot express are left out and counted. An address with one language filled in, for example,
 * would be another map than that of the record.
 */
import { addressesIn } from '../../../contract/maps/map-types.ts';
import { ACCESS_TOKEN, YOUR_KEY } from '../../../contract/maps/placeholders.ts';
import { MAP_PROGRAM_FILES, PROGRAM_FILES } from '../../../contract/pages.ts';
import { type CatalogMap, type CatalogOutline, catalogMaps, isOverlay, mapId } from '../../model/catalog.ts';
import { type Asset, textAsset } from '../core/asset.ts';
import { computedOnce } from '../core/computed-once.ts';
import {
  gpxSeeXml,
  JOSM_MAX_ZOOM,
  josmAddress,
  josmXml,
  layerIndex,
  leafletCode,
  leafletProviders,
  locusActionsXml,
  locusXml,
  mapLibreStyle,
  oruxMapsXml,
  osmandLink,
  type QGIS_ROOTS,
  qgisLayer,
  qgisXml,
  tileJson,
  xyzProviders,
} from './program-formats.ts';
import { needsLanguage } from './tile-template.ts';
import { partIn, partOf } from './types/map-forms.ts';
import type { TypeForms } from './types/type-forms.ts';

/** The programs and formats, in the order of the pages. */
export const PROGRAMS = [
  'xyz',
  'maplibre',
  'leaflet',
  'tilejson',
  'xyzservices',
  'qgis',
  'gpxsee',
  'josm',
  'layerindex',
  'osmand',
  'oruxmaps',
  'locus',
] as const;

/** The name of a program or format. */
export type ProgramName = (typeof PROGRAMS)[number];

/**
 * Why a program does not get a map: it knows no maps of this type; the record lacks what it needs of such a map, such as a
 * style; its access token is not set; the program has no placeholder for a language; all its zoom levels are outside of the
 * program's range; the program would show an overlay as a base map; it is off by default, which only excludes it from lists.
 */
export type LeftOut = 'type' | 'part' | 'token' | 'language' | 'zoom' | 'overlay' | 'inactive';

/** The form of a map for a program. */
export interface ProgramForm {
  readonly program: ProgramName;
  /** The file with it, from the root of the site: its own, or one with many maps. */
  readonly path: string | null;
  /** The text that users copy: an address, or code. */
  readonly text: string | null;
  /** The link that opens the program with it. */
  readonly link: string | null;
  /** Why there is no form; null if there is one. */
  readonly leftOut: LeftOut | null;
}

/** A file with many maps. */
interface ProgramList {
  readonly path: string;
  /** Whether it is only written with maps. */
  readonly isOptional?: true;
  /** Whether a map that the program can use belongs into this file; missing if all do. */
  takes?(map: CatalogMap): boolean;
  make(maps: readonly CatalogMap[], catalog: CatalogOutline): string;
}

/** A program. Files and forms are made only from maps that it can use: their types have its part. */
interface Program {
  readonly part: keyof TypeForms;
  readonly hasLanguage?: true;
  readonly hasNoOverlays?: true;
  /** Whether it asks for access tokens that are not set. */
  readonly asksForToken?: true;
  readonly maxZoom?: number;
  /** The file of each map; its content is null for a map without one. */
  readonly own?: {
    readonly file: (typeof MAP_PROGRAM_FILES)[keyof typeof MAP_PROGRAM_FILES];
    make(map: CatalogMap): object | string | null;
  };
  readonly lists?: readonly ProgramList[];
  text?(map: CatalogMap, serviceUrl: string): string | null;
  link?(map: CatalogMap): string;
}

/** The language of texts for editors, and of maps whose reader cannot choose one. */
const languageOf = ({ languages }: CatalogOutline): string => languages[0] as string;

/** A file of QGIS with the connections of one kind. */
function connections(path: string, kind: keyof typeof QGIS_ROOTS): ProgramList {
  return {
    path,
    ...(kind === 'xyztiles' ? {} : { isOptional: true }),
    takes: (map) => partOf('qgis', map).element === kind,
    make: (maps, { serviceUrl }) => qgisXml(maps, serviceUrl, kind),
  };
}

/** The address of what somebody else publishes for a program, such as a style, or code; null if a file is made here. */
function addressFor(part: 'maplibre' | 'tilejson') {
  return (map: CatalogMap): string | null => {
    const its = partOf(part, map);
    return typeof its === 'string' ? its : null;
  };
}

const TABLE: Readonly<Record<ProgramName, Program>> = {
  xyz: { part: 'address', text: (map) => partOf('address', map) },
  maplibre: {
    part: 'maplibre',
    hasNoOverlays: true,
    own: { file: MAP_PROGRAM_FILES.maplibre, make: mapLibreStyle },
    text: addressFor('maplibre'),
  },
  leaflet: {
    part: 'leaflet',
    hasLanguage: true,
    lists: [
      {
        path: PROGRAM_FILES.leaflet,
        // leaflet-providers has only addresses of tiles.
        takes: (map) => partOf('leaflet', map).make === 'L.tileLayer',
        make: (maps, catalog) => jsonText(leafletProviders(maps, languageOf(catalog))),
      },
    ],
    text: leafletCode,
  },
  tilejson: {
    part: 'tilejson',
    own: { file: MAP_PROGRAM_FILES.tilejson, make: tileJson },
    text: addressFor('tilejson'),
  },
  xyzservices: {
    part: 'xyzservices',
    hasLanguage: true,
    asksForToken: true,
    lists: [
      {
        path: PROGRAM_FILES.xyzservices,
        make: (maps, catalog) => jsonText(xyzProviders(maps, languageOf(catalog))),
      },
    ],
  },
  qgis: {
    part: 'qgis',
    own: { file: MAP_PROGRAM_FILES.qgis, make: qgisLayer },
    lists: [
      connections(PROGRAM_FILES.qgis, 'xyztiles'),
      connections(PROGRAM_FILES.qgisWms, 'wms'),
      connections(PROGRAM_FILES.qgisVector, 'vectortile'),
    ],
    // QGIS supports one host.
    text: (map) => partOf('qgis', map).url,
  },
  gpxsee: { part: 'gpxsee', text: gpxSeeXml },
  josm: {
    part: 'editor',
    maxZoom: JOSM_MAX_ZOOM,
    lists: [{ path: PROGRAM_FILES.josm, make: (maps, catalog) => josmXml(maps, languageOf(catalog)) }],
    text: josmAddress,
  },
  layerindex: {
    part: 'editor',
    lists: [{ path: PROGRAM_FILES.layerIndex, make: (maps) => jsonText(layerIndex(maps)) }],
  },
  osmand: { part: 'osmand', link: osmandLink },
  oruxmaps: {
    part: 'oruxmaps',
    lists: [{ path: PROGRAM_FILES.oruxmaps, make: (maps, { serviceUrl }) => oruxMapsXml(maps, serviceUrl) }],
  },
  locus: {
    part: 'locus',
    lists: [{ path: PROGRAM_FILES.locus, make: (maps, { title, serviceUrl }) => locusXml(maps, title, serviceUrl) }],
  },
};

/** The form of one map for each program, in the order of the programs. The pages in every language show the same. */
export function formsOf(catalog: Pick<CatalogOutline, 'serviceUrl'>, map: CatalogMap): readonly ProgramForm[] {
  return formsIn(catalog)(map);
}

const formsIn = computedOnce(({ serviceUrl }: Pick<CatalogOutline, 'serviceUrl'>) =>
  computedOnce((map: CatalogMap) => formsAt(serviceUrl, map)),
);

function formsAt(serviceUrl: string, map: CatalogMap): ProgramForm[] {
  const { active, unsetTokens } = map;
  // Users write their own token into a text. Files and links have no room for it.
  const filled = unsetTokens.length > 0 ? withOwnToken(map) : map;
  return PROGRAMS.map((program) => {
    const { asksForToken, lists = [], text, link } = TABLE[program];
    const given = asksForToken ? map : filled;
    const nothing = { program, path: null, text: null, link: null };
    const leftOut = leftOutOf(program, given);
    if (leftOut !== null) return { ...nothing, leftOut };
    const own = ownFile(program, given);
    const its = text?.(given, serviceUrl) ?? null;
    if (given !== map) {
      const content = its ?? own?.content ?? null;
      return { ...nothing, text: content, leftOut: content === null ? 'token' : null };
    }
    if (own) return { ...nothing, path: own.path, text: its ?? `${serviceUrl}/${own.path}`, leftOut };
    const list = lists.find(({ takes }) => !takes || takes(map));
    const path = list && active ? list.path : null;
    if (path === null && !text && !link) return { ...nothing, leftOut: list && !active ? 'inactive' : 'type' };
    return { program, path, text: its, link: link?.(map) ?? null, leftOut };
  });
}

/** A map that needs an access token, with a word in its place. */
function withOwnToken(map: CatalogMap): CatalogMap {
  const filled = addressesIn(map).map(([key, address]) => [key, address.replaceAll(ACCESS_TOKEN, YOUR_KEY)]);
  return { ...map, ...Object.fromEntries(filled), unsetTokens: [] };
}

/** The own file of a map for a program; null if it has none. */
function ownFile(program: ProgramName, map: CatalogMap): { readonly path: string; readonly content: string } | null {
  const { own } = TABLE[program];
  const made = own?.make(map) ?? null;
  if (!own || made === null) return null;
  return { path: `${mapId(map)}/${own.file}`, content: typeof made === 'string' ? made : jsonText(made) };
}

/** Why a program, or one of its files with many maps, cannot have a map; null if it can. */
function leftOutOf(program: ProgramName, map: CatalogMap, isList = false): LeftOut | null {
  const { part, hasLanguage, hasNoOverlays, asksForToken, maxZoom = Number.POSITIVE_INFINITY, lists } = TABLE[program];
  const its = partIn(part, map);
  if (its === undefined) return 'type';
  if (hasNoOverlays && isOverlay(map) && !isCode(its)) return 'overlay';
  if (map.unsetTokens.length > 0 && !asksForToken) return 'token';
  if (its === null) return 'part';
  if (!hasLanguage && 'urlPattern' in map && needsLanguage(map)) return 'language';
  if ((map.minZoom ?? 0) > maxZoom) return 'zoom';
  if (isList && lists && !lists.some(({ takes }) => !takes || takes(map))) return 'type';
  return isList && !map.active ? 'inactive' : null;
}

/** Whether a part is code for a map that is there, and no document or its address. */
const isCode = (part: unknown): boolean => typeof part === 'string' && !/^https?:/.test(part);

/** The number of maps that a program gets. */
export interface ProgramCount {
  readonly program: ProgramName;
  /** The files with all of them; empty if each has its own file or a link. */
  readonly paths: readonly string[];
  readonly carried: number;
  /** The number of maps that it does not get, by reason. */
  readonly leftOut: ReadonlyMap<LeftOut, number>;
}

/** The number of maps that each program gets, and does not get; the same in every language. */
export const programCounts = computedOnce((catalog: CatalogOutline): readonly ProgramCount[] => {
  const all = catalogMaps(catalog);
  return PROGRAMS.map((program) => {
    const leftOut = new Map<LeftOut, number>();
    for (const map of all) {
      const reason = leftOutOf(program, map, TABLE[program].lists !== undefined);
      if (reason !== null) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    }
    const carried = [...leftOut.values()].reduce((rest, count) => rest - count, all.length);
    const paths = listsOf(program, all).map(({ list }) => list.path);
    return { program, paths, carried, leftOut };
  });
});

/** The files of a program with many maps each, with their maps. */
function listsOf(program: ProgramName, all: readonly CatalogMap[]) {
  const { lists = [] } = TABLE[program];
  if (lists.length === 0) return [];
  const usable = all.filter((map) => leftOutOf(program, map, true) === null);
  return lists
    .map((list) => ({ list, maps: usable.filter((map) => !list.takes || list.takes(map)) }))
    .filter(({ list, maps }) => !list.isOptional || maps.length > 0);
}

/** The files for map programs with many maps each. */
export function* programLists(catalog: CatalogOutline): Generator<Asset> {
  const all = catalogMaps(catalog);
  for (const program of PROGRAMS) {
    for (const { list, maps } of listsOf(program, all)) yield textAsset('derived', list.path, list.make(maps, catalog));
  }
  yield textAsset('derived', PROGRAM_FILES.locusActions, locusActionsXml(catalog.serviceUrl));
}

/** The files of a single map for map programs. */
export function* ownProgramFiles(map: CatalogMap): Generator<Asset> {
  const origin = `${mapId(map)}.yaml`;
  for (const program of PROGRAMS) {
    const own = leftOutOf(program, map) === null ? ownFile(program, map) : null;
    if (own) yield textAsset('part', own.path, own.content, origin);
  }
}

/** Indented JSON, because people may want to read it. */
function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
