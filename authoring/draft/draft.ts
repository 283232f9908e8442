/** A file that is not in the catalog yet. */
import { formatText } from '../format/format.ts';
import { describe } from './descriptions.ts';
import type { DraftKind } from './kind.ts';

/** What is to become a catalog file. */
export interface Draft {
  readonly kind: DraftKind;
  /** Inside the catalog folder, with `/`. */
  readonly path: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** Lines of comments are at most this long, with their `# `. */
const WIDTH = 100;

/** The record alone, as YAML that can be checked; nothing is promised about its style. */
export function plainText({ record }: Draft): string {
  return Object.entries(record)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`)
    .join('');
}

/**
 * The text of the file, in the form of the catalog.
 *
 * @param draft one in which no error was found
 * @param withComments whether a comment above each field says what it is for
 */
export function textOf(draft: Draft, withComments: boolean): string {
  if (!withComments) return formatText(draft, plainText(draft));
  const fields = Object.entries(draft.record).map(([key, value]) => {
    const comment = describe(draft.kind, key, WIDTH - 2).map((line) => `# ${line}\n`);
    return `${comment.join('')}${JSON.stringify(key)}: ${JSON.stringify(value)}\n`;
  });
  // The blank line keeps the comment on the first field with its field.
  return formatText(draft, `# yaml-language-server: $schema=\n\n${fields.join('')}`);
}
