/**
 * The map programs that can use the catalog: what each gets of a tile server, and the files with many of them.
 *
 * A format says only what it can. What it has no word for is left out and counted, and not said in another way: an address
 * with one language filled in, for example, would be a map that the record does not describe.
 */
import {
  type PageServer,
  PROGRAM_FILES,
  RECORD_FOLDERS,
  SERVER_FILES,
  serverFilePath,
} from '../../../contract/pages.ts';
import type { CatalogOutline } from '../../model/catalog.ts';
import { type Asset, textAsset } from '../asset.ts';
import {
  JOSM_MAX_ZOOM,
  josmAddress,
  josmXml,
  leafletCode,
  leafletProviders,
  locusXml,
  mapLibreStyle,
  oruxMapsXml,
  osmandLink,
  qgisTemplate,
  qgisXml,
  tileJson,
} from './program-formats.ts';
import { type CatalogServer, needsLanguage } from './tile-template.ts';

/** The programs and formats, in the order in which people see them. */
export const PROGRAMS = ['maplibre', 'leaflet', 'tilejson', 'qgis', 'josm', 'osmand', 'oruxmaps', 'locus'] as const;

/** The name of a program or format. */
export type ProgramName = (typeof PROGRAMS)[number];

/** Why a program does not get a server. */
export type LeftOut =
  /** Its access token is not set: it would answer nobody. */
  | 'token'
  /** The program has no word for a language. */
  | 'language'
  /** All its zoom levels are closer than any that the program has. */
  | 'zoom'
  /** The program shows it as a base map, which it is not. */
  | 'overlay'
  /** It is out of service, or few people want it. Only lists leave it out: whoever opens its page has asked for it. */
  | 'inactive';

/** What a program gets of one server. */
export interface ProgramForm {
  readonly program: ProgramName;
  /** The file with it, from the root of the site: one of its own, or one with many servers. */
  readonly path: string | null;
  /** What people copy: an address, or code. */
  readonly text: string | null;
  /** What opens the program with it. */
  readonly link: string | null;
  /** Why it gets nothing; null where it gets something. */
  readonly leftOut: LeftOut | null;
}

/** One program. Files and forms are made only of servers that it can have. */
interface Program {
  readonly hasLanguage?: true;
  readonly hasNoOverlays?: true;
  readonly maxZoom?: number;
  /** The file that each server has of its own. */
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

/** The language of what editors write, and of maps whose reader cannot choose. */
const languageOf = ({ languages }: CatalogOutline): string => languages[0] as string;

const TABLE: Readonly<Record<ProgramName, Program>> = {
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
  qgis: { list: { path: PROGRAM_FILES.qgis, make: qgisXml }, text: qgisTemplate },
  josm: {
    maxZoom: JOSM_MAX_ZOOM,
    list: { path: PROGRAM_FILES.josm, make: (servers, catalog) => josmXml(servers, languageOf(catalog)) },
    text: josmAddress,
  },
  osmand: { link: osmandLink },
  oruxmaps: { list: { path: PROGRAM_FILES.oruxmaps, make: oruxMapsXml } },
  locus: { list: { path: PROGRAM_FILES.locus, make: (servers, { title }) => locusXml(servers, title) } },
};

/** All tile servers: map servers, then overlay servers. */
export function catalogServers({ mapservers, overlayservers }: CatalogOutline): CatalogServer[] {
  const listed = (kind: PageServer['kind'], servers: CatalogOutline['mapservers']): CatalogServer[] =>
    servers.map((server) => ({ kind, server }));
  return [...listed('mapserver', mapservers), ...listed('overlayserver', overlayservers)];
}

/** What each program gets of one server, in the order of the programs. */
export function formsOf(catalog: Pick<CatalogOutline, 'serviceUrl'>, listed: CatalogServer): ProgramForm[] {
  return PROGRAMS.map((program) => {
    const { own, list, text, link } = TABLE[program];
    const leftOut = leftOutOf(program, listed);
    if (leftOut !== null) return { program, path: null, text: null, link: null, leftOut };
    if (own) {
      const path = ownPath(listed, own.file);
      return { program, path, text: `${catalog.serviceUrl}/${path}`, link: null, leftOut };
    }
    const form = {
      program,
      path: list && listed.server.active ? list.path : null,
      text: text?.(listed) ?? null,
      link: link?.(listed) ?? null,
      leftOut,
    };
    const isNothing = form.path === null && form.text === null && form.link === null;
    return isNothing ? { ...form, leftOut: 'inactive' } : form;
  });
}

/** Why a program cannot have a server; null where it can. */
function leftOutOf(program: ProgramName, { kind, server }: CatalogServer): LeftOut | null {
  const { hasLanguage, hasNoOverlays, maxZoom } = TABLE[program];
  if (hasNoOverlays && kind === 'overlayserver') return 'overlay';
  if (server.unsetTokens.length > 0) return 'token';
  if (!hasLanguage && needsLanguage(server)) return 'language';
  return maxZoom !== undefined && server.minZoom > maxZoom ? 'zoom' : null;
}

function leftOutOfList(program: ProgramName, listed: CatalogServer): LeftOut | null {
  return leftOutOf(program, listed) ?? (listed.server.active ? null : 'inactive');
}

/** How many servers a program gets. */
export interface ProgramCount {
  readonly program: ProgramName;
  /** The file with all of them; null where each has its own, or a link. */
  readonly path: string | null;
  readonly carried: number;
  /** How many it does not get, by reason; reasons without any are not in it. */
  readonly leftOut: ReadonlyMap<LeftOut, number>;
}

/** How many servers each program gets, and how many it does not. */
export function programCounts(catalog: CatalogOutline): ProgramCount[] {
  const servers = catalogServers(catalog);
  return PROGRAMS.map((program) => {
    const { list } = TABLE[program];
    const leftOut = new Map<LeftOut, number>();
    let carried = 0;
    for (const listed of servers) {
      const reason = list ? leftOutOfList(program, listed) : leftOutOf(program, listed);
      if (reason === null) carried++;
      else leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    }
    return { program, path: list?.path ?? null, carried, leftOut };
  });
}

/** The files for map programs with many servers each. */
export function* programLists(catalog: CatalogOutline): Generator<Asset> {
  const servers = catalogServers(catalog);
  for (const program of PROGRAMS) {
    const { list } = TABLE[program];
    if (!list) continue;
    const listed = servers.filter((server) => leftOutOfList(program, server) === null);
    yield textAsset(list.path, list.make(listed, catalog), null);
  }
}

/** The files for map programs that a server has of its own. */
export function* ownProgramFiles(listed: CatalogServer): Generator<Asset> {
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

/** JSON that people may want to read. */
function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
