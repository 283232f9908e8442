/**
 * The supported map programs: the form of each tile server for each program, and the files with many servers.
 *
 * Servers that a format cannot express are left out and counted. An address with one language filled in, for example,
 * would be another map than that of the record.
 */
import { PROGRAM_FILES, RECORD_FOLDERS, SERVER_FILES, serverFilePath } from '../../../contract/pages.ts';
import { ACCESS_TOKEN, YOUR_KEY } from '../../../contract/placeholders.ts';
import { type CatalogMap, type CatalogOutline, type CatalogServer, catalogServers } from '../../model/catalog.ts';
import { type Asset, textAsset } from '../asset.ts';
import {
  JOSM_MAX_ZOOM,
  josmAddress,
  josmXml,
  leafletCode,
  leafletProviders,
  locusActionsXml,
  locusXml,
  mapLibreStyle,
  oruxMapsXml,
  osmandLink,
  qgisTemplate,
  qgisXml,
  tileJson,
} from './program-formats.ts';
import { needsLanguage } from './tile-template.ts';

/** The programs and formats, in the order of the pages. */
export const PROGRAMS = [
  'xyz',
  'maplibre',
  'leaflet',
  'tilejson',
  'qgis',
  'josm',
  'osmand',
  'oruxmaps',
  'locus',
] as const;

/** The name of a program or format. */
export type ProgramName = (typeof PROGRAMS)[number];

/**
 * Why a program does not get a map: it does not know its type; its access token is not set; the program has no placeholder for a language; all
 * its zoom levels are outside of the program's range; the program would show an overlay as a base map; it is off by
 * default, which only excludes it from lists.
 */
export type LeftOut = 'type' | 'token' | 'language' | 'zoom' | 'overlay' | 'inactive';

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

/** A program. Files and forms are made only from servers that it can use. */
interface Program {
  readonly hasLanguage?: true;
  readonly hasNoOverlays?: true;
  readonly maxZoom?: number;
  /** The file of each server. */
  readonly own?: {
    readonly file: (typeof SERVER_FILES)[keyof typeof SERVER_FILES];
    make(listed: CatalogServer): object;
  };
  /** The file with many servers. */
  readonly list?: {
    readonly path: string;
    make(servers: readonly CatalogServer[], catalog: CatalogOutline): string;
  };
  text?(listed: CatalogServer): string;
  link?(listed: CatalogServer): string;
}

/** The language of texts for editors, and of maps whose reader cannot choose one. */
const languageOf = ({ languages }: CatalogOutline): string => languages[0] as string;

const TABLE: Readonly<Record<ProgramName, Program>> = {
  xyz: { text: qgisTemplate },
  maplibre: { hasNoOverlays: true, own: { file: SERVER_FILES.maplibre, make: mapLibreStyle } },
  leaflet: {
    hasLanguage: true,
    list: {
      path: PROGRAM_FILES.leaflet,
      make: (servers, catalog) => jsonText(leafletProviders(servers, languageOf(catalog))),
    },
    text: leafletCode,
  },
  tilejson: { own: { file: SERVER_FILES.tilejson, make: tileJson } },
  qgis: {
    list: { path: PROGRAM_FILES.qgis, make: (servers, { serviceUrl }) => qgisXml(servers, serviceUrl) },
    text: qgisTemplate,
  },
  josm: {
    maxZoom: JOSM_MAX_ZOOM,
    list: { path: PROGRAM_FILES.josm, make: (servers, catalog) => josmXml(servers, languageOf(catalog)) },
    text: josmAddress,
  },
  osmand: { link: osmandLink },
  oruxmaps: {
    list: { path: PROGRAM_FILES.oruxmaps, make: (servers, { serviceUrl }) => oruxMapsXml(servers, serviceUrl) },
  },
  locus: {
    list: { path: PROGRAM_FILES.locus, make: (servers, { title, serviceUrl }) => locusXml(servers, title, serviceUrl) },
  },
};

/** The form of one server for each program, in the order of the programs. */
export function formsOf({ serviceUrl }: Pick<CatalogOutline, 'serviceUrl'>, listed: CatalogMap): ProgramForm[] {
  return PROGRAMS.map((program) => {
    if (listed.kind === 'map') return { program, path: null, text: null, link: null, leftOut: 'type' };
    const { own, list, text, link } = TABLE[program];
    const leftOut = leftOutOf(program, listed);
    // Users write their own token into a text. Files and links have no room for it.
    if (leftOut === 'token') return withOwnToken(program, listed);
    const nothing = { program, path: null, text: null, link: null };
    if (leftOut !== null) return { ...nothing, leftOut };
    if (own) {
      const path = ownPath(listed, own.file);
      return { ...nothing, path, text: `${serviceUrl}/${path}`, leftOut };
    }
    const path = list && listed.server.active ? list.path : null;
    if (path === null && !text && !link) return { ...nothing, leftOut: 'inactive' };
    return { program, path, text: text?.(listed) ?? null, link: link?.(listed) ?? null, leftOut };
  });
}

/** The text of a server that needs an access token, with a word in its place. */
function withOwnToken(program: ProgramName, { kind, server }: CatalogServer): ProgramForm {
  const { own, text } = TABLE[program];
  const urlPattern = server.urlPattern.replaceAll(ACCESS_TOKEN, YOUR_KEY);
  const listed = { kind, server: { ...server, urlPattern, unsetTokens: [] } };
  const leftOut = leftOutOf(program, listed) ?? (own || text ? null : 'token');
  const form = own ? jsonText(own.make(listed)) : text?.(listed);
  return { program, path: null, text: leftOut === null && form !== undefined ? form : null, link: null, leftOut };
}

/** Why a program, or its file with many servers, cannot have a server; null if it can. */
function leftOutOf(program: ProgramName, { kind, server }: CatalogServer, isList = false): LeftOut | null {
  const { hasLanguage, hasNoOverlays, maxZoom = Number.POSITIVE_INFINITY } = TABLE[program];
  if (hasNoOverlays && kind === 'overlayserver') return 'overlay';
  if (server.unsetTokens.length > 0) return 'token';
  if (!hasLanguage && needsLanguage(server)) return 'language';
  if (server.minZoom > maxZoom) return 'zoom';
  return isList && !server.active ? 'inactive' : null;
}

/** The number of servers that a program gets. */
export interface ProgramCount {
  readonly program: ProgramName;
  /** The file with all of them; null if each has its own file or a link. */
  readonly path: string | null;
  readonly carried: number;
  /** The number of servers that it does not get, by reason. */
  readonly leftOut: ReadonlyMap<LeftOut, number>;
}

/** The number of servers that each program gets, and does not get. */
export function programCounts(catalog: CatalogOutline): ProgramCount[] {
  const servers = catalogServers(catalog);
  return PROGRAMS.map((program) => {
    const { list } = TABLE[program];
    const leftOut = new Map<LeftOut, number>();
    for (const listed of servers) {
      const reason = leftOutOf(program, listed, list !== undefined);
      if (reason !== null) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    }
    const carried = [...leftOut.values()].reduce((rest, count) => rest - count, servers.length);
    return { program, path: list?.path ?? null, carried, leftOut };
  });
}

/** The files for map programs with many servers each. */
export function* programLists(catalog: CatalogOutline): Generator<Asset> {
  for (const program of PROGRAMS) {
    const { list } = TABLE[program];
    if (!list) continue;
    const listed = catalogServers(catalog).filter((server) => leftOutOf(program, server, true) === null);
    yield textAsset(list.path, list.make(listed, catalog), null);
  }
  yield textAsset(PROGRAM_FILES.locusActions, locusActionsXml(catalog.serviceUrl), null);
}

/** The files of a single server for map programs. */
export function* ownProgramFiles(listed: CatalogMap): Generator<Asset> {
  if (listed.kind === 'map') return;
  const origin = `${RECORD_FOLDERS[listed.kind]}/${listed.server.fileName}.yaml`;
  for (const program of PROGRAMS) {
    const { own } = TABLE[program];
    if (!own || leftOutOf(program, listed) !== null) continue;
    yield textAsset(ownPath(listed, own.file), jsonText(own.make(listed)), origin);
  }
}

function ownPath({ kind, server }: CatalogServer, file: Parameters<typeof serverFilePath>[2]): string {
  return serverFilePath(kind, server.fileName, file);
}

/** Indented JSON, because people may want to read it. */
function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
