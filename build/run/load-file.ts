import { allowancesIn } from '../diagnostics/allowances.ts';
import { cappedDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { parseCatalogFile } from '../parse/parse.ts';
import { explainSyntax } from '../parse/syntax.ts';
import type { CatalogFolder } from '../read/folder.ts';
import type { SourceFile } from '../read/layout.ts';
import { type ReadFile, readCatalogFile } from '../read/read.ts';
import { validateFileValue } from '../validate/validate.ts';

export interface LoadedFile {
  readonly bytes: Uint8Array | null;
  readonly text: string;
  /** Valid parts; undefined without any. */
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** Warnings that its comments allow. */
  readonly allowances?: readonly Diagnostic[];
}

export function loadCatalogFile(folder: CatalogFolder, file: SourceFile): LoadedFile {
  return loadReadFile(file, readCatalogFile(folder, file));
}

export function loadReadFile(file: SourceFile, read: ReadFile): LoadedFile {
  if ('problem' in read) return { bytes: null, text: '', value: undefined, diagnostics: [read.problem] };
  const { bytes } = read;
  const { text, value, diagnostics } = parseCatalogFile(file.path, bytes, explainSyntax);
  if (value === undefined) return { bytes, text, value, diagnostics: cappedDiagnostics(diagnostics) };
  const allowances = allowancesIn(file.path, text);
  const validated = validateFileValue(file.role, file.path, value);
  const found = cappedDiagnostics([...diagnostics, ...validated.diagnostics]);
  return { bytes, text, value: validated.value, diagnostics: found, allowances };
}
