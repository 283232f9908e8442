import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseJsonObject, readTextIfThere } from '../../../cli/files/files.ts';
import { programPageAddress } from '../../../cli/program/document-addresses.ts';
import { readPackageTexts } from '../../../cli/program/package.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { isExampleAddress, SET_SERVICE_URL } from '../../../contract/example-address.ts';
import { DEFAULT_HOST } from '../../../contract/hosts.ts';
import {
  asInService,
  installedUnit,
  ownerOf,
  publishedSite,
  type Runner,
  readConfigurations,
  readUnits,
  refuseOther,
  requireAll,
  requireRoot,
  runnerOf,
  runServiceLine,
  unitIn,
  unreadFiles,
} from './checkout.ts';
import {
  cannotPublish,
  commitAt,
  errorsIn,
  putBack,
  readMoved,
  requireFittingFiles,
  validFile,
  warnOfUncommitted,
} from './commits.ts';
import { needsOf, planServer, RUN_NEEDS, UPDATE } from './plan.ts';
import { type InstallChoices, installWords, lineAsRoot } from './printed-lines.ts';
import {
  isWebServer,
  type ServerFacts,
  startedTimer,
  unitFilesOf,
  WEB_SERVER_NAMES,
  WEB_SERVERS,
} from './web-servers.ts';

type Options = InstallChoices & { readonly dryRun: boolean };

const REASON_ABOVE = 'Nothing new is installed; the reason is above.';

export function installServer(io: Io, options: Options): ExitStatus {
  try {
    return install(io, options);
  } catch (error) {
    const unit = installedUnit(io.cwd);
    if (unit !== null && !existsSync(startedTimer(unit)) && !String(error).endsWith(REASON_ABOVE))
      io.stderr.write('The timer stays stopped: nothing is published until install works.\n');
    throw error;
  }
}

function install(io: Io, { dryRun, ...choices }: Options): ExitStatus {
  if (!dryRun) requireRoot(installWords(choices));
  const templates = readPackageTexts('commands/templates');
  const runner = runnerOf(io.cwd, true);
  requireAll(runner, RUN_NEEDS);
  const newest = commitAt(runner, '@{upstream}');
  const errors = errorsIn(runner, newest);
  if (errors.length > 0) throw cannotPublish(newest, errors, 'Correct that, merge it, and install again.');
  requireFittingFiles(runner, newest);
  const outcome = dryRun ? null : installNewer(io, runner, choices);
  if (outcome !== null) return outcome;
  const newer = Number(asInService(runner, 'git rev-list --count HEAD..@{upstream}', 'pipe').stdout);
  if (newer > 0)
    io.stderr.write(`Newer commits, which install pulls first: ${newer}. What follows is for the newest.\n`);
  const packageName = String(parseJsonObject(readMoved(runner, 'package.json'), 'package.json')['name'] ?? '');
  const keys = keysOf(runner);
  warnOfUncommitted(io, runner, keys === '' ? 'published' : 'used');
  const facts = factsOf({ ...runner, ...choices, keys }, packageName);
  requireAll(facts, needsOf(facts, programPageAddress('docs/trust.md')));
  const { folder, publish, files, kept, conflicts, notes, start } = planServer(facts, templates);
  if (conflicts.length > 0) throw new CannotRunError(...conflicts);
  const { unit, user, target, serviceUrl, checkout } = facts;
  const renamed =
    unit === `cartalog-${packageName}`
      ? ''
      : `The package is ${packageName} now; what is installed stays ${unit}, also in /etc/${unit}.env.\n`;
  const isGone = (other: string): boolean => ![unit, other].some((name) => facts.units.has(name));
  const copies = readdirSync(WEB_SERVERS[target].folder).flatMap((file) => {
    const [other = '', end] = file.split('.conf.before');
    const isKept = end !== undefined && other.startsWith('cartalog-') && other !== unit;
    return isKept && isGone(other) ? `No server reads ${WEB_SERVERS[target].folder}/${file}.` : [];
  });
  const notesText =
    [...notes, ...unreadFiles(unit, isGone), ...copies].map((note) => `${note}\n`).join('') +
    renamed +
    noteOnTokens(facts);
  if (dryRun) {
    const indented = (commands: readonly string[]): string => commands.map((command) => `  ${command}\n`).join('');
    io.stdout.write(
      [
        `Makes ${folder}, which belongs to ${user}, and runs as ${user} in ${checkout}:\n`,
        indented(publish),
        ...[...files].map(([path, text]) => `Writes ${path}:\n${indented(text.trimEnd().split('\n'))}`),
        `Runs as root:\n${indented(start)}`,
      ].join(''),
    );
    io.stderr.write(notesText && `What install says at its end:\n${notesText}`);
    return 0;
  }
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const { uid, gid } = statSync(checkout);
  chownSync(folder, uid, gid);
  const before = new Map([...unitFilesOf(unit), ...files.keys()].map((path) => [path, facts.read(path)]));
  const site = publishedSite(unit);
  const write = (texts: ReadonlyMap<string, string | null>): void => {
    for (const [path, text] of texts) {
      if (text !== null) mkdirSync(dirname(path), { recursive: true });
      const mode = path.includes('.conf.before') ? 0o600 : 0o666;
      text === null ? rmSync(path, { force: true }) : writeFileSync(path, text, { mode });
    }
  };
  try {
    // The files must be written and tested before a site is replaced. For the first site, they name what is not built.
    if (site !== undefined) {
      write(files);
      runServiceLine(facts, start[0] ?? '', true);
    }
    // The first two lines would update the checkout, which is done.
    for (const line of publish.slice(2)) runServiceLine(facts, line, false);
    write(files);
    for (const command of start) runServiceLine(facts, command, true);
  } catch (error) {
    if (error instanceof CannotRunError && site !== undefined && publishedSite(unit) !== site) {
      io.stderr.write(
        `${notesText}The newest commit is published, but after that: ${error.message}\nCorrect that, and install again: ${lineAsRoot(installWords())}\n`,
      );
      return 1;
    }
    write(before);
    if (site !== undefined) io.stderr.write('What was installed before stays as it was.\n');
    throw error;
  }
  if (kept !== null) io.stderr.write(`${kept} is there already, and stays as it is.\n`);
  const wait = facts.hasSystemd
    ? ''
    : ` systemd does not run here: ${WEB_SERVERS[target].service} was not reloaded, and the timer starts with the system.`;
  io.stderr.write(
    `${notesText}The site of ${serviceUrl} is in ${folder}/live, and every merge is published within five minutes.${wait}\n` +
      `To see what happens: journalctl -u ${unit}. If a run fails, your program /etc/${unit}.failed is run, if there is one.\n` +
      `To check the site: npx --no -- cartalog verify ${serviceUrl} --target ${target}\n`,
  );
  return 0;
}

/**
 * Pulls. After a new commit or program, another run installs, because address and keys may differ; if it fails,
 * the checkout goes back.
 * @returns null if nothing came
 */
function installNewer(io: Io, runner: Runner, choices: InstallChoices): ExitStatus | null {
  const [pull = '', packages = ''] = UPDATE;
  const version = 'git rev-parse HEAD; stat -c %y node_modules/.package-lock.json';
  const installedVersion = (): string => asInService(runner, version, 'pipe').stdout;
  const before = installedVersion();
  const head = commitAt(runner, 'HEAD');
  runServiceLine(runner, pull, false);
  try {
    runServiceLine(runner, packages, false);
    if (installedVersion() === before) return null;
    const again = ['node_modules/.bin/cartalog', 'server', ...installWords(choices)];
    const { status } = spawnSync(process.execPath, again, { cwd: io.cwd, stdio: 'inherit' });
    if (status === 0 || status === 1) return status;
    throw new CannotRunError(REASON_ABOVE);
  } catch (error) {
    if (installedVersion().startsWith(head.hash)) throw error;
    putBack(io, runner, head, packages);
    const unit = installedUnit(runner.checkout);
    if (unit !== null && existsSync(startedTimer(unit)))
      io.stderr.write(
        `The timer tries the newest commit again within five minutes. To stop it: sudo systemctl stop ${unit}.timer\n`,
      );
    throw error;
  }
}

function keysOf(runner: Runner): string {
  const listed = validFile('keys', readMoved(runner, 'catalog/keys.yaml'));
  const keys = listed.state === 'valid' ? listed.value.keys : [];
  return keys.map(({ key, use }) => `--${use === 'spare' ? 'spare' : 'key'} ${key}`).join(' ');
}

/** Only root can read the service's variables. */
function noteOnTokens(facts: ServerFacts): string {
  const site = validFile('site', readMoved(facts, 'catalog/site.yaml'));
  const names = site.state === 'valid' && facts.keys === '' ? (site.value.accessTokens ?? []) : [];
  const print = `for name in ${names.join(' ')}; do printenv $name | grep -q . || echo $name; done`;
  const unset = process.getuid?.() === 0 && asInService(facts, print, 'pipe').stdout.trim().replaceAll('\n', ', ');
  return unset ? `Not set: ${unset}. Write a line NAME=value for each into /etc/${facts.unit}.env.\n` : '';
}

function factsOf(runner: Runner & InstallChoices & { readonly keys: string }, packageName: string): ServerFacts {
  const { checkout } = runner;
  const unit = installedUnit(checkout) ?? unitIn(checkout, packageName);
  const refuse = (why: string): never => {
    throw new CannotRunError(why);
  };
  refuseOther(unit, checkout);
  const site = validFile('site', readMoved(runner, 'catalog/site.yaml'));
  if (site.state !== 'valid')
    return refuse('catalog/site.yaml is missing or has errors; npx --no -- cartalog check says what is wrong.');
  const { target = DEFAULT_HOST, serviceUrl } = site.value;
  if (!isWebServer(target))
    return refuse(`The target in catalog/site.yaml is ${target}; this is for ${WEB_SERVER_NAMES.join(', ')}.`);
  if (isExampleAddress(serviceUrl)) refuse(`${serviceUrl} is the address of an example; ${SET_SERVICE_URL}.`);
  const { folder, service } = WEB_SERVERS[target];
  if (!existsSync(folder)) refuse(`There is no ${folder}: apt-get install --yes ${service}`);
  return {
    ...{ ...runner, unit, target, serviceUrl },
    hasIpv6: existsSync('/proc/net/if_inet6'),
    configurations: readConfigurations(),
    units: readUnits(),
    read: readTextIfThere,
    newestAddress: (other) =>
      commitAt({ ...runner, checkout: other, user: ownerOf(other) ?? '' }, '@{upstream}').serviceUrl || undefined,
  };
}
