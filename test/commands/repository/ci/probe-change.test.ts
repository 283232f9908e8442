/** The tiles of servers that a pull request changes, on virtual hosts that are as bad as a stranger's. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { type ProbedChange, probeChange } from '../../../../commands/repository/ci/probe-change.ts';
import { decodePicture } from '../../../../commands/upstream/probe/picture.ts';
import { type Files, SMALL, temporaryFolder, writeFiles } from '../../../support/catalogs.ts';
import { commitAll, git } from '../../../support/git.ts';
import { TILE, tileBytes } from '../../../support/tiles.ts';
import { type VirtualAnswer, VirtualWeb } from '../../../support/virtual-web.ts';

const ENV = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'us/maps' };
const image = (bytes: Buffer): VirtualAnswer => ({ body: [bytes.toString('latin1')] });
const GOOD = image(TILE);

/** A map server with hosts, and members of its own. */
const server = (id: string, hosts: string, more = ''): Files => ({
  [`mapservers/${id.toLowerCase()}.yaml`]: `id: ${id}\nname: ${id}\nminZoom: 0\nmaxZoom: 19\nhosts: [${hosts}]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: OpenStreetMap\n${more}`,
});

interface Probed extends ProbedChange {
  readonly asked: string[];
  readonly agents: Set<string>;
  readonly site: string;
}

/** Probes a change that consists of files. */
async function probed(
  files: Files,
  answer: (url: URL) => VirtualAnswer,
  { hasPreview = true, changed = Object.keys(files) } = {},
): Promise<Probed> {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), { ...SMALL, ...files });
  commitAll(folder, '2026-11-19T00:00:00Z');
  const at = git(folder, ['rev-parse', 'HEAD']).trim();
  const site = join(folder, 'site');
  const silent = { write: () => {}, isTTY: false };
  const { signal } = new AbortController();
  const io = { cwd: folder, env: ENV, stdout: silent, stderr: silent, terminal: null, signal };
  const virtual = new VirtualWeb((url) => answer(url));
  const agents = new Set<string>();
  const found = await virtual.run(
    probeChange(
      { env: ENV, fetch, io },
      { at, files: changed, site: hasPreview ? site : null },
      (repository, options) => {
        agents.add(repository);
        return virtual.open(options);
      },
    ),
  );
  return { ...found, asked: virtual.requests.map(({ url }) => url.href), agents, site };
}

test('one tile of each host is requested, and its picture is in the preview', async () => {
  const files = server('New', 'a.new.example, b.new.example', 'probe: { latitude: 52.5, longitude: 13.4, zoom: 6 }\n');
  const { tiles, left, asked, agents, site } = await probed(files, () => GOOD);
  expect([asked, left, [...agents]]).toEqual([
    ['https://a.new.example/6/34/20.png', 'https://b.new.example/6/34/20.png'],
    0,
    ['https://github.com/us/maps'],
  ]);
  const about = { page: 'mapservers/new/', verdict: 'a tile', reason: expect.stringMatching(/^look whether/) };
  expect(tiles).toEqual([
    expect.objectContaining({
      ...about,
      host: 'a.new.example',
      address: asked[0],
      picture: expect.stringMatching(/^probed-tiles\/[0-9a-f]{10}-1\.png$/),
    }),
    expect.objectContaining({
      ...about,
      host: 'b.new.example',
      address: asked[1],
      picture: expect.stringMatching(/-2\.png$/),
    }),
  ]);
  const picture = readFileSync(join(site, tiles[0]?.picture ?? ''));
  expect(PNG.sync.read(picture).data.equals(Buffer.from(decodePicture(TILE).pixels))).toBe(true);
});

test('nothing of a file but its pixels is published', async () => {
  const jpeg = Buffer.concat([tileBytes('baseline.jpg'), Buffer.from('<script>alert(1)</script>')]);
  const { tiles, site } = await probed(server('New', 'a.new.example'), () => image(jpeg));
  expect(tiles).toMatchObject([{ verdict: 'a tile' }]);
  const picture = readFileSync(join(site, tiles[0]?.picture ?? ''));
  expect(picture.includes('<script>')).toBe(false);
  expect(picture.toString('latin1', 1, 4)).toBe('PNG');
});

test('only changed servers are asked, and neither those that are switched off nor those that need an access token', async () => {
  const files = {
    ...server('Old', 'old.example', 'active: false\n'),
    ...server('Same', 'same.example'),
    'mapservers/key.yaml': String(server('Key', 'key.example')['mapservers/key.yaml']).replace(
      '.png',
      '.png?k=${A_KEY}',
    ),
    'site.yaml': `${SMALL['site.yaml']}accessTokens: [A_KEY]\n`,
  };
  const changed = ['mapservers/old.yaml', 'mapservers/key.yaml', 'site.yaml', 'datasources/maps/maps.yaml'];
  const { tiles, asked } = await probed(files, () => GOOD, { changed });
  expect(asked).toEqual([]);
  expect(tiles).toEqual([
    {
      page: 'mapservers/key/',
      host: 'key.example',
      verdict: 'not asked',
      reason: 'it needs an access token',
      address: null,
      picture: null,
    },
  ]);
});

test('at most ten hosts are asked, the first of each server before the others', async () => {
  const hosts = (id: string): string => Array.from({ length: 8 }, (_, index) => `${id}${index}.example`).join(', ');
  const files = { ...server('A', hosts('a')), ...server('B', hosts('b')) };
  const { tiles, left, asked } = await probed(files, () => GOOD, { hasPreview: false });
  expect([asked.length, left]).toEqual([10, 6]);
  expect(tiles.map(({ host }) => host).slice(0, 4)).toEqual(['a0.example', 'b0.example', 'a1.example', 'b1.example']);
  expect(tiles.every(({ picture }) => picture === null)).toBe(true);
});

const HUGE = Buffer.from(TILE);
HUGE.writeUInt32BE(20_000, 16);
test.each<[string, VirtualAnswer, RegExp]>([
  ['an error', { status: 404 }, /^it answers 404$/],
  ['a busy server, once', { status: 503 }, /503/],
  ['nothing', {}, /^it answers 200 with nothing$/],
  ['HTML', { body: ['<!doctype html><title>Log in</title>'] }, /^it is HTML and not an image$/],
  ['a truncated picture', image(TILE.subarray(0, 200)), /cut off|checksum|cannot be read/],
  ['20,000 pixels', image(HUGE), /too large|checksum|cannot be read/],
  ['another size', image(tileBytes('100.png')), /^it is 100 × 100 pixels and not 256 or 512$/],
  ['too many bytes', { body: ['x'.repeat(6_000_000)] }, /bytes|larger|MiB/],
  ['no end', { afterMs: 1e9 }, /too long|time/],
  [
    'a redirect to this machine',
    { status: 302, headers: { Location: 'http://127.0.0.1:80/' } },
    /127\.0\.0\.1 is not a public address$/,
  ],
  [
    'a redirect to the network',
    { status: 302, headers: { Location: 'http://169.254.169.254/latest' } },
    /not a public address$/,
  ],
])('%s gives no tile and no picture', async (_, answer, reason) => {
  const { tiles, asked, site } = await probed(server('New', 'a.new.example'), () => answer);
  expect(asked).toHaveLength(1);
  expect(tiles).toMatchObject([{ verdict: 'no tile', reason: expect.stringMatching(reason), picture: null }]);
  expect(existsSync(site) ? readdirSync(site) : []).toEqual([]);
});
