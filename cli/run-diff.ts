/** `cartalog diff`: what clients will see when one built site takes the place of another. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Diagnostic, diagnostic, value } from '../build/diagnostics/diagnostic.ts';
import { severityOf } from '../build/diagnostics/messages.ts';
import { decode } from '../build/parse/decode.ts';
import { parse } from '../build/parse/parse.ts';
import { type CatalogFolder, readBytes } from '../build/read/read.ts';
import { report } from '../build/report/findings.ts';
import { validate } from '../build/validate/validate.ts';
import { type BuiltSite, NotASiteError, openSite } from '../commands/diff/built-site.ts';
import { compareSites, type SiteDiff } from '../commands/diff/diff.ts';
import { jsonOf, markdownOf, reportOf, textOf } from '../commands/diff/print-changes.ts';
import { type Judgement, judge, type UnusedRemoval } from '../commands/diff/removals.ts';
import type { RemovalsSource } from '../contract/generated/catalog.types.ts';
import { nameOfTarget } from '../contract/targets.ts';
import { readSiteFolder } from './files.ts';
import { CannotRunError, type ExitStatus, type Io } from './io.ts';
import { openCatalog } from './run-catalog.ts';
import { writeFindings } from './terminal.ts';

export interface DiffOptions {
  /** The site folders, relative to where the program runs. */
  readonly base: string;
  readonly next: string;
  /** The catalog folder whose removals.yaml is looked at; null for the usual one, which need not be there. */
  readonly catalog: string | null;
  readonly format: 'markdown' | 'text' | 'json';
  readonly failOnBreaking: boolean;
}

const REMOVALS = 'removals.yaml';

const NEXT = 'Next: commit the change and open a pull request.\n';
const NEXT_IF_BREAKING =
  'Next: bring back what is taken away, or copy its lines into catalog/removals.yaml with a reason for each.\n';

export async function diff(io: Io, options: DiffOptions): Promise<ExitStatus> {
  const catalog = options.catalog ?? 'catalog';
  const folder = openFolder(io, options.catalog);
  const { value: removals, diagnostics } = folder ? readRemovals(folder) : NO_REMOVALS;
  const { difference, judgement } = compare(io, options, removals);
  const problems = [...diagnostics, ...judgement.unused.map(problemOf)];
  const textOfFile = (file: string): string => (folder ? decode(file, folder.read(file)).text : '');
  writeFindings(io, io.stderr, catalog, report(problems, textOfFile));
  io.stdout.write(
    options.format === 'json'
      ? jsonOf(difference, judgement)
      : (options.format === 'text' ? textOf : markdownOf)(reportOf(difference, judgement)),
  );
  const hasUnlisted = judgement.breaking.some(({ reason }) => reason === null);
  if (problems.length === 0 && difference.changes.length > 0) io.stderr.write(hasUnlisted ? NEXT_IF_BREAKING : NEXT);
  if (!options.failOnBreaking) return 0;
  return hasUnlisted || problems.some(({ code }) => severityOf(code) === 'error') ? 1 : 0;
}

interface Comparison {
  readonly difference: SiteDiff;
  readonly judgement: Judgement;
}

function compare(io: Io, { base, next }: DiffOptions, removals: RemovalsSource): Comparison {
  const open = (name: string): BuiltSite => openSite(name, readSiteFolder(resolve(io.cwd, name), name));
  try {
    const after = open(next);
    const difference = compareSites(open(base), after);
    return { difference, judgement: judge(difference.changes, removals, after) };
  } catch (error) {
    throw error instanceof NotASiteError ? new CannotRunError(error.message) : error;
  }
}

/** The usual catalog folder may be missing: two sites can be compared without one. One that is named must be there. */
function openFolder(io: Io, catalog: string | null): CatalogFolder | null {
  const path = resolve(io.cwd, catalog ?? 'catalog');
  return catalog === null && !existsSync(path) ? null : openCatalog(io, catalog ?? 'catalog');
}

interface Removals {
  readonly value: RemovalsSource;
  readonly diagnostics: readonly Diagnostic[];
}

const NO_REMOVALS: Removals = { value: [], diagnostics: [] };

/** What a catalog lists as removed; nothing where the file has a fault, since nobody can tell what was meant. */
function readRemovals(folder: CatalogFolder): Removals {
  if (!folder.list('').some(({ name, type }) => name === REMOVALS && type === 'file')) return NO_REMOVALS;
  const bytes = readBytes(folder, { path: REMOVALS, kind: 'removals', name: null });
  if ('problem' in bytes) return { value: [], diagnostics: [bytes.problem] };
  const parsed = parse(REMOVALS, bytes.bytes);
  if (parsed.value === undefined) return { value: [], diagnostics: parsed.diagnostics };
  const { value, diagnostics } = validate('removals', REMOVALS, parsed.value);
  const faults = [...parsed.diagnostics, ...diagnostics];
  return { value: faults.length === 0 ? (value as RemovalsSource) : [], diagnostics: faults };
}

function problemOf({ index, target, isPublished }: UnusedRemoval): Diagnostic {
  const code = isPublished ? 'removal-not-done' : 'removal-without-effect';
  return diagnostic(code, REMOVALS, value(index), { target: nameOfTarget(target) });
}
