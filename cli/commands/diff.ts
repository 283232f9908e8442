/** `cartalog diff`: what clients will see when one built site takes the place of another. */
import { resolve } from 'node:path';
import { type Diagnostic, diagnostic, value } from '../../build/diagnostics/diagnostic.ts';
import { report } from '../../build/diagnostics/report.ts';
import { severityOf } from '../../build/diagnostics/wording.ts';
import type { RemovalsSource } from '../../build/generated/catalog.types.ts';
import { nameOfTarget } from '../../build/model/removal.ts';
import { decode } from '../../build/parse/decode.ts';
import { parse } from '../../build/parse/parse.ts';
import { readBytes } from '../../build/read/read.ts';
import { validate } from '../../build/validate/validate.ts';
import { compareSites, type SiteDiff } from '../../review/compare.ts';
import { jsonOf } from '../../review/json.ts';
import { markdownOf } from '../../review/markdown.ts';
import { type Judgement, judge, type UnusedRemoval } from '../../review/removals.ts';
import { reportOf } from '../../review/report.ts';
import { type BuiltSite, NotASiteError, openSite } from '../../review/site.ts';
import { textOf } from '../../review/text.ts';
import { readSiteFolder } from '../io/built-site.ts';
import { openCatalogFolder } from '../io/catalog-folder.ts';
import { CannotRunError, type ExitStatus, type Io } from '../io/io.ts';
import { writeFindings } from './findings.ts';

export interface DiffOptions {
  /** The site folders, relative to where the program runs. */
  readonly base: string;
  readonly next: string;
  /** The catalog folder whose removals.yaml is looked at. */
  readonly catalog: string;
  readonly format: 'markdown' | 'text' | 'json';
  readonly failOnBreaking: boolean;
}

const REMOVALS = 'removals.yaml';

export async function diff(io: Io, options: DiffOptions): Promise<ExitStatus> {
  const { value: removals, diagnostics } = readRemovals(io, options.catalog);
  const { difference, judgement } = compare(io, options, removals);
  const problems = [...diagnostics, ...judgement.unused.map(problemOf)];
  const folder = resolve(io.cwd, options.catalog);
  const findings = report(problems, (file) => decode(file, openCatalogFolder(folder).read(file)).text);
  writeFindings(io, io.stderr, options.catalog, findings);
  io.stdout.write(
    options.format === 'json'
      ? jsonOf(difference, judgement)
      : (options.format === 'text' ? textOf : markdownOf)(reportOf(difference, judgement)),
  );
  if (!options.failOnBreaking) return 0;
  const hasUnlisted = judgement.breaking.some(({ reason }) => reason === null);
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

/** The list of removals, empty where there is none; what is wrong with it is left out of it. */
function readRemovals(io: Io, catalog: string): { value: RemovalsSource; diagnostics: readonly Diagnostic[] } {
  const folder = openFolder(resolve(io.cwd, catalog));
  if (!folder?.list('').some(({ name, type }) => name === REMOVALS && type === 'file'))
    return { value: [], diagnostics: [] };
  const bytes = readBytes(folder, { path: REMOVALS, kind: 'removals', name: null });
  if ('problem' in bytes) return { value: [], diagnostics: [bytes.problem] };
  const parsed = parse(REMOVALS, bytes.bytes);
  if (parsed.value === undefined) return { value: [], diagnostics: parsed.diagnostics };
  const { value, diagnostics } = validate('removals', REMOVALS, parsed.value);
  const isUsable = diagnostics.length === 0 && parsed.diagnostics.length === 0;
  return { value: isUsable ? (value as RemovalsSource) : [], diagnostics: [...parsed.diagnostics, ...diagnostics] };
}

/** Null where there is no such folder: two sites can be compared without a catalog. */
function openFolder(path: string): ReturnType<typeof openCatalogFolder> | null {
  try {
    return openCatalogFolder(path);
  } catch {
    return null;
  }
}

function problemOf({ index, target, isPublished }: UnusedRemoval): Diagnostic {
  const code = isPublished ? 'removal-not-done' : 'removal-without-effect';
  return diagnostic(code, REMOVALS, value(index), { target: nameOfTarget(target) });
}
