import { expect, test } from 'vitest';
import { readTexts } from '../../../cli/package.ts';
import { CADDYFILE, planServer, SERVERS, type ServerFacts } from '../../../commands/server/plan.ts';

const TEMPLATES = readTexts('templates');
const FACTS: ServerFacts = {
  unit: 'cartalog-maps',
  checkout: '/srv/maps',
  user: 'me',
  path: '/usr/bin:/bin',
  target: 'nginx',
  serviceUrl: 'https://maps.alps.ch',
  port: undefined,
  hasIpv6: false,
  hasSystemd: true,
  read: () => null,
};
const planned = (facts: Partial<ServerFacts> = {}) => planServer({ ...FACTS, ...facts }, TEMPLATES);
const configuration = ({ files }: ReturnType<typeof planned>): string =>
  [...files].find(([path]) => path.endsWith('/cartalog-maps.conf'))?.[1] ?? '';

test('the service pulls, installs, builds beside the site that is live, and then reloads as root', () => {
  const { publish, files } = planned();
  expect(publish.map((line) => line.replace(/^.*node_modules/, '').slice(0, 30))).toEqual([
    'git pull --quiet --ff-only',
    '/.package-lock.json -nt packag',
    '/.bin/cartalog build --target ',
  ]);
  const service = files.get('/etc/systemd/system/cartalog-maps.service') ?? '';
  expect(service.match(/^ExecStart=.?/gm)).toEqual(['ExecStart=g', 'ExecStart=/', 'ExecStart=/', 'ExecStart=+']);
  expect(service).toContain(
    '--out /var/lib/cartalog-maps/live --require-address --require-history --without-tokenless',
  );
  expect(service).not.toMatch(/@[a-z]+@/);
  // Each file can be read at one glance.
  for (const text of files.values()) expect(text.split('\n').length).toBeLessThan(30);
});

test.each<[keyof typeof SERVERS, number | undefined, readonly RegExp[]]>([
  ['nginx', undefined, [/^ {2}listen 80;$/m, /^ {2}server_name maps\.alps\.ch;$/m]],
  ['nginx', 8080, [/^ {2}listen 8080;$/m]],
  ['caddy', undefined, [/^maps\.alps\.ch \{$/m]],
  ['caddy', 8080, [/^http:\/\/:8080 \{$/m]],
  ['apache', undefined, [/^<VirtualHost \*:80>$/m, /^(?!.*Listen)/]],
  ['apache', 8080, [/^Listen 8080$/m]],
])('%s is configured for the port %s', (target, port, lines) => {
  for (const line of lines) expect(configuration(planned({ target, port }))).toMatch(line);
});

test('IPv6 is listened to where the system has it', () => {
  expect(configuration(planned())).not.toContain('[::]');
  expect(configuration(planned({ hasIpv6: true }))).toContain('listen [::]:80;');
});

test('a configuration that is there stays, with what others have added to it; the units are written again', () => {
  const { files, kept } = planned({ read: () => '# managed by Certbot\n' });
  expect(kept).toBe('/etc/nginx/conf.d/cartalog-maps.conf');
  expect([...files.keys()].map((path) => path.replace(/^.*\./, ''))).toEqual(['service', 'timer']);
});

test('the Caddyfile imports the configuration once', () => {
  const first = planned({ target: 'caddy', read: (path) => (path === CADDYFILE ? ':80 {\n}\n' : null) });
  const text = first.files.get(CADDYFILE) ?? '';
  expect(text).toBe(':80 {\n}\nimport /etc/caddy/cartalog-maps.conf\n');
  const second = planned({ target: 'caddy', read: (path) => (path === CADDYFILE ? text : null) });
  expect(second.files.has(CADDYFILE)).toBe(false);
});

test('the server is tested before anything is started, and nothing is started without systemd', () => {
  const { start } = planned({ target: 'apache' });
  expect(start[0]).toBe(SERVERS.apache.test);
  expect(start.slice(-2)).toEqual(['systemctl start cartalog-maps.timer', 'systemctl reload-or-restart apache2']);
  expect(planned({ hasSystemd: false }).start.join()).not.toContain('systemctl');
});
