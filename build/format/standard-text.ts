import { isSameData } from '../../contract/base/same-data.ts';
import { parseCatalogFile } from '../parse/parse.ts';
import { schemaOf } from '../read/layout.ts';
import { carryComments, commentTexts, type FileComments, readComments } from './comments.ts';
import { type FileName, printCatalogFile, printYaml } from './printer.ts';
import { STANDARD_FORMS } from './standard-forms.ts';

/** A bug in the formatter would have changed the content. The message does not name the file. */
export class FormatError extends Error {}

/** @param source without errors of parsing or of its schema @throws FormatError */
export function formatYaml(file: FileName, source: string, print = printYaml): string {
  return printChecked(file, valueIn(file, source), readComments(source, STANDARD_FORMS[schemaOf(file.role)]), print);
}

/** @throws FormatError */
export function writeYaml(file: FileName, value: unknown): string {
  return printChecked(file, value, null);
}

/**
 * Keeps comments of kept members. An equal value keeps the text, even if not in standard form.
 * @param source without errors
 * @param renamed new names of top-level members → old ones
 * @throws FormatError
 */
export function rewriteYaml(
  file: FileName,
  source: string,
  value: unknown,
  renamed?: Map<string, string>,
  before = valueIn(file, source),
): string {
  if (isSameData(before, value)) return source;
  const form = STANDARD_FORMS[schemaOf(file.role)];
  const comments = readComments(source, form);
  return printChecked(file, value, comments && carryComments(comments, before, value, form, renamed));
}

const valueIn = ({ path }: FileName, source: string): unknown => parseCatalogFile(path, Buffer.from(source)).value;

/** @throws FormatError */
export function printChecked(file: FileName, value: unknown, comments: FileComments | null, print = printYaml): string {
  const text = [...printCatalogFile(file, value, comments?.byPointer, comments?.top, print)].join('');
  assertSameContent(file, value, comments, text);
  return text;
}

/**
 * A bug in the printer cannot change the catalog or lose a comment. The order of keys may differ.
 * @throws FormatError
 */
function assertSameContent(
  { path, role }: FileName,
  expected: unknown,
  comments: FileComments | null,
  text: string,
): void {
  const { value, diagnostics } = parseCatalogFile(path, Buffer.from(text));
  if (diagnostics.length > 0) throw new FormatError('the result would not be a valid catalog file');
  if (!isSameData(value, expected)) throw new FormatError('the result would have other values');
  const found = readComments(text, STANDARD_FORMS[schemaOf(role)]);
  const [before, after] = [comments, found].map((all) => (all ? commentTexts(all).sort() : []));
  if (!isSameData(before, after)) throw new FormatError('the result would have other comments');
}
