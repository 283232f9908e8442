/**
 * The supported map programs: the form of each map for each program, and the files with many maps.
 *
 * Maps that a format cannot express are left out and counted. An address with one language filled in, for example,
 * would be another map than that of the record.
 */
import { mapAddresses } from '../../contract/maps/map-types.ts';
import { ACCESS_TOKEN, dependsOnLanguage, YOUR_KEY } from '../../contract/maps/placeholders.ts';
import { PROGRAMS_FOLDER } from '../../contract/pages/pages.ts';
import { type CatalogMap, type CatalogOutline, catalogMaps, isOverlay, mapId } from '../model/catalog.ts';
import { memoizedByObject } from '../model/computed-once.ts';
import { formIn } from './map-forms.ts';
import { MAP_PROGRAMS, PROGRAM_NAMES, type ProgramName } from './writers.ts';

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

/** The form of one map for each program, in the order of the programs. The pages in every language show the same. */
export function programFormsOf(catalog: Pick<CatalogOutline, 'serviceUrl'>, map: CatalogMap): readonly ProgramForm[] {
  return formsIn(catalog)(map);
}

const formsIn = memoizedByObject(({ serviceUrl }: Pick<CatalogOutline, 'serviceUrl'>) =>
  memoizedByObject((map: CatalogMap) => formsAt(serviceUrl, map)),
);

function formsAt(serviceUrl: string, map: CatalogMap): ProgramForm[] {
  const { active, unsetTokens } = map;
  // Users write their own token into a text. Files and links have no room for it.
  const filled = unsetTokens.length > 0 ? withOwnToken(map) : map;
  return PROGRAM_NAMES.map((program) => {
    const { forms, asksForToken, lists = [], text, link } = MAP_PROGRAMS[program];
    const given = asksForToken ? map : filled;
    const nothing = { program, path: null, text: null, link: null };
    const leftOut = leftOutOf(program, given);
    if (leftOut !== null) return { ...nothing, leftOut };
    const own = ownFile(program, given);
    const its = text?.(given, serviceUrl) ?? textIn(formIn(forms, given));
    if (given !== map) {
      const content = its ?? own?.content ?? null;
      return { ...nothing, text: content, leftOut: content === null ? 'token' : null };
    }
    if (own) return { ...nothing, path: own.path, text: its ?? `${serviceUrl}/${own.path}`, leftOut };
    const list = lists.find(({ takes }) => !takes || takes(map));
    const path = list && active ? pathOf(list) : null;
    if (path === null && its === null && !link) return { ...nothing, leftOut: list && !active ? 'inactive' : 'type' };
    return { program, path, text: its, link: link?.(map) ?? null, leftOut };
  });
}

/** A map that needs an access token, with a word in its place. */
function withOwnToken(map: CatalogMap): CatalogMap {
  const filled = mapAddresses(map).map(([key, address]) => [key, address.replaceAll(ACCESS_TOKEN, YOUR_KEY)]);
  return { ...map, ...Object.fromEntries(filled), unsetTokens: [] };
}

function ownFile(program: ProgramName, map: CatalogMap): ProgramFile | null {
  const { own } = MAP_PROGRAMS[program];
  const made = own?.make(map) ?? null;
  if (!own || made === null) return null;
  return { path: `${mapId(map)}/${own.file}`, content: textOf(made) };
}

/** Why a program, or one of its files with many maps, cannot have a map; null if it can. */
function leftOutOf(program: ProgramName, map: CatalogMap, isList = false): LeftOut | null {
  const {
    forms,
    hasLanguage,
    hasNoOverlays,
    asksForToken,
    maxZoom = Number.POSITIVE_INFINITY,
    lists,
  } = MAP_PROGRAMS[program];
  const its = formIn(forms, map);
  if (its === undefined) return 'type';
  if (hasNoOverlays && isOverlay(map) && !isCode(its)) return 'overlay';
  if (map.unsetTokens.length > 0 && !asksForToken) return 'token';
  if (its === null) return 'part';
  if (!hasLanguage && 'urlPattern' in map && dependsOnLanguage(map.urlPattern)) return 'language';
  if ((map.minZoom ?? 0) > maxZoom) return 'zoom';
  if (isList && lists && !lists.some(({ takes }) => !takes || takes(map))) return 'type';
  return isList && !map.active ? 'inactive' : null;
}

/** What users copy of a form that is an address, or code. */
const textIn = (form: unknown): string | null => (typeof form === 'string' ? form : null);

/** Whether a form is code for a map that is there, and no document or its address. */
const isCode = (form: unknown): boolean => typeof form === 'string' && !/^https?:/.test(form);

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
export const programCounts = memoizedByObject((catalog: CatalogOutline): readonly ProgramCount[] => {
  const all = catalogMaps(catalog);
  return PROGRAM_NAMES.map((program) => {
    const leftOut = new Map<LeftOut, number>();
    for (const map of all) {
      const reason = leftOutOf(program, map, MAP_PROGRAMS[program].lists !== undefined);
      if (reason !== null) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    }
    const carried = [...leftOut.values()].reduce((rest, count) => rest - count, all.length);
    const paths = listsOf(program, all).map(({ list }) => pathOf(list));
    return { program, paths, carried, leftOut };
  });
});

/** The files of a program with many maps each, with their maps. */
function listsOf(program: ProgramName, all: readonly CatalogMap[]) {
  const { lists = [] } = MAP_PROGRAMS[program];
  if (lists.length === 0) return [];
  const usable = all.filter((map) => leftOutOf(program, map, true) === null);
  return lists
    .map((list) => ({ list, maps: usable.filter((map) => !list.takes || list.takes(map)) }))
    .filter(({ list, maps }) => !list.isOptional || maps.length > 0);
}

/** A file for map programs. */
export interface ProgramFile {
  /** From the root of the site. */
  readonly path: string;
  readonly content: string;
}

/** The path of a file with many maps. */
const pathOf = ({ file }: { readonly file: string }): string => PROGRAMS_FOLDER + file;

/** The files for map programs with many maps each. */
export function* programLists(catalog: CatalogOutline): Generator<ProgramFile> {
  const all = catalogMaps(catalog);
  for (const program of PROGRAM_NAMES) {
    for (const { list, maps } of listsOf(program, all))
      yield { path: pathOf(list), content: textOf(list.make(maps, catalog)) };
    const { opener } = MAP_PROGRAMS[program];
    if (opener) yield { path: pathOf(opener), content: opener.make(catalog.serviceUrl) };
  }
}

/** The files of a single map for map programs. */
export function* ownProgramFiles(map: CatalogMap): Generator<ProgramFile> {
  for (const program of PROGRAM_NAMES) {
    const own = leftOutOf(program, map) === null ? ownFile(program, map) : null;
    if (own) yield own;
  }
}

/** The most files of one map. */
export const MAX_PROGRAM_FILES = Object.values(MAP_PROGRAMS).filter(({ own }) => own).length;

/** Indented JSON, because people may want to read it. */
const textOf = (made: object | string): string =>
  typeof made === 'string' ? made : `${JSON.stringify(made, null, 2)}\n`;
