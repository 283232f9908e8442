/** `cartalog diff`: what clients will see when one built site replaces another. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isError } from '../../../build/diagnostics/diagnostic.ts';
import { type CatalogFolder, rereadable } from '../../../build/read/folder.ts';
import { reportOn } from '../../../build/report/positions.ts';
import { openCatalogAt } from '../../../cli/commit-folder.ts';
import { openCatalogFolder, readSiteFolder } from '../../../cli/files.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/io.ts';
import { writeFindings } from '../../../cli/terminal.ts';
import { withoutTokens } from '../../../contract/placeholders.ts';
import { type BuiltSite, openSite } from './built-site.ts';
import { compareSites, readRemovals, readTokens, unusedRemoval } from './diff.ts';
import { changesAsJson, changesAsMarkdown, changesAsText } from './print-changes.ts';
import { matchRemovals } from './removals.ts';
import { withoutFilledIn } from './tokens.ts';

interface DiffOptions {
  /** The site folders, relative to the working folder. */
  readonly base: string;
  readonly next: string;
  /** The catalog folder whose removals.yaml is read; null for the usual one, which need not exist. */
  readonly catalog: string | null;
  /** The branch, tag or commit whose removals.yaml is read; left out for the one on disk. */
  readonly at?: string | undefined;
  readonly format: 'markdown' | 'text' | 'json';
  readonly failOnBreaking: boolean;
  /** Whether to list each warning. */
  readonly verbose?: boolean;
}

const PRINTERS = { markdown: changesAsMarkdown, text: changesAsText, json: changesAsJson };

const NEXT = 'Next: commit the change and open a pull request.\n';
const NEXT_IF_BREAKING =
  'Next: restore what is removed, or copy the lines into catalog/removals.yaml and give a reason for each.\n';

/** Runs the command. @throws CannotRunError if a folder is not a built site, or the commit does not exist */
export async function runDiff(io: Io, options: DiffOptions): Promise<ExitStatus> {
  const folder = await openFolder(io, options);
  const { removals, diagnostics } = folder ? readRemovals(folder) : { removals: [], diagnostics: [] };
  const [next, base] = openSites(io, [options.next, options.base]);
  const difference = compareSites(base, next);
  const matched = matchRemovals(difference.changes, removals, next);
  const problems = [...diagnostics, ...matched.unused.map(unusedRemoval)];
  if (folder)
    writeFindings(io, io.stderr, options.catalog ?? 'catalog', reportOn(folder, problems), options.verbose ?? false);
  const shown = withoutFilledIn(difference, folder);
  const tokens = folder ? readTokens(folder, io.env) : {};
  io.stdout.write(withoutTokens(PRINTERS[options.format](shown, matched), tokens));
  const hasUnlisted = matched.breaking.some(({ reason }) => reason === null);
  if (problems.length === 0 && difference.changes.length > 0) io.stderr.write(hasUnlisted ? NEXT_IF_BREAKING : NEXT);
  if (!options.failOnBreaking) return 0;
  return hasUnlisted || problems.some(isError) ? 1 : 0;
}

/** Opens the new site and the old one. @throws CannotRunError */
function openSites({ cwd }: Io, [next, base]: readonly [string, string]): readonly [BuiltSite, BuiltSite] {
  const isThere = (name: string): boolean => existsSync(resolve(cwd, name));
  if (base !== next && !isThere(base) && !isThere(next)) {
    throw new CannotRunError(`There is no folder ${base}, and no folder ${next}.`);
  }
  const open = (name: string): BuiltSite => openSite(name, readSiteFolder(resolve(cwd, name), name));
  return [open(next), open(base)];
}

/** The usual catalog folder may be missing: two sites can be compared without one. One that is named must exist. */
async function openFolder(io: Io, { catalog, at }: DiffOptions): Promise<CatalogFolder | null> {
  if (at !== undefined) return (await openCatalogAt(io, catalog ?? 'catalog', at)).folder;
  const path = resolve(io.cwd, catalog ?? 'catalog');
  return catalog === null && !existsSync(path) ? null : rereadable(openCatalogFolder(io, catalog ?? 'catalog'));
}
