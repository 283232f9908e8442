/** Statements of the interface, and common expectations. */
import type { HttpRequest, HttpResponse } from '../../../cli/http.ts';
import documentValidators from '../../../contract/generated/v1.validators.cjs';
import mapValidators from '../../../contract/generated/v2.validators.cjs';
import { type Deployment, requestPath } from './deployment.ts';

/** The sections of `docs/interface.md` with statements, in order: anchor and heading. */
export const INTERFACE_SECTIONS = {
  endpoints: 'Endpoints',
  json: 'JSON',
  links: 'Links',
  'tile-servers': 'Tile servers',
  placeholders: 'Placeholders',
  'data-sources': 'Data sources',
  categories: 'Categories',
  editions: 'Editions',
  formats: 'Formats',
  xml: 'XML',
  'plain-files': 'Plain files',
  maps: 'Maps',
  'response-headers': 'Response headers',
  caching: 'Caching',
  'conditional-requests': 'Conditional requests',
  methods: 'Methods',
  'cross-origin-requests': 'Cross-origin requests',
  errors: 'Errors',
  paths: 'Paths',
  'desktop-client': 'Desktop client',
  'static-files-and-handler': 'Static files and handler',
} as const;

/** The anchor of a section of `docs/interface.md`. */
export type InterfaceSection = keyof typeof INTERFACE_SECTIONS;

/** The layers of a deployment: the static files alone, or with the edge handler. */
export type Layer = 'static' | 'edge';

/** Requests, each as a path to GET or in full. */
export type Requests = readonly (string | HttpRequest)[];

/** Returns the problems of a response; empty if it is as stated. */
export type Expectation = (
  response: HttpResponse,
  deployment: Deployment,
) => Iterable<string> | Promise<Iterable<string>>;

/** One statement of the interface: the requests to send, and what every response must be. */
export interface Statement {
  /** The statement, as a sentence that holds or does not. */
  readonly says: string;
  /** The layer; default both. */
  readonly layer?: Layer;
  /**
   * The requests; default the lists and some details of each kind. A statement without requests (for example about
   * editions, if the catalog has no editions) is not applicable.
   */
  readonly asks?: (deployment: Deployment) => Requests | Promise<Requests>;
  /** The checks of each response. */
  readonly expect: Expectation | readonly Expectation[];
}

/** Statements of some sections, by their ids. Ids are stable: the page of the interface lists them in the section. */
export type Statements = Partial<Readonly<Record<InterfaceSection, Readonly<Record<string, Statement>>>>>;

/** Combines expectations. */
export async function problemsIn(
  expectations: Statement['expect'],
  response: HttpResponse,
  deployment: Deployment,
): Promise<string[]> {
  const problems = await Promise.all([expectations].flat().map((expectation) => expectation(response, deployment)));
  return problems.flatMap((list) => [...list]);
}

/** The status must be this. */
export function status(expected: number): Expectation {
  return (response) => (response.status === expected ? [] : [`status ${response.status}, expected ${expected}`]);
}

/** A header must have this value, or match this expression. */
export function header(name: string, expected: string | RegExp): Expectation {
  return (response) => {
    const value = response.header(name);
    if (expected instanceof RegExp ? value !== null && expected.test(value) : value === expected) return [];
    const wanted = expected instanceof RegExp ? `a match for ${expected}` : expected;
    return [`${name}: ${value ?? '(missing)'}, expected ${wanted}`];
  };
}

/** Headers must equal those of a plain GET, which has this name in messages. */
export function sameHeaders(names: readonly string[], called: string): Expectation {
  return async (response, { send }) => {
    const full = await send({ path: response.request.path });
    return names
      .filter((name) => full.header(name) !== response.header(name))
      .map((name) => `${name}: ${response.header(name)}, but ${called} has ${full.header(name)}`);
  };
}

/** The body must equal that of the same path with this query, or of another path. */
export function sameAs(query: string, other: string | null = null): Expectation {
  return async (response, { send }) => {
    const path = other ?? requestPath(response) + query;
    return response.text === (await send({ path })).text ? [] : [`not the document of ${path}`];
  };
}

const validators = { ...documentValidators, ...mapValidators };

/** The body must be valid JSON for this schema of `schemas/v1/` or `schemas/v2/`. Unknown members are allowed. */
export function shape(name: keyof typeof validators): Expectation {
  return (response) => {
    const value = parsed(response);
    if (value instanceof SyntaxError) return [`the body is not JSON (${value.message})`];
    const validate = validators[name];
    if (validate(value)) return [];
    return (validate.errors ?? [])
      .filter(({ keyword }) => keyword !== 'additionalProperties')
      .slice(0, 3)
      .map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`);
  };
}

/** The body must be JSON without problems found by the function. */
export function body<T>(find: (value: T, deployment: Deployment) => Iterable<string>): Expectation {
  return (response, deployment) => {
    const value = parsed(response);
    return value instanceof SyntaxError ? ['the body is not JSON'] : find(value as T, deployment);
  };
}

/** The body must be empty. */
export const noBody: Expectation = ({ text }) => (text === '' ? [] : ['the body is not empty']);

/** The response must be JSON. */
export const isJson: Expectation = header('Content-Type', 'application/json');

/** The response must be an error: JSON with a `detail`. */
export const errorBody: readonly Expectation[] = [isJson, shape('error')];

/** The response must be a JSON document that follows this schema. */
export function document(schema: keyof typeof validators): readonly Expectation[] {
  return [status(200), isJson, shape(schema)];
}

/** About this many of a list, spread evenly. */
export function sampleOf<T>(all: readonly T[], count: number): T[] {
  const step = Math.ceil(all.length / count);
  return all.filter((_, index) => index % step === 0);
}

function parsed(response: HttpResponse): unknown {
  try {
    return response.json();
  } catch (error) {
    return error as SyntaxError;
  }
}
