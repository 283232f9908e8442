import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import validators from '../../contract/generated/reports.validators.cjs';
import { temporaryFolder } from '../support/catalogs.ts';
import { environment, PROGRAM, run } from '../support/cli.ts';
import { cartalog } from '../support/in-process.ts';
import { serverWith, serveSmall } from '../support/live-service.ts';
import { succeeds } from '../support/processes.ts';

test('copies a deployment, and says so as JSON', async () => {
  const cwd = temporaryFolder();
  const { url } = await serveSmall();
  const { status, stdout, stderr } = await cartalog(['mirror', url, 'copy', '--format', 'json'], { cwd });
  expect([status, stderr]).toEqual([0, '']);
  const report: unknown = JSON.parse(stdout);
  expect(validators.mirror(report)).toBe(true);
  expect(report).toMatchObject({ url, folder: 'copy', did: 'updated', removed: 0 });
  const again = await cartalog(['mirror', url, 'copy'], { cwd });
  expect(again).toMatchObject({ status: 0, stderr: '' });
  expect(again.stdout).toMatch(/^copy is up to date with http:\S+: \d+ files, \d\.\d MiB\.\n$/);
});

test('a copy that was verified is not updated without the keys', async () => {
  const cwd = temporaryFolder();
  const { url, paths } = await serveSmall();
  mkdirSync(join(cwd, 'copy', '.cartalog-mirror'), { recursive: true });
  const state = { url, files: [], hashes: {}, memory: { [`time ${url}`]: '1700000000' } };
  writeFileSync(join(cwd, 'copy', '.cartalog-mirror', 'files.json'), JSON.stringify(state));
  expect(await cartalog(['mirror', url, 'copy'], { cwd })).toMatchObject({
    status: 2,
    stderr: 'cartalog: copy is a copy that was verified; name the keys again with --key, or another folder.\n',
  });
  expect(paths).toEqual([]);
});

test.each([
  [1, 'stdout', 'other bytes', /^http\S+ is not what its manifest says; nothing was copied to copy\.\n$/m],
  [
    2,
    'stderr',
    'an end too early',
    /^cartalog: The answer to \S+\/v1\/all\.json ended early \(the connection was closed\); run it again to go on\.\n$/,
  ],
] as const)(
  'a file that is not what the manifest says: exit %i, and %s tells of %s',
  async (exit, where, what, line) => {
    const cwd = temporaryFolder();
    const file = { path: 'v1/all.json', url: '/v1/all.json', size: 1_000, sha256: '0'.repeat(64), lastModified: null };
    const url = await serverWith((request, response) => {
      const isManifest = request.url === '/manifest.json';
      if (isManifest)
        response.end(JSON.stringify({ version: 1, serviceUrl: 'https://catalog.example.org', files: [file] }));
      else if (what === 'other bytes') response.end('12');
      else response.writeHead(200, { 'Content-Length': 1_000 }).write('x'.repeat(100), () => response.destroy());
    });
    const outcome = await cartalog(['mirror', url, 'copy'], { cwd });
    expect(outcome.status).toBe(exit);
    expect(outcome[where]).toMatch(line);
  },
);

const MOUNTED = ['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs none "$0" && exec "$@"'] as const;
const withMount = (...args: readonly string[]): readonly string[] => [...MOUNTED.slice(1), ...args];

test.runIf(succeeds(MOUNTED[0], withMount('/mnt', 'true')))('a mount point is refused, and why is said', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'copy'));
  const { url } = await serveSmall();
  const args = withMount('copy', process.execPath, PROGRAM, 'mirror', url, 'copy');
  const { status, stderr } = await run(MOUNTED[0], args, { cwd, env: environment() });
  expect([status, stderr, readdirSync(cwd)]).toEqual([
    2,
    'cartalog: copy is mounted, so it cannot be replaced as a whole; name a folder inside it, or another one.\n',
    ['copy'],
  ]);
});

test('files are transferred compressed, and have the size and hash of the manifest', async () => {
  const cwd = temporaryFolder();
  const text = `[${' '.repeat(100_000)}]`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const file = { path: 'v1/all.json', url: '/v1/all.json', size: text.length, sha256, lastModified: null };
  const manifest = { version: 1, serviceUrl: 'https://catalog.example.org', files: [file] };
  const isAccepted: boolean[] = [];
  const url = await serverWith(({ url: path, headers }, response) => {
    isAccepted.push(/\bgzip\b/.test(String(headers['accept-encoding'])));
    response.writeHead(200, { 'Content-Encoding': 'gzip' });
    response.end(gzipSync(path === '/manifest.json' ? JSON.stringify(manifest) : text));
  });
  expect(await cartalog(['mirror', url, 'copy'], { cwd })).toMatchObject({ status: 0, stderr: '' });
  expect([isAccepted, readFileSync(join(cwd, 'copy', 'v1/all.json'), 'utf8')]).toEqual([[true, true], text]);
});

test('nobody is told to repeat what fails however often one tries', async () => {
  const url = (await serverWith((_, response) => response.end())).replace('http:', 'https:');
  const { stderr } = await cartalog(['mirror', url, 'copy'], { cwd: temporaryFolder() });
  expect(stderr).toMatch(/^cartalog: \S+\/manifest\.json cannot be reached \(the TLS connection failed\)\.\n$/);
});
