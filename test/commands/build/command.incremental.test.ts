/**
 * Builds that take what did not change from the last one, against builds that make everything: whatever is done to a catalog,
 * and to what builds keep, both give the same site and say the same.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SMALL, temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { filesBelow } from '../../support/files.ts';
import { commitAll } from '../../support/git.ts';
import { inProcess } from '../../support/in-process.ts';
import { fc } from '../../support/property.ts';

/** So many changes are tried; more in a run of its own. */
const STEPS = Number(process.env['FC_RUNS'] ?? 36);

/** How many of them are done to one catalog. */
const CHANGES = 12;

const server = (id: string, more = ''): string =>
  `id: ${id}\nname: Server ${id}\nminZoom: 0\nmaxZoom: 19\nhosts: [a.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png${more}\ncopyright: OpenStreetMap\n`;
const source = (name: string, more = ''): string =>
  `name: ${name}\nbaseUrl: https://files.example.org/\ndirectory: maps\naction: Copy\n${more}`;
const BOX = '{ northEastLongitude: 13.5, northEastLatitude: 52.5, southWestLongitude: 13, southWestLatitude: 52 }';
const sum = (day: string, size: number): string =>
  `{ lastModified: ${day}T00:00:00Z, contentLength: ${size}, sha1: null }`;

/** What may be in each file of the catalog: first what is right, then what is not. */
const CONTENTS: Readonly<Record<string, readonly string[]>> = {
  'mapservers/one.yaml': [
    String(SMALL['mapservers/one.yaml']),
    server('One'),
    server('Uno', '?key=${MAP_KEY}'),
    `${server('One')}active: false\n`,
    'id: One\n',
    'id: [\n',
  ],
  'mapservers/three.yaml': [server('Three'), server('Drei'), server('One'), 'x'],
  'overlayservers/two.yaml': [String(SMALL['overlayservers/two.yaml']), server('Two'), 'name: Two\n'],
  'datasources/maps/datasource.yaml': [
    String(SMALL['datasources/maps/datasource.yaml']),
    source('Maps'),
    source('Karten <b>'),
    source('Maps', 'source: { url: https://files.example.org/ }\n'),
    'name: Maps\n',
  ],
  'datasources/maps/maps.yaml': [
    String(SMALL['datasources/maps/maps.yaml']),
    `a.zip:\n  checksums: [${sum('2025-01-01', 7)}]\n  boundingbox: ${BOX}\n`,
    `a.zip:\n  checksums: [${sum('2025-01-01', 8)}]\n  boundingbox: ${BOX}\n`,
    'b.zip: {}\n',
    '{}\n',
    'a.zip: { size: 1 }\n',
    'a.zip: {}\na.zip: {}\n',
  ],
  'datasources/maps/files.yaml': ['c.zip: {}\n', 'a.zip: {}\n', 'b.zip: {}\n', '- c.zip\n'],
  'datasources/maps/themes.yaml': ['t.zip: { imageurl: https://a.example.org/t.png }\n', 't.zip: {}\n'],
  'datasources/empty/datasource.yaml': [
    String(SMALL['datasources/empty/datasource.yaml']),
    source('Empty', 'maxAge: 60\n'),
  ],
  'datasources/empty/files.yaml': ['"x y.zip": {}\n', 'x.zip: {}\n', 'x.zip:\n  fragments:\n    a.map: []\n'],
  'datasources/third/datasource.yaml': [source('Third'), source('Maps')],
  'datasources/third/files.yaml': ['c.zip: {}\n', `c.zip:\n  checksums: [${sum('2025-02-01', 1)}]\n`],
  'categories.yaml': [
    String(SMALL['categories.yaml']),
    '- { id: 1, name: Bike }\n',
    '- { id: 1, name: Bike }\n- { id: 3, name: Hike, parent: 1 }\n',
    '[]\n',
    '- { id: 1, name: Bike, parent: 9 }\n',
  ],
  'editions/offline.yaml': [
    'name: Offline\ndatasources: [maps, empty]\n',
    'name: Offline\ndatasources: [maps]\n',
    'name: Other\ndatasources: [maps]\n',
    'name: Offline\ndatasources: [third]\n',
  ],
  'editions/second.yaml': ['name: Second\ndatasources: [maps]\n', 'name: Second\ndatasources: []\n', 'name: Second\n'],
  'removals.yaml': [
    '[]\n',
    '- { url: /v1/datasources/maps/, file: a.zip, reason: Gone. }\n',
    '- { url: /v1/datasources/maps/, file: c.zip, reason: Gone. }\n- { url: /v1/datasources/third/, reason: Gone. }\n',
    '- { url: /v1/mapservers/, id: Three, reason: Gone. }\n',
  ],
  'notes.txt': ['What is this?'],
};

/** What may be beside the catalog folder. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  'public/robots.txt': ['User-agent: *\n', 'User-agent: x\n'],
  'public/about.txt': ['Text\n', `${'Text '.repeat(400)}\n`],
  'public/v1/openapi.json': ['{}\n'],
  _headers: ['/x\n  Name: value\n', 'x\n'],
};

const setting = fc.record({
  title: fc.constantFrom('Test', 'Maps & <b>'),
  serviceUrl: fc.constantFrom('https://a.example.org', 'https://b.example.org'),
  languages: fc.constantFrom('[en]', '[de, en]', '[en]', '[xx]'),
  pages: fc.constantFrom('true', 'true', 'false'),
  target: fc.constantFrom('pages', 'nginx', 'nginx', 'caddy', 'apache', 'generic', 'workers'),
  accessTokens: fc.constantFrom('[MAP_KEY]', '[MAP_KEY]', '[]'),
});

type Setting = typeof setting extends fc.Arbitrary<infer T> ? T : never;

const siteOf = (values: Setting): string =>
  ['repository: https://git.example.org/catalog', ...Object.entries(values).map(([key, text]) => `${key}: ${text}`)]
    .join('\n')
    .replace(/: (Maps.*)$/m, ': "$1"');

/** Something that happens between two builds. */
type Change =
  | { readonly do: 'write' | 'break'; readonly path: string; readonly which: number }
  | { readonly do: 'remove'; readonly path: string }
  | { readonly do: 'rename'; readonly path: string; readonly to: string }
  | { readonly do: 'set'; readonly values: Setting }
  | { readonly do: 'beside'; readonly path: string; readonly which: number | null }
  | { readonly do: 'call'; readonly flags: readonly string[]; readonly token: string | null }
  | { readonly do: 'restore' | 'commit' | 'nothing' }
  | { readonly do: 'tamper'; readonly with: (typeof TAMPERING)[number]; readonly which: number };

const TAMPERING = [
  'site file',
  'lost site file',
  'site',
  'kept file',
  'lost kept file',
  'new kept file',
  'kept folder',
  'kept',
  'cache',
] as const;

const path = fc.constantFrom(...Object.keys(CONTENTS));
const which = fc.nat(100);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('write' as const), path, which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('break' as const), path, which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), path }) },
  {
    weight: 2,
    arbitrary: fc.oneof(
      ...(
        [
          ['mapservers/one.yaml', 'mapservers/uno.yaml'],
          ['mapservers/uno.yaml', 'mapservers/one.yaml'],
          ['mapservers/one.yaml', 'overlayservers/one.yaml'],
          ['datasources/third', 'datasources/fourth'],
          ['datasources/fourth', 'datasources/third'],
          ['editions/second.yaml', 'editions/last.yaml'],
          ['datasources/maps/files.yaml', 'datasources/maps/themes.yaml'],
        ] as const
      ).map(([from, to]) => fc.constant({ do: 'rename' as const, path: from, to })),
    ),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('set' as const), values: setting }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('beside' as const),
      path: fc.constantFrom(...Object.keys(BESIDE)),
      which: fc.option(which),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      flags: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        fc.subarray(
          ['--no-pages', '--without-tokenless', '--verbose', '--require-tokens', '--service-url=https://c.example.org'],
          { maxLength: 2 },
        ),
        fc.constant(['--target=nginx', '--precompress']),
        fc.constant(['--at=main']),
        fc.constant(['--require-history']),
      ),
      token: fc.constantFrom(null, 'secret', 'Secret'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('restore' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('commit' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('nothing' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('tamper' as const), with: fc.constantFrom(...TAMPERING), which }),
  },
);

/** A file as a build gives it: its bytes, and its time where that is of a commit and not of the build. */
type Tree = ReadonlyMap<string, string>;

const LONG_AGO = Date.parse('2025-12-31');

/** @param only says of which files the time counts; those that have one of a commit where it is left out */
function treeOf(folder: string, only?: Tree): Tree {
  const tree = new Map<string, string>();
  for (const path of existsSync(folder) ? filesBelow(folder) : []) {
    const { mtimeMs } = statSync(join(folder, path));
    const isDated = only ? only.get(path)?.startsWith('- ') === false : mtimeMs < LONG_AGO;
    tree.set(path, `${isDated ? mtimeMs : '-'} ${readFileSync(join(folder, path)).toString('latin1')}`);
  }
  return tree;
}

/** A catalog in a repository, with a site that is built each time from the last one, and one that is built anew. */
class Workplace {
  readonly #folder = temporaryFolder();
  readonly #caches = temporaryFolder();
  #flags: readonly string[] = [];
  #token: string | null = null;
  #commits = 0;

  constructor() {
    this.#restore();
    this.#commit();
  }

  #at(...path: string[]): string {
    return join(this.#folder, ...path);
  }

  #restore(): void {
    rmSync(this.#at('catalog'), { recursive: true, force: true });
    for (const path of Object.keys(BESIDE)) rmSync(this.#at(path), { force: true });
    // Most steps are done without pages, which take most of the time.
    writeFiles(this.#at('catalog'), { ...SMALL, 'site.yaml': `${SMALL['site.yaml']}pages: false\n` });
    this.#flags = [];
  }

  #commit(): void {
    writeFiles(this.#folder, { '.gitignore': '/warm\n/cold\n.*.cache\n' });
    const day = new Date(Date.UTC(2024, 0, 1 + this.#commits++)).toISOString();
    commitAll(this.#folder, day);
  }

  apply(change: Change): void {
    const catalog = this.#at('catalog');
    const write = (path: string, text: string): void => writeFiles(catalog, { [path]: text });
    switch (change.do) {
      case 'write':
      case 'break': {
        const contents = CONTENTS[change.path] as readonly string[];
        const right = contents.length > 3 ? contents.length - 2 : contents.length;
        const index = change.do === 'write' ? change.which % right : contents.length - 1 - (change.which % 2);
        write(change.path, contents[Math.max(0, index)] as string);
        break;
      }
      case 'remove':
        rmSync(join(catalog, change.path), { force: true });
        break;
      case 'rename': {
        const [from, to] = [join(catalog, change.path), join(catalog, change.to)];
        if (!existsSync(from)) break;
        rmSync(to, { recursive: true, force: true });
        mkdirSync(dirname(to), { recursive: true });
        renameSync(from, to);
        break;
      }
      case 'set':
        write('site.yaml', siteOf(change.values));
        break;
      case 'beside': {
        const contents = BESIDE[change.path] as readonly string[];
        if (change.which === null) rmSync(this.#at(change.path), { force: true });
        else writeFiles(this.#folder, { [change.path]: contents[change.which % contents.length] as string });
        break;
      }
      case 'call':
        this.#flags = change.flags;
        this.#token = change.token;
        break;
      case 'restore':
        this.#restore();
        break;
      case 'commit':
        this.#commit();
        break;
      case 'tamper':
        this.#tamper(change.with, change.which);
        break;
      case 'nothing':
        break;
    }
  }

  /** Does to a site, and to what is kept for the next one, what nobody should do. */
  #tamper(how: (typeof TAMPERING)[number], which: number): void {
    const [site, kept] = [this.#at('warm'), this.#at('.warm.cache', 'previous')];
    const folder = how.includes('kept') ? kept : site;
    const files = existsSync(folder) ? filesBelow(folder).filter((path) => path !== 'site-manifest.json') : [];
    const file = join(folder, files[which % Math.max(1, files.length)] ?? 'none');
    switch (how) {
      case 'site file':
      case 'kept file':
        if (files.length > 0) changeInPlace(file);
        break;
      case 'lost site file':
      case 'lost kept file':
        rmSync(file, { force: true, recursive: files.length === 0 });
        break;
      case 'site':
      case 'kept':
        rmSync(folder, { recursive: true, force: true });
        break;
      case 'new kept file':
        if (files.length > 0) writeFileSync(join(dirname(file), 'new.json'), 'x');
        break;
      case 'kept folder': {
        const parent = dirname(file);
        if (files.length === 0 || parent === kept) break;
        renameSync(parent, this.#at('elsewhere'));
        symlinkSync(this.#at('elsewhere'), parent);
        break;
      }
      case 'cache': {
        const caches = join(this.#caches, 'cartalog');
        for (const name of existsSync(caches) ? readdirSync(caches) : []) {
          const bytes = readFileSync(join(caches, name));
          bytes[which % bytes.length] = (bytes[which % bytes.length] as number) ^ 1;
          writeFileSync(join(caches, name), bytes);
        }
      }
    }
  }

  /** Builds both. @returns what each of them gives, and what the first had before */
  async build() {
    const before = treeOf(this.#at('warm'));
    const run = async (out: string, ...flags: string[]) => {
      const env = { XDG_CACHE_HOME: this.#caches, ...(this.#token === null ? {} : { MAP_KEY: this.#token }) };
      const { status, stdout, stderr } = await inProcess(
        ['build', '--out', out, '--no-fsync', ...flags, ...this.#flags],
        this.#folder,
        env,
      );
      const text = stderr
        .replaceAll(/(?:; |\. )(?:warm|cold) is as it was/g, '')
        .replaceAll(/^(?:Built|Nothing changed in) (?:warm|cold):/gm, 'Built:');
      return { status, stdout, stderr: text, isUnchanged: stderr.includes('Nothing changed in') };
    };
    const warm = await run('warm');
    rmSync(this.#at('cold'), { recursive: true, force: true });
    const { isUnchanged: _, ...cold } = await run('cold', '--no-cache');
    rmSync(this.#at('elsewhere'), { recursive: true, force: true });
    const wanted = treeOf(this.#at('cold'));
    const { isUnchanged, ...said } = warm;
    return {
      said,
      cold,
      isUnchanged,
      before,
      wanted,
      tree: treeOf(this.#at('warm'), wanted),
      all: treeOf(this.#at('warm')),
    };
  }
}

/** Other content of the same size, at the same time. */
function changeInPlace(file: string): void {
  const { atime, mtime } = statSync(file);
  const bytes = readFileSync(file);
  if (bytes.length === 0) return;
  bytes[0] = (bytes[0] as number) ^ 1;
  writeFileSync(file, bytes);
  utimesSync(file, atime, mtime);
}

test(`${STEPS} builds after changes give what a build of everything gives, and say the same`, async () => {
  const met = { sound: 0, unchanged: 0, faulty: 0, refused: 0 };
  // What is written shortly before it is recorded is not believed; in builds that take a second, all of it is.
  let ahead = 0;
  const { now } = Date;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
  onTestFinished(() => clock.mockRestore());
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(change, { minLength: CHANGES, maxLength: CHANGES, size: 'max' }),
      async (isSlow, changes) => {
        ahead = isSlow ? 1_000 : 0;
        const workplace = new Workplace();
        await workplace.build();
        for (const change of changes) {
          workplace.apply(change);
          const { said, cold, isUnchanged, before, wanted, tree, all } = await workplace.build();
          expect(said, JSON.stringify(change)).toEqual(cold);
          if (said.status === 0) {
            expect(differences(tree, wanted), JSON.stringify(change)).toEqual([]);
            if (isUnchanged) expect(differences(all, before)).toEqual([]);
          } else {
            // Nothing has touched what was there.
            expect(differences(all, before)).toEqual([]);
          }
          met[said.status === 0 ? (isUnchanged ? 'unchanged' : 'sound') : said.status === 1 ? 'faulty' : 'refused']++;
        }
      },
    ),
    { numRuns: Math.ceil(STEPS / CHANGES) },
  );
  if (process.env['FC_RUNS']) console.log(met);
  expect(met.sound).toBeGreaterThan(STEPS / 4);
  expect(met.faulty).toBeGreaterThan(0);
  expect(met.unchanged).toBeGreaterThan(0);
}, 3_600_000);

/** The paths of files that one tree has in another way, or not at all. */
function differences(one: Tree, two: Tree): string[] {
  const paths = new Set([...one.keys(), ...two.keys()]);
  return [...paths].filter((path) => one.get(path) !== two.get(path)).sort();
}
