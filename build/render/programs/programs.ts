/**
 * The supported map programs: the form of each map for each program, and the files with many maps.
 *
 * Maps that a format cannot express are left out and counted. An address with one language filled in, for example,
 * would be another map than that of the record.
 */
import { addressesIn } from '../../../contract/maps/map-types.ts';
import { ACCESS_TOKEN, YOUR_KEY } from '../../../contract/maps/placeholders.ts';
import { PROGRAM_FILES, RECORD_FOLDERS, SERVER_FILES, serverFilePath } from '../../../contract/pages.ts';
import { type CatalogMap, type CatalogOutline, catalogMaps, isOverlay } from '../../model/catalog.ts';
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

/** The form of a server for a program. */
export interface ProgramForm {
  readonly program: ProgramName;
  /** The file with it, from the root of the site: its own, or one with many servers. */
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
  takes?(listed: CatalogMap): boolean;
  make(servers: readonly CatalogMap[], catalog: CatalogOutline): string;
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
    readonly file: (typeof SERVER_FILES)[keyof typeof SERVER_FILES];
    make(listed: CatalogMap): object | string | null;
  };
  readonly lists?: readonly ProgramList[];
  text?(listed: CatalogMap, serviceUrl: string): string | null;
  link?(listed: CatalogMap): string;
}

/** The language of texts for editors, and of maps whose reader cannot choose one. */
const languageOf = ({ languages }: CatalogOutline): string => languages[0] as string;

/** A file of QGIS with the connections of one kind. */
function connections(path: string, kind: keyof typeof QGIS_ROOTS): ProgramList {
  return {
    path,
    ...(kind === 'xyztiles' ? {} : { isOptional: true }),
    takes: (listed) => partOf('qgis', listed).element === kind,
    make: (servers, { serviceUrl }) => qgisXml(servers, serviceUrl, kind),
  };
}

/** The address of what somebody else publishes for a program, such as a style, or code; null if a file is made here. */
function addressFor(part: 'maplibre' | 'tilejson') {
  return (listed: CatalogMap): string | null => {
    const its = partOf(part, listed);
    return typeof its === 'string' ? its : null;
  };
}

const TABLE: Readonly<Record<ProgramName, Program>> = {
  xyz: { part: 'address', text: (listed) => partOf('address', listed) },
  maplibre: {
    part: 'maplibre',
    hasNoOverlays: true,
    own: { file: SERVER_FILES.maplibre, make: mapLibreStyle },
    text: addressFor('maplibre'),
  },
  leaflet: {
    part: 'leaflet',
    hasLanguage: true,
    lists: [
      {
        path: PROGRAM_FILES.leaflet,
        // leaflet-providers has only addresses of tiles.
        takes: (listed) => partOf('leaflet', listed).make === 'L.tileLayer',
        make: (servers, catalog) => jsonText(leafletProviders(servers, languageOf(catalog))),
      },
    ],
    text: leafletCode,
  },
  tilejson: {
    part: 'tilejson',
    own: { file: SERVER_FILES.tilejson, make: tileJson },
    text: addressFor('tilejson'),
  },
  xyzservices: {
    part: 'xyzservices',
    hasLanguage: true,
    asksForToken: true,
    lists: [
      {
        path: PROGRAM_FILES.xyzservices,
        make: (servers, catalog) => jsonText(xyzProviders(servers, languageOf(catalog))),
      },
    ],
  },
  qgis: {
    part: 'qgis',
    own: { file: SERVER_FILES.qgis, make: qgisLayer },
    lists: [
      connections(PROGRAM_FILES.qgis, 'xyztiles'),
      connections(PROGRAM_FILES.qgisWms, 'wms'),
      connections(PROGRAM_FILES.qgisVector, 'vectortile'),
    ],
    // QGIS supports one host.
    text: (listed) => partOf('qgis', listed).url,
  },
  gpxsee: { part: 'gpxsee', text: gpxSeeXml },
  josm: {
    part: 'editor',
    maxZoom: JOSM_MAX_ZOOM,
    lists: [{ path: PROGRAM_FILES.josm, make: (servers, catalog) => josmXml(servers, languageOf(catalog)) }],
    text: josmAddress,
  },
  layerindex: {
    part: 'editor',
    lists: [{ path: PROGRAM_FILES.layerIndex, make: (servers) => jsonText(layerIndex(servers)) }],
  },
  osmand: { part: 'osmand', link: osmandLink },
  oruxmaps: {
    part: 'oruxmaps',
    lists: [{ path: PROGRAM_FILES.oruxmaps, make: (servers, { serviceUrl }) => oruxMapsXml(servers, serviceUrl) }],
  },
  locus: {
    part: 'locus',
    lists: [
      { path: PROGRAM_FILES.locus, make: (servers, { title, serviceUrl }) => locusXml(servers, title, serviceUrl) },
    ],
  },
};

/** The form of one map for each program, in the order of the programs. The pages in every language show the same. */
export function formsOf(catalog: Pick<CatalogOutline, 'serviceUrl'>, listed: CatalogMap): readonly ProgramForm[] {
  return formsIn(catalog)(listed);
}

const formsIn = computedOnce(({ serviceUrl }: Pick<CatalogOutline, 'serviceUrl'>) =>
  computedOnce((listed: CatalogMap) => formsAt(serviceUrl, listed)),
);

function formsAt(serviceUrl: string, listed: CatalogMap): ProgramForm[] {
  const { active, unsetTokens } = listed.server;
  // Users write their own token into a text. Files and links have no room for it.
  const filled = unsetTokens.length > 0 ? withOwnToken(listed) : listed;
  return PROGRAMS.map((program) => {
    const { asksForToken, lists = [], text, link } = TABLE[program];
    const map = asksForToken ? listed : filled;
    const nothing = { program, path: null, text: null, link: null };
    const leftOut = leftOutOf(program, map);
    if (leftOut !== null) return { ...nothing, leftOut };
    const own = ownFile(program, map);
    const its = text?.(map, serviceUrl) ?? null;
    if (map !== listed) {
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
function withOwnToken({ kind, server }: CatalogMap): CatalogMap {
  const filled = addressesIn(server).map(([key, address]) => [key, address.replaceAll(ACCESS_TOKEN, YOUR_KEY)]);
  return { kind, server: { ...server, ...Object.fromEntries(filled), unsetTokens: [] } } as CatalogMap;
}

/** The own file of a map for a program; null if it has none. */
function ownFile(program: ProgramName, listed: CatalogMap): { readonly path: string; readonly content: string } | null {
  const { own } = TABLE[program];
  const made = own?.make(listed) ?? null;
  if (!own || made === null) return null;
  const path = serverFilePath(listed.kind, listed.server.fileName, own.file);
  return { path, content: typeof made === 'string' ? made : jsonText(made) };
}

/** Why a program, or one of its files with many maps, cannot have a map; null if it can. */
function leftOutOf(program: ProgramName, listed: CatalogMap, isList = false): LeftOut | null {
  const { server } = listed;
  const { part, hasLanguage, hasNoOverlays, asksForToken, maxZoom = Number.POSITIVE_INFINITY, lists } = TABLE[program];
  const its = partIn(part, server);
  if (its === undefined) return 'type';
  if (hasNoOverlays && isOverlay(listed) && !isCode(its)) return 'overlay';
  if (server.unsetTokens.length > 0 && !asksForToken) return 'token';
  if (its === null) return 'part';
  if (!hasLanguage && 'urlPattern' in server && needsLanguage(server)) return 'language';
  if ((server.minZoom ?? 0) > maxZoom) return 'zoom';
  if (isList && lists && !lists.some(({ takes }) => !takes || takes(listed))) return 'type';
  return isList && !server.active ? 'inactive' : null;
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
    for (const listed of all) {
      const reason = leftOutOf(program, listed, TABLE[program].lists !== undefined);
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
  const usable = all.filter((listed) => leftOutOf(program, listed, true) === null);
  return lists
    .map((list) => ({ list, maps: usable.filter((listed) => !list.takes || list.takes(listed)) }))
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
export function* ownProgramFiles(listed: CatalogMap): Generator<Asset> {
  const origin = `${RECORD_FOLDERS[listed.kind]}/${listed.server.fileName}.yaml`;
  for (const program of PROGRAMS) {
    const own = leftOutOf(program, listed) === null ? ownFile(program, listed) : null;
    if (own) yield textAsset('part', own.path, own.content, origin);
  }
}

/** Indented JSON, because people may want to read it. */
function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
