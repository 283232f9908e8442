/** Brings catalog files into the standard form: the core of `cartalog format`, and of whatever edits a file. */
import { isSameData } from '../../contract/same-data.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { parse } from '../parse/parse.ts';
import { schemaOf } from '../read/layout.ts';
import { type CatalogFolder, readBytes, type SourceFile } from '../read/read.ts';
import { isSound } from '../run/check-catalog.ts';
import { loadRead } from '../run/load-file.ts';
import { carryComments, commentTexts, type FileComments, readComments } from './comments.ts';
import { FORMS } from './form.ts';
import { type FileName, printFile, printValue } from './printer.ts';

/** A file that is not in its form. */
export interface Reformatted {
  /** The file in its form. */
  readonly bytes: Uint8Array;
  /** Where the file as it is first differs from that. */
  readonly difference: FormDifference;
}

/** The outcome for one file. */
export interface FormattedFile {
  /** What is wrong with the file as it is; with an error, nothing is formatted. */
  readonly diagnostics: readonly Diagnostic[];
  /** Null if the file is in its form already, or has errors. */
  readonly formatted: Reformatted | null;
}

/** A bug in the formatter would change a file, which is not written. The message is one line without the file name. */
export class FormatError extends Error {}

/**
 * Formats one file of a catalog folder. Nothing is written.
 *
 * @throws FormatError as `formatSource` does
 */
export function formatFile(folder: CatalogFolder, file: SourceFile, print = printValue): FormattedFile {
  const { bytes, text: source, value, diagnostics } = loadRead(file, readBytes(folder, file));
  if (bytes === null || !isSound(diagnostics)) return { diagnostics, formatted: null };
  const comments = readComments(source, FORMS[schemaOf(file.kind)]);
  if (isInForm(source, bytes, printFile(file, value, comments?.byPointer, comments?.top, print))) {
    return { diagnostics, formatted: null };
  }
  const text = printChecked(file, value, comments, print);
  return { diagnostics, formatted: { bytes: Buffer.from(text), difference: formDifference(file.path, source, text) } };
}

/** Whether a text has these parts, and nothing else. */
function isInForm(text: string, bytes: Uint8Array, parts: Iterable<string>): boolean {
  // A byte order mark is not part of the text.
  if (bytes[0] !== text.charCodeAt(0)) return false;
  let at = 0;
  for (const part of parts) {
    if (!text.startsWith(part, at)) return false;
    at += part.length;
  }
  return at === text.length;
}

/**
 * Brings the text of a catalog file into the standard form. Its value and every comment stay the same.
 *
 * @param source a file in which neither parsing nor its schema found an error
 * @throws FormatError if the result has another value or other comments than the source: a bug in the formatter
 */
export function formatSource(file: FileName, source: string, print = printValue): string {
  return printChecked(file, valueIn(file, source), readComments(source, FORMS[schemaOf(file.kind)]), print);
}

/**
 * The text of a new catalog file, in the standard form.
 *
 * @param value what its schema accepts
 * @throws FormatError as `formatSource` does
 */
export function writeSource(file: FileName, value: unknown): string {
  return printChecked(file, value, null);
}

/**
 * The text of a catalog file with another value, in the standard form. The comments of what is still there are kept.
 * If the value is the same, so is the text, whatever its form.
 *
 * @param source the file as it is, in which neither parsing nor its schema found an error
 * @throws FormatError as `formatSource` does
 */
export function rewriteSource(file: FileName, source: string, value: unknown): string {
  const before = valueIn(file, source);
  if (isSameData(before, value)) return source;
  const form = FORMS[schemaOf(file.kind)];
  const comments = readComments(source, form);
  return printChecked(file, value, comments && carryComments(comments, before, value, form));
}

const valueIn = ({ path }: FileName, source: string): unknown => parse(path, Buffer.from(source)).value;

function printChecked(file: FileName, value: unknown, comments: FileComments | null, print = printValue): string {
  const text = [...printFile(file, value, comments?.byPointer, comments?.top, print)].join('');
  assertSameContent(file, value, comments, Buffer.from(text));
  return text;
}

/**
 * The last check before a file is rewritten, so that a bug in the printer cannot change what a catalog publishes, or lose
 * a comment: the result has the same value (the order of the keys of a mapping does not count) and the same comments.
 *
 * @throws FormatError
 */
function assertSameContent(
  { path, kind }: FileName,
  expected: unknown,
  comments: FileComments | null,
  printed: Uint8Array,
): void {
  const { text, value, diagnostics } = parse(path, printed);
  if (diagnostics.length > 0) throw new FormatError('the result would not be a valid catalog file');
  if (!isSameData(value, expected)) throw new FormatError('the result would have other values');
  const found = readComments(text, FORMS[schemaOf(kind)]);
  const [before, after] = [comments, found].map((all) => (all ? commentTexts(all).sort() : []));
  if (!isSameData(before, after)) throw new FormatError('the result would have other comments');
}

/** How many lines of the form are shown. */
const SHOWN = 12;

/** The first difference between a file and its form. */
export interface FormDifference {
  readonly diagnostic: Diagnostic;
  /** What to write from there on: the first lines, without their line ends. Empty if only bytes around lines differ. */
  readonly lines: readonly string[];
}

/**
 * Finds the first line that differs.
 *
 * @param text the file as it is, which is not in its form
 */
export function formDifference(path: string, text: string, formatted: string): FormDifference {
  let start = 0;
  let from = 0;
  let line = lineAt(text, start);
  let wanted = lineAt(formatted, from);
  while (line !== null && line.text === wanted?.text) {
    start = line.next;
    from = wanted.next;
    line = lineAt(text, start);
    wanted = lineAt(formatted, from);
  }
  if (line === null && wanted === null) {
    return { diagnostic: diagnostic('not-in-form', path, null, { differs: 'bytes', wanted: '' }), lines: [] };
  }
  const place = { start, end: start + Math.max(1, line?.text.length ?? 0) };
  const lines: string[] = [];
  for (; wanted !== null && lines.length < SHOWN; wanted = lineAt(formatted, wanted.next)) lines.push(wanted.text);
  // A copy: a part of a text keeps all of it in memory, and a difference outlives the texts.
  const shown = lines.map((line) => Buffer.from(line).toString());
  const details = { differs: shown.length === 0 ? 'surplus' : 'line', wanted: shown[0] ?? '' } as const;
  return { diagnostic: diagnostic('not-in-form', path, place, details), lines: shown };
}

/** A line without its end, and the offset of the next one. */
interface Line {
  readonly text: string;
  readonly next: number;
}

/** The line that begins at an offset; null at the end of the text. */
function lineAt(text: string, start: number): Line | null {
  if (start >= text.length) return null;
  const ending = /\r\n?|\n/g;
  ending.lastIndex = start;
  const found = ending.exec(text);
  const end = found?.index ?? text.length;
  return { text: text.slice(start, end), next: end + (found?.[0].length ?? 0) };
}
