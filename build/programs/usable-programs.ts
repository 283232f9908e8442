/** Which programs can use a map or download, for rows, their search and filters. */
import { byCodePoint } from '../../contract/base/text.ts';
import type { DataSourceSource } from '../../contract/generated/catalog.types.ts';
import downloadWords from '../../contract/words/page-texts/download-words.json' with { type: 'json' };
import { searchableText } from '../../contract/words/search-text.ts';
import type { CatalogMap } from '../model/catalog.ts';
import { memoizedByObject } from '../model/computed-once.ts';
import { programFormsOf } from './forms.ts';
import { MAP_PROGRAMS, PROGRAM_NAMES, type ProgramName } from './writers.ts';

type DownloadKind = NonNullable<DataSourceSource['kind']>;

/** By the id in rows: a program's folder, or `c-geo` for one without a folder. */
export type ProgramsById = ReadonlyMap<string, string>;

const nameOf = (program: (typeof PROGRAM_NAMES)[number]): string => MAP_PROGRAMS[program].words.name?.en ?? program;

/** Programs that read `/v1/` have a filter, but the search does not find them. */
const PROGRAMS = PROGRAM_NAMES.filter(
  (program) => !MAP_PROGRAMS[program].isFormat && !MAP_PROGRAMS[program].readsInterface,
);

export const INTERFACE_CLIENT = PROGRAM_NAMES.find((program) => MAP_PROGRAMS[program].readsInterface) as ProgramName;

const formsWithoutAddress = memoizedByObject((map: CatalogMap) => programFormsOf({ serviceUrl: '' }, map));

/** @param flags of the map: programs for web pages may need https and CORS */
export function programsForMap(map: CatalogMap, flags: readonly string[]): ProgramsById {
  const isRefused = flags.includes('http') || flags.includes('no-cors');
  const usable = formsWithoutAddress(map).filter(
    ({ program, leftOut }) =>
      leftOut === null && PROGRAMS.includes(program) && !(isRefused && MAP_PROGRAMS[program].needsCors),
  );
  return new Map(usable.map(({ program }) => [program, nameOf(program)]));
}

export function programsForFiles(kind: DownloadKind | undefined): ProgramsById {
  if (kind === undefined) return new Map();
  const others = PROGRAM_NAMES.filter((program) => MAP_PROGRAMS[program].reads?.includes(kind));
  const names = [...(downloadWords[kind].programs?.split(', ') ?? []), ...others.map(nameOf)];
  return new Map(names.map((name) => [idOf(name), name]));
}

export const clientOf = (map: CatalogMap): string | null =>
  formsWithoutAddress(map).some(({ program, leftOut }) => program === INTERFACE_CLIENT && leftOut === null)
    ? INTERFACE_CLIENT
    : null;

const KINDS = Object.keys(downloadWords) as DownloadKind[];

/** Of two names with one id, the shorter one comes first and is kept. */
export const ALL_PROGRAMS: ProgramsById = new Map(
  [
    ...PROGRAMS.map((program) => [program, nameOf(program)] as const),
    ...KINDS.flatMap((kind) => [...programsForFiles(kind)]),
  ].reverse(),
);

export function programsInUse(
  maps: readonly CatalogMap[],
  sources: readonly Pick<DataSourceSource, 'kind'>[],
): readonly (readonly [id: string, name: string])[] {
  const used = [...maps.map((map) => programsForMap(map, [])), ...sources.map(({ kind }) => programsForFiles(kind))];
  const ids = new Set<string | null>([...used.flatMap((programs) => [...programs.keys()]), ...maps.map(clientOf)]);
  return [...ALL_PROGRAMS]
    .filter(([id]) => ids.has(id))
    .sort(([, a], [, b]) => byCodePoint(searchableText(a), searchableText(b)));
}

function idOf(name: string): string {
  const known = PROGRAM_NAMES.find((program) => nameOf(program) === name);
  const [alone = ''] = searchableText(name).split(' (');
  return known ?? alone.replace(/[^a-z\d]+/g, '-');
}
