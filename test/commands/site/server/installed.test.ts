import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPackageTexts } from '../../../../cli/program/package.ts';
import { isAsWritten, sitesInConfiguration } from '../../../../commands/site/server/installed.ts';
import { planServer } from '../../../../commands/site/server/plan.ts';
import { type ServerFacts, WEB_SERVERS, type WebServerName } from '../../../../commands/site/server/web-servers.ts';
import { EARLIER } from '../../../support/earlier.ts';

const TEMPLATES = readPackageTexts('commands/templates');
const SERVER_NAMES = Object.keys(WEB_SERVERS) as WebServerName[];
const pathIn = (target: WebServerName, end = '.conf'): string => `${WEB_SERVERS[target].folder}/cartalog-maps${end}`;

function planned(given: Partial<ServerFacts>, files: Readonly<Record<string, string>> = {}) {
  const facts: ServerFacts = {
    ...{ unit: 'cartalog-maps', checkout: '/srv/maps', user: 'me', path: '/bin', target: 'nginx', keys: '' },
    ...{ serviceUrl: 'https://old.alps.ch', port: undefined, hasIpv6: true, hasSystemd: true },
    ...{
      configurations: new Map(Object.entries(files).filter(([path]) => path.endsWith('.conf'))),
      read: (path) => files[path] ?? null,
    },
    ...given,
  };
  const { files: written, kept, conflicts, notes } = planServer(facts, TEMPLATES);
  return {
    written: written.get(`${WEB_SERVERS[facts.target].folder}/${facts.unit}.conf`) ?? '',
    kept,
    conflicts: conflicts.join('\n'),
    notes: notes.join('\n'),
  };
}

const NEW = { serviceUrl: 'https://new.alps.ch' };

const first = (target: WebServerName, port?: number): string => planned({ target, port }).written;

const withCertificate = (text: string): string =>
  text
    .replace('  listen 80;', '  listen 443 ssl; # managed by Certbot')
    .replace(/$/, 'server {\n  listen 80;\n  server_name old.alps.ch;\n  return 404; # managed by Certbot\n}\n');

describe.each(SERVER_NAMES)('%s', (target) => {
  const path = pathIn(target);

  test('what was written says that it is as it was, until somebody changes it', () => {
    expect(isAsWritten(first(target))).toBe(true);
    for (const text of [
      `${first(target)}\n`,
      first(target).replace('old.', 'new.'),
      first(target).replace(/^.*\n/, ''),
      '',
    ])
      expect(isAsWritten(text)).toBe(false);
  });

  test.each(WEB_SERVERS[target].unmarked ? ['cartalog-alps', 'on-port-8123'] : [])(
    'what a version without that line wrote is as it was, too: %s',
    (name) => {
      const text = readFileSync(join(EARLIER, '2026-11-28/server', target, `${name}.conf`), 'utf8');
      expect(isAsWritten(text)).toBe(true);
      const lines = text.split('\n');
      for (const index of lines.keys()) {
        expect(isAsWritten(lines.toSpliced(index, 0, '  # mine').join('\n'))).toBe(false);
        expect(isAsWritten(lines.with(index, `${lines[index]} # mine`).join('\n'))).toBe(index === 0);
      }
      const isOptional = /^ {2}listen \[::\]/;
      for (const [index, line] of lines.entries())
        if (!isOptional.test(line)) expect(isAsWritten(lines.toSpliced(index, 1).join('\n')), line).toBe(false);
      const port = name === 'on-port-8123' ? 8123 : undefined;
      const address = { unit: 'cartalog-alps', serviceUrl: 'http://maps.alps.ch' };
      const beside = planned({ ...address, target }, { [`${WEB_SERVERS[target].folder}/cartalog-alps.conf`]: text });
      expect(beside).toMatchObject({
        written: planned({ ...address, target, port }).written,
        kept: null,
        conflicts: '',
      });
    },
  );

  test('the same again changes nothing', () => {
    const again = planned({ target }, { [path]: first(target) });
    expect(again).toEqual({ written: first(target), kept: null, conflicts: '', notes: '' });
  });

  test('for another name it is written anew, and the old names lead there, as long as nobody changed it', () => {
    const moved = planned({ target, ...NEW }, { [path]: first(target) });
    expect(moved).toMatchObject({ kept: null, conflicts: '' });
    const [serving, leading] = sitesInConfiguration(target, moved.written).filter(({ names }) => names.length > 0);
    expect([serving?.names, leading?.names]).toEqual([['new.alps.ch'], ['old.alps.ch']]);
    expect(serving?.text).toContain(`/live/${WEB_SERVERS[target].part}`);
    for (const part of ['308', 'https://new.alps.ch']) expect(leading?.text).toContain(part);
    expect(moved.notes).toMatch(/^Requests for old\.alps\.ch are redirected to https:\/\/new\.alps\.ch from now on\./);
    const { certificate } = WEB_SERVERS[target];
    for (const name of ['new', 'old'])
      if (certificate !== null) expect(moved.notes).toContain(`  sudo ${certificate} ${name}.alps.ch`);
    // Again, to a third one, and back.
    const third = planned({ target, serviceUrl: 'https://third.alps.ch' }, { [path]: moved.written });
    expect(
      sitesInConfiguration(target, third.written)
        .map(({ names }) => names)
        .at(-1),
    ).toEqual(['new.alps.ch', 'old.alps.ch']);
    const back = planned({ target }, { [path]: moved.written });
    expect(
      sitesInConfiguration(target, back.written)
        .map(({ names }) => names)
        .slice(-2),
    ).toEqual([['old.alps.ch'], ['new.alps.ch']]);
  });

  test('the port stays, and this is said; another one is taken', () => {
    const there = { [path]: first(target, 8080) };
    expect(planned({ target }, there)).toEqual({
      ...{ written: first(target, 8080), kept: null, conflicts: '' },
      notes: 'It stays on port 8080; --port is for another one.',
    });
    expect(planned({ target, port: 8081 }, there)).toMatchObject({
      written: first(target, 8081),
      conflicts: '',
      notes: '',
    });
  });

  test('what others have changed stays if it is right, and stops the installation if not', () => {
    const text = `${first(target)}# mine\n`;
    expect(planned({ target }, { [path]: text })).toMatchObject({ written: '', kept: path, conflicts: '' });
    const { conflicts } = planned({ target, ...NEW }, { [path]: text });
    expect(conflicts.split('\n')).toEqual([
      `${path} is for old.alps.ch, and serviceUrl in catalog/site.yaml is https://new.alps.ch. Nothing was changed.`,
      expect.stringMatching(/^You, or certbot, have changed that file, so it is not written anew\./),
      `  sudo mv --backup=numbered ${path} ${path}.before`,
      '  sudo npx --no -- cartalog server install',
    ]);
    expect(planned({ target, port: 8080 }, { [path]: text }).conflicts).toContain(
      `${path} is not for port 8080. Nothing`,
    );
    // What it tells to do leads on.
    const { written, kept, conflicts: left } = planned({ target, ...NEW }, { [`${path}.before`]: text });
    expect([kept, left]).toEqual([null, '']);
    expect(
      sitesInConfiguration(target, written)
        .map(({ names }) => names)
        .slice(-2),
    ).toEqual([['new.alps.ch'], ['old.alps.ch']]);
  });

  test('a configuration that was taken away still tells the port, and is not taken away in vain', () => {
    const text = `${first(target, 8080)}# mine\n`;
    expect(planned({ target }, { [`${path}.before`]: text }).written).toBe(first(target, 8080));
    const other = planned({ ...NEW, target, port: 8080, unit: 'cartalog-jura' }, {}).written;
    const { conflicts } = planned(
      { target, ...NEW },
      { [path]: text, [`${WEB_SERVERS[target].folder}/cartalog-jura.conf`]: other },
    );
    expect(conflicts).toContain(' has the address of https://new.alps.ch for the catalog cartalog-jura.');
    expect(conflicts).not.toContain('sudo mv');
  });

  describe('an address that another site of this server has is refused:', () => {
    const jura = { unit: 'cartalog-jura', checkout: '/srv/jura', target };
    const other = pathIn(target).replace('maps', 'jura');
    const service = { '/etc/systemd/system/cartalog-jura.service': 'WorkingDirectory=/srv/jura\n' };
    const there = { ...service, '/srv/jura/package.json': '{}' };
    const moved = planned({ ...jura, ...NEW }, { [other]: planned(jura).written }).written;
    const mine = pathIn(target, '').replace('cartalog-maps', 'mine.conf');
    const has = (path: string): string => `${path} has the address of https://old.alps.ch`;

    test.each<[string, Readonly<Record<string, string>>, Partial<ServerFacts>, readonly string[]]>([
      [
        'of another catalog',
        { ...there, [other]: planned(jura).written },
        {},
        [
          `${has(other)} for the catalog cartalog-jura. Choose another serviceUrl, or remove that catalog from this server:`,
          '  cd /srv/jura && sudo npx --no -- cartalog server remove jura',
        ],
      ],
      [
        'of another catalog whose checkout is gone',
        { ...service, [other]: `${planned(jura).written}# mine\n` },
        {},
        [
          `${has(other)} for the catalog cartalog-jura. Choose another serviceUrl, or remove that catalog from this server:`,
          '  sudo npx --no -- cartalog server remove jura',
        ],
      ],
      [
        'that another catalog had before',
        { ...there, [other]: moved },
        {},
        [
          `${has(other)}: it redirects it, for the catalog cartalog-jura. Choose another serviceUrl, or end its redirects:`,
          `  sudo rm -f ${other} && cd /srv/jura && sudo npx --no -- cartalog server install`,
        ],
      ],
      [
        'that another catalog had before, in a changed file',
        { ...there, [other]: `${moved}# mine\n` },
        {},
        [
          `${has(other)}: it redirects it, for the catalog cartalog-jura. Choose another serviceUrl, or end its redirects:`,
          `  sudo editor ${other} ${other}.before   # delete that name, and the whole redirect if it has no other, then: sudo sh -c '${WEB_SERVERS[target].reload}'`,
        ],
      ],
      [
        'of a site that is not ours',
        { [mine]: planned(jura).written.replaceAll('/var/lib/cartalog-jura', '/srv') },
        {},
        [`${has(mine)} for another site. Choose another serviceUrl, or delete that site.`],
      ],
      [
        'of its own package under an earlier name',
        { ...there, [other]: moved },
        { checkout: '/srv/jura', serviceUrl: 'https://third.alps.ch' },
        [
          'This checkout is installed as cartalog-jura, and its package is now cartalog-maps. Remove what is no longer used, and install again:',
          '  sudo npx --no -- cartalog server remove jura',
          '  sudo npx --no -- cartalog server install',
        ],
      ],
      [
        'of another catalog on another port',
        { ...there, [other]: planned({ ...jura, port: 8080 }).written },
        { port: 8081 },
        [],
      ],
      ['of nobody', { ...there, [other]: planned({ ...jura, ...NEW }).written }, {}, []],
    ])('%s', (_, files, facts, expected) => {
      expect(
        planned({ target, ...facts }, files)
          .conflicts.split('\n')
          .filter(Boolean),
      ).toEqual(expected);
    });

    test('and a name that was written in spite of it is not redirected', () => {
      const files = { [pathIn(target)]: first(target), ...there, [other]: planned(jura).written };
      expect(planned({ target, ...NEW }, files)).toMatchObject({
        written: planned({ target, ...NEW }).written,
        notes: '',
      });
    });
  });

  test('an installation with another server is removed first', () => {
    const other = target === 'nginx' ? 'caddy' : 'nginx';
    expect(planned({ target }, { [pathIn(other)]: first(other) }).conflicts).toBe(
      `This is installed with ${other}. Remove that, and install again:\n  sudo npx --no -- cartalog server remove\n  sudo npx --no -- cartalog server install`,
    );
    expect(planned({ target }, { [pathIn(other)]: first(other, 8080) }).conflicts).toMatch(/install --port 8080$/);
  });
});

test.each<[string, WebServerName, string, boolean]>([
  ['a catch-all', 'nginx', 'server_name _;', true],
  ['a pattern', 'nginx', 'server_name ~^maps;', true],
  ['no name', 'nginx', '', true],
  ['both names', 'nginx', 'server_name old.alps.ch\n    NEW.alps.ch;', true],
  ['a commented name', 'nginx', '# server_name new.alps.ch;\n  server_name old.alps.ch;', false],
  ['an alias', 'apache', 'ServerName old.alps.ch\n  ServerAlias x new.alps.ch', true],
  ['another name', 'apache', 'ServerName old.alps.ch\n  ServerAlias x', false],
])('a changed configuration with %s of %s: %j is right: %s', (_, target, line, isRight) => {
  const text = first(target).replace(/server_name .*|ServerName .*/, line);
  expect(planned({ target, ...NEW }, { [pathIn(target)]: text }).conflicts === '').toBe(isRight);
});

test('behind another server, the name that Caddy does not know changes nothing', () => {
  const there = { [pathIn('caddy')]: first('caddy', 8080) };
  expect(planned({ target: 'caddy', ...NEW }, there)).toMatchObject({ written: first('caddy', 8080), conflicts: '' });
});

test('with certbot, the port of the file is not repeated, and that of a proxy is', () => {
  const path = pathIn('nginx');
  const { conflicts } = planned(NEW, { [path]: withCertificate(first('nginx')) });
  expect(conflicts).toMatch(/server install$/);
  expect(planned({ port: 80 }, { [path]: withCertificate(first('nginx')) }).conflicts).toBe('');
  expect(planned(NEW, { [path]: `${first('nginx', 8080)}\n` }).conflicts).toMatch(/server install --port 8080$/);
});

test('what deletes a configuration keeps its port, and what was put aside', () => {
  const other = '/etc/nginx/conf.d/cartalog-jura.conf';
  const jura = { unit: 'cartalog-jura', checkout: '/srv/jura' };
  const units = {
    '/etc/systemd/system/cartalog-jura.service': 'WorkingDirectory=/srv/jura\n',
    '/srv/jura/package.json': '{}',
  };
  const before = planned({ ...jura, port: 8080 }).written;
  const moved = planned({ ...jura, ...NEW }, { [other]: before }).written;
  const files = { ...units, [other]: moved, [`${other}.before`]: '' };
  expect(planned({ port: 8080 }, files).conflicts).toMatch(
    /\n {2}sudo rm -f (\S+) && sudo mv --backup=numbered \1\.before \1\.old && cd \/srv\/jura && .* install --port 8080$/,
  );
  expect(planned({ checkout: '/srv/jura' }, { ...units, [other]: before }).conflicts).toMatch(
    /remove jura\n.* install --port 8080$/,
  );
});

test('a kept configuration for another port stays on it, and the default server of port 80 is not its business', () => {
  const path = pathIn('nginx');
  const files = {
    [path]: `${first('nginx', 8080)}# mine\n`,
    '/etc/nginx/conf.d/default.conf': 'server {\n  listen 80 default_server;\n}\n',
  };
  expect(planned({}, files)).toMatchObject({
    kept: path,
    notes: 'It stays on port 8080; --port is for another one.',
  });
});

test('a copy that certbot made for Apache is named, and so is another file with the old name, but no other site', () => {
  const [path, copy] = [pathIn('apache'), pathIn('apache', '-le-ssl.conf')];
  const names = (files: Readonly<Record<string, string>>) =>
    planned({ target: 'apache', ...NEW }, { [path]: first('apache'), ...files }).conflicts;
  const advice = (file: string): string =>
    `${file} has another name for the same site: write new.alps.ch there, and install again.`;
  expect(names({ [copy]: first('apache') })).toBe(advice(copy));
  expect(names({ '/etc/apache2/sites-enabled/my.conf': first('apache') })).toBe(
    advice('/etc/apache2/sites-enabled/my.conf'),
  );
  expect(names({ [copy]: first('apache').replaceAll('old.', 'new.') })).toBe('');
  expect(names({ '/etc/apache2/sites-enabled/my.conf': first('apache').replaceAll('old.', 'www.') })).toBe('');
  expect(
    names({ [pathIn('apache', '-de.conf')]: first('apache').replaceAll('cartalog-maps', 'cartalog-maps-de') }),
  ).toBe('');
});
