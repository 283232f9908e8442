import { type Resource, resourceAt } from '../../contract/routes.ts';
import { nameOfTarget, type Target } from '../../contract/targets.ts';
import { closestTo } from '../../contract/text.ts';
import { diagnostic, value } from '../diagnostics/diagnostic.ts';
import type { Content } from '../validate/content.ts';
import type { Rule } from './rule.ts';

/** An edition names data sources by their ids, and each must exist. */
export const editionSources: Rule = {
  name: 'edition-sources',
  description: 'editions name only data sources that exist',
  *check(content) {
    const ids = content.dataSourceIds();
    if (ids === null) return;
    const known = new Set(ids);
    for (const { file, value: edition } of content.of('edition')) {
      for (const [index, id] of (edition.datasources ?? []).entries()) {
        if (typeof id !== 'string' || known.has(id)) continue;
        const suggestion = closestTo(id, ids);
        yield diagnostic('unknown-datasource', file.path, value('datasources', index), { id, suggestion });
      }
    }
  },
};

/**
 * What `removals.yaml` lists is not in the catalog. Fields and files of the site itself are not found in the catalog;
 * `cartalog diff` checks those.
 */
export const removals: Rule = {
  name: 'removals',
  description: 'nothing is both listed as removed and in the catalog',
  *check(content) {
    for (const { file, value: list } of content.of('removals')) {
      for (const [index, { url, id, file: path, field }] of list.entries()) {
        if (url === undefined || field !== undefined) continue;
        const target = { url, id, file: path };
        if (!isThere(target, content)) continue;
        yield diagnostic('removal-not-done', file.path, value(index), { target: nameOfTarget(target) });
      }
    }
  },
};

function isThere({ url, id, file }: Target, content: Content): boolean {
  const resource = resourceAt(url);
  if (!resource) return false;
  if (id !== undefined) return hasTileServer(content, resource, id);
  if (file !== undefined) return hasFile(content, resource, file);
  return hasRecord(content, resource);
}

function hasTileServer(content: Content, { route }: Resource, id: string): boolean {
  const kind = route === 'mapservers' ? 'mapserver' : route === 'overlayservers' ? 'overlayserver' : null;
  return kind !== null && content.of(kind).some(({ value }) => value.id === id);
}

function hasFile(content: Content, { route, id }: Resource, path: string): boolean {
  return route === 'datasource' && id !== undefined && content.hasEntry(id, path);
}

/** The entries that `removals.yaml` lists, by data source: whether these are there is all that a rule asks of all entries. */
export function removedEntries(content: Content): ReadonlyMap<string, readonly string[]> {
  const entries = new Map<string, string[]>();
  for (const { value: list } of content.of('removals')) {
    for (const { url, file, field } of list) {
      const resource = url === undefined || field !== undefined ? null : resourceAt(url);
      if (file === undefined || resource?.route !== 'datasource' || resource.id === undefined) continue;
      entries.set(resource.id, [...(entries.get(resource.id) ?? []), file]);
    }
  }
  return entries;
}

function hasRecord(content: Content, { route, id }: Resource): boolean {
  if (route === 'datasource') return content.of('datasource').some(({ file }) => file.name === id);
  if (route === 'edition') return content.of('edition').some(({ file }) => file.name === id);
  if (route !== 'category') return true;
  return content.of('categories').some(({ value }) => value.some((category) => String(category.id) === id));
}

/** The key `parent` makes a tree of the list. */
export const categoryTree: Rule = {
  name: 'category-tree',
  description: 'every parent is in the list, and no category is below itself',
  *check(content) {
    for (const { file, value: categories } of content.of('categories')) {
      const parents = new Map<number, number | undefined>();
      for (const { id, parent } of categories) if (id !== undefined && !parents.has(id)) parents.set(id, parent);
      const below = belowThemselves(parents);
      const reported = new Set<number>();
      for (const [index, { id, parent }] of categories.entries()) {
        if (parent === undefined) continue;
        const isKnown = parents.has(parent);
        if (isKnown && !(id !== undefined && below.has(id))) continue;
        const place = value(index, 'parent');
        if (!isKnown) yield diagnostic('unknown-parent', file.path, place, { parent });
        if (id === undefined || reported.has(id) || !below.has(id)) continue;
        const cycle = cycleFrom(id, parents);
        // One cycle is one mistake, however many categories are in it.
        for (const member of cycle) reported.add(member);
        yield diagnostic('parent-cycle', file.path, place, { cycle });
      }
    }
  },
};

type Parents = ReadonlyMap<number, number | undefined>;

/** Every category that is below itself. Each step upwards is made once, so that a long chain takes no time. */
function belowThemselves(parents: Parents): ReadonlySet<number> {
  const below = new Set<number>();
  const done = new Set<number>();
  for (const start of parents.keys()) {
    const way = new Set<number>();
    let id: number | undefined = start;
    for (; id !== undefined && !done.has(id) && !way.has(id); id = parents.get(id)) way.add(id);
    if (id !== undefined && way.has(id)) for (const member of cycleFrom(id, parents)) below.add(member);
    for (const passed of way) done.add(passed);
  }
  return below;
}

/** The path from a category that is below itself up to itself, both ends included. */
function cycleFrom(id: number, parents: Parents): number[] {
  const way = [id];
  let parent = parents.get(id);
  for (; parent !== undefined && parent !== id; parent = parents.get(parent)) way.push(parent);
  return [...way, id];
}
