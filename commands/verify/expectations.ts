/** What a check of the contract is, and the pieces most of them are made of. */
import validators from '../../contract/generated/v1.validators.cjs';
import type { Answer, Ask, Deployment } from './deployment.ts';

/**
 * One statement of the interface, as data: what to ask, and what every answer must be.
 *
 * Where there is nothing to ask (no edition, say), the statement is not applicable.
 */
export interface Check {
  /** Stable, for people to point at. */
  readonly id: string;
  /** The statement, as a sentence that holds or does not. */
  readonly statement: string;
  /** Where it is stated. */
  readonly clause: string;
  /** Which layer it is stated of: the static files alone, the edge handler in front of them, or both. */
  readonly layer: Layer | 'both';
  asks(deployment: Deployment): readonly Ask[] | Promise<readonly Ask[]>;
  /** What is wrong with an answer, in words; nothing where it is as stated. */
  readonly expect: Expectation;
}

/** What answers: the static files alone, or the edge handler in front of them. */
export type Layer = 'static' | 'edge';

/** Looks at one answer. */
export type Expectation = (answer: Answer, deployment: Deployment) => Iterable<string> | Promise<Iterable<string>>;

/** All of these. */
export function all(...expectations: readonly Expectation[]): Expectation {
  return async (answer, deployment) => {
    const problems = await Promise.all(expectations.map((expectation) => expectation(answer, deployment)));
    return problems.flatMap((list) => [...list]);
  };
}

/** The status is one of these. */
export function status(...expected: readonly number[]): Expectation {
  return (answer) =>
    expected.includes(answer.status) ? [] : [`status ${answer.status}, not ${expected.join(' or ')}`];
}

/** A header has this value, matches this expression, or is missing (null). */
export function header(name: string, expected: string | RegExp | null): Expectation {
  return (answer) => {
    const value = answer.header(name);
    const holds = expected instanceof RegExp ? value !== null && expected.test(value) : value === expected;
    if (holds) return [];
    const wanted = expected === null ? 'none' : expected instanceof RegExp ? `one like ${expected}` : expected;
    return [`${name}: ${value ?? '(missing)'}, not ${wanted}`];
  };
}

/** The body is JSON of this shape; the shapes are the schemas in `schemas/v1/`. */
export function shape(name: keyof typeof validators): Expectation {
  return (answer) => {
    const value = parsed(answer);
    if (value instanceof SyntaxError) return [`the body is not JSON (${value.message})`];
    const validate = validators[name];
    if (validate(value)) return [];
    return (validate.errors ?? [])
      .slice(0, 3)
      .map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`);
  };
}

/** Something holds of the JSON body; the function gives what does not. */
export function body<T>(look: (value: T, deployment: Deployment) => Iterable<string>): Expectation {
  return (answer, deployment) => {
    const value = parsed(answer);
    return value instanceof SyntaxError ? ['the body is not JSON'] : look(value as T, deployment);
  };
}

/** There is no body. */
export const noBody: Expectation = ({ text }) => (text === '' ? [] : ['there is a body']);

/** An error, as JSON with a `detail`. */
export const errorBody: Expectation = all(header('Content-Type', 'application/json'), shape('error'));

function parsed(answer: Answer): unknown {
  try {
    return answer.json();
  } catch (error) {
    return error as SyntaxError;
  }
}
