/**
 * The hand-written rules, then rules for XML Schemas, for plain files at the root, and for resources with their own
 * Last-Modified or lifetime. A list has details below it, so each of its files needs a rule; other resources need one
 * rule with `*`. The handler applies rules beyond the host's limit.
 */

import { parseHeaderRules } from '../../../contract/interface/header-rules.ts';
import { allowOf, EVERY_ANSWER } from '../../../contract/interface/http-answers.ts';
import { MEDIA_TYPES } from '../../../contract/interface/media-types.ts';
import { DESCRIPTION_LINK, PLAIN_FILES, ROOT_FILES } from '../../../contract/interface/plain-files.ts';
import type { OwnHeaders } from '../../../contract/interface/published.ts';
import { RENDITIONS, renditionFileOf, renditionsOf } from '../../../contract/interface/v1-renditions.ts';
import { type RouteName, v1Path } from '../../../contract/interface/v1-routes.ts';
import { schemaPath, XML_SCHEMA_NAMES } from '../../../contract/interface/v1-schemas.ts';
import { ASSETS_FOLDER, ASSETS_LIFETIME, PROGRAMS_FOLDER, RECORD_FOLDERS } from '../../../contract/pages/pages.ts';
import { SIGNATURE_ENDING } from '../../../contract/signing/minisign.ts';
import type { History } from '../../history/history.ts';
import type { CatalogOutline } from '../../model/catalog.ts';
import { catalogChangeTime, documentChangeTimes } from '../core/document-sources.ts';

export interface HeaderRule {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null for lists, schemas and plain files. */
  readonly own: OwnHeaders | null;
}

export function headerRules(catalog: CatalogOutline, history: History): HeaderRule[] {
  const timeOf = documentChangeTimes(catalog, history);
  const ofCatalog = headersFor(catalogChangeTime(catalog, history), null);
  const rule = (path: string, headers: HeaderRule['headers'], own: OwnHeaders | null = null): HeaderRule[] =>
    headers.length === 0 ? [] : [{ path, headers, own }];
  const shared = (list: RouteName, paths = [`${v1Path(list)}*`]): HeaderRule[] =>
    paths.flatMap((path) => rule(path, headersFor(timeOf(list), null)));
  const single = (route: 'datasource' | 'edition', id: string, maxAge: number | null = null): HeaderRule[] => {
    const time = timeOf(route, id);
    return rule(`${v1Path(route, id)}*`, headersFor(time, maxAge), [time, maxAge]);
  };
  return [
    // A rule for the folder would also apply to other paths, which are a 404 in JSON.
    ...XML_SCHEMA_NAMES.flatMap((name) => rule(schemaPath(name), [['Content-Type', RENDITIONS.xml.contentType]])),
    ...filesOf('service').flatMap((path) => {
      const link = path === v1Path('service') ? [['Link', DESCRIPTION_LINK] as const] : [];
      return rule(path, [...link, ...headersFor(timeOf('service'), null)]);
    }),
    ...ROOT_FILES.flatMap((file) =>
      rule(file.path, [
        ['Content-Type', file.contentType],
        ['Allow', allowOf(file)],
        ...READABLE.map((name) => [name, EVERY_ANSWER[name]] as const),
        // The manifest also changes with the program.
        ...(file === PLAIN_FILES.manifest ? [] : ofCatalog),
      ]),
    ),
    ...(catalog.keys ? rule(`/*${SIGNATURE_ENDING}`, SIGNATURE_HEADERS) : []),
    ...ALL_PARTS.flatMap((path) => rule(path, ofCatalog)),
    ...shared('mapservers'),
    ...shared('overlayservers'),
    ...shared('datasources', filesOf('datasources')),
    ...catalog.datasources.flatMap(({ id, maxAge }) => single('datasource', id, maxAge)),
    ...shared('categories'),
    ...shared('editions', filesOf('editions')),
    ...catalog.editions.flatMap(({ id }) => single('edition', id)),
  ];
}

/** Rules for files that programs in browsers read from any origin. */
export function programRules({ maps }: Pick<CatalogOutline, 'maps'>): HeaderRule[] {
  const name = 'Access-Control-Allow-Origin';
  const roles = ['mapserver', 'overlayserver', ...(maps.length > 0 ? ['map' as const] : [])] as const;
  const paths = [...roles.map((role) => `/${RECORD_FOLDERS[role]}/:name/:file.json`), `/${PROGRAMS_FOLDER}*`];
  return paths.map((path) => ({ path, headers: [[name, EVERY_ANSWER[name]]], own: null }));
}

/** Headers by which scripts of any origin can read a file and its headers. */
const READABLE = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] as const;

const SIGNATURE_HEADERS: HeaderRule['headers'] = [
  ['Content-Type', MEDIA_TYPES['minisig'] as string],
  ...READABLE.map((name) => [name, EVERY_ANSWER[name]] as const),
];

function headersFor(time: number | null, maxAge: number | null): HeaderRule['headers'] {
  const modified = time === null ? [] : [['Last-Modified', new Date(time * 1000).toUTCString()] as const];
  const lifetime = maxAge === null ? [] : [['Cache-Control', `max-age=${maxAge}`] as const];
  return [...modified, ...lifetime];
}

/** The file gets rules of single resources in order, as many as fit. The handler applies the others. */
export function splitRules(
  rules: readonly HeaderRule[],
  base: string,
  limit: number | null,
): { readonly inFile: readonly HeaderRule[]; readonly inHandler: readonly HeaderRule[] } {
  const always = parseHeaderRules(base).rules.length + rules.filter(({ own }) => own === null).length;
  const single = rules.filter(({ own }) => own !== null);
  const inHandler = limit === null ? [] : single.slice(Math.max(limit - always, 0));
  const handled = new Set(inHandler);
  return { inFile: rules.filter((rule) => !handled.has(rule)), inHandler };
}

/** Names of scripts and styles change with their content. */
export const ASSETS_RULE: HeaderRule = {
  path: `/${ASSETS_FOLDER}*`,
  headers: [['Cache-Control', ASSETS_LIFETIME]],
  own: null,
};

const ALL_PARTS = [PLAIN_FILES.all.path, PLAIN_FILES.all.path.replace('.json', '-*')];

function filesOf(list: RouteName): string[] {
  const path = v1Path(list);
  return [path, ...renditionsOf(list).map((rendition) => path + renditionFileOf(list, rendition))];
}

/** `! Name` removes what earlier rules set: a host would join the values. */
export function headersFile(base: string, rules: readonly Pick<HeaderRule, 'path' | 'headers'>[]): string {
  const generated = rules.map(({ path, headers }) =>
    [path, ...headers.map(([name, value]) => `  ! ${name}\n  ${name}: ${value}`)].join('\n'),
  );
  return `${[base.trimEnd(), ...generated].join('\n\n')}\n`;
}
