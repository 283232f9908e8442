import type { HttpResponse } from '../../../cli/network/http.ts';
import type { HttpRequest } from '../../../cli/network/transport.ts';
import { requestFailure, systemCode } from '../../../contract/base/system-errors.ts';
import documentValidators from '../../../contract/generated/v1.validators.cjs';
import mapValidators from '../../../contract/generated/v2.validators.cjs';
import { resourceAt } from '../../../contract/interface/v1-routes.ts';
import { type Deployment, requestPath } from './deployment.ts';

/** Text is a path to GET. */
export type Requests = readonly (string | HttpRequest)[];

export type Expectation = (
  response: HttpResponse,
  deployment: Deployment,
) => Iterable<string> | Promise<Iterable<string>>;

type Expectations = Expectation | readonly Expectation[];

export type Asks = (deployment: Deployment) => Requests | Promise<Requests>;

export interface Check {
  readonly asks: Asks;
  readonly expect: Expectations;
}

export function checkAnswers(asks: Asks | Requests, expect: Expectations): Check {
  return { asks: typeof asks === 'function' ? asks : () => asks, expect };
}

export type PathsOf = (deployment: Deployment) => readonly string[] | Promise<readonly string[]>;

export function documentPaths(query = ''): (deployment: Deployment) => string[] {
  return ({ paths }) => paths.map((path) => path + query);
}

export function forEachPath(
  pathsOf: (deployment: Deployment) => readonly string[],
  ...requests: readonly Omit<HttpRequest, 'path'>[]
): (deployment: Deployment) => HttpRequest[] {
  return (deployment) => pathsOf(deployment).flatMap((path) => requests.map((request) => ({ path, ...request })));
}

/** A TypeError means a document of an unexpected form. */
export function failureSentence(error: unknown): string {
  if (error instanceof TypeError)
    return 'it, or another document that this check reads, does not have the expected form';
  return `${systemCode(error) === null ? '' : 'there was no response: '}${requestFailure(error)}`;
}

/** It is also a problem if an expectation cannot read what it needs. */
export async function problemsOfResponse(
  expectations: Expectations,
  response: HttpResponse,
  deployment: Deployment,
): Promise<string[]> {
  const found = async (expect: Expectation): Promise<Iterable<string>> => expect(response, deployment);
  const problems = [expectations].flat().map((one) => found(one).catch((error) => [failureSentence(error)]));
  return (await Promise.all(problems)).flatMap((list) => [...list]);
}

export function problemUnless(isRight: boolean, problem: string): string[] {
  return isRight ? [] : [problem];
}

export function expectStatus(expected: number): Expectation {
  return (response) => problemUnless(response.status === expected, `status ${response.status}, expected ${expected}`);
}

export function expectHeader(name: string, expected: string | RegExp): Expectation {
  return (response) => {
    const value = response.header(name);
    const isRight = expected instanceof RegExp ? value !== null && expected.test(value) : value === expected;
    const wanted = expected instanceof RegExp ? `a match for ${expected}` : expected;
    return problemUnless(isRight, `${name}: ${value ?? '(missing)'}, expected ${wanted}`);
  };
}

/** @param called the plain GET's response, in messages */
export function expectSameHeaders(names: readonly string[], called: string): Expectation {
  return async (response, { send }) => {
    const full = await send({ path: response.request.path });
    return names
      .filter((name) => full.header(name) !== response.header(name))
      .map((name) => `${name}: ${response.header(name)}, but ${called} has ${full.header(name)}`);
  };
}

/** Compares the response with a plain GET of the same path and this query. */
export function expectComparedWith(
  query: string,
  find: (response: HttpResponse, plain: HttpResponse) => readonly string[],
): Expectation {
  return async (response, { send }) => find(response, await send({ path: requestPath(response) + query }));
}

export function expectSameBody(query: string, other: string | null = null): Expectation {
  return async (response, { send }) => {
    const path = other ?? requestPath(response) + query;
    return problemUnless(response.text === (await send({ path })).text, `not the document of ${path}`);
  };
}

const validators = { ...documentValidators, ...mapValidators };

/** Allows unknown members. */
export function expectSchema(name: keyof typeof validators): Expectation {
  return (response) => {
    const value = response.json();
    const validate = validators[name];
    if (validate(value)) return [];
    return (validate.errors ?? [])
      .filter(({ keyword }) => keyword !== 'additionalProperties')
      .slice(0, 3)
      .map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`);
  };
}

export function expectBody<T>(find: (value: T, deployment: Deployment) => Iterable<string>): Expectation {
  return (response, deployment) => find(response.json() as T, deployment);
}

export const expectNoBody: Expectation = ({ text }) => problemUnless(text === '', 'the body is not empty');

export const expectJson: Expectation = expectHeader('Content-Type', 'application/json');

export const expectSameId: Expectation = (response) => {
  const { id } = response.json() as { id: unknown };
  return problemUnless(String(id) === resourceAt(requestPath(response))?.id, `the id is ${id}`);
};

export const expectDetailBody: readonly Expectation[] = [expectJson, expectSchema('error')];

export function expectDetail(code: number): readonly Expectation[] {
  return [expectStatus(code), ...expectDetailBody];
}

export function expectDocument(schema: keyof typeof validators): readonly Expectation[] {
  return [expectStatus(200), expectJson, expectSchema(schema)];
}

export function evenSampleOf<T>(all: readonly T[], count: number): T[] {
  const step = Math.ceil(all.length / count);
  return all.filter((_, index) => index % step === 0);
}
