/** Which programs can use what a row has: readers choose theirs beside the search. */
import type { DataSourceSource } from '../../../../contract/generated/catalog.types.ts';
import { type CatalogMap, type CatalogOutline, catalogMaps } from '../../../model/catalog.ts';
import { memoizedByObject } from '../../../model/computed-once.ts';
import { programFormsOf } from '../../../programs/forms.ts';
import { MAP_PROGRAMS, PROGRAM_NAMES, type ProgramName } from '../../../programs/writers.ts';
import { readersOf } from '../data-source/data-source-page.ts';

/** It reads the lists of `/v1/` itself. */
const INTERFACE_CLIENT = 'RouteConverter';

const nameOf = (program: ProgramName): string => MAP_PROGRAMS[program].words.name?.en ?? program;

const idOf = (name: string): string =>
  PROGRAM_NAMES.find((program) => nameOf(program) === name) ?? name.toLowerCase().replaceAll(' ', '-');

const namesOfMap = memoizedByObject((map: CatalogMap): readonly string[] => {
  const forms = programFormsOf({ serviceUrl: '' }, map).filter(
    ({ program, leftOut }) => leftOut === null && !MAP_PROGRAMS[program].isFormat,
  );
  const isInInterface = map.list !== 'maps' && map.unsetTokens.length === 0;
  return [...forms.map(({ program }) => nameOf(program)), ...(isInInterface ? [INTERFACE_CLIENT] : [])];
});

/** A program may be named with the part that reads the files: `RouteConverter (GraphHopper)`. */
const namesOfDownloads = (kind: DataSourceSource['kind']): readonly string[] =>
  kind
    ? readersOf(kind)
        .split(', ')
        .map((name) => name.split(' (')[0] ?? '')
        .filter((name) => name !== '')
    : [];

export const programsOfMap = (map: CatalogMap): readonly string[] => namesOfMap(map).map(idOf);

export const programsOfDownloads = (kind: DataSourceSource['kind']): readonly string[] =>
  namesOfDownloads(kind).map(idOf);

/** The programs that can use anything of a catalog. */
export function programChoices(catalog: CatalogOutline): readonly (readonly [id: string, name: string])[] {
  const names = [
    ...catalogMaps(catalog).flatMap(namesOfMap),
    ...catalog.datasources.flatMap(({ kind }) => namesOfDownloads(kind)),
  ];
  const order = new Intl.Collator('en');
  return [...new Set(names)].sort(order.compare).map((name) => [idOf(name), name] as const);
}
