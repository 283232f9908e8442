/** The stages from the files of a catalog to its content, with every problem that is found on the way. */
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { severityOf } from './diagnostics/messages.ts';
import { parse } from './parse/parse.ts';
import { type CatalogFolder, type OnProgress, readBytes, readCatalog } from './read/read.ts';
import type { RuleOptions } from './rules/rule.ts';
import { RULES } from './rules/rules.ts';
import { Content, type Document } from './validate/content.ts';
import { validate } from './validate/validate.ts';

/** A catalog that has been looked at as a whole. */
export interface Checked {
  readonly content: Content;
  readonly diagnostics: readonly Diagnostic[];
  /** How many catalog files there are. */
  readonly fileCount: number;
}

/** Runs read, parse, validate and rules. */
export function checkCatalog(folder: CatalogFolder, options: RuleOptions, onProgress?: OnProgress): Checked {
  const { files, diagnostics } = readCatalog(folder);
  const paths = [...files.map(({ path }) => path), ...diagnostics.map(({ file }) => file)];
  const documents: Document[] = [];
  for (const [index, file] of files.entries()) {
    onProgress?.('Checking', index, files.length, file.path);
    const bytes = readBytes(folder, file);
    if ('problem' in bytes) {
      diagnostics.push(bytes.problem);
      continue;
    }
    const parsed = parse(file.path, bytes.bytes);
    for (const problem of parsed.diagnostics) diagnostics.push(problem);
    if (parsed.value === undefined) continue;
    const { value, diagnostics: faults } = validate(file.kind, file.path, parsed.value);
    for (const fault of faults) diagnostics.push(fault);
    if (value !== undefined) documents.push({ file, value } as Document);
  }
  const content = new Content(documents, paths);
  for (const rule of RULES) for (const fault of rule.check(content, options)) diagnostics.push(fault);
  return { content, diagnostics, fileCount: files.length };
}

/** Whether nothing stands in the way of publishing. */
export function isSound(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.every(({ code }) => severityOf(code) !== 'error');
}
