/** Diagnostics: the problems of a catalog, as data. Their messages are in `messages.ts`. */
import type { Code, Details } from './messages.ts';

/**
 * The place of a problem in its file: the key or the value that a JSON Pointer into the document names, offsets into the
 * text, or null for the whole file.
 */
export type Place =
  | { readonly pointer: string; readonly on: 'key' | 'value' }
  | { readonly start: number; readonly end: number }
  | null;

/** One problem. */
export type Diagnostic = {
  [C in Code]: {
    readonly code: C;
    /** Path inside the catalog folder, with `/`. */
    readonly file: string;
    readonly place: Place;
    readonly details: Details<C>;
  };
}[Code];

/** Makes a diagnostic; the type of `details` follows from the code. */
export function diagnostic<C extends Code>(code: C, file: string, place: Place, details: Details<C>): Diagnostic {
  return { code, file, place, details } as Diagnostic;
}

/** The place of the value that a JSON Pointer names. */
export function value(...path: (string | number)[]): Place {
  return { pointer: pointerTo(path), on: 'value' };
}

/** The place of the key of the member that a JSON Pointer names. */
export function key(...path: (string | number)[]): Place {
  return { pointer: pointerTo(path), on: 'key' };
}

/** A JSON Pointer (RFC 6901) from unescaped segments. */
export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The unescaped segments of a JSON Pointer. */
export function segmentsOf(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
