/** Which names lists have for the files of a data source, by where they are, and what becomes of those that cannot be read. */
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { fetchChecksumLists, pathOfList } from '../../../../commands/upstream/update/fetch-checksum-lists.ts';
import { temporaryFolder } from '../../../support/catalogs.ts';
import { startFaultyServer } from '../../../support/faulty-server.ts';
import { impatientWeb } from '../../../support/upstream.ts';

const B2 = 'b2'.repeat(32);
const LISTS: Readonly<Record<string, string>> = {
  '/files/SUMS': `${B2}  a\n`,
  '/files/e%20u/SUMS': `${B2}  a\n`,
  '/files/e%20u/a.zip.sha256?version=2': B2,
  '/SUMS': `${B2}  files/a\n${B2}  others/a\n`,
  '/sums/SUMS': `${B2}  eu/a\n`,
  '/wrong': `${B2}  a\n${B2}  ../b\n`,
  '/contradicts': `${B2}  b\n${'c3'.repeat(32)}  a\n`,
};

const bodies = Object.entries(LISTS).map(([path, body]) => [path, { body, lastModified: '2026-01-02T03:04:05Z' }]);

test.each<[path: string, names: string[], own: string]>([
  ['/files/SUMS', ['a'], 'SUMS'],
  ['/files/e%20u/SUMS', ['e u/a'], 'e u/SUMS'],
  ['/files/e%20u/a.zip.sha256?version=2', ['e u/a.zip'], 'e u/a.zip.sha256'],
  ['/SUMS', ['a'], 'SUMS'],
  ['/sums/SUMS', ['eu/a'], 'SUMS'],
])('%s names %j', async (path, names, own) => {
  const server = await startFaultyServer(Object.fromEntries(bodies));
  const base = `${server.url}/files/`;
  const place = { cwd: '', bases: [base], web: impatientWeb() };
  const stated = await fetchChecksumLists([server.url + path], place);
  expect([...stated.keys()]).toEqual(names);
  const { list } = stated.get(names[0] as string)?.sha256 ?? {};
  expect(list?.lastModified).toBe('2026-01-02T03:04:05Z');
  expect(pathOfList(server.url + path, base)).toBe(own);
});

test('a file below the folder names those beside it, and one above it any', async () => {
  const cwd = temporaryFolder();
  const bases = ['https://files.example.org/', `${pathToFileURL(join(cwd, 'maps')).href}/`];
  writeFileSync(join(cwd, 'SUMS'), `${B2}  maps/a\n`);
  utimesSync(join(cwd, 'SUMS'), 86_400, 86_400);
  const stated = await fetchChecksumLists(['SUMS'], { cwd, bases, web: impatientWeb() });
  expect([...stated.keys()]).toEqual(['maps/a']);
  expect(stated.get('maps/a')?.sha256?.list.lastModified).toBe('1970-01-02T00:00:00Z');
});

test('of a list that is refused nothing is used, and the others are', async () => {
  const server = await startFaultyServer(Object.fromEntries(bodies));
  const refused: string[] = [];
  const lists = ['/none', '/wrong', '/files/SUMS', '/contradicts', '/sums/SUMS'].map((path) => server.url + path);
  const place = { cwd: '', bases: [`${server.url}/files/`], web: impatientWeb() };
  const stated = await fetchChecksumLists(lists, place, ({ message }) =>
    refused.push(message.replaceAll(server.url, '')),
  );
  expect([...stated.keys()]).toEqual(['a', 'eu/a']);
  expect(refused).toEqual([
    '/none cannot be read: it answers 404.',
    '/wrong, line 2: the name "../b" cannot be used: it must not lead upwards with ...',
    '/contradicts, line 2: /files/SUMS, line 1, has another SHA-256 of a; remove the line that is wrong.',
  ]);
  await expect(fetchChecksumLists(lists, place)).rejects.toThrow('cannot be read: it answers 404.');
});
