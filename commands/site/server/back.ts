import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { withoutPastedKeys } from '../../../build/tile-url/secrets.ts';
import { readTextIfThere } from '../../../cli/files/files.ts';
import { programPageAddress } from '../../../cli/program/document-addresses.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { itemsByKey, shellWord, visible } from '../../../contract/base/text.ts';
import {
  asInService,
  nextInstall,
  publishedSite,
  type Runner,
  requireAll,
  requireRoot,
  runnerOf,
  runServiceLine,
} from './checkout.ts';
import {
  askGit,
  type Commit,
  cannotPublish,
  commitAt,
  errorsIn,
  putBack,
  requireFittingFiles,
  warnOfUncommitted,
} from './commits.ts';
import { installedAddress, targetIn } from './installed.ts';
import { BACK_NEEDS, commandsIn } from './plan.ts';
import { lineAsRoot } from './printed-lines.ts';
import { publishedCommitFile, serviceOf, siteAddress, startedTimer, WEB_SERVERS } from './web-servers.ts';

const MAX_COMMITS_SEARCHED = 20;

const backLine = ({ hash }: Commit): string => lineAsRoot(['back', hash.slice(0, 12)]);

/** Runs the lines of the installed service, maybe of an earlier version of the program. @throws CannotRunError */
export function goBackToCommit(
  io: Io,
  { commit, dryRun }: { readonly commit: string | undefined; readonly dryRun: boolean },
): ExitStatus {
  if (!dryRun) requireRoot(['back', ...(commit === undefined ? [] : [commit])]);
  const runner = runnerOf(io.cwd);
  const { unit, hasSystemd } = runner;
  const service = readTextIfThere(serviceOf(unit));
  if (service === null) throw new CannotRunError(`Nothing of ${unit} is installed here.`);
  if (service.includes('signed-site'))
    throw new CannotRunError(
      'This catalog is signed, and programs refuse a site that was signed before the one that they know. Revert in git, and sign that:',
      `${programPageAddress('docs/owner-changes.md')}#going-back-at-once says how.`,
    );
  requireAll(runner, BACK_NEEDS);
  // `git reset` replaces the first command, which pulls.
  const [, packages = '', ...lines] = commandsIn(service);
  const [published, head] = [publishedNow(runner, service), commitAt(runner, 'HEAD')];
  const installed = installedAddress(service) ?? siteAddress(published.serviceUrl || '');
  const refusals = refusalsOf(runner, installed, published);
  warnOfUncommitted(io, runner);
  const chosen =
    commit === undefined
      ? newestBefore(io, runner, published, refusals)
      : commitNamed(runner, commit, published, refusals);
  requireFittingFiles(runner, chosen, installed || undefined);
  const timer = startedTimer(unit);
  const stop = hasSystemd ? [`+systemctl stop ${unit}.timer ${unit}.service`] : [];
  const steps = [...stop, `git reset --quiet --keep ${chosen.hash}`, packages, ...lines, `+rm -f ${timer}`];
  warnOfServer(io, service);
  const { install, unsent } = nextInstall(unit);
  if (dryRun) {
    const shown = steps.map((step) => `  ${step}\n`).join('');
    const users = runner.user === 'root' ? 'root' : `${runner.user}, or as root if a line begins with a +`;
    io.stdout.write(
      `Goes back to ${chosen.shown}; published now: ${published.shown}.\nRuns as ${users}:\n${shown}${unsent}`,
    );
    return 0;
  }
  const [isTimed, site] = [existsSync(timer), publishedSite(unit)];
  let failed: CannotRunError | undefined;
  try {
    for (const step of steps)
      step.startsWith('+') ? runServiceLine(runner, step.slice(1), true) : runServiceLine(runner, step, false);
  } catch (error) {
    if (!(error instanceof CannotRunError) || publishedSite(unit) === site) {
      putBack(io, runner, head, packages);
      if (hasSystemd && isTimed) runServiceLine(runner, `systemctl start ${unit}.timer`, true);
      io.stderr.write(offerBefore(runner, chosen, published, refusals));
      throw error;
    }
    rmSync(timer, { force: true });
    failed = error;
  }
  const before = published.hash === chosen.hash ? 'as before' : `before, it was ${published.shown}`;
  io.stderr.write(
    `${unit} is published as of ${chosen.shown}; ${before}. From now on, merges are not published.\n` +
      (failed ? `But after that: ${failed.message}\nCorrect that, and repeat: ${backLine(chosen)}\n` : '') +
      unsent +
      (askGit(runner, 'git rev-parse @{upstream}').stdout.trim() === chosen.hash
        ? `Next: this is the newest commit; to publish merges again: ${install}\n`
        : `Next: revert in git what was wrong, merge that, and then: ${install}\n`) +
      (isReversible(runner, published, chosen) && refusals(published).length === 0
        ? `If that was too far, forward again to ${published.shown}: ${backLine(published)}\n`
        : '') +
      offerBefore(runner, chosen, chosen, refusals),
  );
  return failed ? 1 : 0;
}

/**
 * The site contains a part of the server's configuration, so going back can change it. Only root can test the whole.
 */
function warnOfServer(io: Io, service: string): void {
  const target = targetIn(service);
  if (target === undefined || process.getuid?.() !== 0) return;
  const { status, stderr } = spawnSync('/bin/sh', ['-c', WEB_SERVERS[target].test], { encoding: 'utf8' });
  if (status !== 0)
    io.stderr.write(
      `The configuration of ${target} has errors. Going back works; but until they are corrected, the server keeps the rules that it has.\n${stderr.trim()}\n`,
    );
}

/** Empty if the commit would be published. */
type Refusals = (commit: Commit) => readonly string[];

function refusalsOf(runner: Runner, installed: string, now: Commit): Refusals {
  return (commit) => {
    const { hash, serviceUrl } = commit;
    if (!installed || !serviceUrl || installed === siteAddress(serviceUrl)) return errorsIn(runner, commit);
    const log = `git log -1 -G'^serviceUrl:' --format='%h %cs %s' ${now.hash}...${hash} -- catalog/site.yaml`;
    const change = askGit(runner, log).stdout.trim();
    return [
      `serviceUrl is ${serviceUrl} there, and ${installed} here.${change && ` It changed last with ${visible(withoutPastedKeys(change))}.`}`,
    ];
  };
}

/** An earlier version's service does not record what is published: it is HEAD. */
function publishedNow(runner: Runner, service: string): Commit {
  const record = service.includes(publishedCommitFile(runner.unit)) ? publishedCommitFile(runner.unit) : '/dev/null';
  const published = `git rev-parse --verify --quiet "$(cat ${record})^{commit}" || git rev-parse HEAD`;
  return commitAt(runner, askGit(runner, published).stdout.trim());
}

/** @returns the newest earlier commit that would be published, and why those between would not */
function searchBefore(runner: Runner, { hash }: Commit, refusals: Refusals) {
  const skipped: { readonly shown: string; readonly why: string }[] = [];
  const list = askGit(
    runner,
    `git rev-list --first-parent --skip=1 --max-count=${MAX_COMMITS_SEARCHED} ${hash}`,
  ).stdout;
  for (const name of list.split('\n').filter(Boolean)) {
    const commit = commitAt(runner, name);
    const [why] = refusals(commit);
    if (why === undefined) return { found: commit, skipped };
    skipped.push({ shown: commit.shown, why });
  }
  return { found: undefined, skipped };
}

/** Names the commits between. @throws CannotRunError if no earlier commit would be published */
function newestBefore(io: Io, runner: Runner, now: Commit, refusals: Refusals): Commit {
  const { found, skipped } = searchBefore(runner, now, refusals);
  const reasons = [...itemsByKey(skipped, ({ why }) => why)].map(
    ([why, [first, ...more]]) =>
      `${first?.shown}${more.length > 0 ? `, and ${more.length} more before it` : ''}: ${visible(why)}`,
  );
  if (found === undefined)
    throw new CannotRunError(
      `Before ${now.shown}, which is published, no commit can be published; looked at: ${skipped.length}.`,
      ...reasons.map((line) => `  ${line}`),
      ...insteadOf(runner),
    );
  for (const line of reasons) io.stderr.write(`Passed over, because it cannot be published: ${line}\n`);
  return found;
}

const insteadOf = ({ unit }: Runner): readonly string[] => [
  `Revert in git what was wrong, merge that, and then: ${nextInstall(unit).install}`,
  `${programPageAddress('docs/owner-changes.md')}#going-back-at-once says how.`,
];

function offerBefore(runner: Runner, commit: Commit, now: Commit, refusals: Refusals): string {
  const isEarlier = asInService(runner, isAncestor(commit, now.hash), 'pipe').status === 0;
  const { found } = searchBefore(runner, isEarlier ? commit : now, refusals);
  return found === undefined ? '' : `Further back, to ${found.shown}: ${backLine(found)}\n`;
}

function commitNamed(runner: Runner, name: string, now: Commit, refusals: Refusals): Commit {
  const [here, there] = [name, `origin/${name}`].map(
    (revision) => `git rev-parse --verify ${shellWord(`${revision}^{commit}`)}`,
  );
  const find = `at=$(${here} || ${there}) && git merge-base --is-ancestor $at`;
  // Fetches only what this checkout does not know: going back needs no network.
  const { status, stdout, stderr } = askGit(
    runner,
    `${find} HEAD || { GIT_TERMINAL_PROMPT=0 timeout 60 git fetch --quiet; ${find} @{upstream}; } && echo $at`,
  );
  // Git's words for a time before its log of the branch.
  const [, first] = /only goes back to (.*)/.exec(stderr) ?? [];
  if (first !== undefined)
    throw new CannotRunError(`${name} is before ${first}, when this checkout was made: nothing was published then.`);
  if (status !== 0)
    throw new CannotRunError(
      `Neither this branch nor its upstream has a commit ${JSON.stringify(name)}.`,
      'git log --oneline @{upstream} lists what was merged, and git reflog what was here; both newest first.',
    );
  const commit = commitAt(runner, stdout.trim());
  const why = refusals(commit);
  if (why.length === 0) return commit;
  const offer = offerBefore(runner, commit, now, refusals).trim();
  throw cannotPublish(commit, why, ...(offer === '' ? insteadOf(runner) : [offer]));
}

const isAncestor = ({ hash }: Commit, other: string): string => `git merge-base --is-ancestor ${hash} ${other}`;

function isReversible(runner: Runner, now: Commit, then: Commit): boolean {
  const test = `${isAncestor(then, now.hash)} && ${isAncestor(now, '@{upstream}')}`;
  return now.hash !== then.hash && asInService(runner, test, 'pipe').status === 0;
}
