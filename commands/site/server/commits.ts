import { oneFileFolder } from '../../../build/read/folder.ts';
import { readValidFile, type ValidFile } from '../../../build/run/valid-file.ts';
import { withoutPastedKeys } from '../../../build/tile-url/secrets.ts';
import { CannotRunError, type Io } from '../../../cli/terminal/io.ts';
import { shellWord, shortenedText, visible } from '../../../contract/base/text.ts';
import { asInService, type Runner, runServiceLine } from './checkout.ts';
import { INSTALL_PACKAGES, READ_PACKAGE } from './plan.ts';
import { asOwner } from './printed-lines.ts';
import { siteAddress } from './web-servers.ts';

/** `serviceUrl` is false if `site.yaml` is unreadable. */
export type Commit = ReturnType<typeof commitAt>;

/** The most printed lines about a commit, and the most file names. */
const [LINES, NAMES] = [40, 5];

export const askGit = (runner: Runner, command: string) => asInService(runner, `export LC_ALL=C; ${command}`, 'pipe');

export function commitAt(runner: Runner, name: string) {
  const [hash = '', ...shown] = askGit(runner, `git log -1 --format='%H %h %cs %s' ${name}`).stdout.trim().split(' ');
  const site = validFile('site', askGit(runner, `git show ${name}:catalog/site.yaml`).stdout);
  return {
    hash,
    shown: shortenedText(withoutPastedKeys(visible(shown.join(' ')))),
    serviceUrl: site.state === 'valid' && site.value.serviceUrl,
  };
}

export function validFile<K extends 'site' | 'keys'>(kind: K, text: string): ValidFile<K> {
  const entries = () => [{ path: `${kind}.yaml`, type: 'file' as const }];
  return readValidFile({ ...oneFileFolder(Buffer.from(text)), entries }, kind);
}

/** The text after moving to `to`: the text here, committed or not, unless `to` changes the file. */
export function readMoved(runner: Runner, path: string, to = '@{upstream}'): string {
  const compare = `git diff --quiet HEAD ${to} -- ${path}`;
  return askGit(runner, `if ${compare}; then cat ${path}; else git show ${to}:${path}; fi`).stdout;
}

/** Puts uncommitted files over the copy of a commit in `$t`. */
const OVERLAY = [
  'git diff --name-only -z --diff-filter=D HEAD | (cd "$t" && xargs -0r rm -f --)',
  `{ git diff --name-only -z --diff-filter=d HEAD; git ls-files -z --others --exclude-standard -- . ':!node_modules'; git ls-files -z --others --ignored --exclude-standard -- public; } | tar --null --no-recursion -T - -cf - | tar -xf - -C "$t"`,
];

/** Checks a commit with its own program, in a folder. @returns lines why it cannot be published */
export function errorsIn(runner: Runner, { hash }: Commit, overlay: readonly string[] = []): string[] {
  const program = 'node_modules/.bin/cartalog';
  // Copies the commit; links equal packages from here, else installs its own.
  const steps = [
    `t=$(mktemp -d) && trap 'rm -rf "$t"' EXIT && (export GIT_INDEX_FILE="$t/.index"`,
    `git read-tree ${hash} && git checkout-index --all --prefix="$t/")`,
    ...overlay,
    `{ ! git diff --quiet HEAD ${hash} -- package-lock.json || [ node_modules/.package-lock.json -ot package-lock.json ] || ln -s "$PWD/node_modules" "$t/"; } && cd "$t"`,
    `cat package.json 2>/dev/null | ${READ_PACKAGE}`,
    `{ [ -e node_modules ] || ${INSTALL_PACKAGES} >/dev/null; }`,
    `{ [ -e ${program} ] || { echo 'package.json does not install cartalog.' >&2; exit 1; }; } && ${program} check`,
  ];
  const { status, stdout, stderr } = askGit(runner, steps.join(' && '));
  if (status === 0) return [];
  // The second word of a warning (of the check, of npm) is its severity.
  const isError = (line: string): boolean => line !== '' && !['warn', 'warning'].includes(line.split(' ')[1] ?? '');
  const printedLines = [stdout, stderr, 'Its check ended without a message.'].map((text) =>
    text.split('\n').filter(isError),
  );
  const lines = printedLines.find(({ length }) => length > 0) ?? [];
  const more = lines.length - LINES;
  return more > 0 ? [...lines.slice(0, LINES), `… and ${more} more lines`] : lines;
}

/** @param next advice */
export const cannotPublish = ({ shown }: Commit, errors: readonly string[], ...next: readonly string[]) =>
  new CannotRunError(`${shown} cannot be published. Nothing was changed.`, ...errors, ...next);

const listedBy = (runner: Runner, command: string): string[] =>
  askGit(runner, command).stdout.split('\0').filter(Boolean);

/** A file that only the index lost is listed as deleted and as untracked. */
function uncommittedIn(runner: Runner): string[] {
  const lines = listedBy(runner, 'git status --porcelain -z --no-renames --untracked-files=all');
  // Two letters and a space precede each path.
  return [...new Set(lines.map((line) => line.slice(3)))];
}

const ignoredIn = (runner: Runner, folder: string): string[] =>
  listedBy(runner, `git ls-files -z --others --ignored --exclude-standard -- ${folder}`);

function someOf(files: readonly string[]): string {
  const more = files.length > NAMES ? ` and ${files.length - NAMES} more` : '';
  return visible(files.slice(0, NAMES).join(', ')) + more;
}

/** Files published as they are here, not as committed. */
export function warnOfUncommitted(io: Io, runner: Runner, use = 'published'): void {
  const files = [...uncommittedIn(runner), ...ignoredIn(runner, 'public')];
  if (files.length === 0) return;
  io.stderr.write(
    `Not committed here, and ${use} as it is here: ${someOf(files)}. ${asOwner(runner)}git status --ignored lists them.\n`,
  );
}

/**
 * Moving to the commit must not overwrite uncommitted or ignored files; with them, it must be publishable at the
 * address.
 * @throws CannotRunError
 */
export function requireFittingFiles(runner: Runner, to: Commit, address?: string): void {
  const paths = listedBy(runner, `git diff --name-only -z --no-renames HEAD ${to.hash}`);
  const differing = new Set(paths);
  const above = new Set(paths.flatMap(foldersOf));
  const uncommitted = uncommittedIn(runner);
  // A file is also in the way if its folder becomes a file, or if a folder takes its path.
  const inTheWay = [...uncommitted, ...ignoredIn(runner, '.')].filter((path) =>
    [path, ...foldersOf(path)].some((part) => differing.has(part) || (part === path && above.has(part))),
  );
  const refuse = (why: string, files: readonly string[], ...errors: readonly string[]): never => {
    throw new CannotRunError(
      `Not committed here, and ${why} ${to.shown}: ${someOf(files)}. Nothing was changed.`,
      ...errors,
      'To put them aside:',
      `  ${asOwner(runner)}git stash push --all -- ${files.map(shellWord).join(' ')}`,
      `To put them back later: ${asOwner(runner)}git stash pop`,
      `If other files are in their place then, to read yours: ${asOwner(runner)}git stash show -p --include-untracked`,
    );
  };
  if (inTheWay.length > 0) refuse('other files in', inTheWay);
  const published = [...uncommitted, ...ignoredIn(runner, 'public')];
  if (published.length === 0) return;
  const site = validFile('site', readMoved(runner, 'catalog/site.yaml', to.hash));
  const { serviceUrl } = site.state === 'valid' ? site.value : to;
  const isOther = address !== undefined && serviceUrl !== false && siteAddress(serviceUrl) !== address;
  const errors = isOther
    ? [`serviceUrl is ${serviceUrl} here, and ${address} is installed.`]
    : errorsIn(runner, to, OVERLAY);
  if (errors.length > 0) refuse('cannot be published with', published, ...errors);
}

const foldersOf = (path: string): string[] =>
  path.split('/').flatMap((_, index, parts) => (index === 0 ? [] : [parts.slice(0, index).join('/')]));

export function putBack(io: Io, runner: Runner, { hash, shown }: Commit, installPackages: string): void {
  const from = commitAt(runner, 'HEAD');
  if (from.hash === hash) return;
  try {
    for (const line of [`git reset --quiet --keep ${hash}`, installPackages]) runServiceLine(runner, line, false);
    io.stderr.write(`The checkout is put back from ${from.shown} to ${shown}, as it was before.\n`);
  } catch {
    const owner = asOwner(runner);
    io.stderr.write(
      `The checkout could not be put back to ${shown}. To do that: ${owner}git reset --keep ${hash} && ${owner}${INSTALL_PACKAGES}\n`,
    );
  }
}
