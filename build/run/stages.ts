/**
 * Runs the stages up to the rules, one data source at a time: the entries of a catalog take megabytes, and nothing needs
 * those of two data sources at once.
 */

import { grouped, sortedByCodePoint } from '../../contract/base/text.ts';
import { SECTIONS } from '../../contract/data-sources/sections.ts';
import { allowedIn } from '../diagnostics/allowances.ts';
import { capped, type Diagnostic, isSound } from '../diagnostics/diagnostic.ts';
import type { OnProgress, RereadableFolder } from '../read/folder.ts';
import type { SourceFile } from '../read/layout.ts';
import { pathOfRole } from '../read/layout.ts';
import { listFiles, type ReadFile, readBytes } from '../read/read.ts';
import { RULES, RULES_OF_ENTRIES } from '../rules/all-rules.ts';
import { withWholePatterns } from '../rules/foreign-patterns.ts';
import { type RuleOptions, runRules } from '../rules/run-rules.ts';
import { Content, type Document } from '../validate/content.ts';
import { type LoadedFile, loadRead } from './load-file.ts';

type Loaded = Pick<LoadedFile, 'value' | 'diagnostics'>;

/** Small files by path, with the hash of their bytes: what a process remembers of those that it has loaded. */
export type LoadedFiles = Map<string, Loaded & { readonly digest: string | null }>;

/** Takes the data sources of a catalog whose other files have no errors. */
export interface Publication {
  /** Reuses a data source that was published before. @returns false if it was not, or from other inputs */
  again(id: string, madeFrom: unknown): boolean;
  /** Publishes a data source. @param isKept whether it may be reused, because it has no findings */
  add(id: string, content: Content, isKept: boolean): void;
}

/** What the stages have found, and who has taken the data sources. */
export interface StagesOutcome<P> {
  readonly diagnostics: readonly Diagnostic[];
  readonly fileCount: number;
  /** Whether it has no map, data source or edition. */
  readonly isEmpty: boolean;
  /** Null if the files without entries have errors. */
  readonly publication: P | null;
}

/** The inputs of the stages other than the folder. */
export interface StagesOptions<P> extends RuleOptions {
  /** Called with the records, without the entries of data sources, if they have no errors. */
  readonly publish: (records: Content) => P | Promise<P>;
  /** Files of an earlier run; updated. */
  readonly loaded?: LoadedFiles | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** Reads, parses, validates and checks a catalog. Its data sources are published while nothing has an error. */
export async function runStages<P extends Publication>(
  folder: RereadableFolder,
  options: StagesOptions<P>,
): Promise<StagesOutcome<P>> {
  const { publish, loaded, onProgress } = options;
  const { files, diagnostics } = listFiles(folder);
  const paths = [...files.map(({ path }) => path), ...diagnostics.map(({ file }) => file)];
  const report = (found: Iterable<Diagnostic>): void => {
    for (const one of found) diagnostics.push(one);
  };
  let done = 0;
  const readAll = (group: readonly SourceFile[]) =>
    group.map((file) => {
      onProgress?.('Checking', done++, files.length, file.path);
      return { file, read: readBytes(folder, file) };
    });
  /** Keeps the values of small files: those of entries take too much memory. */
  const loadOnce = (file: SourceFile, read: ReadFile): Loaded => {
    const digest = folder.digest(file.path);
    const known = loaded?.get(file.path);
    if (known && digest !== null && known.digest === digest) return known;
    const { value, diagnostics: faults, allowances = [] } = loadRead(file, read);
    const found = [...withWholePatterns(faults), ...allowances];
    if (!hasEntries(file)) loaded?.set(file.path, { digest, value, diagnostics: found });
    return { value, diagnostics: found };
  };
  const load = (group: ReturnType<typeof readAll>): Document[] => {
    const documents: Document[] = [];
    // The bytes are not needed any more when the values are published.
    for (const { file, read } of group.splice(0)) {
      const { value, diagnostics: found } = loadOnce(file, read);
      report(found);
      if (value !== undefined) documents.push({ file, value, isPruned: !isSound(found) } as Document);
    }
    return documents;
  };
  const documents = load(readAll(files.filter((file) => !hasEntries(file))));
  const records = new Content(documents, paths);
  report(runRules(RULES, records, { ...options, allowed: allowedIn(diagnostics) }));
  const publication = isSound(diagnostics) ? await publish(records) : null;

  // A function, so that nothing of a data source is kept while the next one is read.
  const runOne = (id: string, group: readonly SourceFile[]): void => {
    const entries = readAll(group);
    const sources = [pathOfRole('datasource', id), 'site.yaml', 'removals.yaml', ...group.map(({ path }) => path)];
    if (publication && isSound(diagnostics) && publication.again(id, sources.map(folder.digest))) return;
    const before = diagnostics.length;
    const content = new Content(load(entries), paths);
    report(runRules(RULES_OF_ENTRIES, content, options, records));
    if (publication && isSound(diagnostics)) publication.add(id, content, diagnostics.length === before);
  };
  for (const [id, group] of byDataSource(files, records)) runOne(id, group);
  return { diagnostics: capped(diagnostics), fileCount: files.length, isEmpty: records.isEmpty, publication };
}

const hasEntries = ({ role }: SourceFile): boolean => SECTIONS.some((section) => section === role);

/** The files with entries by data source, in the order of the ids. A data source without entries has no files. */
function byDataSource(files: readonly SourceFile[], records: Content): [string, SourceFile[]][] {
  const groups = grouped(files.filter(hasEntries), ({ name }) => name as string);
  const ids = new Set([...records.of('datasource').map(({ file }) => file.name as string), ...groups.keys()]);
  return sortedByCodePoint(ids, (id) => id).map((id) => [id, groups.get(id) ?? []]);
}
