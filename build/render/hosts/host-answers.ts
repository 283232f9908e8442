/**
 * The answers of the interface in a form for server configurations: paths as patterns, answers as text, and what
 * depends on the catalog as tables.
 *
 * A configuration is a program, and strangers change catalogs. It contains nothing from a catalog but ids, numbers, and
 * the address of the repository with all but harmless characters encoded.
 */
import {
  type Addressed,
  ANSWER_NAMES,
  type AnswerName,
  allowOf,
  answerBody,
  METHOD_ANSWERS,
  PUBLIC_ALLOW,
  REFUSED,
} from '../../../contract/http-answers.ts';
import { PLAIN_FILES, plainFileAt } from '../../../contract/plain-files.ts';
import { RENDITION_NAMES, RENDITIONS, type Rendition } from '../../../contract/renditions.ts';
import { PREFIX, pathOf, READ, ROUTES, type Route, type RouteName } from '../../../contract/routes.ts';
import { changeTimes } from '../sources.ts';
import type { ConfigurationInput } from './configuration.ts';
import { ANY_FORMAT_QUERY, FORMAT_QUERIES, JSON_ACCEPTS, SOURCE_QUERY, XML_ACCEPT } from './request-patterns.ts';

/** A kind of resource, or a plain file, in a server's configuration. */
export interface SubjectAnswers {
  /** The name of the route, or a name made from the path of the file. */
  readonly kind: string;
  /** Matches the decoded path of each resource of the kind, and no other. */
  readonly pattern: string;
  /** Path and type of a plain file; null for the documents of a route, which have several forms. */
  readonly file: { readonly path: string; readonly contentType: string } | null;
  /** The value of `Allow`. */
  readonly allow: string;
  /** The methods with their own answers. */
  readonly writes: readonly (readonly [method: string, answer: AnswerName])[];
  /** The JSON that describes the resource. */
  readonly description: string;
  /** The JSON of a 405. */
  readonly refusal: string;
}

/** The headers of a resource. */
export interface ResourceFacts {
  readonly path: string;
  /** For how many seconds a client may cache it; null if it must always revalidate. */
  readonly maxAge: number | null;
  /** `Last-Modified`; null if unknown. */
  readonly modified: string | null;
}

/** The inputs of every configuration. */
export interface HostAnswers {
  /** The beginning of links. */
  readonly serviceUrl: string;
  readonly subjects: readonly SubjectAnswers[];
  /** The JSON of each answer; that of `refuse` is for the pages and the other files of `public/`. */
  readonly bodies: Readonly<Record<AnswerName, string>>;
  /** The JSON of errors that the server itself finds, by status. */
  readonly refused: readonly (readonly [status: number, body: string])[];
  /** In the order of the interface. */
  readonly resources: readonly ResourceFacts[];
  /** The ids of data sources by lifetime in seconds, so that a configuration needs one rule for each lifetime. */
  readonly lifetimes: ReadonlyMap<number, readonly string[]>;
  /** Whether the site has pages. The names of their scripts and styles change with the content. */
  readonly hasPages: boolean;
}

/** Plain files outside of the interface's folder. A server of one's own answers them like the others. */
export const ROOT_FILES: readonly string[] = Object.values(PLAIN_FILES)
  .map(({ path }) => path)
  .filter((path) => !path.startsWith(`${PREFIX}/`));

/** The types of documents by file extension. */
export const DOCUMENT_TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(RENDITIONS).map(({ file, contentType }) => [file.replace(/.*[.]/, ''), contentType]),
);

/** Request headers that make a server refuse to send a file; the handler ignores them. */
export const PRECONDITIONS: readonly string[] = ['If-Match', 'If-Unmodified-Since'];

/** The same, and those that request a part of a file. Only files of `public/` are sent in parts. */
export const IGNORED_HEADERS: readonly string[] = [...PRECONDITIONS, 'If-Range', 'Range'];

/** The answers for one catalog. */
export function answersFor({ catalog, history, published, parts }: ConfigurationInput): HostAnswers {
  const routes = Object.keys(ROUTES) as RouteName[];
  const timeOf = changeTimes(catalog, history);
  const facts = (route: RouteName, id?: string | number, maxAge: number | null = null): ResourceFacts => {
    const time = timeOf(route, id);
    return { path: pathOf(route, id), maxAge, modified: time === null ? null : new Date(time * 1000).toUTCString() };
  };
  const lifetimes = new Map<number, string[]>();
  for (const { id, maxAge } of catalog.datasources) {
    if (maxAge !== null) lifetimes.set(maxAge, [...(lifetimes.get(maxAge) ?? []), harmlessId(id)]);
  }
  const repository = harmlessAddress(published.repository);
  return {
    serviceUrl: harmlessAddress(catalog.serviceUrl),
    subjects: [...routes.map(routeAnswers), ...[...published.files, ...ROOT_FILES].flatMap(fileAnswers)],
    bodies: Object.fromEntries(ANSWER_NAMES.map((name) => [name, jsonOf(answerBody(name, { repository }))])) as Record<
      AnswerName,
      string
    >,
    refused: Object.entries(REFUSED).map(([status, detail]) => [Number(status), jsonOf({ detail })]),
    resources: [
      ...routes.filter((route) => !ROUTES[route].path.includes(':id')).map((route) => facts(route)),
      ...catalog.datasources.map(({ id, maxAge }) => facts('datasource', harmlessId(id), maxAge)),
      ...catalog.categories.map(({ id }) => facts('category', id)),
      ...catalog.editions.map(({ id }) => facts('edition', harmlessId(id))),
    ],
    lifetimes,
    hasPages: parts.page !== null,
  };
}

function routeAnswers(route: RouteName): SubjectAnswers {
  const { path }: Route = ROUTES[route];
  // No character has a meaning in file names, because matches are also looked up.
  const pattern = `^${path.replace(':id', '[0-9A-Za-z-]+')}$`;
  return { ...subjectAnswers(ROUTES[route]), kind: route, pattern, file: null };
}

function fileAnswers(path: string): SubjectAnswers[] {
  const file = plainFileAt(path);
  if (!file) return [];
  if (!/^[A-Za-z0-9./-]+$/.test(path)) throw new Error(`${path} cannot be written into the configuration of a server`);
  const contentType = path.endsWith('.xsd') ? RENDITIONS.xml.contentType : file.contentType;
  const kind = `file${path.replaceAll(/[^A-Za-z0-9]/g, '_')}`;
  const pattern = `^${path.replaceAll('.', '[.]')}$`;
  return [{ ...subjectAnswers({ ...file, methods: READ }), kind, pattern, file: { path, contentType } }];
}

function subjectAnswers(subject: Addressed): Omit<SubjectAnswers, 'kind' | 'pattern' | 'file'> {
  const allow = allowOf(subject);
  const methods = subject.methods.filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  return {
    allow,
    writes: methods.map((method) => [method, METHOD_ANSWERS[method] as AnswerName]),
    description: jsonOf(answerBody('describe', {}, subject)),
    refusal: jsonOf(answerBody('refuse', { allow })),
  };
}

/** Characters without a meaning in quotes of nginx, Apache or Caddy. */
const HARMLESS_JSON = /^[A-Za-z0-9 {}[\]":,;.?&=@+%/_~()-]*$/;

/** The JSON of an answer, as the handler sends it but without the line feed. @throws if a server would misread it */
function jsonOf(body: object): string {
  const json = JSON.stringify(body);
  if (!HARMLESS_JSON.test(json)) throw new Error(`${json} cannot be written into the configuration of a server`);
  return json;
}

/** An id of a record. @throws if it has characters that the schemas do not allow */
function harmlessId(id: string): string {
  if (!/^[a-z0-9-]+$/.test(id)) throw new Error(`${id} cannot be written into the configuration of a server`);
  return id;
}

/** Encodes every character of an address that has a meaning to a server, or in JSON. */
function harmlessAddress(address: string): string {
  return address.replace(/[^A-Za-z0-9.?&=@+%/_~:-]/gu, (character) =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

/** The conditions for the answer to a request below the interface, in the language of a server. */
export interface Conditions<Condition> {
  /** The path as it was sent cannot be that of a document. */
  readonly odd: Condition;
  /** The path is that of a document without its trailing slash. */
  readonly unslashed: Condition;
  /** Nothing is published at the path; one of the conditions is enough. */
  readonly unpublished: readonly Condition[];
  /** The method is neither GET nor HEAD. */
  readonly otherMethod: Condition;
  /** The format does not exist, and the path is that of a document. */
  readonly unknownFormat: Condition;
  /** The method, and the kind of resource at the path; null stands for any kind. */
  method(method: string, subject: SubjectAnswers | null): Condition;
}

/** Conditions with their answers, in order. If no condition is met, the file is sent. */
export function stepsOf<Condition>(
  { subjects }: HostAnswers,
  conditions: Conditions<Condition>,
): (readonly [Condition, AnswerName])[] {
  const { odd, unslashed, unpublished, otherMethod, unknownFormat, method } = conditions;
  const steps: (readonly [Condition, AnswerName])[] = [
    [unslashed, 'redirect'],
    ...unpublished.map((condition) => [condition, 'unknownPath'] as const),
    [method('OPTIONS', null), 'describe'],
    ...subjects.flatMap((subject) => subject.writes.map(([name, answer]) => [method(name, subject), answer] as const)),
    [otherMethod, 'refuse'],
    [unknownFormat, 'unknownFormat'],
  ];
  // Servers look for files, and would find one at such a path.
  const first = [odd, 'unknownPath'] as const;
  return [first, ...steps.sort(([, a], [, b]) => ANSWER_NAMES.indexOf(a) - ANSWER_NAMES.indexOf(b))];
}

/** Variables of a server: the first row that matches a text sets their values. */
export interface Variables {
  /** The text: names in braces are other variables, or `query`, `accept`, `uri` (as it was sent) and `path`. */
  readonly from: string;
  /** The rows: a text, or a pattern after `~` (`~*` ignores case), with the values. */
  readonly rows: readonly VariableRow[];
  /** The names, with the values if no row matches. */
  readonly otherwise: Readonly<Record<string, string>>;
}

/** A text or pattern, and the values. */
export type VariableRow = readonly [found: string, ...values: string[]];

/** The variables for the requested rendition. */
export const REQUEST_VARIABLES: readonly Variables[] = [
  {
    from: '{query}',
    rows: [
      ...FORMAT_QUERIES.map(([format, pattern]): VariableRow => [`~${pattern}`, format]),
      [`~${ANY_FORMAT_QUERY}`, 'unknown'],
    ],
    otherwise: { format: '' },
  },
  { from: '{query}', rows: [[`~${SOURCE_QUERY}`, '-source']], otherwise: { source: '' } },
  { from: '{accept}', rows: [[`~*${XML_ACCEPT}`, 'xml']], otherwise: { xml: '' } },
  {
    from: '{accept}',
    rows: JSON_ACCEPTS.map(([pattern, isFull]) => [`~*${pattern}`, isFull ? 'json' : '']),
    otherwise: { json: '' },
  },
  {
    from: '{format}:{xml}{json}',
    rows: [
      [':xml', 'xml'],
      ['~^:', 'json'],
      ['~^([a-z]+):', '{1}'],
    ],
    otherwise: { rendition: 'unknown' },
  },
  {
    // The files with that rendition: the first existing one is sent. XML is never answered with JSON.
    from: '{rendition}{source}',
    rows: RENDITION_NAMES.toReversed().map((name) => {
      const { format, parameter, file, otherwise }: Rendition = RENDITIONS[name];
      return [`~^${format}${parameter === null ? '' : '-source'}`, file, otherwise];
    }),
    otherwise: { file: 'none', other_file: 'none' },
  },
  // The path as it was sent: with a trailing slash; and whether it cannot be that of a document.
  { from: '{uri}', rows: [['~^([^?]*)([?].*)$', '{1}/{2}']], otherwise: { location: '{uri}/' } },
  { from: '{uri}', rows: [['~*^[^?]*(?://|%2f|%5c)', 'yes']], otherwise: { odd_path: '' } },
];

/** The variables for the resource at the address. */
export function subjectVariables({ subjects, bodies }: HostAnswers): Variables {
  return {
    from: '{path}',
    rows: subjects.map(({ pattern, kind, allow, description, refusal, file }) => [
      `~${pattern}`,
      kind,
      allow,
      description,
      refusal,
      file?.contentType ?? '',
    ]),
    otherwise: { kind: '', allow: PUBLIC_ALLOW, description: '{}', refusal: bodies.refuse, file_type: '' },
  };
}

/** Replaces the names in braces in a text of variables. */
export function withNames(text: string, nameOf: (name: string) => string): string {
  return text.replace(/\{([a-z_]+|\d)\}/g, (_, name: string) => nameOf(name));
}
