/** The stages up to the rules see one data source at a time: entries take megabytes, and nothing needs two at once. */

import { itemsByKey, sortedByCodePoint } from '../../contract/base/text.ts';
import { SECTIONS } from '../../contract/data-sources/sections.ts';
import { allowedCodesIn } from '../diagnostics/allowances.ts';
import { cappedDiagnostics, type Diagnostic, isSound } from '../diagnostics/diagnostic.ts';
import type { CatalogFolder, OnProgress } from '../read/folder.ts';
import { pathOfRole, type SourceFile } from '../read/layout.ts';
import { listCatalogFiles } from '../read/list-files.ts';
import { type ReadFile, readCatalogFile } from '../read/read.ts';
import type { RereadableFolder } from '../read/rereadable.ts';
import { ALL_RULES, RULES_OF_ENTRIES } from '../rules/all-rules.ts';
import { withWholePatterns } from '../rules/foreign-patterns.ts';
import { type Rule, type RuleOptions, runRules } from '../rules/run-rules.ts';
import { Content, type Document } from '../validate/content.ts';
import { type LoadedFile, loadReadFile } from './load-file.ts';

export type LoadedRecord = Pick<LoadedFile, 'value' | 'diagnostics'>;

/** @param read called only for a file not loaded before */
export type LoadRecord = (file: SourceFile, read: () => ReadFile) => LoadedRecord;

export const loadRecord: LoadRecord = (file, read) => {
  const { value, diagnostics, allowances = [] } = loadReadFile(file, read());
  return { value, diagnostics: [...withWholePatterns(diagnostics), ...allowances] };
};

/**
 * Not called after an error.
 * @param paths files of the data source, and others that its findings depend on
 * @param load loads and checks the entries; null if the catalog has an error
 */
export type PublishDataSource = (
  id: string,
  paths: readonly string[],
  load: () => { readonly content: Content; readonly hasFindings: boolean } | null,
) => void;

export interface StagesOptions extends RuleOptions {
  /** By default all. */
  readonly rules?: readonly Rule[];
  /** Loads files without entries. */
  readonly loadRecord?: LoadRecord | undefined;
  /** Gets every loaded file. */
  readonly kept?: Document[];
  readonly onProgress?: OnProgress | undefined;
}

/** Checks files without entries. @returns their content, and `checkEntries`, which may be called once */
export function checkRecords(folder: CatalogFolder & Partial<RereadableFolder>, options: StagesOptions) {
  const { onProgress, kept, rules } = options;
  const { files, diagnostics } = listCatalogFiles(folder);
  const paths = [...files.map(({ path }) => path), ...diagnostics.map(({ file }) => file)];
  const report = (found: Iterable<Diagnostic>): void => {
    for (const one of found) diagnostics.push(one);
  };
  let done = 0;
  const readAll = (group: readonly SourceFile[]) =>
    group.map((file) => {
      onProgress?.('Checking', done++, files.length, file.path);
      if (folder.isUnchanged?.(file.path)) return { file, read: () => readCatalogFile(folder, file) };
      const read = readCatalogFile(folder, file);
      return { file, read: () => read };
    });
  const load = (group: ReturnType<typeof readAll>, loadOne = loadRecord): Content => {
    const documents: Document[] = [];
    // Emptied: the bytes can be freed before values are published.
    for (const { file, read } of group.splice(0)) {
      const { value, diagnostics: found } = loadOne(file, read);
      report(found);
      if (value !== undefined) documents.push({ file, value, isPruned: !isSound(found) } as Document);
    }
    for (const document of documents) kept?.push(document);
    return new Content(documents, paths);
  };
  const records = load(readAll(files.filter((file) => !hasEntries(file))), options.loadRecord);
  report(runRules(rules ?? ALL_RULES, records, { ...options, allowed: allowedCodesIn(diagnostics) }));

  // Keeps nothing of a data source while reading the next.
  const runOne = (id: string, group: readonly SourceFile[], publish?: PublishDataSource): void => {
    const entries = readAll(group);
    const sources = [pathOfRole('datasource', id), 'removals.yaml', ...group.map(({ path }) => path)];
    const loadEntries = () => {
      const before = diagnostics.length;
      const content = load(entries);
      report(runRules(rules ?? RULES_OF_ENTRIES, content, options, records));
      return isSound(diagnostics) ? { content, hasFindings: diagnostics.length > before } : null;
    };
    if (publish && isSound(diagnostics)) publish(id, sources, loadEntries);
    else loadEntries();
  };
  return {
    paths,
    records,
    isSound: isSound(diagnostics),
    checkEntries(publish?: PublishDataSource) {
      for (const [id, group] of byDataSource(files, records)) runOne(id, group, publish);
      return { diagnostics: cappedDiagnostics(diagnostics), fileCount: files.length, isEmpty: records.isEmpty };
    },
  };
}

const hasEntries = ({ role }: SourceFile): boolean => SECTIONS.some((section) => section === role);

/** A data source may have no files. */
function byDataSource(files: readonly SourceFile[], records: Content): [string, SourceFile[]][] {
  const groups = itemsByKey(files.filter(hasEntries), ({ name }) => name as string);
  const ids = new Set([...records.of('datasource').map(({ file }) => file.name as string), ...groups.keys()]);
  return sortedByCodePoint(ids, (id) => id).map((id) => [id, groups.get(id) ?? []]);
}
