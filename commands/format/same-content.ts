/**
 * The last check before a person's file is rewritten: the result is parsed and compared with the source.
 *
 * So a bug in the printer cannot change what a catalog publishes, or lose a comment.
 */
import { isDeepStrictEqual } from 'node:util';
import { eventsOf, parse } from '../../build/pipeline.ts';
import { byCodePoint } from '../../contract/text.ts';
import { isSchemaLine, readComments } from './attach-comments.ts';

/** A bug in the formatter would change a file, which is not written. The message is one line without the file name. */
export class FormatError extends Error {}

/**
 * Compares a file with its formatted text: the same value (the order of the keys of a mapping does not count, that of
 * the items of a list does) and the same comments (those that name the schema do not count).
 *
 * @param source the value of the file before, and its comments
 * @throws FormatError
 */
export function assertSameContent(
  path: string,
  source: { readonly value: unknown; readonly comments: readonly string[] },
  formatted: string,
): void {
  const { value, diagnostics } = parse(path, Buffer.from(formatted));
  if (diagnostics.length > 0) throw new FormatError('the result would not be a valid catalog file');
  if (!isDeepStrictEqual(value, source.value)) throw new FormatError('the result would have other values');
  const expected = contentOf(source.comments);
  // Large files are written by programs and have none: their result need not be searched.
  if (expected.length === 0) return;
  const found = readComments(formatted, eventsOf(formatted)).map((comment) => comment.text);
  if (!isDeepStrictEqual(contentOf(found), expected)) throw new FormatError('the result would have other comments');
}

function contentOf(comments: readonly string[]): string[] {
  return comments.filter((comment) => !isSchemaLine(comment)).sort(byCodePoint);
}
