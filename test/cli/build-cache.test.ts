import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { FileRecord, KeptSite, TreeRecord } from '../../build/pipeline.ts';
import { type CacheContent, cacheFile, readCache, unitsOf, writeCache } from '../../cli/build-cache.ts';
import { HOSTS } from '../../contract/hosts.ts';
import { temporaryFolder } from '../support/catalogs.ts';

const file = (path: string, more: Partial<FileRecord> = {}): FileRecord => ({
  path,
  size: path.length,
  sha256: createHash('sha256').update(path).digest('hex'),
  modified: null,
  origin: null,
  ...more,
});

const [A, B, C] = [
  file('v1/a.json', { origin: 'datasources/a/datasource.yaml', modified: 1_700_000_000 }),
  file('v1/"b" \u2028.json'),
  file('c', { origin: 'site.yaml' }),
];

const tree = (files: readonly FileRecord[], at: number): TreeRecord => ({
  recorded: 10 * at,
  files,
  stamps: Float64Array.from(files.flatMap((_, index) => [at + index, at + index + 0.5, at + index + 0.25])),
  folders: ['v1'],
  folderStamps: Float64Array.of(at, at + 1, at + 2),
});

const MADE: KeptSite = {
  catalog: 'c',
  context: 'd',
  variables: ['MAP_KEY'],
  serviceUrl: 'https://a.example.org',
  site: {
    host: HOSTS.nginx,
    files: [A, B, C],
    headerRules: [],
    handlerRules: [],
    published: {
      repository: 'https://git.example.org/catalog',
      ids: { datasource: ['a'], category: [], edition: [] },
      withSource: [],
      files: ['/v1/all.json'],
    },
    headersFile: null,
  },
};

const CONTENT: CacheContent = {
  units: new Map([
    [
      'datasources/a',
      {
        key: 'k1',
        files: [A, B],
        entries: { counts: { files: 1, maps: 0, themes: 2 }, stillThere: ['x'], mostBytes: 1_234 },
      },
    ],
    ['categories', { key: 'k2', files: [C], entries: null }],
    ['none', { key: 'k3', files: [], entries: null }],
  ]),
  values: new Map([
    ['site.yaml', { digest: 'd1', value: { title: 'A', languages: ['en'], 7: null } }],
    ['categories.yaml', { digest: 'd2', value: [] }],
  ]),
  made: MADE,
  site: { site: tree([A, B, C], 1), previous: tree([A, C], 1) },
};

const NOTHING: CacheContent = { units: new Map(), values: new Map(), made: null, site: null };

/** A file in a folder that is not there yet. */
const newFile = (): string => join(temporaryFolder(), 'caches', 'build-x');

describe('what is kept', () => {
  test.each<[string, CacheContent]>([
    ['all that there is', CONTENT],
    ['a site without one before it', { ...CONTENT, site: { site: tree([A], 1), previous: null } }],
    ['another site before it', { ...CONTENT, site: { site: tree([A, B], 1), previous: tree([C], 9) } }],
    [
      'the same file before it, of other content',
      { ...CONTENT, site: { site: tree([A], 1), previous: tree([{ ...A, sha256: B.sha256, size: 3 }], 1) } },
    ],
    ['no site', { ...CONTENT, site: null }],
    ['no site that is known as a whole', { ...CONTENT, made: null }],
    ['nothing', NOTHING],
  ])('%s: is read as it was written', (_, content) => {
    const path = newFile();
    writeCache(path, content);
    expect(readCache(path)).toEqual(content);
    expect(readdirSync(dirname(path))).toEqual(['build-x']);
  });

  test('is replaced by the next', () => {
    const path = newFile();
    writeCache(path, CONTENT);
    writeCache(path, NOTHING);
    expect(readCache(path)).toEqual(NOTHING);
  });

  test('is not for others to read', () => {
    const path = newFile();
    writeCache(path, CONTENT);
    if (process.platform !== 'win32') expect(statSync(dirname(path)).mode & 0o077).toBe(0);
  });

  test('gives a build its units', () => {
    expect(unitsOf(CONTENT).find('categories', 'k2')?.files).toEqual([C]);
    expect(unitsOf(null).find('categories', 'k2')).toBeNull();
  });
});

describe('there is no cache', () => {
  test('where no file is, or a folder', () => {
    const path = newFile();
    expect(readCache(path)).toBeNull();
    mkdirSync(path, { recursive: true });
    expect(readCache(path)).toBeNull();
  });

  test('where any of its bytes is another, or any is missing', () => {
    const path = newFile();
    writeCache(path, {
      ...CONTENT,
      values: new Map(),
      units: new Map([['a', { key: 'k', files: [A], entries: null }]]),
      made: null,
      site: null,
    });
    const whole = readFileSync(path);
    const survivors: string[] = [];
    for (let at = 0; at < whole.length; at++) {
      for (const damaged of [flipped(whole, at), whole.subarray(0, at)]) {
        writeFileSync(path, damaged);
        if (readCache(path) !== null) survivors.push(`${at} of ${damaged.length}`);
      }
    }
    expect(survivors).toEqual([]);
    writeFileSync(path, Buffer.concat([whole, Buffer.from('\n')]));
    expect(readCache(path)).toBeNull();
    writeFileSync(path, whole);
    expect(readCache(path)).not.toBeNull();
  });

  test('where another program has written it', async () => {
    const path = newFile();
    writeCache(path, CONTENT);
    const text = readFileSync(path, 'utf8');
    const rest = text.slice(text.indexOf('\n') + 1);
    const write = (other: string): void =>
      writeFileSync(path, `${createHash('sha256').update(other).digest('base64')}\n${other}`);
    write(rest);
    expect(readCache(path)).toEqual(CONTENT);
    write(rest.replace(process.version, 'v0.0.0'));
    expect(readCache(path)).toBeNull();
    for (const other of ['', 'null', '{}', '[]', rest.slice(0, -1), '{"program":1}']) {
      write(other);
      expect(readCache(path)).toBeNull();
    }
  });

  test.runIf(process.platform === 'linux')('where it is no file, and may never end', () => {
    const path = newFile();
    mkdirSync(dirname(path));
    execFileSync('mkfifo', [path]);
    expect(readCache(path)).toBeNull();
    rmSync(path);
    symlinkSync('/dev/zero', path);
    expect(readCache(path)).toBeNull();
  });

  test.runIf(process.getuid?.() === 0)('where it belongs to another user', async () => {
    const { chownSync } = await import('node:fs');
    const path = newFile();
    writeCache(path, CONTENT);
    chownSync(path, 12_345, 12_345);
    expect(readCache(path)).toBeNull();
  });
});

test('the first file for another site removes those that have not been written for a month', () => {
  const path = newFile();
  const named = (name: string): string => join(dirname(path), name);
  for (const name of ['build-old', 'check-old.1.new', 'build-new', 'mine']) writeCache(named(name), CONTENT);
  const old = Date.now() / 1000 - 31 * 24 * 60 * 60;
  for (const name of ['build-old', 'check-old.1.new', 'mine']) utimesSync(named(name), old, old);
  writeCache(named('build-new'), CONTENT);
  expect(readdirSync(dirname(path)).sort()).toEqual(['build-new', 'build-old', 'check-old.1.new', 'mine']);
  writeCache(path, CONTENT);
  expect(readdirSync(dirname(path)).sort()).toEqual(['build-new', 'build-x', 'mine']);
});

describe('nothing is said where it cannot be written', () => {
  test('because its folder is a file', () => {
    const path = newFile();
    writeFileSync(dirname(path), 'mine');
    writeCache(path, CONTENT);
    expect(readFileSync(dirname(path), 'utf8')).toBe('mine');
    expect(readCache(path)).toBeNull();
  });

  test.runIf(process.platform === 'linux')('because the system can create no folder there', () => {
    writeCache('/proc/caches/cartalog/build-x', CONTENT);
    expect(readCache('/proc/caches/cartalog/build-x')).toBeNull();
  });

  test('because a folder has its name: nothing is left there', () => {
    const path = newFile();
    mkdirSync(join(path, 'x'), { recursive: true });
    writeCache(path, CONTENT);
    expect(readdirSync(dirname(path))).toEqual(['build-x']);
  });

  test.skipIf(process.getuid?.() === 0)('because nothing may be written there', () => {
    const path = newFile();
    mkdirSync(dirname(path), { mode: 0o500 });
    writeCache(path, CONTENT);
    chmodSync(dirname(path), 0o700);
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});

test('of two programs that write it at once, one is read as a whole', async () => {
  const { run, environment } = await import('../support/cli.ts');
  const path = newFile();
  mkdirSync(dirname(path));
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-test-'));
  const module = fileURLToPath(new URL('../../cli/build-cache.ts', import.meta.url));
  const script = join(folder, 'write.mts');
  writeFileSync(
    script,
    `import { writeCache } from ${JSON.stringify(module)};
    const [path, key] = process.argv.slice(2);
    const files = Array.from({ length: 2000 }, (_, index) => ({ path: String(index), size: 1, sha256: key, modified: null, origin: null }));
    for (let times = 0; times < 40; times++) writeCache(path, { values: new Map(), units: new Map([['unit', { key, files, entries: null }]]), site: null });`,
  );
  const tsx = fileURLToPath(new URL('../../node_modules/tsx/dist/cli.mjs', import.meta.url));
  const read = new Set<string | undefined>();
  let done = false;
  const writers = Promise.all(
    ['one', 'two'].map((key) => run(process.execPath, [tsx, script, path, key], { env: environment(), cwd: folder })),
  ).finally(() => {
    done = true;
  });
  while (!done) {
    if (existsSync(path)) read.add(readCache(path)?.units.get('unit')?.key);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  for (const { status, stderr } of await writers) expect([status, stderr]).toEqual([0, '']);
  const last = readCache(path)?.units.get('unit');
  expect(['one', 'two']).toContain(last?.key);
  expect(last?.files).toHaveLength(2_000);
  expect([...read].filter((key) => key !== 'one' && key !== 'two')).toEqual([]);
  expect(readdirSync(dirname(path))).toEqual(['build-x']);
});

describe('where it is', () => {
  const at = (env: Readonly<Record<string, string>>, kind: 'build' | 'check' = 'build', path = '/site') =>
    cacheFile({ env }, kind, path);

  test('in the folder for caches, under a name that tells folders and commands apart', () => {
    const one = at({ XDG_CACHE_HOME: '/caches' });
    expect(one).toMatch(/^\/caches\/cartalog\/build-[0-9a-f]{32}$/);
    const others = [at({ XDG_CACHE_HOME: '/caches' }, 'check'), at({ XDG_CACHE_HOME: '/caches' }, 'build', '/site2')];
    expect(new Set([one, ...others]).size).toBe(3);
    if (process.platform === 'linux')
      expect(at({ HOME: '/home/me' })).toMatch(/^\/home\/me\/\.cache\/cartalog\/build-/);
  });

  test('nowhere, where that folder is relative: it would be another each time', () => {
    expect(at({ XDG_CACHE_HOME: 'caches' })).toBeNull();
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const damaged = Buffer.from(bytes);
  damaged[at] = (damaged[at] as number) ^ 1;
  return damaged;
}
