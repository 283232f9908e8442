import { resolve } from 'node:path';
import {
  type Finding,
  findingCountsOf,
  findingsConcerning,
  findingsSummary,
  hasErrorElsewhere,
} from '../../../build/report/findings.ts';
import { findingsAsJson, type ReportSubject, workflowAnnotation } from '../../../build/report/print.ts';
import type { RuleOptions } from '../../../build/rules/run-rules.ts';
import { checkFolder } from '../../../build/run/check-folder.ts';
import { withoutPastedKeys } from '../../../build/tile-url/secrets.ts';
import { openCatalogFolder } from '../../../cli/catalog/catalog-folder.ts';
import { readOwnFiles } from '../../../cli/files/owner-files.ts';
import { hostInInitRecord } from '../../../cli/git/repository-place.ts';
import { programPageOf } from '../../../cli/program/document-addresses.ts';
import { programCall } from '../../../cli/program/package.ts';
import { annotateFindings } from '../../../cli/terminal/annotate-findings.ts';
import type { ExitStatus, Io } from '../../../cli/terminal/io.ts';
import { writeFindings } from '../../../cli/terminal/print-findings.ts';
import { progressOn } from '../../../cli/terminal/progress.ts';
import { catalogPathPrefix, firstRecordAdvice, noCatalogFiles } from '../../../cli/terminal/terminal.ts';
import { listOfNames, plural, visible } from '../../../contract/base/text.ts';
import type { HostName } from '../../../contract/hosts.ts';
import type { Changes } from './changes.ts';

interface CheckOptions extends Pick<RuleOptions, 'requireTokens' | 'verbose'> {
  readonly catalog: string;
  readonly at?: string | undefined;
  readonly format: 'text' | 'json' | 'github';
  readonly changedSince?: string | undefined;
}

const nextStep = (call: string): string =>
  `Next, if you have changed something: commit it; or see what it changes for clients: ${call} build --at HEAD --out before && ${call} build --out after && ${call} diff before after\n`;

export async function runCheck(io: Io, options: CheckOptions): Promise<ExitStatus> {
  const { catalog, changedSince, at } = options;
  // Refuses a missing folder before git runs in it.
  openCatalogFolder(io, catalog);
  const changes =
    changedSince === undefined
      ? null
      : await (await import('./changes.ts')).readCatalogChanges(resolve(io.cwd, catalog), changedSince);
  const folder =
    at === undefined
      ? openCatalogFolder(io, catalog)
      : (await (await import('../../../cli/git/commit-folder.ts')).openCatalogAt(io, catalog, at)).folder;
  // The author of a commit names its tokens, and could name any variable.
  const environment = at === undefined ? io.env : {};
  const rules = { ...options, environment, now: Date.now(), changed: changes?.files };
  const progress = progressOn(io);
  const checkOwnFiles = (): void => void readOwnFiles(resolve(io.cwd, catalog));
  const { findings, fileCount, isEmpty, target } = checkFolder(folder, rules, checkOwnFiles, progress.report);
  progress.clear();
  const needsBefore = changes !== null && hasErrorElsewhere(findings, changes.files);
  // The same options: only new errors are listed.
  const before = needsBefore ? checkFolder(await changes.before(), rules, () => {}).findings : [];
  const { listed, unlisted } = changes
    ? findingsConcerning(findings, changes.files, before)
    : { listed: findings, unlisted: [] };
  write(io, options, { listed, unlisted, changes, fileCount, isEmpty });
  if (target !== null && at === undefined) warnOfMove(io, catalog, target);
  return findingCountsOf(findings).errors > 0 ? 1 : 0;
}

function warnOfMove(io: Io, catalog: string, target: HostName): void {
  const written = hostInInitRecord(resolve(io.cwd, catalog));
  if (written === null || written === target) return;
  io.stderr.write(
    `Warning: target in site.yaml is ${target}, and the repository is for ${written}: ${programCall(io.cwd)} init --upgrade moves it (${programPageOf('docs/moving.md')}).\n`,
  );
}

interface Result {
  readonly listed: readonly Finding[];
  readonly unlisted: readonly Finding[];
  readonly changes: Changes | null;
  readonly fileCount: number;
  readonly isEmpty: boolean;
}

function write(io: Io, options: CheckOptions, result: Result): void {
  const { listed, unlisted, changes, fileCount, isEmpty } = result;
  const prefix = catalogPathPrefix(io, options.catalog);
  const rest = unlisted.length > 0 ? restOf(unlisted, prefix) : null;
  switch (options.format) {
    case 'text':
      writeFindings(io, io.stdout, options.catalog, listed, options.verbose);
      break;
    case 'json':
      io.stdout.write(findingsAsJson(listed, prefix, subjectOf(prefix, result)));
      break;
    case 'github':
      annotateFindings(io, options.catalog, listed);
      // Otherwise, the check would fail without a reason.
      if (rest && findingCountsOf(unlisted).errors > 0)
        io.stdout.write(workflowAnnotation('error', { title: 'Older errors' }, rest), 'commands');
      break;
  }
  const changed = changes ? ` (${changes.files.size} changed since ${visible(changes.ref)})` : '';
  io.stderr.write(`${plural(fileCount, 'file')} checked${changed}: ${findingsSummary(listed)}\n`);
  if (fileCount === 0) io.stderr.write(noCatalogFiles(options.catalog));
  if (rest) io.stderr.write(`${rest}\n`);
  if (findingCountsOf(listed).errors > 0) io.stderr.write(`${programPageOf('docs/messages.md')} explains each code.\n`);
  else if (isEmpty && fileCount > 0) io.stderr.write(`${firstRecordAdvice(io.cwd, options.catalog, 'map')}\n`);
  else if (options.verbose && !rest && options.format === 'text' && options.at === undefined)
    io.stderr.write(nextStep(programCall(io.cwd)));
}

function subjectOf(prefix: string, { changes, unlisted, fileCount }: Result): ReportSubject {
  return {
    catalog: prefix.replace(/\/$/, '') || '.',
    files: fileCount,
    changedSince: changes && {
      ref: changes.ref,
      commit: changes.commit,
      files: changes.files.size,
      unlisted: findingCountsOf(unlisted),
    },
  };
}

function restOf(unlisted: readonly Finding[], prefix: string): string {
  const { errors } = findingCountsOf(unlisted);
  const text = `Not listed, because their files did not change: ${findingsSummary(unlisted)}`;
  if (errors === 0) return text;
  const files = [...new Set(unlisted.filter(({ severity }) => severity === 'error').map(({ file }) => prefix + file))];
  const named = withoutPastedKeys(visible(listOfNames(files.slice(0, 3))));
  const more = files.length > 3 ? ` and ${plural(files.length - 3, 'more file')}` : '';
  return `${text}. The errors were there before (${named}${more}) and must be fixed before the catalog can be published`;
}
