import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import validators from '../../contract/generated/reports.validators.cjs';
import { type Files, writeFiles } from '../support/catalogs.ts';
import { ROOT } from '../support/cli.ts';
import { type Behaviour, startFaultyServer } from '../support/faulty-server.ts';
import { contentOf, treeOf } from '../support/files.ts';
import { commitAll, git } from '../support/git.ts';
import { cartalog } from '../support/in-process.ts';
import { zipOf } from '../support/made-zip.ts';
import { until } from '../support/processes.ts';
import { catalogFor, dataSource, MAPS, MAPS_HEAD, read, update } from '../support/updating.ts';
import { HTML, indexPage, LONG_AGO, row, type UpstreamFiles, upstreamRoutes } from '../support/upstream.ts';

const LATER = '2026-01-03T03:04:05Z';
const NEW = { body: 'new', lastModified: LATER };

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex').toUpperCase();
const catalogOf = (cwd: string): Record<string, string> => contentOf(join(cwd, 'catalog'));

const linesOnlyIn = (text: string, other: string): string[] => {
  const others = new Set(other.split('\n'));
  return text.split('\n').filter((line) => !others.has(line));
};

const sums = (files: Readonly<Record<string, string>>): string =>
  Object.entries(files)
    .map(([path, text]) => `${sha256(text).toLowerCase()}  ${path}\n`)
    .join('');

test('fills a data source, changes nothing where nothing is new, and keeps it true', async () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n % 3}/${n}.txt`, `file ${n}`]));
  const server = await startFaultyServer(upstreamRoutes(files));
  const cwd = catalogFor(server.url, { [MAPS]: `${MAPS_HEAD}\n# The first file.\n0/0.txt: {}\n` });

  expect(await update(cwd)).toMatchObject({ status: 0, stderr: '' });
  const filled = catalogOf(cwd);
  expect(filled[MAPS]).toContain('\n# The first file.\n0/0.txt:\n  checksums:\n    - {');
  expect(filled[MAPS]?.match(/sha1: "?[0-9A-F]{40}/g)).toHaveLength(30);
  expect((await cartalog(['format', '--check'], { cwd })).stdout).not.toContain('maps.yaml');

  const tree = treeOf(join(cwd, 'catalog'));
  const before = server.requests.length;
  const again = await update(cwd);
  expect(again.stdout).toMatch(/^maps: 30 found, 0 added, 0 changed, 30 unchanged, 0 gone, 0 failed/);
  expect(treeOf(join(cwd, 'catalog'))).toEqual(tree);
  // robots.txt, four listings, one file of each that has files.
  expect(server.requests.length - before).toBe(1 + 4 + 3);

  server.change(upstreamRoutes({ ...files, '1/1.txt': { body: 'new', lastModified: LATER } }));
  expect((await update(cwd)).status).toBe(0);
  const replaced = read(cwd);
  const line = `    - { lastModified: ${LATER}, contentLength: 3, sha1: ${sha1('new')}, sha256: ${sha256('new')} }`;
  expect(linesOnlyIn(replaced, filled[MAPS] ?? '').map((text) => text.replaceAll('"', ''))).toEqual([line]);
  expect(linesOnlyIn(filled[MAPS] ?? '', replaced)).toEqual([]);

  const { '2/2.txt': _, ...fewer } = files;
  server.change({ ...upstreamRoutes(fewer), '/files/2/2.txt': { status: 404 } });
  const gone = await update(cwd);
  expect(gone).toMatchObject({ status: 0, stdout: expect.stringContaining(' 1 gone, 0 failed') });
  expect(read(cwd)).not.toContain('2/2.txt');
  expect(read(cwd, 'removals.yaml')).toMatch(
    /- \{ url: \/v1\/datasources\/maps\/, file: 2\/2\.txt, reason: "Its source had no such file any more on \d{4}-\d\d-\d\d\." \}\n$/,
  );

  // It comes back: a removal of what is in the catalog would be an error.
  server.change(upstreamRoutes(files));
  expect((await update(cwd)).status).toBe(0);
  expect(read(cwd)).toContain('2/2.txt');
  expect(read(cwd, 'removals.yaml')).not.toContain('2/2.txt');
});

describe('bad weather', () => {
  test('never makes a wrong fact, a stack trace or an endless run', async () => {
    const bad: Record<string, Behaviour> = {
      'bomb.zip': { body: zipOf({ bomb: { data: '', packed: Buffer.alloc(900_000), size: 900_000_000 } }) },
      'error.txt': { status: 500 },
      'never.txt': { delayMs: Number.POSITIVE_INFINITY },
      'other-parts.zip': { body: Buffer.alloc(1_100_000), ranges: 'wrong' },
      'private.txt': { redirect: 'http://[fe80::1]:1/' },
      'slow.txt': { body: 'x'.repeat(1000), dripMs: 100 },
    };
    const names = ['.hidden', 'a\u001b[31mb', '..%2Fx', '"quoted"', 'ümlaut', 'with space', 'NUL'];
    const rows = [...Object.keys(bad), ...names, 'good-1.txt', 'good-2.txt'].map((name) => row(name, LONG_AGO, '5'));
    const good = { 'good-1.txt': 'good 1', 'good-2.txt': 'good 2' };
    const often = { body: good['good-2.txt'], lastModified: LONG_AGO };
    const server = await startFaultyServer({
      ...upstreamRoutes({ ...bad, ...good }),
      '/files/good-2.txt': [{ status: 429, headers: { 'Retry-After': '1' } }, often],
      '/files/': {
        body: indexPage('', [...rows, '<a href="../../etc/">x</a>', '<a href="http://10.0.0.1/x">x</a>']),
        headers: HTML,
      },
    });
    const known =
      '"known.txt": { checksums: [{ lastModified: 2020-01-01T00:00:00Z, contentLength: 1, sha1: null }] }\n';
    const cwd = catalogFor(server.url, { [MAPS]: known });
    const { status, stdout } = await update(cwd, ['--max-time', '0.06', '--format', 'json']);
    expect(status).toBe(1);
    const report = JSON.parse(stdout);
    validators.update(report);
    expect(validators.update.errors ?? []).toEqual([]);
    expect(report.stopped).toMatch(/^the time is over/);
    const text = read(cwd);
    for (const [name, body] of Object.entries(good)) {
      expect(text).toContain(
        `${name}:\n  checksums:\n    - { lastModified: ${LONG_AGO}, contentLength: ${body.length}, sha1: `,
      );
      expect(text).toContain(sha1(body));
    }
    expect(text).toContain('known.txt');
    const facts = [...text.matchAll(/^(\S.*?):/gm)].map(([, path]) => path);
    const doubtful = Object.keys(bad).filter((name) => !/^(?:bomb|other-parts)/.test(name));
    expect(facts.filter((path) => doubtful.includes(path ?? ''))).toEqual([]);
    // Of the bomb its name is known, and nothing of what it says of its size.
    expect(text.split('fragments')).toHaveLength(2);
    expect(text).not.toContain('900000000');
    expect(server.requests.filter(({ path }) => /etc|hidden\/|%2F/i.test(path))).toEqual([]);
  });

  test('a server on this machine is asked only where that is allowed', async () => {
    const server = await startFaultyServer(upstreamRoutes({ 'a.txt': 'a' }));
    const cwd = catalogFor(server.url);
    const before = catalogOf(cwd);
    const { status, stdout } = await cartalog(['update'], { cwd });
    expect({ status, requests: server.requests }).toEqual({ status: 1, requests: [] });
    expect(stdout).toContain('127.0.0.1 is not a public address (--allow-private requests it too)');
    expect(catalogOf(cwd)).toEqual(before);
  });
});

test('interrupted between the list of removals and the entries it goes on, too', async () => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${10 + n}.txt`, `file ${n}`]));
  const server = await startFaultyServer(upstreamRoutes(files));
  const removals = '- { url: /v1/datasources/maps/, file: gone.txt, reason: It was gone before. }\n';
  const listed = Object.keys(files).map((path) => `${path}: {}\n`);
  const cwd = catalogFor(server.url, { [MAPS]: `${listed.join('')}gone.txt: {}\n`, 'removals.yaml': removals });
  expect((await cartalog(['check'], { cwd })).stdout).toContain('removal-not-done');
  expect((await update(cwd)).status).toBe(0);
  expect(read(cwd)).not.toContain('gone.txt');
  expect(read(cwd, 'removals.yaml')).toBe(removals);
});

test('what somebody writes into the catalog meanwhile stays', async () => {
  const files = { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': { body: 'c', delayMs: 500 } };
  const server = await startFaultyServer(upstreamRoutes(files));
  const cwd = catalogFor(server.url, { [MAPS]: 'a.txt: {}\nb.txt: {}\n' });
  const running = update(cwd);
  await until(() => server.requests.some(({ path }) => path.endsWith('c.txt')), 'the last file');
  const edited = `${MAPS_HEAD}# An editor was here.\na.txt:\n  fragments:\n    x: []\nb.txt: {}\nd.txt: {}\n`;
  writeFileSync(join(cwd, 'catalog', MAPS), edited);
  const { status, stdout } = await running;
  expect(status).toBe(1);
  expect(stdout).toContain('  a.txt: somebody changed its entry in the meantime, so it stays\n');
  // What is not written has failed, and is nothing that has changed.
  expect(stdout).toMatch(/^maps: 3 found, 1 added, 1 changed, 0 unchanged, 0 gone, 1 failed/m);
  const text = read(cwd);
  expect(text).toContain('# An editor was here.\na.txt:\n  fragments:\n    x: []\nb.txt:\n  checksums:\n');
  expect(text).toContain(sha1('c'));
  expect(text).toContain('d.txt: {}\n');
});

describe('what is sent compressed, although nobody asked for it:', () => {
  const coded = (coding: string, body: Buffer): Behaviour => ({ body, headers: { 'Content-Encoding': coding } });
  const files = { 'a.txt': 'a', 'b.txt': 'b' };
  const page = gzipSync(
    indexPage(
      '',
      Object.keys(files).map((name) => row(name, LONG_AGO, '1')),
    ),
  );
  const listing = (behaviour: Behaviour): Behaviour => ({ ...behaviour, headers: { ...HTML, ...behaviour.headers } });

  test('listings, lists of checksums and robots.txt are read', async () => {
    const packed = gzipSync('a map');
    const server = await startFaultyServer({
      ...upstreamRoutes({ ...files, 'c.map.gz': 'a map', 'd.map': 'a map' }),
      '/files/': listing(coded('gzip', page)),
      '/files/SUMS': coded('gzip, br', brotliCompressSync(gzipSync(`${sha256('a')}  a.txt\n`))),
      // The bytes that are sent are those that programs save.
      '/files/c.map.gz': { ...coded('gzip', packed), lastModified: LONG_AGO, ranges: 'honoured' },
      '/files/d.map': { ...coded('gzip', packed), lastModified: LONG_AGO, ranges: 'honoured' },
      '/robots.txt': coded('gzip', gzipSync('User-agent: *\nDisallow: /files/b')),
    });
    const cwd = catalogFor(server.url, { [MAPS]: `${MAPS_HEAD}c.map.gz: {}\nd.map: {}\n` });
    const { stdout } = await update(cwd);
    expect(stdout).toContain('b.txt: robots.txt does not allow it');
    expect(stdout).toContain('d.map: it is sent compressed ("gzip"), so its size is not known');
    expect(read(cwd)).toContain(`a.txt:\n`);
    const digits = createHash('sha256').update(packed).digest('hex').toUpperCase();
    expect(read(cwd)).toMatch(
      new RegExp(`c\\.map\\.gz:\\n.*\\n.*contentLength: ${packed.length},.*sha256: "${digits}"`),
    );
    const listed = await update(cwd, ['maps', '--checksums', `${server.url}/files/SUMS`]);
    expect(listed.stdout).toContain('1 found, 0 added, 0 changed, 2 unchanged');
  });

  test.each([
    ['a listing that is cut off', '/files/', listing(coded('gzip', page.subarray(0, -9))), 'the answer was cut off'],
    [
      'a listing that is something else',
      '/files/',
      listing(coded('br', page)),
      'its Content-Encoding is "br", but that cannot be decompressed',
    ],
    [
      'a listing in a coding that is not known',
      '/files/',
      listing(coded('zstd', page)),
      'its Content-Encoding is not known: "zstd"',
    ],
    [
      'a robots.txt that does not say so',
      '/robots.txt',
      { body: gzipSync('User-agent: *') },
      'its robots.txt cannot be read: it is not text in UTF-8',
    ],
  ])('%s is a problem, and nothing is removed', async (_, path, behaviour, problem) => {
    const server = await startFaultyServer({
      ...upstreamRoutes({ 'a.txt': 'a' }),
      '/files/': listing(coded('gzip', page)),
      [path]: behaviour,
    });
    const cwd = catalogFor(server.url, { [MAPS]: `${MAPS_HEAD}a.txt: {}\nz.txt: {}\n` });
    const { stdout, status } = await update(cwd);
    expect([status, stdout]).toEqual([1, expect.stringContaining(problem)]);
    expect(read(cwd)).toContain('z.txt: {}');
  });
});

test('a name that is spelled anew, and a version that comes back, are told and change only what they concern', async () => {
  const server = await startFaultyServer(upstreamRoutes({ 'Alps.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' }));
  const cwd = catalogFor(server.url, { [MAPS]: `${MAPS_HEAD}# The mountains.\nAlps.txt: {} # All of them\n` });
  await update(cwd);
  const filled = read(cwd);
  server.change(upstreamRoutes({ 'Alps.txt': 'a', 'b.txt': 'b', 'c.txt': NEW }));
  await update(cwd);
  commitAll(cwd, LATER);

  const touched = { body: 'b', lastModified: LATER };
  server.change(upstreamRoutes({ 'alps.txt': 'a', 'b.txt': touched, 'c.txt': 'c' }));
  const { status, stdout } = await update(cwd);
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(
      /^maps: 3 found, 0 added, 2 changed, 1 respelled, 0 unchanged, 0 gone, 0 failed \(.*\)\n {2}c\.txt shrank from 3 to 1 byte\n {2}c\.txt went back to the version of 2026-01-02T03:04:05Z\n {2}Alps\.txt is now spelled alps\.txt\n2 files of the catalog written\.\n$/,
    ),
  });
  const line = (body: string, more = ''): string =>
    `    - { lastModified: ${LONG_AGO}, contentLength: 1, sha1: "${sha1(body)}", sha256: "${sha256(body)}"${more} }`;
  const [alps, b, c] = filled.slice(MAPS_HEAD.length).split(/^(?=[bc]\.txt)/m) as [string, string, string];
  const newest = `    - { lastModified: ${LATER}, contentLength: 3, sha1: "${sha1('new')}", sha256: "${sha256('new')}" }\n`;
  expect(read(cwd)).toBe(
    [
      MAPS_HEAD,
      alps.replace('Alps', 'alps'),
      b.replace(line('b'), line('b', `, current: ${LATER}`)),
      c.replace(line('c'), line('c', `, current: ${LONG_AGO}`)),
      newest,
    ].join(''),
  );
  expect(alps).toBe(`# The mountains.\nAlps.txt: # All of them\n  checksums:\n${line('a')}\n`);
  expect(read(cwd, 'removals.yaml')).toContain('file: Alps.txt, reason:');
  expect((await cartalog(['check', '--changed-since', 'HEAD'], { cwd })).status).toBe(0);
  expect((await cartalog(['format', '--check', join('catalog', MAPS)], { cwd })).status).toBe(0);
  const report = await update(cwd, ['--format', 'json']);
  expect(JSON.parse(report.stdout).sources[0]).toMatchObject({
    respelled: [],
    wentBack: [],
    changed: [],
    unchanged: 3,
  });
});

describe('own files:', () => {
  const line = (text: string, time = LONG_AGO, digits = `"${sha1(text)}"`): string =>
    `{ lastModified: ${time}, contentLength: ${text.length}, sha1: ${digits}, sha256: "${sha256(text)}" }`;
  test('a folder with files of other programs: they are listed, and every run says what is not known of them', async () => {
    const map = readFileSync(join(ROOT, 'test/fixtures/contents/monaco.map'));
    const cwd = catalogFor('https://download.example.org');
    const folder = join(cwd, 'own');
    const set = (files: Readonly<Record<string, string | Buffer>>, time = LONG_AGO): void => {
      for (const [path, body] of Object.entries(files)) {
        writeFileSync(join(folder, path), body);
        utimesSync(join(folder, path), new Date(time), new Date(time));
      }
    };
    mkdirSync(folder);
    const archives = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((n) => [`${n}.zip`, zipOf({ 'x.map': `other ${n}`.repeat(20) })]),
    );
    set({ ...archives, 'x.map': 'OziExplorer', 'monaco.map': map, 'x.sqlitedb': 'x' });
    const said =
      '  x.map: it is not a Mapsforge map, although its name ends like one\n' +
      '  1.zip, 2.zip, 3.zip and 3 more: "x.map" in the archive: it is not a Mapsforge map, although its name ends like one\n';
    const run = async (counts: string, status = 0, more = '', args: readonly string[] = []): Promise<void> => {
      const outcome = await update(cwd, ['maps', '--folder', 'own', ...args]);
      expect(outcome).toMatchObject({ status, stderr: '' });
      expect(outcome.stdout).toContain(`maps: ${counts} (`);
      for (const line of [...said.split('\n'), more]) expect(outcome.stdout).toContain(line);
    };
    await run('9 found, 9 added, 0 changed, 0 unchanged, 0 gone, 0 failed');
    const filled = read(cwd);
    expect(filled.match(/checksums:/g)).toHaveLength(9);
    await run('9 found, 0 added, 0 changed, 9 unchanged, 0 gone, 0 failed');
    expect(read(cwd)).toBe(filled);
    set({ 'x.map': 'OziExplorer 2', '1.zip': zipOf({ 'x.map': 'other 1'.repeat(30) }) }, LATER);
    await run('9 found, 0 added, 2 changed, 7 unchanged, 0 gone, 0 failed');
    const names = readdirSync(folder);
    const hash = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
    writeFileSync(join(cwd, 'SHA256SUMS'), names.map((name) => `${hash(name)}  ${name}\n`).join(''));
    await run('9 found, 0 added, 0 changed, 9 unchanged, 0 gone, 0 failed', 0, '', ['--checksums', 'SHA256SUMS']);
    await run('9 found, 0 added, 0 changed, 9 unchanged, 0 gone, 0 failed');
    set(
      { 'monaco.map': map.subarray(0, -1), 'page.map': '<!doctype html><p>404', 'cut.map': map.subarray(0, 10) },
      LATER,
    );
    const refused = '  page.map: there is a page of HTML in place of the file\n';
    await run('11 found, 0 added, 0 changed, 8 unchanged, 0 gone, 3 failed', 1, refused);
    await run('11 found, 0 added, 0 changed, 8 unchanged, 0 gone, 3 failed', 1, refused);
  });

  test('a folder is the data source: its files come, change and go, and no server is asked', async () => {
    const cwd = catalogFor('https://files.example.org', { [MAPS]: `${MAPS_HEAD}# By hand.\na.txt: {}\nold.txt: {}\n` });
    const folder = join(cwd, 'own');
    const files = { 'a.txt': 'a', 'x/b c.zip': zipOf({ d: 'd' }), 'left.tmp': 'e' };
    const excluding = read(cwd, 'datasources/maps/datasource.yaml').replace('level: 3', 'exclude: ["*.tmp"]');
    writeFileSync(join(cwd, 'catalog/datasources/maps/datasource.yaml'), excluding);
    writeFiles(folder, files);
    for (const path of Object.keys(files)) utimesSync(join(folder, path), new Date(LONG_AGO), new Date(LONG_AGO));
    symlinkSync('a.txt', join(folder, 'link'));

    const before = catalogOf(cwd);
    const dry = await update(cwd, ['maps', '--folder', 'own', '--dry-run']);
    expect(dry.stdout).toMatch(/^maps: 2 found, 1 added, 1 changed, 0 unchanged, 1 gone, 0 failed \(0 requests/);
    expect(catalogOf(cwd)).toEqual(before);
    const { status, stdout, stderr } = await update(cwd, ['maps', '--folder', 'own']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('  1 symbolic link left out\n');
    expect(read(cwd)).toContain(`# By hand.\na.txt:\n  checksums:\n    - ${line('a')}\nx/b%20c.zip:\n`);
    expect(read(cwd)).toMatch(/fragments:\n {4}d:\n/);
    expect(read(cwd, 'removals.yaml')).toContain('file: old.txt');
    expect((await update(cwd, ['maps', '--folder', 'own'])).stdout).toContain(
      ' 0 changed, 2 unchanged, 0 gone, 0 failed',
    );
  });

  test('lists of checksums are the listing, and known for files of any size', async () => {
    const large = 'x'.repeat(1_100_000);
    const served = {
      'a.txt': 'a',
      'eu/large.bin': large,
      'eu/SUMS': sums({ 'large.bin': large }),
      'unlisted.txt': 'u',
    };
    const server = await startFaultyServer(upstreamRoutes(served));
    const cwd = catalogFor(server.url);
    writeFileSync(join(cwd, 'SUMS'), `SHA1 (a.txt) = ${sha1('a')}\r\n`);
    const { status, stdout } = await update(cwd, ['maps', '--checksums', 'SUMS', `${server.url}/files/eu/SUMS`]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('maps: 2 found, 2 added') });
    expect(read(cwd)).toContain(`a.txt:\n  checksums:\n    - ${line('a')}\n`);
    expect(read(cwd)).toContain(`eu/large.bin:\n  checksums:\n    - ${line(large, LONG_AGO, 'null')}\n`);
    const asked = server.requests.map(({ method, path }) => `${method} ${path}`);
    expect(asked.filter((request) => /\/$|unlisted|GET .*large/.test(request))).toEqual([]);

    // A list of a folder says nothing of other folders.
    const more = `${read(cwd)}old.txt: {}\neu/old.txt: {}\n`;
    writeFileSync(join(cwd, 'catalog', MAPS), more);
    const partly = await update(cwd, ['maps', '--checksums', `${server.url}/files/eu/SUMS`]);
    expect(partly.stdout).toMatch(/ 1 gone, 1 failed .*\n {2}old\.txt: it answers 404, but no complete listing proves/);

    // What a later list says of the same version is added to it, and nothing else.
    writeFileSync(join(cwd, 'LATER'), `${sha1(large)}  eu/large.bin\n`);
    expect((await update(cwd, ['maps', '--checksums', 'LATER'])).stdout).toContain('1 changed');
    expect(read(cwd)).toContain(`eu/large.bin:\n  checksums:\n    - ${line(large)}\n`);
  });

  test('a list that is wrong of a file says so, and one that cannot be read changes nothing', async () => {
    const server = await startFaultyServer(upstreamRoutes({ 'a.txt': 'a' }));
    const cwd = catalogFor(server.url, { [MAPS]: `${MAPS_HEAD}gone.txt: {}\nkept.txt: {}\n` });
    const before = catalogOf(cwd);
    writeFileSync(join(cwd, 'WRONG'), sums({ 'a.txt': 'b', 'gone.txt': 'c' }));
    writeFileSync(join(cwd, 'BAD'), `${sums({ 'a.txt': 'a' })}${sha1('a')}  ../a.txt\n`);
    writeFiles(join(cwd, 'own'), { 'a.txt': 'a', 'kept.txt': 'k', 'new.txt': 'n' });
    const byFolder = await update(cwd, ['maps', '--folder', 'own', '--checksums', 'WRONG']);
    expect(byFolder.stdout).toContain('  a.txt: WRONG, line 1, states another SHA-256 than the file has\n');
    expect(byFolder.stdout).toContain('  gone.txt: a list names it, but it is not in the folder\n');
    expect(byFolder.stdout).toContain('  kept.txt, new.txt: no list names it\n');
    expect(byFolder).toMatchObject({ status: 1, stdout: expect.stringMatching(/ 0 added, .* 0 gone, 4 failed/) });
    expect(catalogOf(cwd)).toEqual(before);
    writeFileSync(join(cwd, 'catalog', MAPS), 'gone.txt: {}\n');
    const byServer = await update(cwd, ['maps', '--checksums', 'WRONG']);
    expect(byServer.stdout).toContain('  a.txt: WRONG, line 1, states another SHA-256 than the file has\n');
    expect(byServer.stdout).toContain('  gone.txt: it answers 404, but a listing names it\n');
    const after = catalogOf(cwd);
    for (const [args, message] of [
      [['maps', '--checksums', 'BAD'], /^cartalog: BAD, line 2: the name "\.\.\/a\.txt" cannot be used: /],
      [['maps', '--checksums', 'NONE'], /^cartalog: NONE cannot be read: it does not exist\.$/],
      [
        ['maps', '--checksums', `${server.url}/none?token=x`],
        /^cartalog: http:\/\/127\.0\.0\.1:\d+\/none cannot be read: it answers 404\.$/,
      ],
      [['maps', '--folder', 'none'], /^cartalog: There is no folder none; /],
      [['--folder', 'own'], /^cartalog: --folder and --checksums require the id of one data source/],
    ] as const) {
      const { status, stderr } = await update(cwd, args);
      expect({ status, stderr: stderr.trim() }).toEqual({ status: 2, stderr: expect.stringMatching(message) });
    }
    expect(catalogOf(cwd)).toEqual(after);
  });
});

describe('lists of checksums that the record names:', () => {
  const large = 'x'.repeat(1_100_000);
  const record = (source: string, id = 'maps'): Files => ({
    [`datasources/${id}/datasource.yaml`]: `name: Maps\nbaseUrl: ${server.url}/files/${id}/\ndirectory: maps\naction: Copy\nsource: ${source.replaceAll('URL', `${server.url}/files/${id}`)}\n`,
  });
  let server: Awaited<ReturnType<typeof startFaultyServer>>;
  const serve = async (files: UpstreamFiles): Promise<void> => {
    server = await startFaultyServer(upstreamRoutes(files));
  };
  const namesIn = (cwd: string, id = 'maps'): string[] =>
    read(cwd, `datasources/${id}/maps.yaml`).match(/^[^\s#].*(?=:$)/gm) ?? [];

  test('beside a page they give the hashes, and are no files themselves', async () => {
    await serve({
      'maps/large.bin': large,
      'maps/eu/large.bin': `${large}y`,
      'maps/SHA256SUMS': sums({ 'large.bin': large, SHA256SUMS: '' }),
      'maps/eu/large.bin.sha256': `${sha256(`${large}y`)}\n`,
      'maps/kept.bin': 'k',
      'maps/kept.bin.md5': 'an entry of the catalog',
      'maps/alone.sha1': 'nothing is beside it',
    });
    const source = '{ url: URL/, level: 3, checksums: [URL/SHA256SUMS, URL/eu/large.bin.sha256] }';
    const cwd = catalogFor(server.url, { ...record(source), [MAPS]: `${MAPS_HEAD}kept.bin.md5: {}\n` });
    const { status, stdout } = await update(cwd);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('maps: 5 found, 4 added') });
    expect(namesIn(cwd)).toEqual(['alone.sha1', 'eu/large.bin', 'kept.bin', 'kept.bin.md5', 'large.bin']);
    for (const text of [large, `${large}y`]) expect(read(cwd)).toContain(`sha256: "${sha256(text)}"`);
    expect(server.requests.filter(({ method, path }) => method === 'GET' && path.endsWith('large.bin'))).toEqual([]);
    expect((await update(cwd)).stdout).toContain('5 found, 0 added, 0 changed, 5 unchanged, 0 gone, 0 failed');

    // A list that names other files is not used, which is told.
    server.change({ '/files/maps/SHA256SUMS': { body: sums({ 'maps/large.bin': large }) } });
    server.change({ '/files/maps/eu/large.bin.sha256': { body: sums({ b: large }) } });
    expect((await update(cwd)).stdout).toContain('  the lists of checksums name none of these files; ');
  });

  test('alone they are the listing, of which only whole ones prove that a file is gone', async () => {
    await serve({
      'maps/a.bin': large,
      'maps/b.bin': 'b',
      'maps/eu/c.bin': 'c',
      'maps/SHA256SUMS': sums({ './a.bin': large, 'b.bin': 'b' }),
      'maps/unlisted.bin': 'u',
    });
    const source = '{ checksums: [URL/SHA256SUMS, URL/eu/c.bin.sha256], include: ["*.bin"] }';
    const entries = `${MAPS_HEAD}eu/gone.bin: {}\ngone.bin: {}\n`;
    const cwd = catalogFor(server.url, { ...record(source), [MAPS]: entries });
    const broken = await update(cwd);
    expect(broken.stdout).toMatch(/^maps: 2 found, 2 added, 0 changed, 0 unchanged, 0 gone, 3 failed/);
    expect(broken.stdout).toMatch(/\n {2}http:.*\/files\/maps\/eu\/c\.bin\.sha256 cannot be read: it answers 404\n/);
    expect(broken.stdout).toContain(
      '  eu/gone.bin, gone.bin: it answers 404, but no complete listing proves that it is gone\n',
    );
    expect(broken.status).toBe(1);
    expect(namesIn(cwd)).toEqual(['a.bin', 'b.bin']);

    server.change({ '/files/maps/eu/c.bin.sha256': { body: sha256('c') } });
    const whole = await update(cwd);
    // The list of one file says nothing of others in its folder; the other one is of all below it.
    expect(whole.stdout).toMatch(/^maps: 3 found, 1 added, 0 changed, 2 unchanged, 2 gone, 0 failed/);
    expect(namesIn(cwd)).toEqual(['a.bin', 'b.bin', 'eu/c.bin']);
    expect(read(cwd)).toContain(`sha256: "${sha256(large)}"`);
    expect(server.requests.filter(({ path }) => /\/$|unlisted/.test(path))).toEqual([]);
  });

  test.each<[name: string, answer: Behaviour, problem: string]>([
    [
      'a page in which to log in',
      { body: '<!doctype html><p>Log in', headers: HTML },
      ': it is a page of HTML or XML; ',
    ],
    ['nothing', { body: '' }, ' names no files\n'],
    ['a redirect to nowhere', { status: 302, headers: { Location: '/none' } }, ' cannot be read: it answers 404\n'],
    [
      'compressed bytes',
      { body: gzipSync(sums({ 'a.bin': 'a' })) },
      ': it is compressed; name the address of the list',
    ],
    [
      'a list of MD5',
      { body: `${'d4'.repeat(16)}  a.bin\n` },
      ', line 1: an MD5 of 32 digits is neither a SHA-1 nor a ',
    ],
    ['a list that leads out', { body: sums({ '../a.bin': 'a' }) }, ', line 1: the name "../a.bin" cannot be used: '],
    [
      'a list that is cut off',
      { body: sums({ 'a.bin': 'a', b: 'b' }).slice(0, 90) },
      ', line 2: expected HASH  NAME or ',
    ],
  ])('%s is a failure of one data source, and removes nothing', async (_, answer, problem) => {
    await serve({ 'maps/a.bin': 'a', 'other/b.bin': 'b' });
    server.change({ '/files/maps/SHA256SUMS': answer });
    const cwd = catalogFor(server.url, {
      ...record('{ checksums: [URL/SHA256SUMS] }'),
      ...record('{ url: URL/, checksums: [URL/../maps/SHA256SUMS] }', 'other'),
      [MAPS]: `${MAPS_HEAD}a.bin: {}\ngone.bin: {}\n`,
      'datasources/other/maps.yaml': '{}\n',
    });
    const { status, stdout } = await update(cwd);
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: expect.stringContaining(`/files/maps/SHA256SUMS${problem}`),
    });
    expect(stdout).toContain('no listing could be read, so 2 files of the catalog are left as before\n');
    expect(read(cwd)).toBe(`${MAPS_HEAD}a.bin: {}\ngone.bin: {}\n`);
    // Beside a page, the rest is observed all the same.
    expect(stdout).toContain('other: 1 found, 1 added');
    expect(namesIn(cwd, 'other')).toEqual(['b.bin']);
  });

  test('--checksums and --folder take their place', async () => {
    await serve({ 'maps/a.bin': 'a', 'maps/SHA256SUMS': sums({ 'a.bin': 'a' }) });
    const cwd = catalogFor(server.url, record('{ checksums: [URL/SHA256SUMS] }'));
    writeFiles(join(cwd, 'own'), { 'a.bin': 'a', SHA256SUMS: 'of the folder', 'a.bin.sha256': 'x' });
    expect((await update(cwd, ['maps', '--folder', 'own'])).stdout).toContain('maps: 1 found, 1 added');
    expect(server.requests).toEqual([]);
    writeFileSync(join(cwd, 'SUMS'), sums({ 'none.bin': 'n' }));
    expect((await update(cwd, ['maps', '--checksums', 'SUMS'])).stdout).toContain('none.bin: it answers 404');
    expect(server.requests.filter(({ path }) => path.includes('SUMS'))).toEqual([]);
  });
});

describe('the command line:', () => {
  test('--dry-run writes nothing, and shows what it would as a diff', async () => {
    const server = await startFaultyServer(upstreamRoutes({ 'a.txt': 'a' }));
    const cwd = catalogFor(server.url);
    const before = treeOf(join(cwd, 'catalog'));
    const line = `+    - { lastModified: ${LONG_AGO}, contentLength: 1, sha1: "${sha1('a')}", sha256: "${sha256('a')}" }\n`;
    const { status, stdout } = await update(cwd, ['--dry-run']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^maps: 1 found, 1 added, .*\ndiff --git .*1 file of the catalog would be written\.\n$/s);
    expect(stdout).toContain(`--- a/catalog/${MAPS}\n+++ b/catalog/${MAPS}\n`);
    expect(stdout).toContain(`-{}\n`);
    expect(stdout).toContain(line);
    expect((await update(cwd, ['--dry-run', '--format', 'markdown'])).stdout).toContain(
      `+a.txt:\n+  checksums:\n${line}`,
    );
    const { diff } = JSON.parse((await update(cwd, ['--dry-run', '--format', 'json'])).stdout);
    expect(diff).toContain(line);
    expect(treeOf(join(cwd, 'catalog'))).toEqual(before);
    expect(JSON.parse((await update(cwd, ['--format', 'json'])).stdout)).toMatchObject({ dryRun: false, diff: null });
  });

  test('removals that the published branch lists are deleted, others stay', async () => {
    const server = await startFaultyServer(upstreamRoutes({ 'a.txt': 'a' }));
    const removal = (file: string, id = 'maps'): string =>
      `- { url: /v1/datasources/${id}/, file: ${file}, reason: "Gone." }\n`;
    const published = removal('b.txt') + removal('b.txt', 'other');
    const cwd = catalogFor(server.url);
    commitAll(cwd, LONG_AGO);
    git(cwd, ['update-ref', 'refs/remotes/origin/main', 'HEAD']);
    writeFileSync(join(cwd, 'catalog', 'removals.yaml'), published);
    commitAll(cwd, LONG_AGO);
    await update(cwd);
    expect(read(cwd, 'removals.yaml')).toBe(published);
    git(cwd, ['update-ref', 'refs/remotes/origin/main', 'HEAD']);
    writeFileSync(join(cwd, 'catalog', 'removals.yaml'), published + removal('c.txt'));
    commitAll(cwd, LATER);
    expect((await update(cwd, ['maps'])).stdout).toContain('1 file of the catalog written');
    const lines = [removal('b.txt', 'other'), removal('c.txt')].map((line) => line.trimEnd());
    expect(read(cwd, 'removals.yaml').match(/^-.*/gm)).toEqual(lines);
    expect((await update(cwd)).stdout).toContain('1 old removal deleted from removals.yaml.');
    expect(read(cwd, 'removals.yaml').match(/^-.*/gm)).toEqual([removal('c.txt').trimEnd()]);
  });

  test.each<[string, UpstreamFiles, boolean]>([
    ['adds only checksums, to one of several data sources', { 'other/a.txt': NEW }, false],
    ['finds nothing new', {}, true],
  ])('removals that the published branch lists, after a run that %s', async (_, news, areDeleted) => {
    const files = { 'maps/a.txt': 'a', 'other/a.txt': 'a' };
    const server = await startFaultyServer(upstreamRoutes(files));
    const sources = ['maps', 'other'].map((id) => [
      `datasources/${id}/datasource.yaml`,
      dataSource(server.url).replaceAll('/files/', `/files/${id}/`),
    ]);
    const removals = '- { url: /v1/datasources/maps/, file: b.zip, reason: "Gone." }\n';
    const cwd = catalogFor(server.url, { ...Object.fromEntries(sources), 'removals.yaml': removals });
    await update(cwd);
    commitAll(cwd, LONG_AGO);
    server.change(upstreamRoutes({ ...files, ...news }));
    const { stdout } = await update(cwd);
    expect(read(cwd, 'removals.yaml').includes('b.zip')).toBe(!areDeleted);
    expect(stdout.includes('1 old removal deleted')).toBe(areDeleted);
  });

  test('many files go only with --allow-removals', async () => {
    const server = await startFaultyServer(upstreamRoutes({ 'a.txt': 'a' }));
    const entries = [...'abcdefg'].map((name) => `${name}.txt: {}\n`).join('');
    const cwd = catalogFor(server.url, { [MAPS]: entries });
    const refused = await update(cwd);
    expect(refused.status).toBe(1);
    expect(refused.stdout).toContain(
      '6 of 7 files are gone (b.txt, c.txt, d.txt and 3 more); with --allow-removals they are removed',
    );
    expect(read(cwd)).toContain('b.txt');
    expect((await update(cwd, ['--allow-removals'])).status).toBe(0);
    expect(read(cwd)).not.toContain('b.txt');
    expect(read(cwd, 'removals.yaml')).toMatch(/b\.txt[\s\S]*c\.txt/);
  });
});
