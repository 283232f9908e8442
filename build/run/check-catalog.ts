/** Runs the stages up to the rules on a whole catalog at once. */
import { allowedIn } from '../diagnostics/allowances.ts';
import { capped, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { CatalogFolder } from '../read/folder.ts';
import type { SourceFile } from '../read/layout.ts';
import { listFiles } from '../read/read.ts';
import { type RuleOptions, runRules } from '../rules/rule.ts';
import { RULES } from '../rules/rules.ts';
import { Content, type Document } from '../validate/content.ts';
import { type LoadedFile, loadFile } from './load-file.ts';

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
