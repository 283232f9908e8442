/** Formats catalog files: the core of `cartalog format`, and of commands that edit files. */
import { fragmentKey, fragmentsByKey } from '../../contract/members.ts';
import { isSameData } from '../../contract/same-data.ts';
import { type Diagnostic, diagnostic, isSound, pointerTo, segmentsOf } from '../diagnostics/diagnostic.ts';
import { lineStarts } from '../parse/document.ts';
import { parse } from '../parse/parse.ts';
import type { CatalogFolder } from '../read/folder.ts';
import type { SourceFile } from '../read/layout.ts';
import { schemaOf } from '../read/layout.ts';
import { readBytes } from '../read/read.ts';
import { loadRead } from '../run/load-file.ts';
import { carryComments, commentTexts, type FileComments, readComments } from './comments.ts';
import { FORMS } from './form.ts';
import { type FileName, printFile, printValue } from './printer.ts';

/** The outcome for one file. */
export interface FormattedFile {
  /** The problems of the file; with an error, nothing is formatted. */
  readonly diagnostics: readonly Diagnostic[];
  /** The file in standard form and the first difference; null if it is already in that form, or has errors. */
  readonly formatted: { readonly bytes: Uint8Array; readonly difference: FormDifference } | null;
}

/** A bug in the formatter would change the content of a file. The message is one line without the file name. */
export class FormatError extends Error {}

/**
 * Formats one file of a catalog folder, without writing it.
 *
 * @param action the action of the data source of a file with entries; it decides how fragments are named
 * @throws FormatError as `formatSource` does
 */
export function formatFile(
  folder: CatalogFolder,
  file: SourceFile,
  print = printValue,
  action: unknown = null,
): FormattedFile {
  const { bytes, text: source, value: stated, diagnostics } = loadRead(file, readBytes(folder, file));
  if (bytes === null || !isSound(diagnostics)) return { diagnostics, formatted: null };
  const read = readComments(source, FORMS[schemaOf(file.kind)]);
  const { value, comments } = withFragmentKeys(action, stated, read);
  if (isInForm(source, bytes, printFile(file, value, comments?.byPointer, comments?.top, print))) {
    return { diagnostics, formatted: null };
  }
  const text = printChecked(file, value, comments, print);
  return { diagnostics, formatted: { bytes: Buffer.from(text), difference: formDifference(file.path, source, text) } };
}

type Entries = Readonly<Record<string, { readonly fragments?: Readonly<Record<string, unknown>> }>>;

/** Entries and their comments, with the keys of fragments under which map programs unpack them. */
function withFragmentKeys(
  action: unknown,
  value: unknown,
  comments: FileComments | null,
): { readonly value: unknown; readonly comments: FileComments | null } {
  if (action !== 'Flatten') return { value, comments };
  const entries = Object.entries(value as Entries).map(([path, { fragments, ...entry }]) => {
    return [path, { ...entry, ...(fragments ? { fragments: fragmentsByKey(action, fragments) } : {}) }];
  });
  const renamed = [...(comments?.byPointer ?? [])].flatMap(([pointer, own]): [string, typeof own][] => {
    const [name = '', member, path, ...inside] = segmentsOf(pointer);
    if (member !== 'fragments' || path === undefined) return [[pointer, own]];
    const key = fragmentKey(action, path);
    const fragments = Object.keys((value as Entries)[name]?.fragments ?? {});
    // Comments on a fragment that is replaced by another are lost with it.
    if (fragments.findLast((other) => fragmentKey(action, other) === key) !== path) return [];
    return [[pointerTo([name, member, key, ...inside]), own]];
  });
  return { value: Object.fromEntries(entries), comments: comments && { ...comments, byPointer: new Map(renamed) } };
}

/** Whether a text consists of these parts. */
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
 * Formats the text of a catalog file. Its value and every comment stay the same.
 *
 * @param source a file without errors of parsing or of its schema
 * @throws FormatError if the result has another value or other comments than the source: a bug in the formatter
 */
export function formatSource(file: FileName, source: string, print = printValue): string {
  return printChecked(file, valueIn(file, source), readComments(source, FORMS[schemaOf(file.kind)]), print);
}

/** The text of a new catalog file with a valid value, in the standard form. @throws FormatError */
export function writeSource(file: FileName, value: unknown): string {
  return printChecked(file, value, null);
}

/**
 * The text of a catalog file without errors with a new value, in the standard form, with the comments of kept members.
 * If the value is the same, so is the text, even if it is not in standard form. @throws FormatError
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
  assertSameContent(file, value, comments, text);
  return text;
}

/**
 * A bug in the printer cannot change the catalog or lose a comment: the value (except the order of keys) and the
 * comments must be the same. @throws FormatError
 */
function assertSameContent(
  { path, kind }: FileName,
  expected: unknown,
  comments: FileComments | null,
  text: string,
): void {
  const { value, diagnostics } = parse(path, Buffer.from(text));
  if (diagnostics.length > 0) throw new FormatError('the result would not be a valid catalog file');
  if (!isSameData(value, expected)) throw new FormatError('the result would have other values');
  const found = readComments(text, FORMS[schemaOf(kind)]);
  const [before, after] = [comments, found].map((all) => (all ? commentTexts(all).sort() : []));
  if (!isSameData(before, after)) throw new FormatError('the result would have other comments');
}

/** The maximum number of lines to show. */
const SHOWN = 12;

/** The first difference between a file and its standard form. */
export interface FormDifference {
  readonly diagnostic: Diagnostic;
  /** The first lines to write there, without line ends. Empty if only bytes around lines differ. */
  readonly lines: readonly string[];
}

/** Finds the first line that differs from the standard form. */
export function formDifference(path: string, text: string, formatted: string): FormDifference {
  const [lines, wanted] = [linesOf(text), linesOf(formatted)];
  const different = lines.findIndex((line, index) => line !== wanted[index]);
  const first = different < 0 ? lines.length : different;
  if (first === lines.length && first === wanted.length) {
    return { diagnostic: diagnostic('not-in-form', path, null, { differs: 'bytes', wanted: '' }), lines: [] };
  }
  const start = lineStarts(text)[first] ?? text.length;
  const place = { start, end: start + Math.max(1, lines[first]?.length ?? 0) };
  // Copies the line: a substring would keep the whole text in memory.
  const shown = wanted.slice(first, first + SHOWN).map((line) => Buffer.from(line).toString());
  const isOrder = text.length === formatted.length && isSameData(lines.toSorted(), wanted.toSorted());
  const differs = shown.length === 0 ? 'surplus' : isOrder ? 'order' : 'line';
  const details = { differs, wanted: shown[0] ?? '' } as const;
  return { diagnostic: diagnostic('not-in-form', path, place, details), lines: shown };
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
