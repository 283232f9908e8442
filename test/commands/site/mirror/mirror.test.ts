/** A mirror in a real folder, of a deployment in memory that does what a test asks for. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { FolderError } from '../../../../build/write/lock.ts';
import { LostLockError } from '../../../../build/write/replace-folder.ts';
import type { FetchFile } from '../../../../cli/site/published-site.ts';
import { BadManifestError, NoManifestError } from '../../../../commands/site/mirror/listed-files.ts';
import { type MirrorOutcome, mirrorDeployment } from '../../../../commands/site/mirror/mirror.ts';
import { openMirror } from '../../../../commands/site/mirror/mirror-folder.ts';
import type { Manifest } from '../../../../contract/generated/v1.types.ts';
import { type Files, SMALL, temporaryFolder } from '../../../support/catalogs.ts';
import { contentOf, filesBelow, noteOwner, treeOf } from '../../../support/files.ts';
import { answer, endless, manifestOf, mirrored, mirroredFiles } from '../../../support/mirrored.ts';

const ADDRESS = 'https://catalog.example.org';
const MANIFEST = '/manifest.json';

let parent: string;
let root: string;
beforeEach(() => {
  parent = temporaryFolder();
  root = join(parent, 'copy');
});

const pauses: number[] = [];

async function run(fetch: FetchFile): Promise<MirrorOutcome> {
  const wait = async (ms: number): Promise<void> => void pauses.push(ms);
  const folder = await openMirror(root, ADDRESS, false);
  return await mirrorDeployment(fetch, folder, { maxBytes: 1e9, wait, signal: new AbortController().signal });
}

const published = (): string[] => (existsSync(root) ? filesBelow(root).filter((path) => !path.startsWith('.')) : []);

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

function wrongFiles(): string[] {
  const { files } = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as Manifest;
  return files.filter((file) => sha256(readFileSync(join(root, file.path))) !== file.sha256).map(({ path }) => path);
}

const contents = (): Record<string, string> =>
  Object.fromEntries(Object.entries(contentOf(root)).filter(([path]) => !path.startsWith('.')));

const foreignAt = (path: string): FolderError =>
  new FolderError(`has a file of yours in the place of a file of the mirror: ${path}; move it away`);

const without = (path: string): Files => Object.fromEntries(Object.entries(SMALL).filter(([name]) => name !== path));

describe('a mirror', () => {
  test('has every file of the manifest, and asks for each content once', async () => {
    const { fetch, requested } = mirrored();
    const outcome = await run(fetch);
    expect(outcome).toMatchObject({ did: 'updated', removed: 0, problems: [] });
    expect(published()).toHaveLength(outcome.files + 1);
    expect(wrongFiles()).toEqual([]);
    expect(requested).toHaveLength(new Set(requested).size);
    expect(published().filter((path) => statSync(join(root, path)).nlink !== 1)).toEqual([]);
    expect(requested).toHaveLength(outcome.fetched.files + 1);
    expect(filesBelow(join(root, '.cartalog-mirror'))).toEqual(['files.json']);
  });

  test('that is up to date asks for the manifest alone', async () => {
    const { fetch, requested } = mirrored();
    await run(fetch);
    requested.length = 0;
    expect(await run(fetch)).toMatchObject({ did: 'nothing', fetched: { files: 0, bytes: 0 } });
    expect(requested).toEqual([MANIFEST]);
  });

  test('fetches what has changed, removes what is gone, and leaves the files of others alone', async () => {
    const deployment = mirrored();
    await run(deployment.fetch);
    writeFileSync(join(root, 'notes.txt'), 'mine');
    writeFileSync(join(root, 'v1', 'editions', 'mine.json'), 'mine');
    const before = treeOf(root);
    deployment.requested.length = 0;
    deployment.publish(without('editions/offline.yaml'));
    expect(await run(deployment.fetch)).toMatchObject({ did: 'updated', removed: 3 });
    expect(deployment.requested.toSorted()).toEqual(
      [MANIFEST, '/v1/all.json', '/v1/editions/', '/v1/editions/?format=xml'].toSorted(),
    );
    expect(existsSync(join(root, 'v1/editions/offline'))).toBe(false);
    for (const path of ['notes.txt', 'v1/editions/mine.json', 'v1/mapservers/index.xml'])
      expect(treeOf(root).get(path)).toBe(before.get(path));
    expect(wrongFiles()).toEqual([]);
  });

  test('repairs files that somebody has changed, in place with the times that they had, or removed', async () => {
    const { fetch } = mirrored();
    await run(fetch);
    writeFileSync(join(root, 'v1/all.json'), 'x');
    const path = join(root, 'v1/mapservers/index.xml');
    const { atime, mtime, size } = statSync(path);
    writeFileSync(path, 'X'.repeat(size));
    utimesSync(path, atime, mtime);
    rmSync(join(root, 'v1/index.json'));
    expect(await run(fetch)).toMatchObject({ did: 'updated', fetched: { files: 3 } });
    expect(wrongFiles()).toEqual([]);
  });

  test('has the times of the manifest; a new time alone makes a copy, because others may have a link', async () => {
    const [first, second] = ['2026-01-02T03:04:05Z', '2026-02-02T03:04:05Z'] as const;
    const time = (path: string): number => statSync(path).mtimeMs;
    await run(mirroredFiles([{ path: 'a', lastModified: first }, { path: 'b' }]).fetch);
    linkSync(join(root, 'a'), join(parent, 'link'));
    const { ino } = statSync(join(root, 'b'));
    const { fetch, requested } = mirroredFiles([{ path: 'a', lastModified: second }, { path: 'b' }]);
    expect(await run(fetch)).toMatchObject({ did: 'updated', fetched: { files: 0 } });
    // Some seconds earlier, as in a build.
    const late = [Date.parse(first) - time(join(parent, 'link')), Date.parse(second) - time(join(root, 'a'))];
    expect(late).toSatisfy((times: number[]) => times.every((ms) => ms >= 0 && ms < 60_000));
    expect([statSync(join(root, 'b')).ino, requested]).toEqual([ino, [MANIFEST]]);
  });

  test('gives renditions of one size and time different times, as builds do, and keeps them', async () => {
    const lastModified = '2026-01-02T03:04:05Z';
    const paths = ['v1/editions/index.json', 'v1/editions/index.xml'];
    const times = (): number[] => paths.map((path) => statSync(join(root, path)).mtimeMs);
    const rendition = (path: string, text: string) => ({ path, url: `/${path}`, size: 1, sha256: sha256(text) });
    for (const time of [null, lastModified])
      for (const texts of time === null ? ['ab'] : ['ab', 'ac', 'aa']) {
        const files = paths.map((path, at) => ({ ...rendition(path, texts[at] as string), lastModified: time }));
        const bodies = new Map(files.map(({ url }, at) => [url, texts[at] as string]));
        await run(async (address) => answer(200, bodies.get(address) ?? manifestOf(files)));
        expect(new Set(times()).size).toBe(2);
        const before = times();
        expect(await run(async () => answer(200, manifestOf(files)))).toMatchObject({ did: 'nothing' });
        expect(times()).toEqual(before);
      }
  });

  test('of a host without the handler finds the files under their own names', async () => {
    await run(mirrored().fetch);
    const files = contentOf(root);
    rmSync(root, { recursive: true });
    const plain: FetchFile = async (address) => answer(200, files[address.slice(1)] ?? '<html>a listing</html>');
    expect(await run(plain)).toMatchObject({ did: 'updated', problems: [] });
    expect(wrongFiles()).toEqual([]);
  });
});

describe('interrupted', () => {
  test('while it fetches, it keeps what is complete, shows nothing of it, and goes on', async () => {
    const { fetch, requested } = mirrored();
    let left = 12;
    const failing: FetchFile = async (address) => {
      if (left-- <= 0) throw Object.assign(new Error('closed'), { code: 'ECONNRESET' });
      return await fetch(address);
    };
    await expect(run(failing)).rejects.toThrow('closed');
    expect(published()).toEqual([]);
    const first = new Set(requested.splice(0));
    const outcome = await run(fetch);
    expect(requested.filter((address) => first.has(address))).toEqual([MANIFEST]);
    expect(outcome.did).toBe('updated');
    expect(wrongFiles()).toEqual([]);
  });

  test('between the two renames, the copy is put back with what it remembers', async () => {
    const { fetch } = mirrored();
    await run(fetch);
    const before = contentOf(root);
    mkdirSync(join(parent, '.copy.lock.old-0123456789abcdef'));
    noteOwner(join(parent, '.copy.lock.old-0123456789abcdef'));
    renameSync(root, join(parent, '.copy.lock.old-0123456789abcdef', 'old'));
    await expect(run(async () => answer(404))).rejects.toThrow(BadManifestError);
    expect([contentOf(root), readdirSync(parent)]).toEqual([before, ['copy']]);
  });

  test('because another mirror took the folder over, it changes nothing, and says so', async () => {
    const { fetch, publish } = mirrored();
    await run(fetch);
    const before = contentOf(root);
    publish(without('editions/offline.yaml'));
    const overtaken: FetchFile = async (address) => {
      const lock = join(parent, '.copy.lock');
      if (address === '/v1/all.json')
        renameSync(join(lock, readdirSync(lock)[0] as string), `${lock}.old-0123456789abcdef`);
      return await fetch(address);
    };
    await expect(run(overtaken)).rejects.toThrow(LostLockError);
    for (const [path, text] of Object.entries(before)) expect(contentOf(root)[path]).toBe(text);
    expect(await run(fetch)).toMatchObject({ did: 'updated' });
    expect([wrongFiles(), readdirSync(parent)]).toEqual([[], ['copy']]);
  });
});

describe('a deployment that is not what its manifest says', () => {
  const wrong = '/v1/all.json';
  const cases: [name: string, response: () => ReturnType<typeof answer>, problem: RegExp][] = [
    ['other bytes', () => answer(200, '{}'), /^it has 2 bytes, and the manifest states \d+$/],
    ['no such file', () => answer(404, '{}'), /^the deployment answers 404$/],
    ['a redirect', () => answer(302, ''), /^the deployment answers 302$/],
    ['an error every time', () => answer(503, 'x'.repeat(99)), /^the deployment answers 503$/],
  ];
  test.each(cases)('%s: nothing in the folder changes', async (_, response, problem) => {
    const good = mirrored();
    await run(good.fetch);
    const before = treeOf(root);
    pauses.length = 0;
    const bad = mirrored(without('editions/offline.yaml'), (address) => (address === wrong ? response() : null));
    const outcome = await run(bad.fetch);
    expect(outcome).toMatchObject({ did: 'failed', removed: 0, problems: [{ path: 'v1/all.json' }] });
    expect(outcome.problems[0]?.problem).toMatch(problem);
    const isOwn = ([path]: [string, string]): boolean => !path.startsWith('.cartalog-mirror');
    expect([...treeOf(root)].filter(isOwn)).toEqual([...before].filter(isOwn));
    expect(pauses).toEqual(problem.source.includes('503') ? [1_000, 4_000] : []);
  });

  test('bytes of the right size', async () => {
    const { fetch } = mirroredFiles([{ path: 'v1/all.json', size: 3 }], 'abc');
    expect((await run(fetch)).problems[0]?.problem).toMatch(/^its SHA-256 is [0-9a-f]{64}, and the manifest states/);
    expect(published()).toEqual([]);
  });

  test('an endless file is read to its size and no further', async () => {
    let mebibytes = 0;
    const hostile = (address: string) =>
      address === MANIFEST ? answer(200, manifestOf([{ size: 5_000 }])) : endless(() => void mebibytes++);
    const outcome = await run(mirrored(SMALL, hostile).fetch);
    expect(outcome.problems[0]?.problem).toBe('it has more than the 5000 bytes that the manifest states');
    expect(mebibytes).toBe(1);
    expect(filesBelow(parent)).toEqual([]);
  });

  test('an endless manifest is not read to its end', async () => {
    let mebibytes = 0;
    await expect(run(mirrored(SMALL, () => endless(() => void mebibytes++)).fetch)).rejects.toThrow(
      '/manifest.json has more than 67108864 bytes',
    );
    expect(mebibytes).toBeLessThan(70);
    expect(filesBelow(parent)).toEqual([]);
  });

  test('after 20 such files no more are requested', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `f${index}`);
    const files = names.map((path) => ({ path, url: `/${path}`, sha256: sha256(path) }));
    const hostile = (address: string) => (address === MANIFEST ? answer(200, manifestOf(files)) : answer(404));
    const { fetch, requested } = mirrored(SMALL, hostile);
    expect((await run(fetch)).problems.length).toBeLessThan(25);
    expect(requested.length).toBeLessThan(30);
  });

  test.each([404, 500])('without a manifest (%i)', async (status) => {
    await expect(run(mirrored(SMALL, () => answer(status, 'x')).fetch)).rejects.toThrow(
      status === 404 ? NoManifestError : BadManifestError,
    );
    expect(existsSync(root)).toBe(false);
  });

  test('one that changes meanwhile is read again', async () => {
    const deployment = mirrored();
    let isFirst = true;
    const fetch: FetchFile = async (address) => {
      const response = await deployment.fetch(address);
      if (isFirst) deployment.publish(without('editions/offline.yaml'));
      isFirst = false;
      return response;
    };
    expect(await run(fetch)).toMatchObject({ did: 'updated', problems: [] });
    expect(deployment.requested.filter((address) => address === MANIFEST)).toHaveLength(2);
    expect(wrongFiles()).toEqual([]);
  });

  test('one that changes on every request does not fill the disk', async () => {
    let count = 0;
    const hostile = (address: string) => {
      if (address !== MANIFEST) return answer(200, address === '/bad' ? 'no' : address);
      const paths = [`good${count++}`, 'bad'];
      return answer(
        200,
        manifestOf(paths.map((path) => ({ path, url: `/${path}`, sha256: sha256(`/${path}`), size: path.length + 1 }))),
      );
    };
    await run(mirroredFiles([]).fetch);
    for (let runs = 0; runs < 3; runs++) expect((await run(mirrored(SMALL, hostile).fetch)).did).toBe('failed');
    expect(count).toBe(9);
    // What was fetched last is kept for the next run.
    expect(filesBelow(join(root, '.cartalog-mirror'))).toEqual(['files.json', `kept/${sha256('/good8')}`]);
  });

  test.each([false, true])('leaves nothing of a first copy (into an empty folder: %s)', async (isThere) => {
    if (isThere) mkdirSync(root);
    const files = [
      { path: 'good', url: '/good' },
      { path: 'bad', size: 9, sha256: sha256('bad') },
    ];
    expect((await run(mirroredFiles(files).fetch)).did).toBe('failed');
    expect([readdirSync(parent), isThere ? readdirSync(root) : []]).toEqual([isThere ? ['copy'] : [], []]);
    expect(await run(mirrored().fetch)).toMatchObject({ did: 'updated' });
  });

  test('one that is busy for a moment is asked again', async () => {
    let left = 2;
    pauses.length = 0;
    const { fetch } = mirrored(SMALL, (address) => (address === '/v1/all.json' && left-- > 0 ? answer(429) : null));
    expect(await run(fetch)).toMatchObject({ did: 'updated' });
    expect(pauses).toEqual([1_000, 4_000]);
  });
});

describe('two mirrors into one folder at once', () => {
  test.each([false, true])('the second goes on (the folder was there: %s)', async (isThere) => {
    const { fetch, requested } = mirrored();
    if (isThere) await run(fetch);
    const outcomes = await Promise.all([run(fetch), run(fetch), run(fetch)]);
    expect(outcomes.map(({ did }) => did).toSorted()).toEqual(
      isThere ? ['nothing', 'nothing', 'nothing'] : ['nothing', 'nothing', 'updated'],
    );
    expect(requested.filter((address) => address === '/v1/all.json')).toHaveLength(1);
    expect(wrongFiles()).toEqual([]);
    expect(filesBelow(join(root, '.cartalog-mirror'))).toEqual(['files.json']);
  });
});

describe("the mirror's own folder, written by somebody else", () => {
  const own = '.cartalog-mirror';

  test.each(['../important', '/etc/passwd', 'v1/../../important', 'notes/.git', '', 5, null, '../x\n'])(
    'a list with %j lets nothing of others be removed',
    async (path) => {
      await run(mirrored().fetch);
      writeFileSync(join(parent, 'important'), 'mine');
      mkdirSync(join(root, 'notes/.git'), { recursive: true });
      const state = join(root, own, 'files.json');
      const { files, ...rest } = JSON.parse(readFileSync(state, 'utf8'));
      writeFileSync(state, JSON.stringify({ ...rest, files: [...files, path] }));
      expect(await run(mirrored(without('editions/offline.yaml')).fetch)).toMatchObject({ did: 'updated', removed: 3 });
      expect([readdirSync(parent), existsSync(join(root, 'notes/.git'))]).toEqual([['copy', 'important'], true]);
    },
  );

  test.each([own, `${own}/kept`, `${own}/files.json`])('a link as %s is refused', async (path) => {
    const outside = join(parent, 'outside');
    await run(mirrored().fetch);
    const isFile = path.endsWith('.json');
    if (existsSync(join(root, path))) renameSync(join(root, path), outside);
    else mkdirSync(join(outside), { recursive: true });
    if (!isFile) {
      mkdirSync(join(outside, 'kept'), { recursive: true });
      writeFileSync(join(outside, 'kept', 'important'), 'mine');
    }
    symlinkSync(outside, join(root, path));
    const before = treeOf(parent);
    await expect(run(mirrored(without('editions/offline.yaml')).fetch)).rejects.toThrow(
      new FolderError(`has a symbolic link as ${path}, which no mirror writes; move it away`),
    );
    expect(treeOf(parent)).toEqual(before);
  });

  test('a folder of files that has become a link is left alone', async () => {
    await run(mirrored().fetch);
    const outside = join(parent, 'outside');
    renameSync(join(root, 'v1'), outside);
    symlinkSync(outside, join(root, 'v1'));
    const before = contentOf(outside);
    await expect(run(mirrored(without('editions/offline.yaml')).fetch)).rejects.toThrow(foreignAt('v1'));
    expect(contentOf(outside)).toEqual(before);
  });
});

describe('what is not of a mirror', () => {
  test('is in the new folder as it was: files, links, empty folders, and rights', async () => {
    const deployment = mirrored();
    await run(deployment.fetch);
    mkdirSync(join(root, 'private/empty'), { recursive: true });
    writeFileSync(join(root, 'private/file'), 'mine', { mode: 0o600 });
    symlinkSync('nowhere', join(root, 'v1/link'));
    chmodSync(join(root, 'private'), 0o700);
    chmodSync(root, 0o750);
    const { ino, mtimeMs } = statSync(join(root, 'private/file'));
    deployment.publish(without('editions/offline.yaml'));
    expect(await run(deployment.fetch)).toMatchObject({ did: 'updated' });
    expect(statSync(join(root, 'private/file'))).toMatchObject({ ino, mtimeMs, nlink: 1 });
    expect([readlinkSync(join(root, 'v1/link')), readdirSync(join(root, 'private/empty'))]).toEqual(['nowhere', []]);
    expect(['', 'private'].map((path) => statSync(join(root, path)).mode & 0o777)).toEqual([0o750, 0o700]);
  });

  test('in the place of a file of it, is left alone, and nothing else changes', async () => {
    await run(mirroredFiles([{ path: 'a' }]).fetch);
    writeFileSync(join(root, 'b'), '');
    await expect(run(mirroredFiles([{ path: 'b' }, { path: 'c' }]).fetch)).rejects.toThrow(foreignAt('b'));
    expect(published()).toEqual(['a', 'b', 'manifest.json']);
  });

  test.each([
    ['empty', []],
    ['with a file', ['file']],
  ])('a folder in the place of a file, %s, is named, and nothing else changes', async (_, inside) => {
    const deployment = mirrored();
    await run(deployment.fetch);
    rmSync(join(root, 'v1/all.json'));
    mkdirSync(join(root, 'v1/all.json'));
    for (const name of inside) writeFileSync(join(root, 'v1/all.json', name), 'mine');
    const before = contents();
    deployment.publish(without('editions/offline.yaml'));
    await expect(run(deployment.fetch)).rejects.toThrow(foreignAt('v1/all.json'));
    expect(contents()).toEqual(before);
  });

  test('a link to another folder is not followed', async () => {
    const outside = join(parent, 'outside');
    mkdirSync(outside);
    await run(mirroredFiles([{ path: 'a' }]).fetch);
    symlinkSync(outside, join(root, 'v1'));
    await expect(run(mirrored().fetch)).rejects.toThrow(foreignAt('v1'));
    expect(filesBelow(outside)).toEqual([]);
  });

  test('a folder that was a file before, and a file that was a folder, change places', async () => {
    await run(mirroredFiles([{ path: 'a' }, { path: 'b/c' }]).fetch);
    expect(await run(mirroredFiles([{ path: 'a/x' }, { path: 'b' }]).fetch)).toMatchObject({
      did: 'updated',
      removed: 2,
    });
    expect(published()).toEqual(['a/x', 'b', 'manifest.json']);
  });

  test('a folder with other files is refused, and so is a mirror of another deployment', async () => {
    mkdirSync(root);
    writeFileSync(join(root, 'mine'), '');
    await expect(run(mirrored().fetch)).rejects.toThrow('has files, but is not a mirror');
    expect(filesBelow(root)).toEqual(['mine']);
    rmSync(join(root, 'mine'));
    await run(mirrored().fetch);
    await expect(openMirror(root, 'https://other.example', false)).rejects.toThrow('is a mirror of https://catalog');
  });
});
