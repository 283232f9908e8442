/**
 * What a server that runs no handler has to know to answer as the interface says, in the form that its configuration is
 * written from: paths as patterns, responses as text, and what depends on the catalog as tables.
 *
 * A configuration is a program, and catalogs are changed by strangers. Nothing of a catalog gets into one but ids, numbers,
 * and the address of the repository with all but harmless characters encoded.
 */
import { PLAIN_FILES, plainFileAt } from '../../../contract/plain-files.ts';
import { RENDITIONS } from '../../../contract/renditions.ts';
import * as responses from '../../../contract/responses.ts';
import { PREFIX, pathOf, READ, READ_STATIC, ROUTES, type Route, type RouteName } from '../../../contract/routes.ts';
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
  /** The methods of the kind that only some kinds have, and are answered without a document. */
  readonly writes: readonly string[];
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

/** The JSON of the responses that are the same for every resource. */
export interface Bodies {
  readonly unknownPath: string;
  readonly unknownFormat: string;
  readonly redirect: string;
  readonly acknowledged: string;
  readonly forbidden: string;
  readonly missing: string;
  /** A 405 for the page and the other files of `public/`. */
  readonly refusal: string;
  /** What the server refuses itself, by status. */
  readonly refused: ReadonlyMap<number, string>;
}

/** Everything that a configuration is written from. */
export interface HostAnswers {
  /** What links begin with. */
  readonly serviceUrl: string;
  readonly subjects: readonly SubjectAnswers[];
  readonly bodies: Bodies;
  /** In the order of the interface. */
  readonly resources: readonly ResourceFacts[];
  /** Data sources with a lifetime: their ids by the seconds, so that a configuration can have a rule for each lifetime. */
  readonly lifetimes: ReadonlyMap<number, readonly string[]>;
  /** Whether the site has pages, whose scripts and styles have names that change with their content. */
  readonly hasPages: boolean;
}

/** What browsers may do with a document: nothing but show it. */
export const DOCUMENT_POLICY = "default-src 'none'; sandbox";

/** The `Cache-Control` of documents without a lifetime. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';

/**
 * Headers of the pages and the other files of `public/`, all of which are public. Map programs in browsers read files for
 * them from pages of any origin.
 */
export const PUBLIC_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': responses.EVERY_RESPONSE['X-Content-Type-Options'],
  'Access-Control-Allow-Origin': responses.EVERY_RESPONSE['Access-Control-Allow-Origin'],
};

/** The `Allow` of the page and the other files of `public/`. */
export const PUBLIC_ALLOW = responses.allowOf({ methods: READ_STATIC });

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
    bodies: {
      unknownPath: jsonOf(responses.unknownPath()),
      unknownFormat: jsonOf(responses.unknownFormat()),
      redirect: jsonOf(responses.redirect('see Location')),
      acknowledged: jsonOf(responses.reportAcknowledged()),
      forbidden: jsonOf(responses.writesForbidden(harmlessAddress(published.repository))),
      missing: jsonOf(responses.documentMissing('this address')),
      refusal: jsonOf(responses.methodNotAllowed(THIS_METHOD, { methods: READ_STATIC })),
      refused: new Map(responses.requestsRefused().map((response) => [response.status, jsonOf(response)])),
    },
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

/** In place of the name of a method, which cannot be written as JSON. */
const THIS_METHOD = 'This method';

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

function subjectAnswers(subject: responses.Addressed): Omit<SubjectAnswers, 'kind' | 'pattern' | 'file'> {
  return {
    allow: responses.allowOf(subject),
    writes: subject.methods.filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method)),
    description: jsonOf(responses.description(subject, new Headers())),
    refusal: jsonOf(responses.methodNotAllowed(THIS_METHOD, subject)),
  };
}

/** Characters that mean nothing to nginx, Apache or Caddy inside of quotes. */
const HARMLESS_JSON = /^[A-Za-z0-9 {}[\]":,;.?&=@+%/_~()-]*$/;

/** The JSON of a response, as the handler sends it but for the end of its line. @throws where a server would misread it */
function jsonOf({ body }: responses.JsonResponse): string {
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
