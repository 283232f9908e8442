/**
 * Maps that a program's format cannot express are left out and counted. So are addresses with a language if the program
 * has no placeholder for it: with a fixed language, they would be another map.
 */
import { mapAddresses } from '../../contract/maps/map-types.ts';
import { ACCESS_TOKEN, dependsOnLanguage, YOUR_KEY } from '../../contract/maps/placeholders.ts';
import { PROGRAMS_FOLDER } from '../../contract/pages/pages.ts';
import { type CatalogMap, type CatalogOutline, catalogMaps, mapId } from '../model/catalog.ts';
import { memoizedByObject } from '../model/computed-once.ts';
import { formIn } from './map-forms.ts';
import { MAP_PROGRAMS, PROGRAM_NAMES, type ProgramName } from './writers.ts';

/**
 * Why a program does not get a map:
 * - `type`: it cannot show maps of this type, or none of its lists takes them
 * - `part`: the record lacks what it needs, such as a style
 * - `token`: the access token is not set, and users cannot add theirs
 * - `language`: it has no placeholder for a language
 * - `zoom`: all zoom levels are too deep
 * - `inactive`: the map is off by default, which only excludes it from lists
 */
type LeftOut = 'type' | 'part' | 'token' | 'language' | 'zoom' | 'inactive';

export interface ProgramForm {
  readonly program: ProgramName;
  /** The map's file, or a list with it, from the site's root. */
  readonly path: string | null;
  readonly text: string | null;
  readonly pageFile: { readonly name: string; readonly content: string } | null;
  readonly link: string | null;
  readonly leftOut: LeftOut | null;
}

/** @param below the map drawn below an overlay */
export function programFormsOf(
  { serviceUrl }: Pick<CatalogOutline, 'serviceUrl'>,
  map: CatalogMap,
  below: CatalogMap | null = null,
): ProgramForm[] {
  const { active, unsetTokens } = map;
  // Users can fill in a token in a text, but not in files and links.
  const filled = unsetTokens.length > 0 ? withOwnToken(map) : map;
  return PROGRAM_NAMES.map((program) => {
    const { forms, asksForToken, readsInterface, lists = [], text, link } = MAP_PROGRAMS[program];
    const given = asksForToken || readsInterface ? map : filled;
    const nothing = { program, path: null, text: null, pageFile: null, link: null };
    const leftOut = leftOutOf(program, given);
    if (leftOut !== null) return { ...nothing, leftOut };
    const pageFile = pageFileOf(program, given, serviceUrl);
    const file = mapFileOf(program, given);
    const copied = text?.(given, serviceUrl, below) ?? textIn(formIn(forms, given));
    if (given !== map) {
      const content = copied ?? (file && textOf(file.made));
      return { ...nothing, text: content, pageFile, leftOut: content === null ? 'token' : null };
    }
    if (file) return { ...nothing, path: file.path, text: copied ?? `${serviceUrl}/${file.path}`, pageFile, leftOut };
    const list = lists.find(({ takes }) => !takes || takes(map));
    const path = list && active ? pathOf(list) : null;
    if (path === null && copied === null && !link)
      return { ...nothing, leftOut: list && !active ? 'inactive' : 'type' };
    return { program, path, text: copied, pageFile, link: link?.(map) ?? null, leftOut };
  });
}

function withOwnToken(map: CatalogMap): CatalogMap {
  const filled = mapAddresses(map).map(([key, address]) => [key, address.replaceAll(ACCESS_TOKEN, YOUR_KEY)]);
  return { ...map, ...Object.fromEntries(filled), unsetTokens: [] };
}

function mapFileOf(program: ProgramName, map: CatalogMap) {
  const { mapFile } = MAP_PROGRAMS[program];
  const made = mapFile?.make(map) ?? null;
  return mapFile && made !== null ? { path: `${mapId(map)}/${mapFile.file}`, made } : null;
}

function pageFileOf(program: ProgramName, map: CatalogMap, serviceUrl: string): ProgramForm['pageFile'] {
  const { pageFile } = MAP_PROGRAMS[program];
  const content = pageFile?.make(map, serviceUrl) ?? null;
  return pageFile && content !== null ? { name: `${map.fileName}.${pageFile.ending}`, content } : null;
}

function leftOutOf(program: ProgramName, map: CatalogMap, isList = false): LeftOut | null {
  const { forms, hasLanguage, asksForToken, maxZoom = Number.POSITIVE_INFINITY, lists } = MAP_PROGRAMS[program];
  const form = formIn(forms, map);
  if (form === undefined) return 'type';
  if (map.unsetTokens.length > 0 && !asksForToken) return 'token';
  if (form === null) return 'part';
  if (!hasLanguage && 'urlPattern' in map && dependsOnLanguage(map.urlPattern)) return 'language';
  if ((map.minZoom ?? 0) > maxZoom) return 'zoom';
  if (isList && lists && !lists.some(({ takes }) => !takes || takes(map))) return 'type';
  return isList && !map.active ? 'inactive' : null;
}

const textIn = (form: unknown): string | null => (typeof form === 'string' ? form : null);

export interface ProgramCount {
  readonly program: ProgramName;
  readonly paths: readonly string[];
  readonly carried: number;
  readonly leftOut: ReadonlyMap<LeftOut, number>;
}

export const programCounts = memoizedByObject((catalog: CatalogOutline): readonly ProgramCount[] => {
  const all = catalogMaps(catalog);
  return PROGRAM_NAMES.map((program) => {
    const leftOut = new Map<LeftOut, number>();
    for (const map of all) {
      const reason = leftOutOf(program, map, MAP_PROGRAMS[program].lists !== undefined);
      if (reason !== null) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    }
    const carried = [...leftOut.values()].reduce((rest, count) => rest - count, all.length);
    const paths = listsWithMaps(program, all).map(({ list }) => pathOf(list));
    return { program, paths, carried, leftOut };
  });
});

function listsWithMaps(program: ProgramName, all: readonly CatalogMap[]) {
  const { lists = [] } = MAP_PROGRAMS[program];
  if (lists.length === 0) return [];
  const usable = all.filter((map) => leftOutOf(program, map, true) === null);
  return lists
    .map((list) => ({ list, maps: usable.filter((map) => !list.takes || list.takes(map)) }))
    .filter(({ list, maps }) => !list.isOptional || maps.length > 0);
}

export interface ProgramFile {
  readonly path: string;
  readonly content: string;
}

const pathOf = ({ file }: { readonly file: string }): string => PROGRAMS_FOLDER + file;

export function* programLists(catalog: CatalogOutline): Generator<ProgramFile> {
  const all = catalogMaps(catalog);
  for (const program of PROGRAM_NAMES) {
    for (const { list, maps } of listsWithMaps(program, all))
      yield { path: pathOf(list), content: textOf(list.make(maps, catalog)) };
    const { opener } = MAP_PROGRAMS[program];
    if (opener) yield { path: pathOf(opener), content: opener.make(catalog.serviceUrl) };
  }
}

export function* programFilesOf(map: CatalogMap): Generator<ProgramFile> {
  for (const program of PROGRAM_NAMES) {
    const file = leftOutOf(program, map) === null ? mapFileOf(program, map) : null;
    if (file) yield { path: file.path, content: textOf(file.made) };
  }
}

export const MAX_PROGRAM_FILES = Object.values(MAP_PROGRAMS).filter(({ mapFile }) => mapFile).length;

/** JSON is indented for people. */
const textOf = (made: object | string): string =>
  typeof made === 'string' ? made : `${JSON.stringify(made, null, 2)}\n`;
