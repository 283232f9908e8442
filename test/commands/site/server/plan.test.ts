import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPackageTexts } from '../../../../cli/program/package.ts';
import { INSTALL_PACKAGES, planServer } from '../../../../commands/site/server/plan.ts';
import { type ServerFacts, WEB_SERVERS } from '../../../../commands/site/server/web-servers.ts';
import { temporaryFolder, writeFiles } from '../../../support/catalogs.ts';
import { commitAll, git } from '../../../support/git.ts';

const TEMPLATES = readPackageTexts('commands/templates');
const FACTS: ServerFacts = {
  unit: 'cartalog-maps',
  checkout: '/srv/maps',
  user: 'me',
  path: '/usr/bin:/bin',
  target: 'nginx',
  serviceUrl: 'https://maps.alps.ch',
  keys: '',
  port: undefined,
  hasIpv6: false,
  hasSystemd: true,
  configurations: new Map(),
  units: new Map(),
  read: () => null,
  newestAddress: () => undefined,
};
const IMPORTING = WEB_SERVERS.caddy.importing?.path ?? '';
const planned = (facts: Partial<ServerFacts> = {}) => planServer({ ...FACTS, ...facts }, TEMPLATES);
const configuration = ({ files }: ReturnType<typeof planned>): string =>
  [...files].find(([path]) => path.endsWith('/cartalog-maps.conf'))?.[1] ?? '';

test('the service pulls, installs, builds beside the site that is live, and then reloads as root', () => {
  const { publish, files } = planned();
  expect(publish.map((line) => line.replace(/^.*?node_modules/, '').slice(0, 30))).toEqual([
    "/bin/sh -c 'git fetch --quiet ",
    '/.package-lock.json -nt packag',
    "/bin/sh -c 'git fetch --quiet ",
    '/.bin/cartalog build --target ',
    "/bin/sh -c 'git rev-parse HEAD",
  ]);
  const service = files.get('/etc/systemd/system/cartalog-maps.service') ?? '';
  expect(service.match(/^ExecStart=.?/gm)).toEqual([
    ...Array.from({ length: 5 }, () => 'ExecStart=/'),
    'ExecStart=+',
    'ExecStart=+',
  ]);
  expect(service).toContain(
    'REQUIRED_ADDRESS=https://maps.alps.ch /srv/maps/node_modules/.bin/cartalog build --target nginx --out /var/lib/cartalog-maps/live --require-address --require-history --without-tokenless',
  );
  expect(service).not.toMatch(/@[a-z]+@/);
  // Each file can be read at one glance.
  for (const text of files.values()) expect(text.split('\n').length).toBeLessThan(35);
});

test('packages are installed with the same options everywhere, and the first time too', () => {
  expect(planned().publish[1]).toContain(` && ${INSTALL_PACKAGES} && `);
  expect(TEMPLATES.get('server.sh')).toContain(`install='${INSTALL_PACKAGES}'`);
});

test('the service gets what Probe keeps, each time anew, and nothing if it does not run', () => {
  const [state, origin, checkout] = [temporaryFolder(), temporaryFolder(), join(temporaryFolder(), 'checkout')];
  const [, , line = ''] = planned().publish;
  const get = () => execFileSync('sh', ['-c', line.replaceAll('/var/lib/cartalog-maps', state)], { cwd: checkout });
  const kept = (): string[] => readdirSync(join(state, 'probe'), { recursive: true, encoding: 'utf8' }).sort();
  commitAll(origin, '2026-01-01T00:00:00Z');
  git(origin, ['clone', '--quiet', origin, checkout]);
  get();
  expect(existsSync(join(state, 'probe'))).toBe(false);
  git(origin, ['checkout', '--quiet', '-b', 'probe-history']);
  writeFiles(origin, { 'history.json': '{}', 'pictures/mapservers/one.png': 'x' });
  commitAll(origin, '2026-01-02T00:00:00Z');
  get();
  expect(kept()).toEqual(['history.json', 'pictures', 'pictures/mapservers', 'pictures/mapservers/one.png']);
  rmSync(join(origin, 'pictures'), { recursive: true });
  commitAll(origin, '2026-01-03T00:00:00Z');
  get();
  expect(kept()).toEqual(['history.json']);
  expect(planned().publish.at(-2)).toContain('--probe-history /var/lib/cartalog-maps/probe/history.json --pictures ');
  expect(line).not.toMatch(/[$%]/);
});

test('packages that cannot be installed leave those of before, and others take their place', () => {
  const [, line = ''] = planned().publish;
  const checkout = temporaryFolder();
  const path = process.env['PATH'];
  const install = (npm: string) => {
    writeFiles(checkout, { 'bin/npm': `#!/bin/sh\n${npm}\n` });
    chmodSync(join(checkout, 'bin/npm'), 0o755);
    const env = { ...process.env, PATH: `${join(checkout, 'bin')}:${path}` };
    return spawnSync('sh', ['-c', line], { cwd: checkout, env, encoding: 'utf8' }).status;
  };
  const installed = () => readdirSync(join(checkout, 'node_modules')).sort();
  writeFiles(checkout, {
    '.git/HEAD': '',
    '.npmrc': '',
    'node_modules/old': '',
    'package-lock.json': '{}',
    'vendor/a': '',
  });
  const tried = 'mkdir -p node_modules/new; cat .npmrc vendor/a package-lock.json >node_modules/.package-lock.json';
  expect([install(`${tried}; exit 1`), installed()]).toEqual([1, ['old']]);
  expect([install(tried), installed()]).toEqual([0, ['.package-lock.json', 'new']]);
  expect(readdirSync(join(checkout, '.git'))).toEqual(['HEAD']);
  expect(install('exit 1')).toBe(0);
  expect(line).not.toMatch(/[$%]/);
});

test('a signed catalog is fetched as the workflow has signed it, verified, and swapped in', () => {
  const { publish } = planned({ keys: '--key RWQx --spare RWQy' });
  const [command = ''] = publish.slice(-1);
  expect(command).toContain(
    'cartalog verify next/dist/site --key RWQx --spare RWQy --service-url https://maps.alps.ch --remember trusted.json &&',
  );
  expect(command.indexOf('verify')).toBeLessThan(command.indexOf('mv next/dist live'));
  // Root reads the configuration, and nobody has signed it: none comes from the branch.
  expect(command).toMatch(
    / REQUIRED_ADDRESS=https:\/\/maps\.alps\.ch \S+ build --target nginx --out \/var\/lib\/cartalog-maps\/own --require-address .* verify .* rm -rf next\/dist\/nginx && cp -R own\/nginx next\/dist && /,
  );
  expect(command).not.toContain('own/site');
  // systemd would replace them.
  expect(command).not.toMatch(/[$%]/);
});

test.each<[keyof typeof WEB_SERVERS, number | undefined, readonly RegExp[]]>([
  ['nginx', undefined, [/^ {2}listen 80;$/m, /^ {2}server_name maps\.alps\.ch;$/m]],
  ['nginx', 8080, [/^ {2}listen 8080;$/m]],
  ['caddy', undefined, [/^maps\.alps\.ch \{$/m]],
  ['caddy', 8080, [/^http:\/\/:8080 \{$/m]],
  ['apache', undefined, [/^<VirtualHost \*:80>$/m, /^(?!.*Listen)/]],
  ['apache', 8080, [/^ {2}Listen 8080$/m]],
])('%s is configured for the port %s', (target, port, lines) => {
  for (const line of lines) expect(configuration(planned({ target, port }))).toMatch(line);
});

test('IPv6 is listened to where the system has it', () => {
  expect(configuration(planned())).not.toContain('[::]');
  expect(configuration(planned({ hasIpv6: true }))).toContain('listen [::]:80;');
});

test('a configuration that is there stays, with what others have added to it; the units are written again', () => {
  const { files } = planned();
  const path = '/etc/nginx/conf.d/cartalog-maps.conf';
  const text = `${files.get(path)}# managed by Certbot\n`;
  const again = planned({ read: (one) => (one === path ? text : null) });
  expect(again.kept).toBe(path);
  expect([...again.files.keys()].map((path) => path.replace(/^.*\./, ''))).toEqual(['service', 'timer', 'service']);
});

test('a run that fails is told once, by the program of the owner, and again after a run that works', () => {
  const { files } = planned();
  const [run, etc] = [temporaryFolder(), temporaryFolder()];
  const commandOf = (name: string): string => {
    const [, line = ''] =
      /^ExecStart=\+?(.*failed.*)$/m.exec(files.get(`/etc/systemd/system/${name}.service`) ?? '') ?? [];
    return line.replaceAll(' /run/', ` ${run}/`).replaceAll('>/run/', `>${run}/`).replaceAll(' /etc/', ` ${etc}/`);
  };
  const sh = (line: string) => execFileSync('sh', ['-c', line]);
  const [failed, works] = [commandOf('cartalog-maps-failed'), commandOf('cartalog-maps')];
  const told = (): number => readFileSync(join(etc, 'told'), 'utf8').length;
  sh(failed);
  expect(readdirSync(run)).toEqual(['cartalog-maps.failed']);
  sh(works);
  expect(readdirSync(run)).toEqual([]);
  writeFileSync(join(etc, 'cartalog-maps.failed'), `#!/bin/sh\nprintf x >>${etc}/told\n`, { mode: 0o755 });
  for (const line of [failed, failed]) sh(line);
  expect(told()).toBe(1);
  for (const line of [works, works, failed]) sh(line);
  expect(told()).toBe(2);
  expect(files.get('/etc/systemd/system/cartalog-maps.service')).toMatch(/^OnFailure=cartalog-maps-failed\.service$/m);
  // systemd would replace them.
  expect(failed).not.toMatch(/[$%]/);
});

test('the Caddyfile imports the configuration once', () => {
  const first = planned({ target: 'caddy', read: (path) => (path === IMPORTING ? ':80 {\n}\n' : null) });
  const text = first.files.get(IMPORTING) ?? '';
  expect(text).toBe(':80 {\n}\nimport /etc/caddy/cartalog-maps.conf\n');
  const second = planned({ target: 'caddy', read: (path) => (path === IMPORTING ? text : null) });
  expect(second.files.has(IMPORTING)).toBe(false);
});

test('the server is tested before anything is started, and nothing is started without systemd', () => {
  const { start } = planned({ target: 'apache' });
  expect(start[0]).toBe(`${WEB_SERVERS.apache.prepare} && ${WEB_SERVERS.apache.test}`);
  expect(start.slice(-3)).toEqual([
    'systemctl start cartalog-maps.timer',
    'systemctl reload-or-restart apache2',
    'rm -f /run/cartalog-maps.failed',
  ]);
  expect(planned({ hasSystemd: false }).start.join()).not.toContain('systemctl');
});

test.each<[string, Partial<ServerFacts>, boolean]>([
  ['listen 80 default_server;', {}, true],
  ['\tlisten [::]:80 ipv6only=on default_server; # a', {}, true],
  ['listen 80;', {}, false],
  ['# listen 80 default_server;', {}, false],
  ['listen 8080 default_server;', {}, false],
  ['listen 80 default_server;', { port: 8080 }, false],
  ['listen 80 default_server;', { target: 'caddy' }, false],
])('another site of nginx with "%s", and %j: is named: %s', (line, facts, isNamed) => {
  const path = '/etc/nginx/sites-enabled/default';
  const { notes, files } = planned({ configurations: new Map([[path, `server {\n${line}\n}\n`]]), ...facts });
  expect(notes.some((note) => note.includes(`${path} is the default server of port 80`))).toBe(isNamed);
  expect([...files.values()].join('')).not.toContain('default_server');
});
