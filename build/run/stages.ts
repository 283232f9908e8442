/**
 * Runs the stages up to the rules, one data source at a time: the entries of a catalog take megabytes, and nothing needs
 * two data sources at once.
 */

import { itemsByKey, sortedByCodePoint } from '../../contract/base/text.ts';
import { SECTIONS } from '../../contract/data-sources/sections.ts';
import { allowedCodesIn } from '../diagnostics/allowances.ts';
import { cappedDiagnostics, type Diagnostic, isSound } from '../diagnostics/diagnostic.ts';
import type { OnProgress } from '../read/folder.ts';
import { pathOfRole, type SourceFile } from '../read/layout.ts';
import { listCatalogFiles } from '../read/list-files.ts';
import { type ReadFile, readCatalogFile } from '../read/read.ts';
import type { RereadableFolder } from '../read/rereadable.ts';
import { ALL_RULES, RULES_OF_ENTRIES } from '../rules/all-rules.ts';
import { withWholePatterns } from '../rules/foreign-patterns.ts';
import { type RuleOptions, runRules } from '../rules/run-rules.ts';
import { Content, type Document } from '../validate/content.ts';
import { type LoadedFile, loadReadFile } from './load-file.ts';

/** The valid parts of a file, and its problems. */
export type LoadedRecord = Pick<LoadedFile, 'value' | 'diagnostics'>;

/** Loads a file that has been read. @param digest the hash of its bytes */
export type LoadRecord = (file: SourceFile, read: ReadFile, digest: string | null) => LoadedRecord;

/** Runs parse and validate on a file. */
export const loadRecord: LoadRecord = (file, read) => {
  const { value, diagnostics, allowances = [] } = loadReadFile(file, read);
  return { value, diagnostics: [...withWholePatterns(diagnostics), ...allowances] };
};

/** The entries of a data source, and whether there are findings about it. */
export interface LoadedEntries {
  readonly content: Content;
  readonly hasFindings: boolean;
}

/** Publishes the data sources of a catalog whose other files have no errors. */
export interface Publisher {
  /**
   * Publishes a data source.
   *
   * @param digests the hashes of its files, and of the others that findings about it depend on
   * @param load loads and checks the entries; null if the catalog has an error
   */
  publish(id: string, digests: readonly (string | null)[], load: () => LoadedEntries | null): void;
}

/** What the stages have found, and who has published the data sources. */
export interface StagesOutcome<P> {
  readonly diagnostics: readonly Diagnostic[];
  readonly fileCount: number;
  /** Whether it has no map, data source or edition. */
  readonly isEmpty: boolean;
  /** Null if the files without entries have errors. */
  readonly publisher: P | null;
}

/** The inputs of the stages other than the folder. */
export interface StagesOptions<P> extends RuleOptions {
  /** Called with the records, without the entries of data sources, if they have no errors. */
  readonly publisherOf: (records: Content) => P | Promise<P>;
  /** Loads the files without entries. */
  readonly loadRecord?: LoadRecord | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** Reads, parses, validates and checks a catalog. Its data sources are published while nothing has an error. */
export async function runStages<P extends Publisher>(
  folder: RereadableFolder,
  options: StagesOptions<P>,
): Promise<StagesOutcome<P>> {
  const { onProgress } = options;
  const { files, diagnostics } = listCatalogFiles(folder);
  const paths = [...files.map(({ path }) => path), ...diagnostics.map(({ file }) => file)];
  const report = (found: Iterable<Diagnostic>): void => {
    for (const one of found) diagnostics.push(one);
  };
  let done = 0;
  const readAll = (group: readonly SourceFile[]) =>
    group.map((file) => {
      onProgress?.('Checking', done++, files.length, file.path);
      return { file, read: readCatalogFile(folder, file) };
    });
  const load = (group: ReturnType<typeof readAll>, loadOne = loadRecord): Document[] => {
    const documents: Document[] = [];
    // The bytes are not needed any more when the values are published.
    for (const { file, read } of group.splice(0)) {
      const { value, diagnostics: found } = loadOne(file, read, folder.digest(file.path));
      report(found);
      if (value !== undefined) documents.push({ file, value, isPruned: !isSound(found) } as Document);
    }
    return documents;
  };
  const documents = load(readAll(files.filter((file) => !hasEntries(file))), options.loadRecord);
  const records = new Content(documents, paths);
  report(runRules(ALL_RULES, records, { ...options, allowed: allowedCodesIn(diagnostics) }));
  const publisher = isSound(diagnostics) ? await options.publisherOf(records) : null;

  // A function, so that nothing of a data source is kept while the next one is read.
  const runOne = (id: string, group: readonly SourceFile[]): void => {
    const entries = readAll(group);
    const sources = [pathOfRole('datasource', id), 'site.yaml', 'removals.yaml', ...group.map(({ path }) => path)];
    const loadEntries = (): LoadedEntries | null => {
      const before = diagnostics.length;
      const content = new Content(load(entries), paths);
      report(runRules(RULES_OF_ENTRIES, content, options, records));
      return isSound(diagnostics) ? { content, hasFindings: diagnostics.length > before } : null;
    };
    if (publisher && isSound(diagnostics)) publisher.publish(id, sources.map(folder.digest), loadEntries);
    else loadEntries();
  };
  for (const [id, group] of byDataSource(files, records)) runOne(id, group);
  return { diagnostics: cappedDiagnostics(diagnostics), fileCount: files.length, isEmpty: records.isEmpty, publisher };
}

const hasEntries = ({ role }: SourceFile): boolean => SECTIONS.some((section) => section === role);

/** The files with entries by data source, in the order of the ids. A data source without entries has no files. */
function byDataSource(files: readonly SourceFile[], records: Content): [string, SourceFile[]][] {
  const groups = itemsByKey(files.filter(hasEntries), ({ name }) => name as string);
  const ids = new Set([...records.of('datasource').map(({ file }) => file.name as string), ...groups.keys()]);
  return sortedByCodePoint(ids, (id) => id).map((id) => [id, groups.get(id) ?? []]);
}
