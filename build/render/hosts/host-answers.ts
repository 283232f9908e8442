/**
 * What a server that runs no handler has to know to answer as the interface says, in the form that its configuration is
 * written from: paths as patterns, responses as text, and what depends on the catalog as tables.
 *
 * A configuration is a program, and catalogs are changed by strangers. Nothing of a catalog gets into one but ids, numbers,
 * and the address of the repository with all but harmless characters encoded.
 */
import {
  type Addressed,
  ANSWER_NAMES,
  type AnswerName,
  allowOf,
  answerBody,
  METHOD_ANSWERS,
  REFUSED,
} from '../../../contract/http-answers.ts';
import { PLAIN_FILES, plainFileAt } from '../../../contract/plain-files.ts';
import { RENDITIONS } from '../../../contract/renditions.ts';
import { PREFIX, pathOf, READ, ROUTES, type Route, type RouteName } from '../../../contract/routes.ts';
import { changeTimes } from '../sources.ts';
import type { ConfigurationInput } from './configuration.ts';

/** What a server knows of a kind of resource, or of a plain file. */
export interface SubjectAnswers {
  /** The name of the route, or a name made of the path of the file. */
  readonly kind: string;
  /** Found in the decoded path of each resource of the kind, and in no other. */
  readonly pattern: string;
  /** Of a plain file; null for the documents of a route, which have several forms. */
  readonly file: PlainAnswer | null;
  /** The value of `Allow`. */
  readonly allow: string;
  /** The methods that only some kinds have, with their answers. */
  readonly writes: readonly (readonly [method: string, answer: AnswerName])[];
  /** The JSON that describes the resource. */
  readonly description: string;
  /** The JSON of a 405. */
  readonly refusal: string;
}

/** A file that has one form. */
export interface PlainAnswer {
  readonly path: string;
  readonly contentType: string;
}

/** A resource of which something is known that is sent with it. */
export interface ResourceFacts {
  readonly path: string;
  /** Seconds for which a client may keep it without asking; null where it must always ask. */
  readonly maxAge: number | null;
  /** `Last-Modified`; null where it is not known. */
  readonly modified: string | null;
}

/** Everything that a configuration is written from. */
export interface HostAnswers {
  /** What links begin with. */
  readonly serviceUrl: string;
  readonly subjects: readonly SubjectAnswers[];
  /** The JSON of each answer; that of `refuse` is for the pages and the other files of `public/`. */
  readonly bodies: Readonly<Record<AnswerName, string>>;
  /** The JSON of what the server refuses itself, by status. */
  readonly refused: readonly (readonly [status: number, body: string])[];
  /** In the order of the interface. */
  readonly resources: readonly ResourceFacts[];
  /** Data sources with a lifetime: their ids by the seconds, so that a configuration can have a rule for each lifetime. */
  readonly lifetimes: ReadonlyMap<number, readonly string[]>;
  /** Whether the site has pages, whose scripts and styles have names that change with their content. */
  readonly hasPages: boolean;
}

/** Plain files that are not below the interface. A server of one's own answers them as it does the others. */
export const ROOT_FILES: readonly string[] = Object.values(PLAIN_FILES)
  .map(({ path }) => path)
  .filter((path) => !path.startsWith(`${PREFIX}/`));

/** Headers of a request with which a server would refuse to send a file; the handler does not look at them. */
export const PRECONDITIONS: readonly string[] = ['If-Match', 'If-Unmodified-Since'];

/** The same, and those with which it would send a part of it. Only the files of `public/` are sent in parts. */
export const IGNORED_HEADERS: readonly string[] = [...PRECONDITIONS, 'If-Range', 'Range'];

/** The answers for one catalog. */
export function answersFor({ catalog, history, published, parts }: ConfigurationInput): HostAnswers {
  const routes = Object.keys(ROUTES) as RouteName[];
  const timeOf = changeTimes(catalog, history);
  const facts = (route: RouteName, id?: string | number, maxAge: number | null = null): ResourceFacts => {
    const time = timeOf(route, id);
    return { path: pathOf(route, id), maxAge, modified: time === null ? null : new Date(time * 1000).toUTCString() };
  };
  const lists = routes.filter((route) => !ROUTES[route].path.includes(':id'));
  const lifetimes = new Map<number, string[]>();
  for (const { id, maxAge } of catalog.datasources) {
    if (maxAge === null) continue;
    const ids = lifetimes.get(maxAge) ?? [];
    lifetimes.set(maxAge, ids);
    ids.push(harmlessId(id));
  }
  return {
    serviceUrl: harmlessAddress(catalog.serviceUrl),
    subjects: [...routes.map(routeAnswers), ...[...published.files, ...ROOT_FILES].flatMap(fileAnswers)],
    bodies: Object.fromEntries(
      ANSWER_NAMES.map((name) => [
        name,
        jsonOf(answerBody(name, { repository: harmlessAddress(published.repository) })),
      ]),
    ) as Record<AnswerName, string>,
    refused: Object.entries(REFUSED).map(([status, detail]) => [Number(status), jsonOf({ detail })]),
    resources: [
      ...lists.map((route) => facts(route)),
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
  // No character that means something in the name of a file: what is found is also looked up.
  return {
    ...subjectAnswers(ROUTES[route]),
    kind: route,
    pattern: `^${path.replace(':id', '[0-9A-Za-z-]+')}$`,
    file: null,
  };
}

function fileAnswers(path: string): SubjectAnswers[] {
  const file = plainFileAt(path);
  if (!file) return [];
  if (!/^[A-Za-z0-9./-]+$/.test(path)) throw new Error(`${path} cannot be written into the configuration of a server`);
  const contentType = path.endsWith('.xsd') ? RENDITIONS.xml.contentType : file.contentType;
  return [
    {
      ...subjectAnswers({ ...file, methods: READ }),
      kind: `file${path.replaceAll(/[^A-Za-z0-9]/g, '_')}`,
      pattern: exactly(path),
      file: { path, contentType },
    },
  ];
}

/** Found in this path alone. */
function exactly(path: string): string {
  return `^${path.replaceAll('.', '[.]')}$`;
}

function subjectAnswers(subject: Addressed): Omit<SubjectAnswers, 'kind' | 'pattern' | 'file'> {
  const allow = allowOf(subject);
  return {
    allow,
    writes: Object.entries(METHOD_ANSWERS).filter(
      ([method]) => method !== 'OPTIONS' && subject.methods.includes(method),
    ),
    description: jsonOf(answerBody('describe', {}, subject)),
    refusal: jsonOf(answerBody('refuse', { allow })),
  };
}

/** Characters that mean nothing to nginx, Apache or Caddy inside of quotes. */
const HARMLESS_JSON = /^[A-Za-z0-9 {}[\]":,;.?&=@+%/_~()-]*$/;

/** The JSON of an answer, as the handler sends it but for the end of its line. @throws if a server would misread it */
function jsonOf(body: object): string {
  const json = JSON.stringify(body);
  if (!HARMLESS_JSON.test(json)) throw new Error(`${json} cannot be written into the configuration of a server`);
  return json;
}

/** An id of a record. @throws where it has other characters than the schemas allow */
function harmlessId(id: string): string {
  if (!/^[a-z0-9-]+$/.test(id)) throw new Error(`${id} cannot be written into the configuration of a server`);
  return id;
}

/** The same address, with every character encoded that means something to a server, or to JSON. */
function harmlessAddress(address: string): string {
  return address.replace(/[^A-Za-z0-9.?&=@+%/_~:-]/gu, (character) =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
