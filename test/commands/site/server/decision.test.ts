import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPackageTexts } from '../../../../cli/program/package.ts';
import {
  isAsWritten,
  isSentBy,
  markedConfiguration,
  redirectedNamesIn,
  sitesInConfiguration,
} from '../../../../commands/site/server/installed.ts';
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
      units: new Map(
        Object.entries(files).flatMap(([path, text]) => {
          const [, unit] = /(cartalog-\w+)\.service$/.exec(path) ?? [];
          return unit === undefined ? [] : [[unit, text]];
        }),
      ),
      read: (path) => files[path] ?? null,
      newestAddress: () => undefined,
    },
    ...given,
  };
  const { files: written, kept, conflicts, notes } = planServer(facts, TEMPLATES);
  return {
    written: written.get(`${WEB_SERVERS[facts.target].folder}/${facts.unit}.conf`) ?? '',
    ...{ kept, files: written },
    conflicts: conflicts.join('\n'),
    notes: notes.join('\n'),
  };
}

const NEW = { serviceUrl: 'https://new.alps.ch' };

const lastNames = (target: WebServerName, text: string, count: number): (readonly string[])[] =>
  sitesInConfiguration(target, text)
    .map(({ names }) => names)
    .slice(-count);

const serviceAt = (address: string, target: WebServerName): Readonly<Record<string, string>> => ({
  '/etc/systemd/system/cartalog-maps.service': `Description=Publish the catalog in /srv/maps at ${address}\nExecStart=build --target ${target} --out`,
});

const first = (target: WebServerName, port?: number): string => planned({ target, port }).written;

/** What is said as long as there is no TLS for these names. */
const forTls = (target: WebServerName, ...names: readonly string[]): string => {
  const { certificate } = WEB_SERVERS[target];
  const commands = names.map((name) => `\n  sudo ${certificate} ${name}.alps.ch`);
  return certificate === null ? '' : `For https, as soon as each name leads to this server:${commands.join('')}`;
};
const said = (...lines: readonly string[]): string => lines.filter(Boolean).join('\n');

/** What certbot leaves of a redirect, or what an owner of Caddy has written, without the site for https. */
const STUBS = {
  nginx:
    'server {\n  if ($host = old.alps.ch) {\n    return 301 https://$host$request_uri;\n  }\n  listen 80;\n  server_name old.alps.ch;\n  return 404;\n}\n',
  apache:
    '<VirtualHost *:80>\n  ServerName old.alps.ch\n  RewriteEngine on\n  RewriteRule ^ https://%{SERVER_NAME}%{REQUEST_URI} [END,NE,R=permanent]\n</VirtualHost>\n',
  caddy: 'http://old.alps.ch {\n  redir https://old.alps.ch{uri} 301\n}\n',
};

/** The site of the new name has the old one, too. */
const withAlias = (target: WebServerName, text: string): string => {
  const after = { nginx: ' ', apache: '\n  ServerAlias ', caddy: ', ' }[target];
  return text.replaceAll('new.alps.ch', `new.alps.ch${after}old.alps.ch`);
};

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
    const notes = forTls(target, 'old');
    expect(again).toMatchObject({ written: first(target), kept: null, conflicts: '', notes });
  });

  test('what TLS needs is said until it is there, of each name', () => {
    const moved = planned({ target, ...NEW }, { [path]: first(target) }).written;
    const notes = (text: string, given: Partial<ServerFacts> = NEW): string =>
      planned({ target, ...given }, { [path]: text }).notes;
    expect(notes(moved)).toBe(forTls(target, 'new', 'old'));
    expect(notes(`${moved}# mine\n`)).toBe(forTls(target, 'new', 'old'));
    expect(notes(moved, { serviceUrl: 'http://new.alps.ch' })).toBe('');
    if (target === 'caddy') return;
    const secure = (text: string): string => text.replace(/(listen|VirtualHost \*:)( ?)80\b/g, '$1$2443');
    expect(notes(secure(moved))).toBe('');
    const sites = sitesInConfiguration(target, moved).map(({ text }) => text);
    expect(notes([...sites.slice(0, -1).map(secure), ...sites.slice(-1)].join(''))).toBe(forTls(target, 'old'));
    // For Apache, certbot writes another file.
    const copy = pathIn(target, '-le-ssl.conf');
    expect(planned({ target, ...NEW }, { [path]: moved, [copy]: secure(moved) }).notes).toBe('');
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
    // Again, to a third one, and back: a site for each former name.
    const third = planned({ target, serviceUrl: 'https://third.alps.ch' }, { [path]: moved.written });
    expect(lastNames(target, third.written, 3)).toEqual([['third.alps.ch'], ['new.alps.ch'], ['old.alps.ch']]);
    const back = planned({ target }, { [path]: moved.written });
    expect(lastNames(target, back.written, 2)).toEqual([['old.alps.ch'], ['new.alps.ch']]);
  });

  test('one site for all former names, as it was once written, is as it was written, and becomes one for each', () => {
    const between = { nginx: ' ', apache: '\n  ServerAlias ', caddy: ', ' }[target];
    const { written } = planned({ target, ...NEW }, { [path]: first(target) });
    const [, ...lines] = written.replaceAll('old.alps.ch', `a.alps.ch${between}b.alps.ch`).split('\n');
    const earlier = markedConfiguration(lines.join('\n'));
    expect(redirectedNamesIn(target, earlier)).toEqual(['a.alps.ch', 'b.alps.ch']);
    const again = planned({ target, ...NEW }, { [path]: earlier });
    expect([again.kept, again.conflicts]).toEqual([null, '']);
    expect(lastNames(target, again.written, 2)).toEqual([['a.alps.ch'], ['b.alps.ch']]);
  });

  test('the port stays, and this is said; another one is taken', () => {
    const there = { [path]: first(target, 8080) };
    for (const service of [{}, serviceAt('https://old.alps.ch', target)])
      expect(planned({ target }, { ...there, ...service })).toMatchObject({
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
      `${path} is for old.alps.ch, and serviceUrl in catalog/site.yaml is https://new.alps.ch. Nothing new is installed.`,
      `You, or certbot, have changed that file. This keeps it as ${path}.before, and writes it without what was added, such as TLS:`,
      '  sudo npx --no -- cartalog server install --replace-configuration',
    ]);
    expect(planned({ target, port: 8080 }, { [path]: text }).conflicts).toContain(
      `${path} is not for port 8080. Nothing new`,
    );
    // What it tells to do leads on, and so does to move the file by hand: the service has the name.
    const files = { [path]: text, [`${path}.before`]: 'a', [`${path}.before.2`]: 'b' };
    for (const [given, there] of [
      [{ replaceConfiguration: true }, files],
      [{}, { [`${path}.before`]: text, ...serviceAt('https://old.alps.ch/maps', target) }],
    ] as const) {
      const { written, kept, conflicts: left } = planned({ target, ...NEW, ...given }, there);
      expect([kept, left]).toEqual([null, '']);
      expect(lastNames(target, written, 2)).toEqual([['new.alps.ch'], ['old.alps.ch']]);
    }
    const { files: written, notes } = planned({ target, ...NEW, replaceConfiguration: true }, files);
    // A name that was printed stays right: what is there is not moved.
    expect([...written.keys()].filter((name) => name.startsWith(path))).toEqual([`${path}.before.3`, path]);
    expect(written.get(`${path}.before.3`)).toBe(text);
    const earlier = `No server reads earlier ones: ${path}.before, ${path}.before.2.`;
    expect(notes).toContain(
      `The configuration as it was is ${path}.before.3; copy back what you have added yourself.\n${earlier}`,
    );
    expect(planned({ target, ...NEW }, files).conflicts).toContain(`This keeps it as ${path}.before.3, and writes`);
    // Also after it was removed; not if it is written as before.
    const kept = { [`${path}.before`]: 'a', [`${path}.before.2`]: 'b' };
    expect(planned({ target }, kept).notes).toContain(earlier);
    expect(planned({ target }, { ...kept, [path]: first(target) }).notes).not.toContain(earlier);
    expect(notes.includes('certbot')).toBe(WEB_SERVERS[target].certificate !== null);
  });

  test.each<[string, Partial<ServerFacts>, string | null, string]>([
    ['', { replaceConfiguration: true }, '', 'there is nothing to replace'],
    ['as it was written', { replaceConfiguration: true }, first(target), 'there is nothing to replace'],
  ])('a configuration that is there %s, and %j: is installed, and says it', (_, given, text, note) => {
    const { conflicts, notes } = planned({ target, ...given }, text === '' ? {} : { [path]: text ?? '' });
    expect([conflicts, notes]).toEqual(['', expect.stringContaining(note)]);
  });

  test('a redirect ends, once and for all, and the others stay', () => {
    const there = planned({ target, ...NEW }, { [path]: first(target) }).written;
    const names = ({ written }: ReturnType<typeof planned>): readonly string[] =>
      sitesInConfiguration(target, written).flatMap(({ names: all }) => all);
    const end = { endRedirect: ['OLD.alps.ch'] };
    const ended = planned({ target, ...NEW, ...end }, { [path]: there });
    const note = said(forTls(target, 'new'), 'Redirects that have ended: old.alps.ch.');
    expect([names(ended), ended.notes]).toEqual([['new.alps.ch'], note]);
    const third = { target, serviceUrl: 'https://third.alps.ch' };
    expect(names(planned({ ...third, ...end }, { [path]: there }))).toEqual(['third.alps.ch', 'new.alps.ch']);
    expect(names(planned({ ...third, endRedirect: ['new.alps.ch'] }, { [path]: there }))).toEqual([
      'third.alps.ch',
      'old.alps.ch',
    ]);
    // In a file that others have changed, only with both options.
    const changed = { [path]: `${there}# mine\n` };
    expect(planned({ target, ...NEW, ...end }, changed).conflicts).toMatch(
      / still has the name old\.alps\.ch\. Nothing new is installed\.\n.*\n.* install --replace-configuration --end-redirect old\.alps\.ch$/,
    );
    const both = planned({ target, ...NEW, ...end, replaceConfiguration: true }, changed);
    expect(names(both)).toEqual(['new.alps.ch']);
    // What was put aside is not read: neither then, nor after the configuration is deleted, or removed.
    const aside = { [`${path}.before`]: both.files.get(`${path}.before`) ?? '' };
    for (const files of [{ [path]: both.written }, serviceAt(NEW.serviceUrl, target), {}])
      expect(names(planned({ target, ...NEW }, { ...files, ...aside }))).toEqual(['new.alps.ch']);
  });

  const live = '/var/lib/cartalog-maps/live';
  test.each<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['all comments', (text) => text.replace(/^/gm, '# ')],
    ['only a redirect', (text) => text.slice(text.search(WEB_SERVERS[target].names) - 1).replace(/\/live\//g, '/')],
    ['another folder', (text) => text.replaceAll(`${live}/site`, '/srv/www')],
    ['another folder beside it', (text) => text.replace(/(root \*?\s*)\S+live\/site/i, '$1/srv/www')],
    ['the folder in a comment', (text) => text.replace(/(root \*?\s*)(\S+live\/site)/i, '$1/srv/www; # $2')],
    ['no rules', (text) => text.replace(/^ {2}(?:include|import) \S+\/live\/.*\n/im, '')],
  ])('a changed configuration with %s does not send the site, and is refused', (_, change) => {
    const there = planned({ target, ...NEW }, { [path]: first(target) }).written;
    const files = { [path]: change(there) };
    const { conflicts } = planned({ target, ...NEW }, files);
    expect(conflicts.split('\n')).toEqual([
      `${path} has no site that sends ${live}/site and includes ${live}/${WEB_SERVERS[target].part}. Nothing new is installed.`,
      expect.stringMatching(/^You, or certbot, have changed that file\./),
      '  sudo npx --no -- cartalog server install --replace-configuration',
    ]);
    expect(isSentBy(change(there), 'cartalog-maps', () => null)).toBe(false);
    const { written, conflicts: left } = planned({ target, ...NEW, replaceConfiguration: true }, files);
    expect([left, written]).toEqual(['', expect.stringContaining(`${live}/site`)]);
  });

  test('what a changed configuration includes counts', () => {
    const folder = `/etc/${WEB_SERVERS[target].service}`;
    const word = target === 'caddy' ? 'import' : 'include';
    for (const [name, given] of [
      [`${folder}/snippets/maps.inc`, 'snippets/maps.inc'],
      ['/srv/maps.inc', '/srv/maps.inc'],
    ] as const) {
      const lines = first(target).split('\n');
      const isPart = (line: string): boolean => line.startsWith('  ') && line.includes('/live/');
      const at = lines.findIndex(isPart);
      const text = lines.toSpliced(at, 0, `  ${word} ${given};`).filter((line) => !isPart(line));
      const files = { [path]: text.join('\n'), [name]: lines.filter(isPart).join('\n') };
      expect(planned({ target }, files)).toMatchObject({ kept: path, conflicts: '' });
    }
  });

  describe('a configuration that was moved to another file', () => {
    const mine = pathIn(target, '').replace('cartalog-maps', 'mine.conf');

    test('says which former name it does not redirect', () => {
      const moved = planned({ target, ...NEW }).written;
      expect(planned({ target, ...NEW }, { [mine]: moved, ...serviceAt('https://old.alps.ch', target) }).notes).toBe(
        said(
          `Not redirected in ${mine}: old.alps.ch. Let each lead to https://new.alps.ch there; or to end the redirect:`,
          '  sudo npx --no -- cartalog server install --end-redirect old.alps.ch',
          forTls(target, 'new'),
        ),
      );
    });

    test.each([null, '', '# moved\n'])('stays there, and none is written: %j is left', (left) => {
      const { kept, conflicts, notes, files } = planned(
        { target },
        { [mine]: first(target), ...(left === null ? {} : { [path]: left }) },
      );
      expect([kept, conflicts, notes]).toEqual([mine, '', forTls(target, 'old')]);
      expect([...files.keys()].filter((one) => !one.includes('/systemd/'))).toEqual([]);
    });

    test.each<[string, Partial<ServerFacts>]>([
      ['another name', NEW],
      ['another port', { port: 8099 }],
      ['--replace-configuration and another port', { replaceConfiguration: true, port: 8099 }],
    ])('is refused for %s', (_, given) =>
      expect(planned({ target, ...given }, { [mine]: first(target) }).conflicts).toMatchSnapshot(),
    );

    test('stays as it is without --replace-configuration, if it is right', () => {
      const { conflicts } = planned({ target, replaceConfiguration: true }, { [mine]: first(target) });
      expect(conflicts).toMatchSnapshot();
    });

    test('ends a redirect there, and then by the line that is printed', () => {
      const there = planned({ target, ...NEW }, { [path]: first(target) }).written;
      const end = { target, ...NEW, endRedirect: ['old.alps.ch'] };
      expect(planned(end, { [mine]: there }).conflicts).toMatch(
        / still has the name old\.alps\.ch\. Nothing .*\nCorrect that there: delete every [\w ]+ with the name old\.alps\.ch\. Then:\n {2}sudo .* server install --end-redirect old\.alps\.ch$/,
      );
      // Only what is wrong is to be corrected.
      expect(planned({ ...end, replaceConfiguration: true }, { [mine]: there }).conflicts).toMatch(
        / it is not replaced, .*\nCorrect that there: delete every [\w ]+ with the name old\.alps\.ch\. Then:\n/,
      );
      const files = { [mine]: planned({ target, ...NEW }).written, ...serviceAt('https://old.alps.ch', target) };
      expect(planned(end, files)).toMatchObject({
        ...{ kept: mine, conflicts: '' },
        notes: said(forTls(target, 'new'), 'Redirects that have ended: old.alps.ch.'),
      });
    });

    const serving = planned({ target, ...NEW }).written;
    const stub = STUBS[target];
    const redirect = planned({ target, ...NEW }, { [path]: first(target) }).written.slice(serving.length);
    test.each([
      ['what certbot writes for port 80', `${serving}${stub}`],
      ['that and the redirect', `${serving}${stub}${redirect}`],
      ['another name of the site', withAlias(target, serving)],
    ])('has not ended a redirect with %s', (_, text) => {
      const service = serviceAt('https://old.alps.ch', target);
      const end = { target, ...NEW, endRedirect: ['old.alps.ch'] };
      expect(planned(end, { [mine]: text, ...service }).conflicts).toMatchSnapshot();
      expect(planned({ ...end, replaceConfiguration: true }, { [path]: text, ...service }).conflicts).toBe('');
    });

    test('has not ended a redirect that another file has', () => {
      const service = serviceAt('https://old.alps.ch', target);
      const copy = pathIn(target, '-le-ssl.conf');
      const end = { target, ...NEW, endRedirect: ['old.alps.ch'] };
      for (const text of [redirect, `${serving}${stub}`])
        expect(planned(end, { [path]: serving, [copy]: text, ...service }).conflicts).toMatchSnapshot();
      const theirs = { [copy]: stub.replaceAll('https', 'http') };
      expect(planned(end, { [path]: serving, ...theirs, ...service }).conflicts).toBe('');
    });
  });

  describe('--end-redirect stops before anything is written', () => {
    const two = planned({ target, ...NEW }, { [path]: planned({ target }, { [path]: first(target) }).written });
    const service = two.files.get('/etc/systemd/system/cartalog-maps.service') ?? '';
    const third = planned(
      { target, serviceUrl: 'https://third.alps.ch' },
      { [path]: two.written, '/etc/systemd/system/cartalog-maps.service': service },
    );
    const recorded = {
      '/etc/systemd/system/cartalog-maps.service': third.files.get('/etc/systemd/system/cartalog-maps.service') ?? '',
    };
    const mine = pathIn(target, '').replace('cartalog-maps', 'mine.conf');
    const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      'as it was written': { [path]: third.written },
      'changed, with a configuration that is': { [path]: `${third.written}# mine\n` },
      deleted: {},
      emptied: { [path]: '' },
      moved: { [mine]: third.written },
    };
    const current = (name: string): string =>
      `${name}.alps.ch is the name in serviceUrl, and leads to this catalog. Leave it out of --end-redirect, or change serviceUrl first.`;

    test.each(Object.keys(STATES))('with a configuration that is %s', (state) => {
      const refused = (name: string, endRedirect: readonly string[]): string =>
        planned(
          { target, serviceUrl: `https://${name}.alps.ch`, endRedirect, replaceConfiguration: state === 'emptied' },
          { ...recorded, ...STATES[state] },
        ).conflicts;
      // The names of before the domain changed twice, in any order.
      const names = /^Not redirected: odl\.alps\.ch\. Redirected: (?:(?:old|new)\.alps\.ch(?:, |\.$)){2}/;
      expect(refused('third', ['odl.alps.ch'])).toMatch(names);
      expect(refused('third', ['odl.alps.ch', 'old.alps.ch'])).toMatch(names);
      expect(refused('third', ['third.alps.ch'])).toBe(current('third'));
      // A former name, which the newest commit has as its address again.
      expect(refused('old', ['OLD.alps.ch'])).toBe(current('old'));
      expect(refused('old', ['new.alps.ch', 'old.alps.ch'])).toBe(current('old'));
      expect(refused('old', ['old.alps.ch', 'x.ch'])).toMatch(/^old\.alps.*\nNot redirected: x\.ch\. Redirected: /);
    });

    test('if no name is redirected', () => {
      for (const files of [{}, { [path]: first(target) }, { [path]: `${first(target)}# mine\n` }])
        expect(planned({ target, endRedirect: ['x.ch'] }, files).conflicts).toBe(
          'Not redirected: x.ch. Redirected: no name.',
        );
    });
  });

  test.each([null, '', '# mine\n'])('with the configuration, no former name is lost: %j is left', (left) => {
    const { files } = planned({ target, ...NEW }, { [path]: first(target) });
    const service = {
      '/etc/systemd/system/cartalog-maps.service': files.get('/etc/systemd/system/cartalog-maps.service') ?? '',
    };
    const found = { ...service, ...(left === null ? {} : { [path]: left }) };
    const third = { target, serviceUrl: 'https://third.alps.ch', replaceConfiguration: true };
    expect(lastNames(target, planned(third, found).written, 3)).toEqual([
      ['third.alps.ch'],
      ['old.alps.ch'],
      ['new.alps.ch'],
    ]);
  });

  test('with the configuration, the published name is not lost', () => {
    const { written, notes } = planned({ target, ...NEW }, serviceAt('https://old.alps.ch', target));
    expect(lastNames(target, written, 2)).toEqual([['new.alps.ch'], ['old.alps.ch']]);
    // One reason, once: it was gone.
    expect(notes).toContain(
      `${path} was gone, and is written anew for new.alps.ch, with redirects of old.alps.ch: see whether its names and port are right.`,
    );
    expect(notes).not.toContain('Requests for');
    const ended = planned({ target, ...NEW, endRedirect: ['old.alps.ch'] }, serviceAt('https://old.alps.ch', target));
    expect([ended.written, ended.notes]).toEqual([
      planned({ target, ...NEW }).written,
      expect.stringMatching(/^Redirects that have ended: old\.alps\.ch\.$/m),
    ]);
  });

  test.each([null, '', '# mine\n'])('with the configuration, the port is not lost: %j is left', (left) => {
    const { written, files } = planned({ target, port: 8099 });
    const name = '/etc/systemd/system/cartalog-maps.service';
    const found = { [name]: files.get(name) ?? '', ...(left === null ? {} : { [path]: left }) };
    const again = planned({ target, replaceConfiguration: left !== null }, found);
    expect(again).toMatchObject({ written, conflicts: '' });
    expect(again.notes).toContain(
      `${path} ${left === null ? 'was gone' : 'did not send the site'}, and is written anew for old.alps.ch: see whether its names and port are right.`,
    );
    expect(again.notes).not.toContain('nothing to replace');
    // What is there decides, if it sends the site.
    expect(planned({ target }, { ...found, [path]: first(target) }).written).toBe(first(target));
  });

  test('a configuration that is gone is written anew, and this is said', () => {
    const service = { '/etc/systemd/system/cartalog-maps.service': `build --target ${target} --out` };
    expect(planned({ target }, service)).toMatchObject({ written: first(target), conflicts: '' });
    expect(planned({ target }, service).notes).toContain(`${path} was gone, and is written anew for old.alps.ch: `);
  });

  test.each<[string, number | undefined, number | undefined, number | undefined]>([
    ['http://maps.alps.ch:8080', undefined, undefined, 8080],
    ['http://maps.alps.ch:8080', 8081, undefined, 8081],
    ['http://maps.alps.ch:8080', undefined, 9090, 9090],
    ['http://maps.alps.ch', undefined, undefined, undefined],
    ['https://maps.alps.ch:8443', undefined, undefined, undefined],
  ])('%s with --port %s and port %s of before is on port %s', (serviceUrl, port, earlier, expected) => {
    const files = earlier === undefined ? {} : { [path]: planned({ target, serviceUrl, port: earlier }).written };
    const { written, notes } = planned({ target, serviceUrl, port }, files);
    expect(written).toBe(
      planned({ target, serviceUrl, port: expected ?? (target === 'caddy' ? undefined : 80) }).written,
    );
    expect(notes.includes('It stays on port')).toBe(earlier !== undefined);
  });

  test('a certificate is only for https', () => {
    const http = (name: string) => ({ target, serviceUrl: `http://${name}.alps.ch` });
    for (const port of [undefined, 8080]) {
      const { notes } = planned(http('new'), { [path]: planned({ ...http('old'), port }).written });
      expect(notes).not.toMatch(/certificate|certbot|https/);
    }
    const behind = planned({ target, ...NEW }, { [path]: first(target, 8080) });
    if (target !== 'caddy')
      expect(behind.notes).toContain('pass on each name, and needs new.alps.ch and its certificate.');
  });

  test('a configuration is not put aside in vain', () => {
    const text = `${first(target, 8080)}# mine\n`;
    const other = planned({ ...NEW, target, port: 8080, unit: 'cartalog-jura' }, {}).written;
    const { conflicts } = planned(
      { target, ...NEW },
      { [path]: text, [`${WEB_SERVERS[target].folder}/cartalog-jura.conf`]: other },
    );
    expect(conflicts).toContain(' has the address of https://new.alps.ch for the catalog cartalog-jura.');
    expect(conflicts).not.toContain('--replace-configuration');
  });

  describe('an address that another site of this server has is refused:', () => {
    const jura = { unit: 'cartalog-jura', checkout: '/srv/jura', target };
    const other = pathIn(target).replace('maps', 'jura');
    const service = { '/etc/systemd/system/cartalog-jura.service': 'WorkingDirectory=/srv/jura\n' };
    const gone = { ...service, '/srv/jura/package.json': '{}' };
    const there = { ...gone, '/etc/systemd/system/timers.target.wants/cartalog-jura.timer': '' };
    const moved = planned({ ...jura, ...NEW }, { [other]: planned(jura).written }).written;
    const mine = pathIn(target, '').replace('cartalog-maps', 'mine.conf');
    const now = planned(jura).written;
    const renamed = planned({ ...jura, ...NEW }).written;
    const copy = other.replace('jura', 'jura-le-ssl');
    const third = planned({ target, serviceUrl: 'https://third.alps.ch', unit: 'cartalog-third' }).written;
    const description = 'Description=a at https://old.alps.ch\nWorkingDirectory=/srv/jura\n';
    const both = { '/srv/jura/package.json': '{}', '/etc/systemd/system/cartalog-jura.service': description };
    /** What is said, without what differs only by the web server. */
    const conflictsOf = (facts: Partial<ServerFacts>, files: Readonly<Record<string, string>>): string =>
      `\n${planned({ target, ...facts }, files).conflicts.replaceAll(WEB_SERVERS[target].folder, '<folder>')}\n`;

    test.each<[string, Readonly<Record<string, string>>, Partial<ServerFacts>?]>([
      ['of another catalog', { ...there, [other]: now }],
      ['of another catalog whose checkout is gone', { ...service, [other]: `${now}# mine\n` }],
      ['that another catalog had before', { ...there, [other]: moved }],
      ['that another catalog had before, which has gone back to an earlier commit', { ...gone, [other]: moved }],
      ['that another catalog had before, in a changed file', { ...there, [other]: `${moved}# mine\n` }],
      [
        'that another catalog had before, in a file that certbot has made of that',
        { ...there, [other]: `${renamed}# mine\n`, [copy]: moved },
      ],
      [
        'that another catalog had before, of which only what certbot has written is left',
        { ...there, [mine]: `${renamed}${STUBS[target]}` },
      ],
      [
        'that another catalog had before, and whose site still has it',
        { ...there, [mine]: withAlias(target, renamed) },
      ],
      ['of another catalog, which has another name, too', { ...both, [mine]: `${now}${renamed}` }],
      ['of another catalog in a file with a third one', { ...there, [mine]: `${third}${now}` }],
      ['of a site that is not ours', { [mine]: now.replaceAll('/var/lib/cartalog-jura', '/srv') }],
      ['that another catalog had before whose checkout is gone', { ...service, [other]: moved }],
      [
        'of another catalog on another port',
        { ...there, [other]: planned({ ...jura, port: 8080 }).written },
        { port: 8081 },
      ],
      ['of another catalog, in a file where its owner has moved it', { ...there, [mine]: now }],
      ['of nobody', { ...there, [other]: renamed }],
    ])('%s', (_, files, facts = {}) => expect(conflictsOf(facts, files)).toMatchSnapshot());

    describe('of a catalog whose configuration is lost, as its service records it:', () => {
      const path = '/etc/systemd/system/cartalog-jura.service';
      const recorded = (facts: Partial<ServerFacts>, files = {}) => ({
        ...{ '/srv/jura/package.json': '{}', '/etc/systemd/system/timers.target.wants/cartalog-jura.timer': '' },
        [path]: planned({ ...jura, ...facts }, files).files.get(path) ?? '',
      });
      const former = recorded(NEW, { [other]: planned(jura).written });
      test.each<[string, Readonly<Record<string, string>>, Partial<ServerFacts>?]>([
        ['its name, deleted', recorded({})],
        ['its name, emptied', { ...recorded({}), [other]: '' }],
        ['its name, all comments', { ...recorded({}), [other]: '# a\n' }],
        ['a former name', former],
        ['a former name, emptied', { ...former, [other]: '' }],
        [
          'a former name, which its newest commit publishes at another address',
          former,
          { newestAddress: () => 'https://third.alps.ch/' },
        ],
        [
          'a former name, which is the address of its newest commit',
          former,
          { newestAddress: () => 'https://old.alps.ch/maps' },
        ],
        ['its name, with another configuration that sends it', { ...recorded({}), [mine]: renamed }],
        ['its name, which another site here has already', { ...recorded({}), [pathIn(target)]: first(target) }],
        ['another name', recorded(NEW)],
        ['its name, on its port', recorded({ port: 8099 }), { port: 8099 }],
        ['its name, on another port', recorded({ port: 8099 }), { port: 8098 }],
        ['its name, with another server', recorded({ target: target === 'nginx' ? 'caddy' : 'nginx' })],
        ['its name, which an earlier version has not recorded', service],
      ])('%s', (_, files, facts = {}) => expect(conflictsOf(facts, files)).toMatchSnapshot());

      test('and a former name of both is not redirected', () => {
        const files = { [pathIn(target)]: first(target), ...recorded({}) };
        expect(planned({ target, ...NEW }, files)).toMatchObject({
          written: planned({ target, ...NEW }, { [pathIn(target)]: first(target) }).written,
          conflicts: '',
        });
        const lost = { ...serviceAt('https://old.alps.ch', target), ...recorded({}) };
        expect(planned({ target, ...NEW }, lost).notes).toContain(
          `old.alps.ch is not redirected any more: ${path} has it.`,
        );
      });
    });

    test('and a name that was written in spite of it is not redirected', () => {
      const files = { [pathIn(target)]: first(target), ...there, [other]: planned(jura).written };
      expect(planned({ target, ...NEW }, files)).toMatchObject({
        written: planned({ target, ...NEW }).written,
        notes: said(`old.alps.ch is not redirected any more: ${other} has it.`, forTls(target, 'new')),
      });
    });
  });

  test('an installation with another server is removed first', () => {
    const other = target === 'nginx' ? 'caddy' : 'nginx';
    expect(planned({ target }, { [pathIn(other)]: first(other) }).conflicts).toMatchSnapshot();
    expect(planned({ target }, { [pathIn(other)]: first(other, 8080) }).conflicts).toMatch(/install --port 8080$/);
    const mine = pathIn(other, '').replace('cartalog-maps', 'mine.conf');
    expect(planned({ target }, { [mine]: first(other) }).conflicts).toContain(
      ` To change that, delete what uses /var/lib/cartalog-maps/ in ${mine}, then remove it, and install again:\n`,
    );
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
  expect(conflicts).toMatch(/server install --replace-configuration$/);
  expect(planned({ port: 80 }, { [path]: withCertificate(first('nginx')) }).conflicts).toBe('');
  expect(planned(NEW, { [path]: `${first('nginx', 8080)}\n` }).conflicts).toMatch(/install --replace-configuration$/);
  expect(planned({ port: 8080 }, { [path]: withCertificate(first('nginx')) }).conflicts).toMatch(
    /install --port 8080 --replace-configuration$/,
  );
  const replaced = planned({ ...NEW, replaceConfiguration: true }, { [path]: `${first('nginx', 8080)}\n` });
  expect(sitesInConfiguration('nginx', replaced.written).flatMap(({ ports }) => ports)).toContain(8080);
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

test('what certbot has changed says which site loses TLS', () => {
  const jura = { unit: 'cartalog-jura', checkout: '/srv/jura' };
  const other = pathIn('nginx').replace('maps', 'jura');
  const moved = planned({ ...jura, ...NEW }, { [other]: planned(jura).written }).written;
  const files: Readonly<Record<string, string>> = {
    [other]: moved.replaceAll('  listen 80;', '  listen 443 ssl; # managed by Certbot'),
    ...{ '/etc/systemd/system/cartalog-jura.service': 'WorkingDirectory=/srv/jura\n', '/srv/jura/package.json': '{}' },
    '/etc/systemd/system/timers.target.wants/cartalog-jura.timer': '',
  };
  expect(planned({ ...jura, ...NEW, endRedirect: ['old.alps.ch'] }, files).conflicts).toMatch(
    /\nYou, or certbot, .* such as TLS; until certbot has run again, there is no https for new\.alps\.ch:\n.* --replace-configuration --end-redirect old\.alps\.ch$/,
  );
  expect(planned({}, files).conflicts).toContain('or delete every server block with the name old.alps.ch there.');
  // The site itself, at http only: that it answers by a redirect to https does not make it a former name.
  const plain =
    files[other]?.replace(
      /$/,
      'server {\n  listen 80;\n  server_name new.alps.ch;\n  return 301 https://new.alps.ch;\n}\n',
    ) ?? '';
  expect(planned({ serviceUrl: 'http://new.alps.ch' }, { ...files, [other]: plain }).conflicts).toContain(
    'server remove jura',
  );
});

test('what the Caddyfile imports beside its sites is not theirs', () => {
  const caddyfile = 'old.alps.ch {\n}\nimport /etc/caddy/cartalog-maps.conf\n';
  const path = pathIn('caddy');
  const files = { [path]: first('caddy'), '/etc/caddy/Caddyfile': caddyfile };
  const { conflicts } = planned(
    { target: 'caddy', configurations: new Map(Object.entries(files)), read: (one) => files[one] ?? null },
    {},
  );
  expect(conflicts).toMatch(/^\/etc\/caddy\/Caddyfile has the address of https:\/\/old\.alps\.ch for another site\./);
});
