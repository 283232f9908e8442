/** `cartalog server`: publishes a checkout from this server, goes back to an earlier commit of it, and undoes all that. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { oneFileFolder } from '../../../build/read/folder.ts';
import { readValidFile } from '../../../build/run/valid-file.ts';
import { addressOfPage } from '../../../cli/document-addresses.ts';
import { openCatalogFolder } from '../../../cli/files/catalog-folder.ts';
import { readJsonIfThere, readTextIfThere } from '../../../cli/files/files.ts';
import { realPath } from '../../../cli/git/repository-place.ts';
import { readTexts } from '../../../cli/package.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { isExampleAddress, SET_SERVICE_URL } from '../../../contract/base/example-address.ts';
import { visible } from '../../../contract/base/text.ts';
import { DEFAULT_HOST } from '../../../contract/hosts.ts';
import { isAsWritten, redirectedIn } from './installed.ts';
import { commandsIn, type Need, needsOf, PULL_NEEDS, PUSHED, planServer } from './plan.ts';
import {
  failedFile,
  filesOf,
  importersOf,
  isWebServer,
  publishedFile,
  type ServerFacts,
  siteAddress,
  stateFolder,
  UNITS,
  WEB_SERVERS,
} from './web-servers.ts';

interface InstallOptions {
  readonly port?: number | undefined;
  readonly dryRun: boolean;
}

/** Publishes the checkout from this server. @throws CannotRunError if something is missing, or a step fails */
export function installServer(io: Io, { port, dryRun }: InstallOptions): ExitStatus {
  if (!dryRun) requireRoot('install');
  const templates = readTexts('commands/templates');
  const runner = runnerOf(io.cwd, true);
  requireAll(runner, PULL_NEEDS);
  if (dryRun) {
    const newer = Number(asInService(runner, 'git rev-list --count HEAD..@{upstream}', 'pipe').stdout);
    if (newer > 0)
      io.stderr.write(`This shows the checkout as it is. Newer commits, which install pulls first: ${newer}.\n`);
  } else if (installsNewer(io, runner, commandsIn(templates.get('server/publish.service') ?? ''), port)) return 0;
  const facts = factsOf(runner, port);
  requireAll(facts, needsOf(facts, addressOfPage('docs/trust.md')));
  const { folder, publish, files, kept, conflicts, notes, start } = planServer(facts, templates);
  if (conflicts.length > 0) throw new CannotRunError(...conflicts);
  const { unit, user, target, serviceUrl, checkout } = facts;
  if (facts.keys === '') warnOfUncommitted(io, facts);
  if (dryRun) {
    const lines = (commands: readonly string[]): string => commands.map((command) => `  ${command}\n`).join('');
    io.stdout.write(
      [
        `Makes ${folder}, which belongs to ${user}, and runs as ${user} in ${checkout}:\n`,
        lines(publish),
        ...[...files].map(([path, text]) => `Writes ${path}:\n${lines(text.trimEnd().split('\n'))}`),
        `Runs as root:\n${lines(start)}`,
      ].join(''),
    );
    for (const note of notes) io.stderr.write(`${note}\n`);
    return 0;
  }
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const { uid, gid } = statSync(checkout);
  chownSync(folder, uid, gid);
  for (const line of publish.slice(2)) run(facts, line, false);
  const before = new Map([...filesOf(unit), ...files.keys()].map((path) => [path, facts.read(path)]));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    for (const command of start) run(facts, command, true);
  } catch (error) {
    for (const [path, text] of before) text === null ? rmSync(path, { force: true }) : writeFileSync(path, text);
    throw error;
  }
  if (kept !== null) io.stderr.write(`${kept} is there already, and stays as it is.\n`);
  for (const note of notes) io.stderr.write(`${note}\n`);
  const wait = facts.hasSystemd
    ? ''
    : ` systemd does not run here: ${WEB_SERVERS[target].service} was not reloaded, and the timer starts with the system.`;
  io.stderr.write(
    `${serviceUrl} is in ${folder}/live, and every merge is published within five minutes.${wait}\n` +
      `What happens: journalctl -u ${unit}. If a run fails, your program /etc/${unit}.failed is run, if there is one.\n` +
      `Next: npx --no -- cartalog verify ${serviceUrl} --target ${target}\n`,
  );
  return 0;
}

/**
 * Pulls. If another commit or program comes with that, that program installs in place of this one: the address, keys, the
 * name and this program may be others there. If it cannot, the checkout is put back.
 *
 * @throws CannotRunError if it cannot
 */
function installsNewer(
  io: Io,
  runner: Runner,
  [pull = '', packages = '']: string[],
  port: number | undefined,
): boolean {
  const version = 'git rev-parse HEAD; stat -c %y node_modules/.package-lock.json';
  const ask = (): string => asInService(runner, version, 'pipe').stdout;
  const before = ask();
  const [head = ''] = before.split('\n');
  run(runner, pull, false);
  try {
    run(runner, packages, false);
    if (ask() === before) return false;
    const again = [
      'node_modules/.bin/cartalog',
      'server',
      'install',
      ...(port === undefined ? [] : [`--port=${port}`]),
    ];
    if (spawnSync(process.execPath, again, { cwd: io.cwd, stdio: 'inherit' }).status === 0) return true;
    throw new CannotRunError('The newest commit cannot be published; see above.');
  } catch (error) {
    if (ask().startsWith(head)) throw error;
    for (const line of [`git reset --quiet --keep ${head}`, packages]) run(runner, line, false);
    io.stderr.write(`The checkout is put back to ${head.slice(0, 12)}, as it was before install pulled.\n`);
    if (existsSync(`${UNITS}/timers.target.wants/${runner.unit}.timer`))
      io.stderr.write(
        `The timer pulls again within five minutes, and publishes what can be built. To stop it: sudo systemctl stop ${runner.unit}.timer\n`,
      );
    throw error;
  }
}

/**
 * Publishes an earlier commit, and from then on nothing that is merged. It runs the lines of the service that is installed.
 *
 * @throws CannotRunError if there is no such commit, the catalog is signed or not installed, or a step fails
 */
export function goBack(
  io: Io,
  { commit, dryRun }: { readonly commit: string | undefined; readonly dryRun: boolean },
): ExitStatus {
  if (!dryRun) requireRoot('back');
  const facts = runnerOf(io.cwd);
  const { unit, hasSystemd } = facts;
  const service = readTextIfThere(`${UNITS}/${unit}.service`);
  if (service === null) throw new CannotRunError(`Nothing of ${unit} is installed here.`);
  if (service.includes('signed-site'))
    throw new CannotRunError(
      'This catalog is signed, and programs refuse what was signed before what they know. Revert in git, and sign that:',
      `${addressOfPage('docs/owner-changes.md')}#going-back-at-once says how.`,
    );
  requireAll(facts, [PUSHED]);
  const { now, then, isReversible } = commitsOf(facts, commit, service);
  const [, ...lines] = commandsIn(service);
  const stop = hasSystemd ? [`+systemctl stop ${unit}.timer ${unit}.service`] : [];
  const end = `+rm -f ${UNITS}/timers.target.wants/${unit}.timer`;
  const steps = [...stop, `git reset --quiet --keep ${then.hash}`, ...lines, end];
  warnOfUncommitted(io, facts);
  if (dryRun) {
    io.stdout.write(`Runs as ${facts.user}, and as root after a +:\n${steps.map((step) => `  ${step}\n`).join('')}`);
    return 0;
  }
  try {
    for (const step of steps) step.startsWith('+') ? run(facts, step.slice(1), true) : run(facts, step, false);
  } catch (error) {
    if (hasSystemd) run(facts, `systemctl start ${unit}.timer`, true);
    throw error;
  }
  const back = 'sudo npx --no -- cartalog server back';
  const hasEarlier = asInService(facts, `git cat-file -e ${then.hash}~1`, 'pipe').status === 0;
  const shown =
    now.hash === then.hash ? `already, with ${then.shown}` : `with ${then.shown}; before, it was ${now.shown}`;
  io.stderr.write(
    `${unit} is published as it was ${shown}. What is merged is not published from now on.\n` +
      'Next: revert in git what was wrong, merge that, and then: sudo npx --no -- cartalog server install\n' +
      (isReversible ? `If that was too far, forward again: ${back} ${now.hash.slice(0, 12)}\n` : '') +
      (hasEarlier ? `One commit further back: ${back} ${then.hash.slice(0, 12)}~1\n` : ''),
  );
  return 0;
}

/** What is published, and the commit that shall be. @throws CannotRunError if there is none, or its address is another */
function commitsOf(runner: Runner, wanted: string | undefined, service: string) {
  const ask = (command: string) => asInService(runner, `export LC_ALL=C; ${command}`, 'pipe');
  // A service that an earlier version has installed records nothing.
  const record = service.includes(publishedFile(runner.unit)) ? publishedFile(runner.unit) : '/dev/null';
  const published = ask(
    `git rev-parse --verify --quiet "$(cat ${record})^{commit}" || git rev-parse HEAD`,
  ).stdout.trim();
  const commit = wanted ?? `${published}~1`;
  const find = `at=$(git rev-parse --verify '${commit.replaceAll("'", "'\\''")}^{commit}') && git merge-base --is-ancestor $at`;
  const commitThere = (at: string) => {
    const [hash = '', ...shown] = ask(`git log -1 --format='%H %h %cs %s' ${at}`).stdout.trim().split(' ');
    const bytes = Buffer.from(ask(`git show ${at}:catalog/site.yaml`).stdout);
    const site = readValidFile(
      { ...oneFileFolder(bytes), entries: () => [{ path: 'site.yaml', type: 'file' }] },
      'site',
    );
    return { hash, shown: visible(shown.join(' ')), serviceUrl: site.state === 'valid' && site.value.serviceUrl };
  };
  // Only what this checkout does not know is fetched: going back needs no network.
  const { status, stdout, stderr } = ask(
    `${find} HEAD || { GIT_TERMINAL_PROMPT=0 timeout 60 git fetch --quiet; ${find} @{upstream}; } && echo $at`,
  );
  const [, first] = /only goes back to (.*)/.exec(stderr) ?? [];
  if (first !== undefined)
    throw new CannotRunError(`${commit} is before ${first}, when this checkout was made: nothing was published then.`);
  if (status !== 0)
    throw new CannotRunError(
      `Neither this branch nor its upstream has a commit ${JSON.stringify(commit)}.`,
      'git log --oneline @{upstream} lists what was merged, and git reflog what was published; both newest first.',
    );
  const [now, then] = [commitThere(published), commitThere(stdout.trim())];
  const [, installed = siteAddress(now.serviceUrl || '')] = /^Description=.* at (\S+)$/m.exec(service) ?? [];
  const hasAddress = ({ serviceUrl }: typeof now): boolean =>
    !installed || !serviceUrl || installed === siteAddress(serviceUrl);
  if (!hasAddress(then)) {
    const range = `${now.hash}...${then.hash}`;
    const change = ask(`git log -1 -G'^serviceUrl:' --format='%h %cs %s' ${range} -- catalog/site.yaml`).stdout.trim();
    throw new CannotRunError(
      `In ${then.shown}, serviceUrl is ${then.serviceUrl}; here it is ${installed}.${change && ` It changed with ${visible(change)}.`}`,
      'Name a commit with the same address, or revert in git what was wrong, merge that, and run server install:',
      `${addressOfPage('docs/owner-changes.md')}#going-back-at-once`,
    );
  }
  const isAncestor = (one: string, other: string) => `git merge-base --is-ancestor ${one} ${other}`;
  const reversible = `${isAncestor(then.hash, now.hash)} && ${isAncestor(now.hash, '@{upstream}')}`;
  return { now, then, isReversible: now.hash !== then.hash && hasAddress(now) && ask(reversible).status === 0 };
}

/** Deletes what was installed. @throws CannotRunError if nothing was, or it cannot be deleted */
export function removeServer(io: Io, name: string | undefined, dryRun: boolean): ExitStatus {
  const unit = unitIn(io.cwd, name);
  refuseOther(unit, io.cwd, `server remove ${unit.replace('cartalog-', '')}`);
  const found = [...filesOf(unit), stateFolder(unit), failedFile(unit), `/run/${unit}`].filter((path) =>
    existsSync(path),
  );
  const redirected = new Set(
    Object.keys(WEB_SERVERS)
      .filter(isWebServer)
      .flatMap((server) => redirectedIn(server, readTextIfThere(`${WEB_SERVERS[server].folder}/${unit}.conf`))),
  );
  const imported = importersOf(unit, readTextIfThere);
  if (found.length === 0 && imported.length === 0) throw new CannotRunError(`Nothing of ${unit} is installed here.`);
  const users = [...configurations()].filter(
    ([path, text]) => !found.includes(path) && text.includes(`${stateFolder(unit)}/`),
  );
  if (users.length > 0)
    throw new CannotRunError(
      ...users.map(([path]) => `${path} uses ${stateFolder(unit)}, which would be deleted; change it first.`),
    );
  if (!dryRun) requireRoot('remove');
  const shell = (command: string): void => {
    if (!hasSystemd()) return;
    io.stdout.write(`run systemctl ${command}\n`);
    if (!dryRun) spawnSync('/bin/sh', ['-c', `systemctl ${command}`], { stdio: 'inherit' });
  };
  shell(`stop ${unit}.timer ${unit}.service`);
  for (const [path, text] of imported) {
    io.stdout.write(`change ${path}\n`);
    if (!dryRun) writeFileSync(path, text);
  }
  for (const path of found) {
    const isChanged = path.endsWith('.conf') && !isAsWritten(readTextIfThere(path) ?? '');
    io.stdout.write(isChanged ? `move ${path} to ${path}.before, because it has been changed\n` : `delete ${path}\n`);
    if (dryRun) continue;
    if (!isChanged) rmSync(path, { recursive: true });
    else if (spawnSync('mv', ['--backup=numbered', path, `${path}.before`], { stdio: 'inherit' }).status !== 0)
      throw new CannotRunError(`${path} cannot be moved.`);
  }
  for (const kind of ['env', 'failed'].filter((one) => existsSync(`/etc/${unit}.${one}`)))
    io.stdout.write(
      `keep /etc/${unit}.${kind}; if the package gets another name: sudo mv /etc/${unit}.${kind} /etc/cartalog-<new name>.${kind}\n`,
    );
  if (redirected.size > 0) io.stdout.write(`end the redirects of ${[...redirected].join(', ')}\n`);
  shell('daemon-reload');
  for (const { folder, service } of Object.values(WEB_SERVERS))
    if (found.includes(`${folder}/${unit}.conf`)) shell(`try-reload-or-restart ${service}`);
  return 0;
}

/** Names the files that are published as they are here, and not as in a commit. */
function warnOfUncommitted(io: Io, runner: Runner): void {
  const status = asInService(runner, 'git status --porcelain', 'pipe').stdout;
  const files = status.split('\n').filter(Boolean);
  if (files.length === 0) return;
  const shown = files.slice(0, 5).map((line) => visible(line.slice(3)));
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : '';
  io.stderr.write(`Not committed here, and published too: ${shown.join(', ')}${more}. git status lists them.\n`);
}

function requireRoot(command: string): void {
  if (process.getuid?.() !== 0)
    throw new CannotRunError(`Only root can do this: sudo npx --no -- cartalog server ${command}; --dry-run shows it.`);
}

/** Refuses what the first run of the timer would refuse. @throws CannotRunError */
function requireAll(runner: Runner, needs: readonly Need[]): void {
  for (const { test, advice } of needs) {
    const { status, error, stderr } = asInService(runner, test, 'pipe');
    const [why = ''] = (error?.message ?? stderr).trim().split('\n');
    if (status !== 0) throw new CannotRunError(advice, ...(why === '' ? [] : [why]));
  }
}

/** Runs a line of the service as systemd would. */
function asInService({ unit, user, path, checkout }: Runner, command: string, stdio: 'inherit' | 'pipe') {
  const environment = `umask 022; export PATH='${path}'; set -a; [ ! -f /etc/${unit}.env ] || . /etc/${unit}.env; set +a`;
  const line =
    process.getuid?.() === 0 ? `${environment}; exec runuser -s /bin/sh ${user} -c "$0"` : `exec /bin/sh -c "$0"`;
  return spawnSync('/bin/sh', ['-c', line, command], { cwd: checkout, stdio, encoding: 'utf8' });
}

/** Runs a line of the service, or one as root. @throws CannotRunError if it fails */
function run(facts: Runner, command: string, asRoot: boolean): void {
  const { status, error } = asRoot
    ? spawnSync('/bin/sh', ['-c', command], { cwd: facts.checkout, stdio: 'inherit' })
    : asInService(facts, command, 'inherit');
  if (status !== 0) {
    const why = error ? `: ${error.message}` : '';
    throw new CannotRunError(`This failed${why}: ${command}`, 'What was installed before stays as it was.');
  }
}

/** Everything that an installation needs to know. @throws CannotRunError if it cannot be installed */
function factsOf(runner: Runner, port: number | undefined): ServerFacts {
  const { unit, checkout } = runner;
  const refuse = (why: string): never => {
    throw new CannotRunError(why);
  };
  refuseOther(unit, checkout);
  const catalog = openCatalogFolder({ cwd: checkout }, 'catalog');
  const site = readValidFile(catalog, 'site');
  if (site.state !== 'valid')
    return refuse('catalog/site.yaml is missing or has errors; npx --no -- cartalog check says what is wrong.');
  const { target = DEFAULT_HOST, serviceUrl } = site.value;
  if (!isWebServer(target))
    return refuse(`The target in catalog/site.yaml is ${target}; this is for ${Object.keys(WEB_SERVERS).join(', ')}.`);
  if (isExampleAddress(serviceUrl)) refuse(`${serviceUrl} is the address of an example; ${SET_SERVICE_URL}.`);
  const listed = readValidFile(catalog, 'keys');
  const keys = (listed.state === 'valid' ? listed.value.keys : [])
    .map(({ key, use }) => `--${use === 'spare' ? 'spare' : 'key'} ${key}`)
    .join(' ');
  const { folder, service } = WEB_SERVERS[target];
  if (!existsSync(folder)) refuse(`There is no ${folder}: apt-get install --yes ${service}`);
  return {
    ...{ ...runner, target, serviceUrl, port, keys },
    hasIpv6: existsSync('/proc/net/if_inet6'),
    configurations: configurations(),
    read: readTextIfThere,
  };
}

type Runner = Pick<ServerFacts, 'unit' | 'checkout' | 'user' | 'path' | 'hasSystemd'>;

/** What runs the lines of a service. @throws CannotRunError if nobody who may do that owns the checkout, or it is none */
function runnerOf(checkout: string, mayBeNew = false): Runner {
  const unit = unitIn(checkout);
  if (mayBeNew) requireCheckout(checkout);
  else refuseOther(unit, checkout, 'server back');
  const { uid } = statSync(checkout);
  const user = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).stdout?.trim();
  if (!user) throw new CannotRunError(`No user of this system owns ${checkout}; give it to one with chown.`);
  if (![0, uid].includes(process.getuid?.() ?? uid))
    throw new CannotRunError(`Run this as root, or as ${user}, who owns the checkout.`);
  const path = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
  return { unit, checkout, user, path, hasSystemd: hasSystemd() };
}

/** The configurations that servers read, by path. */
function configurations(): Map<string, string> {
  const paths = Object.values(WEB_SERVERS)
    .flatMap(({ reads }) => reads.filter(([folder]) => existsSync(folder)))
    .flatMap(([folder, names]) => readdirSync(folder).flatMap((name) => (names.test(name) ? `${folder}/${name}` : [])))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return new Map(paths.map((path) => [path, readTextIfThere(path) ?? '']));
}

const hasSystemd = (): boolean => existsSync('/run/systemd/system');

function requireCheckout(checkout: string): void {
  if (!/^[\w./-]+$/.test(checkout))
    throw new CannotRunError(`${checkout} has characters that units of systemd cannot name; move it.`);
  for (const name of ['.git', 'package-lock.json', 'node_modules/.bin/cartalog'])
    if (!existsSync(`${checkout}/${name}`))
      throw new CannotRunError(`There is no ${name} here: run this in a checkout of a catalog, after npm install.`);
}

/** The name of the units, by that of the package. @throws CannotRunError if there is no package */
function unitIn(checkout: string, name = String(readJsonIfThere(`${checkout}/package.json`)?.['name'] ?? '')): string {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
    throw new CannotRunError('There is no package.json with a name of lower-case letters, digits and hyphens here.');
  return `cartalog-${name}`;
}

/** @throws CannotRunError if the units are of another checkout */
function refuseOther(unit: string, checkout: string, command?: string): void {
  const [, other] = /^WorkingDirectory=(.+)$/m.exec(readTextIfThere(`${UNITS}/${unit}.service`) ?? '') ?? [];
  if (other !== undefined && existsSync(other) && realPath(other) !== realPath(checkout))
    throw new CannotRunError(
      command === undefined
        ? `${unit} is installed from ${other}: give this catalog another name in package.json, or run server remove there.`
        : `${unit} is installed from ${other}. Run this there: cd ${other} && sudo npx --no -- cartalog ${command}`,
    );
}
