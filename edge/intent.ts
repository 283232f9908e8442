import { type Addressed, ANSWER_NAMES, type AnswerName, METHOD_ANSWERS } from '../contract/interface/http-answers.ts';
import type { Lookup } from '../contract/interface/published.ts';
import { plainFileAt } from '../contract/interface/served-files.ts';
import { renditionFileOf, renditionFor } from '../contract/interface/v1-renditions.ts';
import { decodedSegments, type Resource, ROUTES, resourceAt, v1Path } from '../contract/interface/v1-routes.ts';
import { prefersXml } from './accept.ts';

export interface FoundSubject {
  /** Without unnecessary percent-encoding. */
  readonly path: string;
  readonly subject: Addressed;
  /** Null for a plain file. */
  readonly resource: Resource | null;
}

export type Intent =
  | { readonly send: string; readonly found: FoundSubject }
  | { readonly answer: AnswerName; readonly found: FoundSubject | null };

interface RequestParts {
  readonly method: string;
  readonly url: URL;
  readonly accept: string | null;
}

export function intentOf({ method, url, accept }: RequestParts, lookup: Lookup): Intent {
  const { pathname, searchParams } = url;
  const found = documentAt(pathname, lookup) ?? plainFile(pathname, lookup);
  const format = searchParams.get('format') ?? (prefersXml(accept) ? 'xml' : null);
  const isSet = (parameter: string): boolean => searchParams.get(parameter) === 'true';
  const file = found?.resource ? fileFor(found.resource, format, isSet, lookup) : '';
  const methodAnswer = found?.subject.methods.includes(method) ? METHOD_ANSWERS[method] : 'refuse';
  const applies: Partial<Record<AnswerName, boolean>> = {
    redirect: !found && documentAt(`${pathname}/`, lookup) !== null,
    unknownPath: !found,
    ...(method === 'GET' || method === 'HEAD' || !methodAnswer ? {} : { [methodAnswer]: true }),
    unknownFormat: file === null,
  };
  const answer = ANSWER_NAMES.find((name) => applies[name]);
  return found && answer === undefined
    ? { send: found.path + file, found }
    : { answer: answer ?? 'unknownPath', found };
}

function fileFor(
  resource: Resource,
  format: string | null,
  isSet: (parameter: string) => boolean,
  { hasSource }: Lookup,
): string | null {
  const rendition = renditionFor(format, (parameter) => isSet(parameter) && hasSource(resource));
  return rendition && renditionFileOf(resource.route, rendition);
}

function documentAt(requestPath: string, { isPublished }: Lookup): FoundSubject | null {
  const resource = resourceAt(requestPath);
  if (!resource || !isPublished(resource)) return null;
  const { route, id } = resource;
  return { path: v1Path(route, id), subject: ROUTES[route], resource };
}

function plainFile(requestPath: string, { hasFile }: Lookup): FoundSubject | null {
  const segments = decodedSegments(requestPath);
  // An encoded slash is not a separator.
  if (!segments || segments.some((segment) => segment.includes('/'))) return null;
  const path = segments.join('/');
  const subject = hasFile(path) ? plainFileAt(path) : null;
  return subject && { path, subject, resource: null };
}
