/** `cartalog serve`: serves, rebuilds on change, keeps the last good site, and leaves no process at the end. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isFree } from '../../cli/port.ts';
import { LIVE_FILE, type LiveReport } from '../../contract/pages.ts';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog, LIGHT_RUNTIME } from '../support/cli.ts';
import { filesBelow } from '../support/files.ts';
import { descendants, running, until, workerdsBelow } from '../support/processes.ts';
import { freePort, servedFolder } from '../support/server.ts';
import { type Served, serve, serving } from '../support/serving.ts';

/** What a server answers to a host name. */
function answerTo(port: number, path: string, host = `127.0.0.1:${port}`): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path, headers: { Host: host } }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      const cors = response.headers['access-control-allow-origin'] ?? '';
      response.once('end', () => resolve(`${response.statusCode} ${cors} ${text}`));
    });
    request.once('error', reject);
  });
}

test('answers its own names alone, and says nothing of the machine', async () => {
  const { folder, port } = await serving({}, ['--allow-host', 'My.Space.example']);
  for (const host of ['localhost:1', '[::1]', 'my.space.example']) {
    expect(await answerTo(port, '/v1/editions/offline/', host)).toMatch(/^200 /);
    expect(await answerTo(port, '/', host)).toMatch(/^200 /);
  }
  for (const path of ['/', '/v1/', `/${LIVE_FILE}`]) {
    expect(await answerTo(port, path, 'evil.example')).toBe(
      '403  cartalog serve does not answer as evil.example; --allow-host evil.example changes that.\n',
    );
  }
  expect(await answerTo(port, `/${LIVE_FILE}`)).toMatch(/^200 {2}\{/);
  for (const path of ['/_headers', '/_worker.js', '/_routes.json', '/%00', '/v1/%00']) {
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
  expect(existsSync(join(folder, 'dist'))).toBe(false);
  // Pages follow the files: they read what has become of them.
  const report = async (): Promise<LiveReport> =>
    (await (await fetch(`http://127.0.0.1:${port}/${LIVE_FILE}`)).json()) as LiveReport;
  const first = await report();
  expect(first.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('<html lang="en" data-live>');

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

test('serves as a Worker where site.yaml says so, from the next change on', async () => {
  const { folder, port, output } = await serving();
  const catalog = join(folder, 'catalog');
  const statusOf = async (path: string): Promise<number | null> =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => null,
    );
  writeFiles(catalog, { 'site.yaml': `${SMALL['site.yaml']}target: workers\n` });
  await until(() => output().match(/Serving http/g)?.length === 2, 'the Worker');
  expect(output()).toContain('The host or its configuration has changed; the server is started again.');
  for (const path of ['/.assetsignore', '/_headers', '/%00']) expect(await statusOf(path)).toBe(404);
  writeFiles(catalog, { 'editions/new.yaml': 'name: New\ndatasources: []\n' });
  await until(async () => (await statusOf('/v1/editions/new/')) === 200, 'the new edition');
  rmSync(join(catalog, 'editions', 'new.yaml'));
  await until(async () => (await statusOf('/v1/editions/new/')) === 404, 'the end of the edition');
  expect(output().match(/ended|cannot/g)).toBe(null);
});

test('a second on the same port ends at once, while the first builds, starts the runtime, and serves', async () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  for (const folder of [one, other]) writeFiles(join(folder, 'catalog'), SMALL);
  const port = await freePort();
  const args = ['serve', '--port', String(port)];
  const first = serve(one, port, LIGHT_RUNTIME);
  await until(() => existsSync(join(one, '.cartalog')), 'the beginning');
  const isServing = (): boolean => first.output().includes('Serving http');
  const seen = new Set<boolean>();
  // Again and again until the first serves, and once when it does.
  for (let tried = 0; tried < 200 && !seen.has(true); tried++) {
    seen.add(isServing());
    for (const cwd of [one, other]) {
      expect(await cartalog(args, { cwd })).toMatchObject({
        status: 2,
        stdout: '',
        stderr: `cartalog: Port ${port} is in use; choose another with --port N.\n`,
      });
    }
    await sleep(300);
  }
  expect([...seen], first.output()).toEqual([false, true]);
  expect((await fetch(`http://127.0.0.1:${port}/v1/editions/offline/`)).status).toBe(200);
  expect(first.output().match(/ended|written|cannot/g)).toBe(null);
});

test('a site that is removed is written again within seconds, also where the catalog is bad by then', async () => {
  const { folder, port, output } = await serving(LIGHT_RUNTIME);
  writeFiles(join(folder, 'catalog'), { 'editions/bad.yaml': 'name: Bad\n' });
  await until(() => output().includes('The last good site stays up.'), 'the problem');
  for (const removed of ['.cartalog', join('.cartalog', '*', 'site')]) {
    const printed = output().length;
    execFileSync('sh', ['-c', `rm -rf ${removed}`], { cwd: folder });
    await until(() => output().slice(printed).includes('Serving http'), 'the site again');
    expect(output().slice(printed)).toMatch(
      /^The folder of the served site has been removed; it is written again\.\nServing http.*\n$/,
    );
    expect((await fetch(`http://127.0.0.1:${port}/v1/editions/offline/`)).status).toBe(200);
  }
  // Changes are seen again, those of the handler too.
  const before = output().length;
  writeFiles(join(folder, 'catalog'), { 'editions/bad.yaml': 'name: Good\ndatasources: []\n' });
  await until(async () => (await fetch(`http://127.0.0.1:${port}/v1/editions/bad/`)).status === 200, 'the change');
  // It is served a moment before the build has ended.
  await until(() => output().slice(before).includes('Built '), 'the end of the build');

  const printed = output().length;
  renameSync(folder, `${folder}-moved`);
  await until(() => output().slice(printed).includes('The next try is in 2 seconds.'), 'the second try');
  expect(output().slice(printed)).toContain(`The folder ${folder} is no longer there; move it back, or end with`);
  expect(existsSync(folder)).toBe(false);
  renameSync(`${folder}-moved`, folder);
  await until(() => output().slice(printed).includes('Serving http'), 'the site again');
  expect((await fetch(`http://127.0.0.1:${port}/v1/editions/offline/`)).status).toBe(200);
});

test('git ignores the folder that it serves', () => {
  expect(readFileSync(join(import.meta.dirname, '..', '..', '.gitignore'), 'utf8')).toContain('/.cartalog/');
});

/** Waits until nothing is left of a server. */
async function untilGone(below: readonly number[], port: number): Promise<void> {
  await until(() => running(below).length === 0, 'the end of the processes');
  await until(() => isFree(port), 'the port');
}

test('each process of the runtime that is killed is noticed within a second, and all is started again', async () => {
  const { child, output, port } = await serving();
  /** @returns how long it took until it was noticed, in milliseconds */
  const kill = async (which: number): Promise<number> => {
    const printed = output().length;
    const all = workerdsBelow(child.pid as number);
    expect(all).toHaveLength(2);
    const killed = performance.now();
    process.kill(all[which] as number, 'SIGKILL');
    const news = (text: string) => () => output().slice(printed).includes(text);
    await until(news('The server has ended; it is started again.'), 'the news');
    const noticed = performance.now() - killed;
    await until(news('Serving http'), 'the server again');
    expect((await fetch(`http://127.0.0.1:${port}/v1/editions/offline/`)).status).toBe(200);
    expect(running(all)).toEqual([]);
    return noticed;
  };
  for (const which of [0, 1]) {
    let least = Number.POSITIVE_INFINITY;
    // A busy machine can only make it slower.
    for (let tried = 0; tried < 3 && least >= 1_000; tried++) least = Math.min(least, await kill(which));
    expect(least).toBeLessThan(1_000);
  }
});

test('two serve the same folder on different ports, without a secret; stopped and killed, they leave nothing', async () => {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), SMALL);
  const ports = [await freePort(), await freePort()] as const;
  const secrets = {
    CLOUDFLARE_API_TOKEN: 's3cr3t',
    VAULT_TOKEN: 's3cr3t',
    HTTPS_PROXY: 'http://me:s3cr3t@localhost:1',
    NODE_EXTRA_CA_CERTS: '/s3cr3t',
  };
  const [one, other] = ports.map((port) => serve(folder, port, secrets)) as [Served, Served];
  for (const { output } of [one, other]) await until(() => output().includes('Serving http'), 'the server');
  const [belowOne, belowOther] = [one, other].map(({ child }) =>
    descendants(child.pid as number).map(({ pid }) => pid),
  );
  for (const below of [belowOne, belowOther] as [number[], number[]]) {
    expect(below.length).toBeGreaterThanOrEqual(4);
    // Elsewhere than on Linux, no file shows the environment of a process.
    for (const pid of process.platform === 'linux' ? below : []) {
      expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toContain('s3cr3t');
    }
  }
  one.child.kill('SIGTERM');
  await until(() => one.child.exitCode !== null, 'the end of one');
  expect(one.child.exitCode).toBe(0);
  await untilGone(belowOne as number[], ports[0]);
  const left = servedFolder(folder, ports[1]);
  expect(readdirSync(join(folder, '.cartalog'))).toEqual(['.gitignore', basename(dirname(left))]);
  expect((await fetch(`http://127.0.0.1:${ports[1]}/v1/`)).status).toBe(200);

  other.child.kill('SIGKILL');
  await untilGone(belowOther as number[], ports[1]);
  writeFileSync(join(left, 'index.html'), 'half of a pa');
  const next = serve(folder, ports[1], LIGHT_RUNTIME);
  await until(() => next.output().includes('Serving http'), 'the next server');
  expect(await (await fetch(`http://127.0.0.1:${ports[1]}/`)).text()).toContain('</html>');
  expect(existsSync(left)).toBe(false);
});

test.each(['a signal', 'a change'])('whose reader has gone, it ends after %s and leaves no process', async (what) => {
  const { child, folder, port } = await serving(LIGHT_RUNTIME);
  const below = descendants(child.pid as number).map(({ pid }) => pid);
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  if (what === 'a signal') child.kill('SIGTERM');
  else writeFiles(join(folder, 'catalog'), { 'editions/new.yaml': 'name: New\ndatasources: []\n' });
  await until(() => child.exitCode !== null, 'the end');
  await untilGone(below, port);
  expect(existsSync(join(folder, '.cartalog'))).toBe(false);
});

test('a change that does not fit on the disk is said in a sentence, and the old site stays', async () => {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), SMALL);
  const port = await freePort();
  // A limit on the size of files makes a write fail as a full disk does.
  const { child, output } = serve(folder, port, LIGHT_RUNTIME, [], 'ulimit -f 800');
  await until(() => output().includes('Serving http'), 'the server');
  const names = async (): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}/v1/mapservers/`)).text();
  const before = await names();

  const maps = Array.from({ length: 12_000 }, (_, index) => `map-with-a-long-name-${index}.zip: {}`);
  writeFiles(join(folder, 'catalog'), {
    'mapservers/one.yaml': String(SMALL['mapservers/one.yaml']).replace('Server one', 'Renamed'),
    'datasources/maps/maps.yaml': `${maps.join('\n')}\n`,
  });
  // A build between the two files, or before all of one is written, may say something else first.
  const problem = 'The site cannot be written: the system does not let files grow that large.\n';
  await until(() => output().includes(problem) && output().endsWith('The last good site stays up.\n'), 'the problem');
  expect(await names()).toBe(before);
  expect(child.exitCode).toBe(null);

  writeFiles(join(folder, 'catalog'), { 'datasources/maps/maps.yaml': 'a.zip: {}\n' });
  await until(async () => (await names()) !== before, 'the change');
});

test('while the catalog changes again and again, everything that is linked answers', async () => {
  const { folder, port, output } = await serving();
  const catalog = join(folder, 'catalog');
  const seen = new Set<string>();
  const seenEditions = (): number => [...seen].filter((url) => /\/edition\d/.test(url)).length;
  let isOver = false;
  const edit = async (): Promise<void> => {
    // On a busy machine, several changes become one build: then there are more changes.
    for (let index = 1; index <= 8 || (index <= 60 && seenEditions() <= 2); index++) {
      const [source, edition] = [`datasources/source${index}`, `editions/edition${index}.yaml`];
      writeFiles(join(folder, 'written'), {
        [`${source}/datasource.yaml`]: String(SMALL['datasources/empty/datasource.yaml']),
        [edition]: `name: Edition\ndatasources: [source${index}]\n`,
      });
      // As editors do: no build sees a file that is half written.
      for (const path of [source, edition]) renameSync(join(folder, 'written', path), join(catalog, path));
      for (const path of [`editions/edition${index - 1}.yaml`, `datasources/source${index - 1}`]) {
        rmSync(join(catalog, path), { recursive: true, force: true });
      }
      await sleep(600);
    }
    isOver = true;
  };
  const answers = new Map<string, number>();
  const ask = async (url: string): Promise<string> => {
    const response = await fetch(url).catch((error: Error) => error);
    const answer = response instanceof Error ? response.message : String(response.status);
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    // Without a pause, two processors would do nothing else.
    await sleep(5);
    return response instanceof Error ? '[]' : response.text();
  };
  const read = async (): Promise<void> => {
    while (!isOver) {
      for (const list of ['editions', 'datasources']) {
        for (const { url } of JSON.parse(await ask(`http://127.0.0.1:${port}/v1/${list}/`))) {
          seen.add(url);
          await ask(url);
        }
      }
    }
  };
  await Promise.all([edit(), read(), read()]);
  expect([...answers.keys()]).toEqual(['200']);
  expect(answers.get('200')).toBeGreaterThan(20);
  expect(seenEditions()).toBeGreaterThan(2);

  // What was removed answers no longer than until nothing has changed for a moment.
  const [removed] = [...seen].filter((url) => /\/edition\d/.test(url));
  await until(async () => (await fetch(removed as string)).status === 404, 'the removal');
  expect(output()).not.toMatch(/[1-9] error/);
});

/** A program in place of the runtime's executable, which the runtime's own variable for that names. */
function workerdInstead(folder: string, script: string): Record<string, string> {
  const file = join(folder, 'workerd.sh');
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { MINIFLARE_WORKERD_PATH: file };
}

test('stopped while the runtime starts, it does not wait for it, and leaves nothing', async () => {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), SMALL);
  const port = await freePort();
  const { child } = serve(folder, port, workerdInstead(folder, 'trap "" TERM; while :; do sleep 1; done'));
  const all = () => descendants(child.pid as number);
  await until(() => all().some(({ command }) => /workerd\.sh/.test(command)), 'the start of the runtime');
  const below = all().map(({ pid }) => pid);
  const stopped = performance.now();
  child.kill('SIGTERM');
  await until(() => child.exitCode !== null, 'the end');
  expect(performance.now() - stopped).toBeLessThan(20_000);
  expect(child.exitCode).toBe(0);
  await untilGone(below, port);
  expect(existsSync(join(folder, '.cartalog'))).toBe(false);
});

test('a runtime that does not start again is tried until it does, and changes are built meanwhile', async () => {
  const { child, folder, port, output } = await serving(LIGHT_RUNTIME);
  const broken = join(folder, 'broken');
  writeFileSync(broken, '');
  process.kill(descendants(child.pid as number)[0]?.pid as number, 'SIGKILL');
  await until(() => output().includes('The next try is in 2 seconds.'), 'two tries');
  expect(output()).toContain(`The Cloudflare runtime did not start on http://127.0.0.1:${port}:\nbroken\n`);
  expect(output()).not.toContain('\\u001b');
  writeFiles(join(folder, 'catalog'), { 'editions/new.yaml': 'name: New\ndatasources: []\n' });
  await until(() => output().match(/^Built /gm)?.length === 2, 'the change');
  rmSync(broken);
  await until(() => output().match(/^Serving http/gm)?.length === 2, 'the server again');
  expect((await fetch(`http://127.0.0.1:${port}/v1/editions/new/`)).status).toBe(200);
  expect(child.exitCode).toBe(null);
});

test('begins with a bad catalog and serves as soon as it is fixed, or moved away and back, with every change after it', async () => {
  const folder = temporaryFolder();
  const catalog = join(folder, 'catalog');
  writeFiles(catalog, { ...SMALL, 'editions/offline.yaml': 'name: Offline\n' });
  const port = await freePort();
  const { output } = serve(folder, port, LIGHT_RUNTIME);
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
  const { output } = serve(folder, port, LIGHT_RUNTIME);
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
  const { port, output } = serve(folder, await freePort(), { ...LIGHT_RUNTIME, SOME_API_KEY: 's3cr3t' }, args);
  await until(() => output().includes('Serving http'), 'the server');
  const response = await fetch(`http://127.0.0.1:${port}/v1/mapservers/`);
  const [{ urlPattern = '' } = {}] = (await response.json()) as { urlPattern?: string }[];
  expect(urlPattern).toMatch(expected);
  expect(output()).not.toContain('s3cr3t');
  if (args.length > 0) return;
  expect(output()).toContain('Access tokens are not filled in; --with-tokens does that.\n');
  const work = join(folder, '.cartalog');
  const kept = filesBelow(work).map((path) => readFileSync(join(work, path), 'latin1'));
  expect(kept.join('\n')).not.toContain('s3cr3t');
});
