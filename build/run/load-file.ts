/** Runs read, parse and validate on one file of a catalog. */
import { allowancesIn } from '../diagnostics/allowances.ts';
import { capped, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { parse } from '../parse/parse.ts';
import type { CatalogFolder } from '../read/folder.ts';
import type { SourceFile } from '../read/layout.ts';
import { type ReadFile, readBytes } from '../read/read.ts';
import { validate } from '../validate/validate.ts';

/** A catalog file after read, parse and validate. */
export interface LoadedFile {
  /** Its bytes on disk; null if it could not be read. */
  readonly bytes: Uint8Array | null;
  readonly text: string;
  /** The valid parts of its value; undefined if it could not be parsed, or none is valid. */
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** The warnings that its comments allow. */
  readonly allowances?: readonly Diagnostic[];
}

/** Runs read, parse and validate on one file. */
export function loadFile(folder: CatalogFolder, file: SourceFile): LoadedFile {
  return loadRead(file, readBytes(folder, file));
}

/** Runs parse and validate on the result of reading a file. */
export function loadRead(file: SourceFile, read: ReadFile): LoadedFile {
  if ('problem' in read) return { bytes: null, text: '', value: undefined, diagnostics: [read.problem] };
  const { bytes } = read;
  const { text, value, diagnostics } = parse(file.path, bytes);
  if (value === undefined) return { bytes, text, value, diagnostics: capped(diagnostics) };
  const allowances = allowancesIn(file.path, text);
  const validated = validate(file.role, file.path, value);
  const found = capped([...diagnostics, ...validated.diagnostics]);
  return { bytes, text, value: validated.value, diagnostics: found, allowances };
}
