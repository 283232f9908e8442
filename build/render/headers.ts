/**
 * The `_headers` file: the hand-written rules, then one for each XML Schema, for plain files at the root, and for each
 * resource with its own Last-Modified or lifetime.
 *
 * The host matches rules with the path of the request. A list has details below it, so it needs a rule for each of its
 * files; for a resource with nothing below it, one rule with `*` is enough.
 */
import { DESCRIPTION_LINK, PLAIN_FILES, type PlainFile } from '../../contract/plain-files.ts';
import { fileOf, RENDITIONS, renditionsOf, schemaPath, XML_SCHEMA_NAMES } from '../../contract/renditions.ts';
import { pathOf, type RouteName } from '../../contract/routes.ts';
import type { Catalog } from '../model/catalog.ts';
import type { History } from '../model/history.ts';
import { sourcesOf } from './sources.ts';

/** One rule: a path pattern and the headers it sets. */
export interface HeaderRule {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The rules that follow from the catalog and its history. */
export function headerRules(catalog: Catalog, history: History): HeaderRule[] {
  // One for each schema and not one for the folder, so that any other path is refused in JSON.
  const rules: HeaderRule[] = XML_SCHEMA_NAMES.map((name) => ({
    path: schemaPath(name),
    headers: [['Content-Type', RENDITIONS.xml.contentType]],
  }));
  rules.push({ path: pathOf('service'), headers: [['Link', DESCRIPTION_LINK]] });
  for (const { path, contentType } of ROOT_FILES) {
    const headers = [['Content-Type', contentType] as const, ['Access-Control-Allow-Origin', '*'] as const];
    rules.push({ path, headers });
  }
  const add = (paths: readonly string[], sources: readonly string[], maxAge: number | null = null): void => {
    const time = history.lastChange(sources);
    const headers: [string, string][] = [];
    if (time !== null) headers.push(['Last-Modified', new Date(time * 1000).toUTCString()]);
    if (maxAge !== null) headers.push(['Cache-Control', `max-age=${maxAge}`]);
    if (headers.length > 0) for (const path of paths) rules.push({ path, headers });
  };
  add([`${pathOf('mapservers')}*`], sourcesOf('mapservers'));
  add([`${pathOf('overlayservers')}*`], sourcesOf('overlayservers'));
  add(filesOf('datasources'), sourcesOf('datasources'));
  for (const { id, maxAge } of catalog.datasources) {
    add([`${pathOf('datasource', id)}*`], sourcesOf('datasource', id), maxAge);
  }
  add([`${pathOf('categories')}*`], sourcesOf('categories'));
  add(filesOf('editions'), sourcesOf('editions'));
  for (const { id } of catalog.editions) add([`${pathOf('edition', id)}*`], sourcesOf('edition', id));
  return rules;
}

/** Plain files that the rules for everything below `/v1/` do not reach. */
const ROOT_FILES: readonly PlainFile[] = [PLAIN_FILES.manifest, PLAIN_FILES.changes, PLAIN_FILES.changesAtom];

function filesOf(list: RouteName): string[] {
  const path = pathOf(list);
  return [path, ...renditionsOf(list).map((rendition) => path + fileOf(list, rendition))];
}

/** The whole file: the hand-written rules, then the generated ones. */
export function headersFile(base: string, rules: readonly HeaderRule[]): string {
  const generated = rules.map(({ path, headers }) =>
    [path, ...headers.map(([name, value]) => `  ! ${name}\n  ${name}: ${value}`)].join('\n'),
  );
  return `${[base.trimEnd(), ...generated].join('\n\n')}\n`;
}
