import type { PlainFile } from './plain-files.ts';
import { RENDITIONS, V1_FORMATS } from './v1-renditions.ts';
import { READ_STATIC, type Route } from './v1-routes.ts';

export type Addressed = Route | PlainFile;

/** Headers of every answer below `/v1/`. */
export const EVERY_ANSWER = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Allow, ETag',
  Vary: 'Accept',
  'X-Content-Type-Options': 'nosniff',
} as const satisfies Readonly<Record<string, string>>;

/** Documents are only shown: all is forbidden. */
export const DOCUMENT_POLICY = "default-src 'none'; sandbox";

export const REVALIDATED = 'public, max-age=0, must-revalidate';

export const NEVER_CACHED = 'no-store';

export const PREFLIGHT_SECONDS = 86_400;

/** Map programs in browsers read `public/` from any origin. */
export const PUBLIC_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': EVERY_ANSWER['X-Content-Type-Options'],
  'Access-Control-Allow-Origin': EVERY_ANSWER['Access-Control-Allow-Origin'],
};

export const PUBLIC_ALLOW = allowOf({ methods: READ_STATIC });

/** What an answer's text names. Servers without a handler leave out what they cannot write as JSON. */
export interface Named {
  readonly location?: string;
  readonly method?: string;
  readonly allow?: string;
  readonly repository?: string;
}

export interface Answer {
  readonly status: number;
  /** Null if it describes the resource. */
  readonly detail: ((named: Named) => string) | null;
  readonly cache: string | null;
  readonly hasAllow: boolean;
}

const error = (status: number, detail: (named: Named) => string, hasAllow = false): Answer => {
  return { status, detail, cache: NEVER_CACHED, hasAllow };
};

/** In this order: the address before the method. A missing slash redirects every method: a 308 keeps it. */
export const ANSWERS = {
  redirect: error(
    308,
    ({ location = 'see Location' }) => `The address needs a slash at the end of its path: ${location}`,
  ),
  unknownPath: error(404, () => 'Nothing is published at this address.'),
  describe: { status: 200, detail: null, cache: null, hasAllow: true } as Answer,
  /** Clients report downloads with PUT, and warn at any status but 2xx. */
  acknowledge: error(202, () => 'Thank you for the report. It is not stored.'),
  forbid: error(403, ({ repository }) => `The catalog cannot be changed here, only by a pull request: ${repository}`),
  refuse: error(
    405,
    ({ method = 'This method', allow = PUBLIC_ALLOW }) => `${method} is not allowed here; use ${allow}.`,
    true,
  ),
  unknownFormat: error(404, () => `There is no such format; use one of: ${V1_FORMATS.join(', ')}.`),
  missing: error(502, () => 'The document at this address could not be read; try again later.'),
  /** Hosts without a list of removed maps answer 404. */
  removed: error(410, () => 'The map was removed; /v2/withdrawn.json says why.'),
} as const;

export type AnswerName = keyof typeof ANSWERS;

export const ANSWER_NAMES = Object.keys(ANSWERS) as AnswerName[];

/** Only GET and HEAD are allowed everywhere. */
export const METHOD_ANSWERS: Readonly<Record<string, AnswerName>> = {
  OPTIONS: 'describe',
  PUT: 'acknowledge',
  POST: 'forbid',
  DELETE: 'forbid',
};

export function answerBody(name: AnswerName, named: Named, subject: Addressed | null = null): object {
  const { detail } = ANSWERS[name];
  return detail || !subject ? { detail: detail?.(named) } : descriptionOf(subject);
}

/** Texts by status, for requests that a web server refuses itself. */
export const REFUSED_DETAIL: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  408: 'The request took too long.',
  412: 'The document has changed since, or is another one.',
  413: 'The body of the request is too large.',
  414: 'The address is too long.',
  416: 'The file has no such range.',
  417: 'The server cannot do what Expect asks for.',
  431: 'The headers of the request are too large.',
  501: 'The server does not know this transfer coding.',
  505: 'The server does not know this version of HTTP.',
};

function descriptionOf(subject: Addressed): object {
  const renders = 'contentType' in subject ? [subject.contentType] : DOCUMENT_MEDIA_TYPES;
  return { name: subject.name, description: subject.description, renders, parses: [] };
}

const DOCUMENT_MEDIA_TYPES = [
  ...new Set(Object.values(RENDITIONS).map(({ contentType }) => contentType.replace(/;.*/, ''))),
];

export function preflightHeaders(request: Headers, allow: string): Record<string, string> {
  if (!request.has('Origin') || !request.has('Access-Control-Request-Method')) return {};
  const requestHeaders = request.get('Access-Control-Request-Headers');
  return {
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
    ...(requestHeaders ? { 'Access-Control-Allow-Headers': requestHeaders } : {}),
  };
}

export function allowOf({ methods }: Pick<Addressed, 'methods'>): string {
  return methods.join(', ');
}
