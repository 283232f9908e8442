/** `cartalog serve`: serves, rebuilds on change, keeps the last good site, and leaves no process at the end. */
import { readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LIVE_FILE, type LiveReport } from '../../contract/pages/page-data.ts';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog } from '../support/cli.ts';
import { freePort, isFree } from '../support/ports.ts';
import { descendants, until } from '../support/processes.ts';
import { serve, serving } from './serving.ts';

const answerTo = (port: number, path: string, host = `127.0.0.1:${port}`): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path, headers: { Host: host } }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      const cors = response.headers['access-control-allow-origin'] ?? '';
      response.once('end', () => resolve(`${response.statusCode} ${cors} ${text}`));
    });
    request.once('error', reject);
  });

test('answers its own names alone, and says nothing of the machine', async () => {
  const { folder, port } = await serving({}, ['--allow-host', 'My.Space.example']);
  for (const host of ['localhost:1', '[::1]', 'my.space.example']) {
    expect(await answerTo(port, '/v1/editions/offline/', host)).toMatch(/^200 /);
    expect(await answerTo(port, '/', host)).toMatch(/^200 /);
  }
  for (const path of ['/', '/v1/', `/${LIVE_FILE}`])
    expect(await answerTo(port, path, 'evil.example')).toBe(
      '403  cartalog serve does not answer as evil.example; --allow-host evil.example changes that.\n',
    );
  expect(await answerTo(port, `/${LIVE_FILE}`)).toMatch(/^200 {2}\{/);
  for (const host of ['a b', '[::1', '127.0.0.1/x?', '127.0.0.1#', '127.0.0.1\\x', 'u@localhost', 'localhost:99999'])
    expect(await answerTo(port, '/v1/', host), host).toMatch(/^400 /);
  for (const path of ['/_headers', '/_worker.js', '/_routes.json', '/%00', '/v1/%00', '/..%2fcatalog%2fsite.yaml']) {
    const answer = await answerTo(port, path);
    expect([answer.slice(0, 4), answer.includes(folder)], path).toEqual(['404 ', false]);
  }
});

test('serves, rebuilds, keeps the last good site, and ends', async () => {
  const { child, folder, port, output } = await serving();
  const file = join(folder, 'catalog', 'mapservers', 'one.yaml');
  const text = String(SMALL['mapservers/one.yaml']);
  const names = async (): Promise<string[]> => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/mapservers/`);
    return ((await response.json()) as { name: string }[]).map(({ name }) => name);
  };

  expect(await names()).toEqual(['Server one']);
  expect(output()).toMatch(/^Built \d+ files\. /m);
  const service = await (await fetch(`http://127.0.0.1:${port}/v1/`)).json();
  expect(service).toMatchObject({ editions: `http://127.0.0.1:${port}/v1/editions/` });
  // Pages follow the files: they read what has become of them.
  const report = async (): Promise<LiveReport> =>
    (await (await fetch(`http://127.0.0.1:${port}/${LIVE_FILE}`)).json()) as LiveReport;
  const first = await report();
  expect(first.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain(' data-live>');

  writeFileSync(file, text.replace('Server one', 'Renamed'));
  await until(async () => (await names())[0] === 'Renamed', 'the change');
  await until(async () => (await report()).site !== first.site, 'what pages are told');

  // It was not there when the server started.
  writeFiles(folder, { 'public/club.html': 'Club' });
  const club = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/club`)).text();
  await until(async () => (await club()) === 'Club', 'the file of public/');

  writeFileSync(file, text.replace('#{zoom}', '#{z}'));
  await until(() => output().includes('The last good site stays up.'), 'the problem');
  expect(output()).toContain(
    'catalog/mapservers/one.yaml:6:13 error unknown-placeholder  "#{z}" is not a placeholder; write #{zoom}',
  );
  expect(await names()).toEqual(['Renamed']);
  expect((await report()).problems[0]).toEqual({
    severity: 'error',
    place: 'catalog/mapservers/one.yaml:6:13',
    message: '"#{z}" is not a placeholder; write #{zoom}',
    page: 'mapservers/one/',
  });

  // Ids are known to the handler, times to the header rules: both change while the server runs.
  writeFileSync(file, text);
  writeFiles(join(folder, 'catalog'), { 'editions/new.yaml': 'name: New\ndatasources: []\n' });
  await until(async () => (await fetch(`http://127.0.0.1:${port}/v1/editions/new/`)).status === 200, 'the new edition');
  writeFiles(join(folder, 'catalog'), {
    'datasources/empty/datasource.yaml': `${SMALL['datasources/empty/datasource.yaml']}maxAge: 60\n`,
  });
  const lifetime = async (): Promise<string | null> =>
    (await fetch(`http://127.0.0.1:${port}/v1/datasources/empty/`)).headers.get('cache-control');
  await until(async () => (await lifetime()) === 'max-age=60', 'the new header rule');

  // Whoever has the page of what is removed is told once it no longer answers.
  rmSync(join(folder, 'catalog', 'editions', 'new.yaml'));
  let last = '';
  const isGone = async (): Promise<boolean> => {
    const { site } = await report();
    const { status } = await fetch(`http://127.0.0.1:${port}/editions/new/`);
    if (status === 200) last = site;
    return status === 404;
  };
  await until(isGone, 'the end of the page');
  expect(last).not.toBe('');
  await until(async () => (await report()).site !== last, 'what its visitors are told');

  // Of each build it is said what it changed; why it does not know when files last changed, once.
  expect(output().match(/^Built /gm)?.length).toBeGreaterThan(2);
  const line = 'Published without Last-Modified: the catalog folder is not in a git repository.\n';
  expect(output().split(line)).toHaveLength(2);

  child.kill('SIGINT');
  await until(() => child.exitCode !== null, 'the end');
  expect(child.exitCode).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port}/v1/`)).rejects.toThrow();
});

test('a second on the same port ends at once, while the first builds and while it serves', async () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  for (const folder of [one, other]) writeFiles(join(folder, 'catalog'), SMALL);
  const port = await freePort();
  const first = serve(one, port);
  await until(async () => !(await isFree(port)), 'the beginning');
  for (const time of ['while it builds', 'while it serves']) {
    for (const cwd of [one, other])
      expect(await cartalog(['serve', '--port', String(port)], { cwd }), time).toMatchObject({
        status: 2,
        stdout: '',
        stderr: `cartalog: Port ${port} is in use; choose another with --port N.\n`,
      });
    await until(() => first.output().includes('Serving http'), 'the server');
  }
  expect((await fetch(`http://127.0.0.1:${port}/v1/editions/offline/`)).status).toBe(200);
});

test.each(['a signal', 'the end of its reader'])(
  'writes nothing, starts no process, and ends after %s',
  async (what) => {
    const { child, folder, port } = await serving();
    expect(descendants(child.pid as number)).toEqual([]);
    if (what === 'a signal') child.kill('SIGTERM');
    else {
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
      writeFiles(join(folder, 'catalog'), { 'editions/new.yaml': 'name: New\ndatasources: []\n' });
    }
    await until(() => child.exitCode !== null, 'the end');
    await until(() => isFree(port), 'the port');
    expect(readdirSync(folder)).toEqual(['catalog']);
  },
);

test('a new catalog serves a page that invites to add the first map, and says once how', async () => {
  const folder = temporaryFolder();
  const catalog = join(folder, 'catalog');
  const [site, categories] = [String(SMALL['site.yaml']), String(SMALL['categories.yaml'])];
  writeFiles(catalog, { 'site.yaml': site, 'categories.yaml': categories });
  const port = await freePort();
  const { output } = serve(folder, port);
  await until(() => output().includes('Serving http'), 'the server');
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('<a class="button main" href="./add/">');
  writeFiles(catalog, { 'site.yaml': site.replace('Test', 'Other') });
  await until(() => /Built .* written/.test(output()), 'the next build');
  expect(output().match(/^There is no map yet\. To add one: cartalog new mapserver; .*$/gm)).toHaveLength(1);
});

test('begins with a bad catalog and serves as soon as it is fixed, or moved away and back, with every change after it', async () => {
  const folder = temporaryFolder();
  const catalog = join(folder, 'catalog');
  writeFiles(catalog, { ...SMALL, 'editions/offline.yaml': 'name: Offline\n' });
  const port = await freePort();
  const { output } = serve(folder, port);
  await until(() => output().includes('Serving begins as soon as the errors are fixed.'), 'the problem');
  expect(output()).toContain('missing-key  "datasources" is missing');
  writeFiles(catalog, SMALL);
  await until(() => output().includes(`Serving http://127.0.0.1:${port}/`), 'the server');
  for (const id of ['first', 'second']) {
    const printed = output().length;
    renameSync(catalog, join(folder, 'aside'));
    await until(() => output().slice(printed).includes('There is no folder catalog'), 'the news');
    renameSync(join(folder, 'aside'), catalog);
    await until(() => /^Built /m.test(output().slice(printed)), 'the catalog again');
    writeFiles(catalog, { [`editions/${id}.yaml`]: 'name: New\ndatasources: []\n' });
    await until(async () => (await fetch(`http://127.0.0.1:${port}/v1/editions/${id}/`)).status === 200, 'the change');
  }
});

test('a catalog that is a link: where it leads is watched, and that it leads somewhere else is a change', async () => {
  const folder = temporaryFolder();
  const link = join(folder, 'catalog');
  for (const name of ['one', 'two']) writeFiles(join(folder, name), SMALL);
  writeFiles(join(folder, 'two'), { 'editions/of-two.yaml': 'name: Two\ndatasources: []\n' });
  symlinkSync('one', link);
  const port = await freePort();
  const { output } = serve(folder, port);
  await until(() => output().includes('Serving http'), 'the server');
  const answers = (id: string) => async () =>
    (await fetch(`http://127.0.0.1:${port}/v1/editions/${id}/`)).status === 200;
  const add = (to: string, id: string): void =>
    writeFiles(join(folder, to), { [`editions/${id}.yaml`]: 'name: New\ndatasources: []\n' });
  add('one', 'before');
  await until(answers('before'), 'a change where the link leads first');

  // In one step, as a deployment does.
  symlinkSync('two', `${link}.next`);
  renameSync(`${link}.next`, link);
  await until(answers('of-two'), 'the switch');
  add('two', 'after');
  await until(answers('after'), 'a change where the link leads then');

  const builds = (): number | undefined => output().match(/^Built /gm)?.length;
  await until(() => builds() === 4, 'the end of the build');
  add('one', 'late');
  await sleep(1_000);
  expect(builds()).toBe(4);
});

test.each<[string, string[], RegExp]>([
  ['no access token', [], /key=ACCESS_TOKEN$/],
  ['access tokens where that is asked for', ['--with-tokens'], /key=s3cr3t$/],
])('gives any web page of this machine %s, and prints none', async (_, args, expected) => {
  const folder = temporaryFolder();
  const server = String(SMALL['mapservers/one.yaml']).replace('.png', '.png?key=${SOME_API_KEY}');
  const site = `${SMALL['site.yaml']}accessTokens: [SOME_API_KEY]\n`;
  writeFiles(join(folder, 'catalog'), { ...SMALL, 'mapservers/one.yaml': server, 'site.yaml': site });
  const { port, output } = serve(folder, await freePort(), { SOME_API_KEY: 's3cr3t' }, args);
  await until(() => output().includes('Serving http'), 'the server');
  const response = await fetch(`http://127.0.0.1:${port}/v1/mapservers/`);
  const [{ urlPattern = '' } = {}] = (await response.json()) as { urlPattern?: string }[];
  expect(urlPattern).toMatch(expected);
  expect(output()).not.toContain('s3cr3t');
  const line = 'Access tokens are not filled in; --with-tokens does that.\n';
  expect(output().includes(line)).toBe(args.length === 0);
});
