/** Runs the stages up to the rules, for one file or for a whole catalog at once. */
import { allowancesIn, allowedIn } from '../diagnostics/allowances.ts';
import { capped, type Diagnostic, isError } from '../diagnostics/diagnostic.ts';
import { parse } from '../parse/parse.ts';
import { type CatalogFolder, listFiles, type ReadFile, readBytes, type SourceFile } from '../read/read.ts';
import { type RuleOptions, runRules } from '../rules/rule.ts';
import { RULES } from '../rules/rules.ts';
import { Content, type Document } from '../validate/content.ts';
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
  const validated = validate(file.kind, file.path, value);
  const found = capped([...diagnostics, ...validated.diagnostics]);
  return { bytes, text, value: validated.value, diagnostics: found, allowances };
}

/** A checked catalog. */
export interface CheckedCatalog {
  readonly content: Content;
  readonly diagnostics: readonly Diagnostic[];
  readonly fileCount: number;
}

/** Runs read, parse, validate and rules. @param load the first three stages for one file, which may be memoized */
export function checkCatalog(
  folder: CatalogFolder,
  options: RuleOptions,
  load: (
    folder: CatalogFolder,
    file: SourceFile,
  ) => Pick<LoadedFile, 'value' | 'diagnostics' | 'allowances'> = loadFile,
): CheckedCatalog {
  const { files, diagnostics } = listFiles(folder);
  const paths = [...files.map(({ path }) => path), ...diagnostics.map(({ file }) => file)];
  const documents: Document[] = [];
  for (const file of files) {
    const { value, diagnostics: faults, allowances = [] } = load(folder, file);
    for (const fault of [...faults, ...allowances]) diagnostics.push(fault);
    if (value !== undefined) documents.push({ file, value } as Document);
  }
  const content = new Content(documents, paths);
  const allowed = allowedIn(diagnostics);
  for (const fault of runRules(RULES, content, { ...options, allowed })) diagnostics.push(fault);
  return { content, diagnostics: capped(diagnostics), fileCount: files.length };
}

/** Whether the catalog can be published: no diagnostic is an error. */
export function isSound(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.every((problem) => !isError(problem));
}
