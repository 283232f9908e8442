import { type Resource, resourceAt } from '../../interface/routes.ts';
import { diagnostic, value } from '../diagnostics/diagnostic.ts';
import { nameOfTarget, type Target } from '../model/removal.ts';
import type { Content } from './content.ts';
import type { Rule } from './rule.ts';

/**
 * What `removals.yaml` lists is not in the catalog. Fields and files of the site itself do not stand in the catalog;
 * `cartalog diff` looks at those.
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
  return content.of('tileserver').some(({ file, value }) => file.path.startsWith(`${route}/`) && value.id === id);
}

function hasFile(content: Content, { route, id }: Resource, path: string): boolean {
  if (route !== 'datasource') return false;
  const groups = (['files', 'maps', 'themes'] as const).flatMap((kind) => [...content.of(kind)]);
  return groups.some(({ file, value }) => file.name === id && Object.hasOwn(value, path));
}

function hasRecord(content: Content, { route, id }: Resource): boolean {
  if (route === 'datasource') return content.of('datasource').some(({ file }) => file.name === id);
  if (route === 'edition') return content.of('edition').some(({ file }) => file.name === id);
  if (route !== 'category') return true;
  return content.of('categories').some(({ value }) => value.some((category) => String(category.id) === id));
}
