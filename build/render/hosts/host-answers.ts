/**
 * For server configurations: paths as patterns, answers as text. A configuration is a program, and strangers change
 * catalogs. So it takes only ids, file names, numbers, and addresses with all but harmless characters encoded.
 */
import {
  type Addressed,
  ANSWERS,
  type AnswerName,
  allowOf,
  answerBody,
  DOCUMENT_POLICY,
  EVERY_ANSWER,
  REFUSED_DETAIL,
  REVALIDATED,
} from '../../../contract/interface/http-answers.ts';
import { PLAIN_FILES, type PlainFile } from '../../../contract/interface/plain-files.ts';
import { isCatalogPart, plainFileAt } from '../../../contract/interface/served-files.ts';
import { RENDITIONS } from '../../../contract/interface/v1-renditions.ts';
import { READ, ROUTES, type RouteName, resourceAt, v1Path } from '../../../contract/interface/v1-routes.ts';
import { V1_SCHEMAS_PATH } from '../../../contract/interface/v1-schemas.ts';
import { ConfigurationError, type ServedSite } from './configuration-input.ts';

/** Characters that have no special meaning in quotes of any server. */
const HARMLESS_JSON = /^[A-Za-z0-9 {}[\]":,;.?&=@+%/_~()-]*$/;

const FILE_PATTERNS: readonly (readonly [path: string, pattern: string])[] = [
  ...Object.values(PLAIN_FILES).map(
    ({ path }) => [path, path.replace('.', isCatalogPart(path) ? '(?:-[0-9]+)?[.]' : '[.]')] as const,
  ),
  ...['json', 'xsd'].map(
    (ending) => [`${V1_SCHEMAS_PATH}/any.${ending}`, `${V1_SCHEMAS_PATH}/[A-Za-z0-9/-]+[.]${ending}`] as const,
  ),
];

/** One's own server answers OPTIONS also for plain files outside of the interface. */
export const ANSWER_SUBJECTS = [
  // Only harmless characters: servers look up matching paths as files.
  ...(Object.keys(ROUTES) as RouteName[]).map((route) =>
    subject(route, ROUTES[route].path.replace(':id', '[0-9A-Za-z-]+'), RENDITIONS.json.file, ROUTES[route]),
  ),
  ...FILE_PATTERNS.map(([path, pattern]) =>
    subject(path, pattern, '', { ...(plainFileAt(path) as PlainFile), methods: READ }),
  ),
];

/**
 * The pattern matches decoded paths, which are published if they have a file. `index` is its name in the folder; empty
 * for plain files. `name` is a route, or a plain file's path.
 */
function subject(name: string, path: string, index: string, addressed: Addressed) {
  const description = jsonOf(answerBody('describe', {}, addressed));
  return { name, pattern: `^${path}$`, index, methods: addressed.methods, allow: allowOf(addressed), description };
}

export const WRITABLE = ANSWER_SUBJECTS.filter(({ methods }) => methods.length > READ.length);

export const READ_ALLOW = allowOf({ methods: READ });

/** Headers of every answer of the interface, on one's own servers. */
export const DOCUMENT_HEADERS = Object.entries({ ...EVERY_ANSWER, 'Content-Security-Policy': DOCUMENT_POLICY });

export const DOCUMENT_TYPES = {
  json: RENDITIONS.json.contentType,
  ...Object.fromEntries(
    Object.values(RENDITIONS).map(({ file, contentType }) => [file.replace(/.*[.]/, ''), contentType]),
  ),
  xsd: RENDITIONS.xml.contentType,
};

/** With these, a server may refuse to send a file; the handler ignores them. */
export const PRECONDITIONS: readonly string[] = ['If-Match', 'If-Unmodified-Since'];

/** Some ask for a part of a file: only files of `public/` have parts. */
export const IGNORED_HEADERS: readonly string[] = [...PRECONDITIONS, 'If-Range', 'Range'];

/** By name of an answer, or status of an error that the server finds. */
export type Bodies = Readonly<Record<Exclude<AnswerName, 'describe' | 'refuse'> | number, string>>;

export function answerBodies(repository: string): Bodies {
  const named = { repository: harmlessAddress(repository) };
  const names = ['redirect', 'unknownPath', 'acknowledge', 'forbid', 'unknownFormat', 'missing', 'removed'] as const;
  return Object.fromEntries([
    ...names.map((name) => [name, jsonOf(answerBody(name, named))]),
    ...Object.entries(REFUSED_DETAIL).map(([status, detail]) => [status, jsonOf({ detail })]),
  ]) as Bodies;
}

export function refusalBody(allow: string): string {
  return jsonOf(answerBody('refuse', { allow }));
}

export function answerStatusOf(name: AnswerName): string {
  return String(ANSWERS[name].status);
}

/** Lists only resources with a header of their own. An unknown date is empty. */
export function resourceHeaders(site: ServedSite): (readonly [path: string, cache: string, modified: string])[] {
  return resourcesOf(site)
    .map(({ path, maxAge, lastModified }) => {
      const modified = lastModified === null ? '' : new Date(lastModified).toUTCString();
      return [path, maxAge === undefined ? REVALIDATED : `max-age=${maxAge}`, modified] as const;
    })
    .filter(([, cache, modified]) => cache !== REVALIDATED || modified !== '');
}

export function lifetimesOf(site: ServedSite): (readonly [path: string, seconds: number])[] {
  return resourcesOf(site).flatMap(({ path, maxAge }) => (maxAge === undefined ? [] : [[path, maxAge] as const]));
}

/** In the order of the manifest. @throws ConfigurationError */
function resourcesOf({ files, maxAges }: ServedSite) {
  return files.flatMap(({ url, lastModified }) => {
    const resource = resourceAt(url);
    if (!resource) return [];
    const { route, id } = resource;
    if (id !== undefined && !/^[a-z0-9-]+$/.test(id)) throw new ConfigurationError(id);
    const maxAge = route === 'datasource' ? maxAges.get(id ?? '') : undefined;
    return [{ path: v1Path(route, id), maxAge, lastModified }];
  });
}

/** Patterns of documents below `/v2/`, and pages in any language. If a new map has the name, its files are sent. */
export function removedMaps({ withdrawn }: ServedSite): string[] {
  const removed = withdrawn.filter((record) => record.withdrawn === 'removed');
  const addresses = removed.map(({ list, file }) => `${list}/${file}`);
  const ofMaps = addresses.filter((address) => /^(?:(?:map|overlay)servers|maps)[/][\w-]+$/.test(address));
  return ofMaps.map((address) => `^/(?:[a-z0-9]+/)?${address}(?:[.]json|/.*)?$`);
}

/** As the handler sends it, without the line feed. @throws ConfigurationError if a server would misread it */
function jsonOf(body: object): string {
  const json = JSON.stringify(body);
  if (!HARMLESS_JSON.test(json)) throw new ConfigurationError(json);
  return json;
}

/** Encodes what has a meaning to a server or in JSON. */
export function harmlessAddress(address: string): string {
  return address.replace(/[^A-Za-z0-9.?&=@+%/_~:-]/gu, (character) =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
