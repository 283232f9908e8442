import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isError } from '../../../build/diagnostics/diagnostic.ts';
import { type BuiltSite, openBuiltSite, type WrittenCatalog } from '../../../cli/site/built-site.ts';
import { readSiteFolder } from '../../../cli/site/read-site.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { withoutTokens } from '../../../contract/maps/hidden-tokens.ts';
import { listedVariables } from '../../../contract/maps/placeholders.ts';
import { compareSites, unusedRemoval } from './diff.ts';
import { changesAsJson, changesAsMarkdown, changesAsText } from './print-changes.ts';
import { matchRemovals } from './removals.ts';
import { withoutFilledTokens } from './tokens.ts';

interface DiffOptions {
  readonly base: string;
  readonly next: string;
  readonly format: 'markdown' | 'text' | 'json';
  readonly failOnBreaking: boolean;
  readonly verbose?: boolean;
}

const PRINTERS = { markdown: changesAsMarkdown, text: changesAsText, json: changesAsJson };

const NEXT = 'Next: commit the change and open a pull request.\n';
const NEXT_IF_BREAKING =
  'Next: restore what is removed, or copy the lines into catalog/removals.yaml and give a reason for each.\n';

export function runDiff(io: Io, options: DiffOptions, catalog: WrittenCatalog | null): ExitStatus {
  const { removals = [], diagnostics = [], accessTokens = [] } = catalog ?? {};
  const [next, base] = openSites(io, [options.next, options.base]);
  const difference = compareSites(base, next);
  const matched = matchRemovals(difference.changes, removals, next);
  const problems = [...diagnostics, ...matched.unused.map(unusedRemoval)];
  catalog?.report(problems, options.verbose ?? false);
  const shown = withoutFilledTokens(difference, catalog?.patterns ?? (() => new Map()));
  const text = PRINTERS[options.format](shown, matched);
  io.stdout.write(withoutTokens(text, listedVariables(io.env, accessTokens)));
  const hasUnlisted = matched.breaking.some(({ reason }) => reason === null);
  if (problems.length === 0 && difference.changes.length > 0) io.stderr.write(hasUnlisted ? NEXT_IF_BREAKING : NEXT);
  if (!options.failOnBreaking) return 0;
  return hasUnlisted || problems.some(isError) ? 1 : 0;
}

function openSites({ cwd }: Io, [next, base]: readonly [string, string]): readonly [BuiltSite, BuiltSite] {
  const isThere = (name: string): boolean => existsSync(resolve(cwd, name));
  if (base !== next && !isThere(base) && !isThere(next)) {
    throw new CannotRunError(`There is no folder ${base}, and no folder ${next}.`);
  }
  const open = (name: string): BuiltSite => openBuiltSite(name, readSiteFolder(resolve(cwd, name), name));
  return [open(next), open(base)];
}
