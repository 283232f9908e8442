/**
 * Editions refer to data sources, categories to their parents, maps to providers and areas, the site to a map, and
 * removals to what they name.
 */

import { closestWordTo, firstNames, itemsByKey, withThousands } from '../../contract/base/text.ts';
import { SECTIONS } from '../../contract/data-sources/sections.ts';
import { nameOfTarget, type Target, typedMapAt } from '../../contract/interface/removal-targets.ts';
import { type Resource, resourceAt } from '../../contract/interface/v1-routes.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import { type Diagnostic, diagnosing, diagnostic as stageDiagnostic, valueAt } from '../diagnostics/diagnostic.ts';
import { error, type Problems, warning } from '../diagnostics/messages.ts';
import { didYouMean, quoted } from '../diagnostics/wording.ts';
import { type FileRole, pathOfRole } from '../read/layout.ts';
import type { Content, Document } from '../validate/content.ts';
import { beginsWithNothing, saysNothing, valuesMeantBy } from '../validate/meant-values.ts';
import { publishedPaths } from '../validate/rewritten-values.ts';
import { type RuleOptions, ruleSet } from './run-rules.ts';

/** Reduces a long cycle to its beginning and end. */
const shortenedCycle = (cycle: readonly number[]): readonly (number | string)[] =>
  cycle.length <= 12
    ? cycle
    : [...cycle.slice(0, 5), `… (${withThousands(cycle.length - 10)} more)`, ...cycle.slice(-5)];

interface UnknownName {
  readonly path: string;
  readonly suggestion: string | null;
  readonly country?: string | undefined;
  /** A word like "none". */
  readonly isNothing?: boolean;
}

const REFERENCE_PROBLEMS = {
  'unknown-parent': error(
    ({ parent, known }: { parent: number; known: readonly number[] }) =>
      `There is no category ${parent}; the ids are ${firstNames(known.map(String), 20)}`,
  ),
  'parent-cycle': error(
    ({ cycle }: { cycle: readonly number[] }) =>
      `The category would be below itself: ${shortenedCycle(cycle).join(' below ')}`,
  ),
  'unknown-datasource': error(
    ({ id, suggestion }: { id: string; suggestion: string | null }) =>
      `There is no data source ${quoted(id)}${didYouMean(suggestion) || '; add it, or correct the id'}`,
  ),
  'unknown-name': error(({ path, suggestion, country, isNothing = false }: UnknownName) => {
    if (isNothing) return `There is no file ${path}; leave out the whole key if there is nothing to name`;
    const asCountry = country && `; did you mean countries: [${country}], in place of area?`;
    return `There is no file ${path}${asCountry || didYouMean(suggestion) || '; add it, or correct the name'}`;
  }),
  'bad-removal': error(
    () => 'This names no map: write the address of its document, like url: /v2/maps/<file>.json, without id and file',
  ),
  'unused-file': warning(
    ({ field }: { field: string }) =>
      `No tile server names this file in its field ${quoted(field)}; name it there, or delete the file`,
  ),
} as const satisfies Problems;

const diagnostic = diagnosing(REFERENCE_PROBLEMS);

/** Only the first unknown ids get a suggestion: comparing one with thousands takes milliseconds. */
const MAX_SUGGESTIONS = 100;

function* editionSources(content: Content): Generator<Diagnostic> {
  const ids = content.dataSourceIds();
  if (ids === null) return;
  const known = new Set(ids);
  let suggested = 0;
  for (const { file, value: edition } of content.of('edition')) {
    for (const [index, id] of (edition.datasources ?? []).entries()) {
      if (typeof id !== 'string' || known.has(id)) continue;
      const suggestion = suggested++ < MAX_SUGGESTIONS ? closestWordTo(bareName(id), ids) : null;
      if (!isReported(id, suggestion)) continue;
      const place = valueAt('datasources', index);
      if (suggestion !== null && edition.datasources?.includes(suggestion))
        yield stageDiagnostic('repeated-item', file.path, place, { item: suggestion });
      else yield diagnostic('unknown-datasource', file.path, place, { id, suggestion });
    }
  }
}

const ID = new RegExp(common.$defs.slug.pattern, 'u');

/** An invalid id has its own error; it is reported here only if a similar id is known, which helps more. */
function isReported(id: string, suggestion: string | null): boolean {
  return suggestion !== null || ID.test(id);
}

/** People also write its path or ending. */
const bareName = (name: string): string => name.replace(/^.*\//, '').replace(/\.(?:ya?ml|geojson)$/, '') || name;

/** Words for the whole world. */
const WORLD = /^(?:the )?(?:world ?wide|global|globe|earth|welt|weltweit|erde|monde|mundo|mondo)$/i;

type Names = readonly string[] | null | undefined;

/** Maps name providers and areas by file, and site.yaml names a map. */
function* fileNames(content: Content): Generator<Diagnostic> {
  const [providers, areas, maps] = (['provider', 'area', 'mapserver'] as const).map((role) => content.namesOf(role));
  const used = new Set<string>();
  /** An unknown name may mean any file of the role. */
  const unclear = new Set<FileRole>();
  function* check(file: string, field: string, name: unknown, role: FileRole, names: Names): Generator<Diagnostic> {
    if (typeof name !== 'string' || !names) return;
    const path = pathOfRole(role, name);
    used.add(path);
    if (names.includes(name)) return;
    unclear.add(role);
    const closest = beginsWithNothing(name) ? null : closestWordTo(bareName(name), names);
    const suggestion = role === 'area' && WORLD.test(name) ? 'world' : closest;
    const meant = role === 'area' && suggestion === null ? valuesMeantBy(name, common.$defs.countryCode.enum) : [];
    const country = meant.length === 1 ? meant[0] : undefined;
    if (country === undefined && !isReported(name, suggestion)) return;
    const isNothing = saysNothing(name);
    yield diagnostic('unknown-name', file, valueAt(field), { path, suggestion, country, isNothing });
  }
  for (const { file, value: map } of content.maps()) {
    yield* check(file.path, 'provider', map.provider, 'provider', providers);
    const known = areas && ['world', ...areas];
    if (map.area !== 'world') yield* check(file.path, 'area', map.area, 'area', known);
  }
  for (const { file, value: site } of content.of('site')) {
    yield* check(file.path, 'home', site.home, 'mapserver', maps);
  }
  if (!content.isWhole('mapserver', 'overlayserver', 'map')) return;
  for (const role of ['provider', 'area'] as const) {
    if (unclear.has(role)) continue;
    for (const { file } of content.of(role)) {
      if (!used.has(file.path)) yield diagnostic('unused-file', file.path, null, { field: role });
    }
  }
}

/** What `removals.yaml` lists must not be in the catalog. `cartalog diff` checks fields and files of the site. */
function* removals(content: Content): Generator<Diagnostic> {
  for (const { file, value: list } of content.of('removals')) {
    for (const [index, { url = '', id, file: path }] of list.entries()) {
      // A map of another type has its own document, not a place in a list.
      const isMap = typedMapAt(url) !== null && id === undefined && path === undefined;
      if (/^\/v[12]\/maps(?:\/|$)/.test(url) && !isMap)
        yield diagnostic('bad-removal', file.path, valueAt(index), null);
      else if (url !== '' && isNeverPublished({ url, id, file: path })) {
        const [meant = null] = publishedPaths(url).filter((one) => !isNeverPublished({ url: one, id, file: path }));
        const target = nameOfTarget({ url, id, file: path });
        yield stageDiagnostic('removal-without-effect', file.path, valueAt(index), { target, meant });
      }
    }
  }
  yield* removalsNotDone(
    listedRemovals(content).filter((removal) => !isOfEntry(removal)),
    content,
  );
}

/** True for a file of the catalog folder, an impossible id, or an id or file in a list that has none. */
function isNeverPublished({ url, id, file }: Target): boolean {
  const resource = resourceAt(url);
  if (id !== undefined) return resource?.route !== 'mapservers' && resource?.route !== 'overlayservers';
  if (file !== undefined) return resource?.route !== 'datasource';
  if (resource) return resource.id !== undefined && !ID.test(resource.id);
  if (url.startsWith('/v1/')) return resourceAt(url.slice(0, url.lastIndexOf('/') + 1)) === null || !/\.\w+$/.test(url);
  return !url.startsWith('/v2/') && (url.endsWith('.yaml') || publishedPaths(url).length > 0);
}

function* entryRemovals(content: Content, _options: RuleOptions, records: Content): Generator<Diagnostic> {
  const removed = listedEntries(records);
  if (removed.size === 0) return;
  const ids = new Set(SECTIONS.flatMap((role): readonly Document[] => content.of(role)).map(({ file }) => file.name));
  for (const id of ids) yield* removalsNotDone(removed.get(id as string) ?? [], content);
}

function* removalsNotDone(removed: readonly ListedRemoval[], content: Content): Generator<Diagnostic> {
  for (const { target, problem } of removed) if (isThere(target, content)) yield problem;
}

const isOfEntry = ({ target: { id, file } }: ListedRemoval): boolean => id === undefined && file !== undefined;

/** Memoized, because each data source is checked alone. */
function listedEntries(records: Content): ReadonlyMap<string | undefined, readonly ListedRemoval[]> {
  const known = KNOWN_ENTRIES.get(records);
  const entries =
    known ?? itemsByKey(listedRemovals(records).filter(isOfEntry), ({ target }) => resourceAt(target.url)?.id);
  if (!known) KNOWN_ENTRIES.set(records, entries);
  return entries;
}

const KNOWN_ENTRIES = new WeakMap<Content, ReturnType<typeof listedEntries>>();

interface ListedRemoval {
  readonly target: Target;
  readonly problem: Diagnostic;
}

function listedRemovals(content: Content): ListedRemoval[] {
  return content.of('removals').flatMap(({ file, value: list }) =>
    list.flatMap(({ url, id, file: path, field }, index): ListedRemoval[] => {
      if (url === undefined || field !== undefined) return [];
      const target = { url, id, file: path };
      const details = { target: nameOfTarget(target) };
      return [{ target, problem: stageDiagnostic('removal-not-done', file.path, valueAt(index), details) }];
    }),
  );
}

function isThere({ url, id, file }: Target, content: Content): boolean {
  const map = typedMapAt(url);
  if (map !== null) return content.of('map').some(({ file }) => file.name === map);
  const resource = resourceAt(url);
  if (!resource) return false;
  if (id !== undefined) return hasMap(content, resource, id);
  if (file !== undefined) return hasFile(content, resource, file);
  return hasRecord(content, resource);
}

function hasMap(content: Content, { route }: Resource, id: string): boolean {
  const role = route === 'mapservers' ? 'mapserver' : route === 'overlayservers' ? 'overlayserver' : null;
  return role !== null && content.of(role).some(({ value }) => value.id === id);
}

function hasFile(content: Content, { route, id }: Resource, path: string): boolean {
  if (route !== 'datasource') return false;
  const files = SECTIONS.flatMap((role): readonly Document[] => content.of(role));
  return files.some(({ file, value }) => file.name === id && Object.hasOwn(value, path));
}

function hasRecord(content: Content, { route, id }: Resource): boolean {
  if (route === 'datasource') return content.of('datasource').some(({ file }) => file.name === id);
  if (route === 'edition') return content.of('edition').some(({ file }) => file.name === id);
  if (route !== 'category') return true;
  return content.of('categories').some(({ value }) => value.some((category) => String(category.id) === id));
}

function* categoryTree(content: Content): Generator<Diagnostic> {
  for (const { file, value: categories } of content.of('categories')) {
    const parents = new Map<number, number | undefined>();
    for (const { id, parent } of categories) if (id !== undefined && !parents.has(id)) parents.set(id, parent);
    const below = belowThemselves(parents);
    const reported = new Set<number>();
    for (const [index, { id, parent }] of categories.entries()) {
      if (parent === undefined) continue;
      // A category whose id is invalid may be the parent.
      const isKnown = parents.has(parent) || categories.some(({ id }) => id === undefined);
      if (isKnown && !(id !== undefined && below.has(id))) continue;
      const place = valueAt(index, 'parent');
      if (!isKnown) yield diagnostic('unknown-parent', file.path, place, { parent, known: [...parents.keys()] });
      if (id === undefined || reported.has(id) || !below.has(id)) continue;
      const cycle = cycleFrom(id, parents);
      // One cycle is one mistake.
      for (const member of cycle) reported.add(member);
      yield diagnostic('parent-cycle', file.path, place, { cycle });
    }
  }
}

type Parents = ReadonlyMap<number, number | undefined>;

/** In linear time. */
function belowThemselves(parents: Parents): ReadonlySet<number> {
  const below = new Set<number>();
  const done = new Set<number>();
  for (const start of parents.keys()) {
    const path = new Set<number>();
    let id: number | undefined = start;
    for (; id !== undefined && !done.has(id) && !path.has(id); id = parents.get(id)) path.add(id);
    if (id !== undefined && path.has(id)) for (const member of cycleFrom(id, parents)) below.add(member);
    for (const passed of path) done.add(passed);
  }
  return below;
}

/** The path from a category below itself up to itself, both included. */
function cycleFrom(id: number, parents: Parents): number[] {
  const path = [id];
  let parent = parents.get(id);
  for (; parent !== undefined && parent !== id; parent = parents.get(parent)) path.push(parent);
  return [...path, id];
}

export const REFERENCE_RULES = ruleSet(REFERENCE_PROBLEMS, {
  catalog: [categoryTree, editionSources, fileNames, removals],
  entry: [entryRemovals],
});
