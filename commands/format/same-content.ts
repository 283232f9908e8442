/**
 * The last check before a person's file is rewritten: the result is parsed and compared with the source.
 *
 * So a bug in the printer cannot change what a catalog publishes, or lose a comment.
 */
import { eventsOf, parse } from '../../build/pipeline.ts';
import { isSameData } from '../../contract/same-data.ts';
import { commentTexts, isSchemaLine } from './attach-comments.ts';

/** A bug in the formatter would change a file, which is not written. The message is one line without the file name. */
export class FormatError extends Error {}

/**
 * Compares a file with its formatted text: the same value (the order of the keys of a mapping does not count, that of
 * the items of a list does) and the same comments (those that name the schema do not count).
 *
 * @param source the value of the file before, and its comments
 * @returns the formatted text
 * @throws FormatError
 */
export function assertSameContent(
  path: string,
  source: { readonly value: unknown; readonly comments: readonly string[] },
  formatted: Uint8Array,
): string {
  const { text, value, diagnostics } = parse(path, formatted);
  if (diagnostics.length > 0) throw new FormatError('the result would not be a valid catalog file');
  if (!isSameData(value, source.value)) throw new FormatError('the result would have other values');
  const expected = countOf(source.comments);
  // Large files are written by programs and have none: their result need not be searched.
  if (expected.size === 0) return text;
  const found = countOf(commentTexts(text, eventsOf(text)));
  const isSame = found.size === expected.size && [...expected].every(([text, count]) => found.get(text) === count);
  if (!isSame) throw new FormatError('the result would have other comments');
  return text;
}

/** How often there is each comment. */
function countOf(comments: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of comments) if (!isSchemaLine(text)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
