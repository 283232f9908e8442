/** Brings catalog files into the standard form: the core of `cartalog format`. */
import {
  type CatalogFolder,
  type Diagnostic,
  ENTRY_KINDS,
  eventsOf,
  isSound,
  loadRead,
  parse,
  type ReadFile,
  readBytes,
  type SourceFile,
  schemaOf,
} from '../../build/pipeline.ts';
import { isSameData } from '../../contract/same-data.ts';
import { abridge } from './abridge.ts';
import { attachComments, isSchemaLine, readComments } from './attach-comments.ts';
import { carryComments } from './carry-comments.ts';
import { FORMS } from './form.ts';
import { type FormDifference, formDifference } from './form-difference.ts';
import { type FileName, schemaLine, withHead } from './new-file.ts';
import { plainYaml } from './plain-yaml.ts';
import { printValue } from './print-value.ts';
import { PrintedBytes } from './printed-bytes.ts';
import { printTree } from './printer.ts';
import { assertSameContent } from './same-content.ts';
import { type Comment, treeOf } from './tree.ts';

export { fileNameFor } from './file-name.ts';
export type { FormDifference } from './form-difference.ts';
export { plainYaml } from './plain-yaml.ts';
export { FormatError } from './same-content.ts';
export { quote, writeText } from './tree.ts';

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
  /** Null where the file is in its form already, or has errors. */
  readonly formatted: Reformatted | null;
}

/**
 * Formats one file of a catalog folder. Nothing is written.
 *
 * @param print prints the tree of every file; without it, what has no comments is printed from its value
 * @throws FormatError as `formatSource` does
 */
export function formatFile(folder: CatalogFolder, file: SourceFile, print?: typeof printTree): FormattedFile {
  const read = readBytes(folder, file);
  if (!print && 'bytes' in read && isSurelyInForm(file, read.bytes)) return { diagnostics: [], formatted: null };
  return formatRead(file, read, print);
}

function formatRead(file: SourceFile, read: ReadFile, print?: typeof printTree): FormattedFile {
  const { bytes, text: source, value, diagnostics } = loadRead(file, read);
  if (bytes === null || !isSound(diagnostics)) return { diagnostics, formatted: null };
  const short = print || diagnostics.length > 0 ? null : printWithoutComments(file, source, value);
  const { printed, comments } = short ?? printSource(file, source, print ?? printTree);
  if (printed.equals(bytes)) return { diagnostics, formatted: null };
  const text = assertSameContent(file.path, { value, comments }, printed);
  return { diagnostics, formatted: { bytes: printed, difference: formDifference(file.path, source, text) } };
}

/**
 * Brings the text of a catalog file into the standard form. Its value and every comment stay the same.
 *
 * @param source a file in which neither parsing nor its schema found an error
 * @throws FormatError where the result has another value or other comments than the source: a bug in the formatter
 */
export function formatSource(file: FileName, source: string, print = printTree): string {
  const { printed, comments } = printSource(file, source, print);
  const { value } = parse(file.path, Buffer.from(source));
  return assertSameContent(file.path, { value, comments }, printed);
}

/**
 * The text of a new catalog file, in the standard form.
 *
 * @param value what its schema accepts
 * @throws FormatError as `formatSource` does
 */
export function writeSource(file: FileName, value: unknown): string {
  return formatSource(file, plainYaml(value));
}

/**
 * The text of a catalog file with another value, in the standard form. The comments of what is still there are kept.
 * Where the value is the same, so is the text, whatever its form.
 *
 * @param source the file as it is, in which neither parsing nor its schema found an error
 * @throws FormatError as `formatSource` does
 */
export function rewriteSource(file: FileName, source: string, value: unknown): string {
  if (isSameData(parse(file.path, Buffer.from(source)).value, value)) return source;
  const old = source.replace(/\r\n?/g, '\n');
  const events = eventsOf(old);
  const comments = readComments(old, events);
  const text = plainYaml(value);
  if (comments.length === 0) return formatSource(file, text);
  const form = FORMS[schemaOf(file.kind)];
  const before = treeOf(old, events, form);
  const top = topLines(attachComments(old, comments, before));
  const after = treeOf(text, eventsOf(text), form);
  carryComments(before.root, after.root);
  return formatSource(file, withHead(schemaLine(file.path, file.kind), top, printTree(after.root)));
}

/** The form of a file, unchecked, and the comments of the file. */
interface Printed {
  readonly printed: Buffer;
  readonly comments: readonly string[];
}

/** Whether it can be said without reading all of a file that it is in its form, and that nothing in it is to be reported. */
function isSurelyInForm(file: SourceFile, bytes: Uint8Array): boolean {
  // Where not even the first line is in its form, the rest need not be read.
  const first = Buffer.from(`${schemaLine(file.path, file.kind)}\n`);
  if (!ENTRY_KINDS.some((kind) => kind === file.kind) || !first.equals(bytes.subarray(0, first.length))) return false;
  const abridged = abridge(bytes);
  if (abridged === null || abridged.length === bytes.length) return false;
  const { diagnostics, formatted } = formatRead(file, { bytes: abridged });
  return diagnostics.length === 0 && formatted === null;
}

/** Prints a file. Events and tree can be freed when this returns. */
function printSource({ path, kind }: FileName, source: string, print: typeof printTree): Printed {
  const text = source.replace(/\r\n?/g, '\n');
  const events = eventsOf(text);
  const tree = treeOf(text, events, FORMS[schemaOf(kind)]);
  const comments = readComments(text, events);
  const top = topLines(attachComments(text, comments, tree));
  return {
    printed: Buffer.from(withHead(schemaLine(path, kind), top, print(tree.root))),
    comments: comments.map((comment) => comment.text),
  };
}

/** As `printSource`, without reading the source again; null where that is necessary. */
function printWithoutComments({ path, kind }: FileName, source: string, value: unknown): Printed | null {
  const first = /^#.*\n/.exec(source)?.[0] ?? '';
  if (mayHaveComments(source, isSchemaLine(first) ? first.length : 0)) return null;
  const out = new PrintedBytes(source.length + ROOM);
  out.add(`${schemaLine(path, kind)}\n`);
  return printValue(value, FORMS[schemaOf(kind)], out) ? { printed: out.bytes(), comments: [] } : null;
}

/** How much longer than a file its form may become, before it needs a larger memory. */
const ROOM = 4_096;

/** Whether a text may have a comment from an offset on; what looks like one can be in quotes. */
function mayHaveComments(source: string, start: number): boolean {
  for (let at = source.indexOf('#', start); at !== -1; at = source.indexOf('#', at + 1)) {
    if (/\s/.test(source[at - 1] ?? '\n')) return true;
  }
  return false;
}

/** The comments at the top, without the line that comes before all others. */
function topLines(comments: readonly Comment[]): string[] {
  return comments.flatMap(({ text, hasBlankAbove }, index) => {
    if (isSchemaLine(text)) return [];
    return hasBlankAbove && index > 0 ? ['', text] : [text];
  });
}
