/** A file that is not in the catalog yet, and its text. */
import { newFileText } from '../../build/values.ts';
import type { DraftKind } from './questions.ts';

/** The content of a new catalog file. */
export interface Draft {
  readonly kind: DraftKind;
  /** Inside the catalog folder, with `/`. */
  readonly path: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** The record alone, as it would be read from its file. It may be changed: it is a copy. */
export function plainRecord({ record }: Draft): unknown {
  return JSON.parse(JSON.stringify(record));
}

/** The record alone, as YAML that can be checked, in no particular style. */
export function plainText({ record }: Draft): string {
  return Object.entries(record)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`)
    .join('');
}

/**
 * The text of the file, in the form of the catalog.
 *
 * @param draft one in which no error was found
 * @param commentOf the lines of the comment above a field; none where it is left out
 */
export function draftText(draft: Draft, commentOf?: (key: string) => readonly string[]): string {
  return newFileText(draft, draft.record, commentOf);
}
