/** What a check of the contract is, and the expectations most checks are made of. */
import type { HttpRequest, HttpResponse } from '../../cli/http.ts';
import validators from '../../contract/generated/v1.validators.cjs';
import type { Deployment } from './deployment.ts';

/**
 * The sections of `docs/interface.md` that checks refer to, in the order of the page: the anchor of each, and its
 * heading.
 */
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

/**
 * One statement of the interface, as data: the requests to send, and what every response must be.
 *
 * A check without requests (of editions, where there are none) is not applicable.
 */
export interface Check {
  /** Stable; the page of the interface lists it in the section. */
  readonly id: string;
  /** The statement, as a sentence that holds or does not. */
  readonly statement: string;
  /** The section of the page of the interface that makes the statement. */
  readonly section: InterfaceSection;
  /** What the statement is about: the static files without the edge handler, responses of the handler, or both. */
  readonly layer: Layer | 'both';
  requests(deployment: Deployment): readonly HttpRequest[] | Promise<readonly HttpRequest[]>;
  /** Looks at each response. */
  readonly expect: Expectation;
}

/** What a deployment consists of: the static files alone, or the edge handler in front of them. */
export type Layer = 'static' | 'edge';

/** Gives what is wrong with a response, one text for each problem; nothing where it is as stated. */
export type Expectation = (
  response: HttpResponse,
  deployment: Deployment,
) => Iterable<string> | Promise<Iterable<string>>;

/** Every one of these expectations must hold. */
export function all(...expectations: readonly Expectation[]): Expectation {
  return async (response, deployment) => {
    const problems = await Promise.all(expectations.map((expectation) => expectation(response, deployment)));
    return problems.flatMap((list) => [...list]);
  };
}

/** The status must be one of these. */
export function status(...expected: readonly number[]): Expectation {
  return (response) =>
    expected.includes(response.status) ? [] : [`status ${response.status}, expected ${expected.join(' or ')}`];
}

/** A header must have this value, match this expression, or be missing (null). */
export function header(name: string, expected: string | RegExp | null): Expectation {
  return (response) => {
    const value = response.header(name);
    const holds = expected instanceof RegExp ? value !== null && expected.test(value) : value === expected;
    if (holds) return [];
    if (expected === null) return [`${name}: ${value}, but it must be missing`];
    const wanted = expected instanceof RegExp ? `a match for ${expected}` : expected;
    return [`${name}: ${value ?? '(missing)'}, expected ${wanted}`];
  };
}

/** The body must be JSON that this schema of `schemas/v1/` accepts. */
export function shape(name: keyof typeof validators): Expectation {
  return (response) => {
    const value = parsed(response);
    if (value instanceof SyntaxError) return [`the body is not JSON (${value.message})`];
    const validate = validators[name];
    if (validate(value)) return [];
    return (validate.errors ?? [])
      .slice(0, 3)
      .map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`);
  };
}

/** The body must be JSON in which the function finds no problem. */
export function body<T>(problemsIn: (value: T, deployment: Deployment) => Iterable<string>): Expectation {
  return (response, deployment) => {
    const value = parsed(response);
    return value instanceof SyntaxError ? ['the body is not JSON'] : problemsIn(value as T, deployment);
  };
}

/** The body must be empty. */
export const noBody: Expectation = ({ text }) => (text === '' ? [] : ['the body is not empty']);

/** The body must be an error: JSON with a `detail`. */
export const errorBody: Expectation = all(header('Content-Type', 'application/json'), shape('error'));

function parsed(response: HttpResponse): unknown {
  try {
    return response.json();
  } catch (error) {
    return error as SyntaxError;
  }
}
