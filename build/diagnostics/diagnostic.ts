import { INPUT_LIMITS } from '../../contract/base/limits.ts';
import { itemsByKey, visible } from '../../contract/base/text.ts';
import { type Details, type Problem, type Problems, STAGE_PROBLEMS } from './messages.ts';
import { didYouMean } from './wording.ts';

/** A key or value, offsets into the text, or null for the whole file. */
export type Place =
  | { readonly pointer: string; readonly on: 'key' | 'value' }
  | { readonly start: number; readonly end: number }
  | null;

export interface Advice {
  readonly value: unknown;
  /** Empty to leave out the key. */
  readonly text: string;
  /** One of many right values. */
  readonly isExample: boolean;
  /** A record without the key means the same. */
  readonly isImplied?: boolean;
  /** Other guesses, as written. */
  readonly others?: readonly string[];
}

export interface Diagnostic {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** Relative to the catalog folder, with `/`. */
  readonly file: string;
  readonly place: Place;
  readonly details: unknown;
  readonly advice?: Advice;
  readonly wording: Problem['message'];
}

export function diagnosing<T extends Problems>(problems: T) {
  return <C extends keyof T & string>(code: C, file: string, place: Place, details: Details<T, C>): Diagnostic => {
    const { severity, message: wording } = problems[code] as Problem;
    return { code, severity, file, place, details, wording };
  };
}

export const diagnostic = diagnosing(STAGE_PROBLEMS);

export function isError({ severity }: Pick<Diagnostic, 'severity'>): boolean {
  return severity === 'error';
}

export function isSound(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.every((problem) => !isError(problem));
}

/**
 * Keeps the first errors and warnings of each file, to limit time and memory. `more-errors` and `more-warnings` count
 * what was dropped, also by an earlier call.
 */
export function cappedDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = itemsByKey(diagnostics, ({ severity, file }) => `${severity} ${file}`);
  return [...groups.values()].flatMap((group) => {
    const [{ severity, file }] = group as [Diagnostic];
    const code = `more-${severity}s` as const;
    const listed = group.filter((problem) => problem.code !== code);
    const counts = group
      .filter((problem) => problem.code === code)
      .map(({ details }) => (details as { count: number }).count);
    const more = counts.reduce((sum, count) => sum + count, Math.max(0, listed.length - INPUT_LIMITS.reported));
    return [
      ...listed.slice(0, INPUT_LIMITS.reported),
      ...(more > 0 ? [diagnostic(code, file, null, { count: more })] : []),
    ];
  });
}

/** Drops `bad-id` if another diagnostic says which id to write, or to delete. */
export function withoutNamedIds(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const placeOf = ({ place }: Diagnostic): string => JSON.stringify(place);
  const named = new Set(
    diagnostics.filter(({ code }) => /^(?:unknown-(?:name|datasource)|repeated-item)$/.test(code)).map(placeOf),
  );
  return diagnostics.filter((problem) => problem.code !== 'bad-id' || !named.has(placeOf(problem)));
}

/** @param written the text at its place; empty for the whole file */
export function diagnosticMessage({ wording, details, advice }: Diagnostic, written: string): string {
  const message = wording(details, written);
  if (!advice) return visible(message);
  const reason = message.replace(INSTRUCTION, '$1$2').replace(/\.$/, '');
  if (advice.text === '')
    return visible(
      `${reason}; leave out the whole key${advice.isImplied ? ', which means the same' : ' if there is nothing to say'}`,
    );
  if (advice.others)
    return visible(
      `${reason.replace(/; did you mean .*/s, '')}${didYouMean([advice.text, ...advice.others].join(' or '))}`,
    );
  return visible(`${reason}; write ${advice.isExample ? 'one such as ' : ''}${advice.text}`);
}

/** Advice replaces the instruction. Quoted text at the beginning is no instruction. */
const INSTRUCTION = /^("(?:[^"\\]|\\.)*")?(.*?)[:;.] (?:[Ww]rite|begin with|convert) .*$/s;

export const valueAt = (...path: (string | number)[]): Place => ({ pointer: jsonPointerTo(path), on: 'value' });

export const keyAt = (...path: (string | number)[]): Place => ({ pointer: jsonPointerTo(path), on: 'key' });

/** RFC 6901. */
export function jsonPointerTo(path: readonly (string | number)[]): string {
  return path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function pointerSegments(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
