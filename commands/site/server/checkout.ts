/** The published checkout and its machine. Root or the checkout's owner runs commands. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readJsonIfThere, readTextIfThere } from '../../../cli/files/files.ts';
import { realPath } from '../../../cli/git/repository-place.ts';
import { CannotRunError } from '../../../cli/terminal/io.ts';
import { checkoutIn, isSentBy } from './installed.ts';
import type { Need } from './plan.ts';
import { asOwner, installWords, lineAsRoot } from './printed-lines.ts';
import {
  configurationOf,
  publishedCommitFile,
  type ServerFacts,
  UNITS_FOLDER,
  unitStateFolder,
  WEB_SERVER_NAMES,
  WEB_SERVERS,
} from './web-servers.ts';

export type Runner = Pick<ServerFacts, 'unit' | 'checkout' | 'user' | 'path' | 'hasSystemd'>;

/** @throws CannotRunError if this is no checkout, no user owns it, or neither root nor its owner runs the program */
export function runnerOf(checkout: string, mayBeNew = false): Runner {
  const unit = unitOf(checkout);
  if (mayBeNew) requireCheckout(checkout);
  else refuseOther(unit, checkout, ['back']);
  const { uid } = statSync(checkout);
  const user = ownerOf(checkout);
  if (!user) throw new CannotRunError(`No user of this system owns ${checkout}; give it to one with chown.`);
  if (![0, uid].includes(process.getuid?.() ?? uid))
    throw new CannotRunError(`Run this as root, or as ${user}, who owns the checkout.`);
  const path = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
  return { unit, checkout, user, path, hasSystemd: hasSystemd() };
}

/** Undefined or empty without such a user. */
export const ownerOf = (checkout: string): string | undefined =>
  spawnSync('id', ['-nu', String(statSync(checkout).uid)], { encoding: 'utf8' }).stdout?.trim();

/** @throws CannotRunError for other users */
export function requireRoot(words: readonly string[]): void {
  if (process.getuid?.() !== 0)
    throw new CannotRunError('Only root can do this, and --dry-run shows it:', `  ${lineAsRoot(words)}`);
}

/** Refuses what the timer's first run would. @throws CannotRunError */
export function requireAll(runner: Runner, needs: readonly Need[]): void {
  for (const { test, advice } of needs) {
    const { status, error, stderr } = asInService(runner, test, 'pipe');
    if (status === 0) continue;
    const [why = ''] = (error?.message ?? stderr).trim().split('\n');
    const text = advice.replaceAll('@git@', () => `${asOwner(runner)}git`).replaceAll('@why@', () => why);
    throw new CannotRunError(...text.split('\n'), ...(why === '' || advice.includes('@why@') ? [] : [why]));
  }
}

/** Runs a command as systemd would in the service. */
export function asInService({ unit, user, path, checkout }: Runner, command: string, stdio: 'inherit' | 'pipe') {
  const environment = `umask 022; unset TMPDIR; export PATH='${path}'; set -a; [ ! -f /etc/${unit}.env ] || . /etc/${unit}.env; set +a`;
  // `$0` is the command.
  const line =
    process.getuid?.() === 0 ? `${environment}; exec runuser -s /bin/sh ${user} -c "$0"` : `exec /bin/sh -c "$0"`;
  // npx passes its own cache, which is root's, not the owner's.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const maxBuffer = 64 * 2 ** 20;
  return spawnSync('/bin/sh', ['-c', line, command], { cwd: checkout, stdio, encoding: 'utf8', maxBuffer, env });
}

export function runServiceLine(runner: Runner, command: string, asRoot: boolean): void {
  const { status, error } = asRoot
    ? spawnSync('/bin/sh', ['-c', command], { cwd: runner.checkout, stdio: 'inherit' })
    : asInService(runner, command, 'inherit');
  if (status !== 0) {
    const why = error ? `: ${error.message}` : '';
    throw new CannotRunError(`This failed${why}: ${command}`);
  }
}

/** Changes with the site or the published commit. Undefined if nothing is published. */
export function publishedSite(unit: string): string | undefined {
  const folder = statSync(`${unitStateFolder(unit)}/live`, { throwIfNoEntry: false });
  return folder && `${folder.ino} ${readTextIfThere(publishedCommitFile(unit))}`;
}

export const hasSystemd = (): boolean => existsSync('/run/systemd/system');

export function readConfigurations(): Map<string, string> {
  const paths = Object.values(WEB_SERVERS)
    .flatMap(({ reads }) => reads.filter(([folder]) => existsSync(folder)))
    .flatMap(([folder, names]) => readdirSync(folder).flatMap((name) => (names.test(name) ? `${folder}/${name}` : [])))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return new Map(paths.map((path) => [path, readTextIfThere(path) ?? '']));
}

/** `unsent` is a message if no server sends the site; then `install` writes a new configuration. */
export function nextInstall(unit: string): { readonly install: string; readonly unsent: string } {
  const isSent = [...readConfigurations().values()].some((text) => isSentBy(text, unit, readTextIfThere));
  const replaceConfiguration = !isSent && WEB_SERVER_NAMES.some((name) => existsSync(configurationOf(name, unit)));
  const install = lineAsRoot(installWords({ replaceConfiguration }));
  const unsent = `But no server sends it: no configuration here has a site with ${unitStateFolder(unit)}/live/site and its rules. To write one anew, and to publish the newest commit: ${install}\n`;
  return { install, unsent: isSent ? '' : unsent };
}

function requireCheckout(checkout: string): void {
  if (!/^[\w./-]+$/.test(checkout))
    throw new CannotRunError(`${checkout} has characters that units of systemd cannot name; move it.`);
  for (const name of ['.git', 'package-lock.json', 'node_modules/.bin/cartalog'])
    if (!existsSync(`${checkout}/${name}`))
      throw new CannotRunError(`There is no ${name} here: run this in a checkout of a catalog, after npm install.`);
}

/** The package's name, for new units. @throws CannotRunError without a package with a valid name */
export function unitIn(
  checkout: string,
  name = String(readJsonIfThere(`${checkout}/package.json`)?.['name'] ?? ''),
): string {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
    throw new CannotRunError('There is no package.json with a name of lower-case letters, digits and hyphens here.');
  return `cartalog-${name}`;
}

/** The name of new units; `unit` if the package has no valid name. */
export function newUnitOf(checkout: string, unit: string): string {
  try {
    return unitIn(checkout);
  } catch {
    return unit;
  }
}

/** Units keep the name of a renamed package. Null if none are from the checkout. */
export function installedUnit(checkout: string): string | null {
  const isFromHere = ([, service]: [string, string]): boolean =>
    realPath(checkoutIn(service) ?? '/') === realPath(checkout);
  return [...readUnits()].find(isFromHere)?.[0] ?? null;
}

export function readUnits(): Map<string, string> {
  const files = existsSync(UNITS_FOLDER) ? readdirSync(UNITS_FOLDER) : [];
  const services = files.filter((file) => file.startsWith('cartalog-') && file.endsWith('.service'));
  return new Map(
    services.map((file) => [file.slice(0, -'.service'.length), readTextIfThere(`${UNITS_FOLDER}/${file}`) ?? '']),
  );
}

/** The owner's files for other units, with the command that moves or compares them. */
export const unreadFiles = (unit: string, isOther: (unit: string) => boolean): string[] =>
  readdirSync('/etc').flatMap((file) => {
    const ending = ['.env', '.failed'].find((end) => file.startsWith('cartalog-') && file.endsWith(end));
    const path = `/etc/${unit}${ending}`;
    if (ending === undefined || path === `/etc/${file}` || !isOther(file.slice(0, -ending.length))) return [];
    const how = existsSync(path) ? 'compare both, because both exist: sudo diff' : 'sudo mv';
    return `${unit} reads ${path}, not /etc/${file}. If that file is for this catalog: ${how} /etc/${file} ${path}`;
  });

export const unitOf = (checkout: string): string => installedUnit(checkout) ?? unitIn(checkout);

/** @throws CannotRunError if the units are another checkout's, maybe with the line to run there */
export function refuseOther(unit: string, checkout: string, words?: readonly string[]): void {
  const other = checkoutIn(readUnits().get(unit));
  if (other !== undefined && existsSync(other) && realPath(other) !== realPath(checkout))
    throw new CannotRunError(
      words === undefined
        ? `${unit} is installed from ${other}: give this catalog another name in package.json.`
        : `${unit} is installed from ${other}. Run this there: ${lineAsRoot(words, other)}`,
    );
}
