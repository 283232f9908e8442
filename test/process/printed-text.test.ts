/** No command prints a control character or a line that a file, its name, a server, git or an argument contains. */
import { createHash } from 'node:crypto';
import { rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { hostsWith } from '../../contract/hosts.ts';
import { type Files, folderWithCatalog, SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog as compiled, environment, type Outcome } from '../support/cli.ts';
import { git, Repository } from '../support/git.ts';
import { cartalog, ciTask } from '../support/in-process.ts';
import { listen } from '../support/live-service.ts';
import { freePort } from '../support/ports.ts';

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** Every control character that a file name can have, those for bidirectional text, and others that are invisible. */
const CHARACTERS = [
  // First, because long texts are cut.
  '\u009b\u202e\u001b',
  range(0x01, 0x1f),
  range(0x7f, 0x9f),
  '\u00ad\u061c\u180e\ufeff\u{e0001}\u{e0041}',
  range(0x200b, 0x200f),
  range(0x2028, 0x202e),
  range(0x2060, 0x2069),
].join('');

/** In front of a command for whoever reads the output line by line, as GitHub does; a name can have 255 bytes. */
const WILD = `${CHARACTERS}\n::error::newline##[error]`;

/** The same, for texts with a limit. */
const SHORT = '\u009b\u202e\u001b\n::error::newline';

function expectNothingRaw({ stdout, stderr }: Pick<Outcome, 'stdout' | 'stderr'>): void {
  expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(stdout + stderr).not.toMatch(/^\s*::error::forged/m);
  // Nor does the text begin a line, as no command or another one.
  expect(stdout + stderr).not.toMatch(/^\s*(?:\\u003a|:):error::newline/m);
  expect(stdout + stderr).not.toContain('##[');
}

/** The text is there, and its control characters are shown by their codes. */
function expectPrintable(outcome: Outcome): void {
  expect(outcome.stdout + outcome.stderr).toContain('\\u009b\\u202e\\u001b');
  expectNothingRaw(outcome);
}

const YAML = JSON.stringify(WILD);

/** In names of files and in values, as errors and as warnings. */
const CATALOG: Files = {
  ...SMALL,
  [`${WILD}`]: '',
  [`mapservers/${WILD}.yaml`]: 'minZoom: 1\nmaxZoom: [\n',
  'mapservers/three.yaml': `id: ${YAML}\nname: ${YAML}\nhosts: [${YAML}]\nurlPattern: ${YAML}\n${YAML}: 1\n`,
  'mapservers/four.yaml': `id: "${CHARACTERS}\n`,
  'editions/odd.yaml': `name: "A"\ndatasources: [${YAML}]\n`,
};

/** Names that begin like commands of GitHub. */
const FORGED = '::error::forged';
const MANY = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${FORGED}${n}`, '']));

const CATALOGS = {
  small: SMALL,
  faulty: CATALOG,
  unformed: {
    ...SMALL,
    [`mapservers/${WILD}.yaml`]: `name:   ${YAML}\n\n\n${YAML}:   1\n`,
    [`editions/${WILD}.yaml`]: `datasources:   []\nname:   'A'\n\n\n`,
  },
  odd: { ...SMALL, ...MANY, [`${FORGED}/x.yaml`]: '', 'editions/a.yaml': '##[error]:   1\n##[error]\n' },
} as const;

test.each<[keyof typeof CATALOGS, status: number, args: readonly string[]]>([
  ['faulty', 1, ['check']],
  ['faulty', 1, ['check', '--format', 'github']],
  ['faulty', 1, ['check', '--format', 'json']],
  ['small', 2, ['check', '--catalog', WILD]],
  ['small', 2, ['check', '--changed-since', WILD]],
  ['unformed', 1, ['format']],
  ['unformed', 1, ['format', '--check', '--github']],
  ['small', 2, ['format', WILD]],
  ['faulty', 1, ['build', '--out', WILD]],
  ['small', 0, ['build', '--out', WILD]],
  ['small', 2, ['build', '--catalog', WILD]],
  ['small', 2, ['diff', WILD, WILD]],
])('row %#, of a catalog that is %s, with status %i', async (catalog, status, args) => {
  const cwd = folderWithCatalog(CATALOGS[catalog]);
  git(cwd, ['init', '--quiet']);
  const outcome = await cartalog(args, { cwd });
  expect(outcome.status).toBe(status);
  expectPrintable(outcome);
});

test('an option that is not known, as the process prints it', async () => {
  const unknown = await compiled(['check', `--${CHARACTERS.replace('\n', '')}`]);
  expect(unknown.status).toBe(2);
  expectPrintable(unknown);
});

test('the JSON holds the names as they are', async () => {
  const { stdout } = await cartalog(['check', '--format', 'json'], { cwd: folderWithCatalog(CATALOG) });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { file: string }[] };
  expect(diagnostics.map(({ file }) => file)).toContain(`catalog/mapservers/${WILD}.yaml`);
});

test.each(['text', 'github', 'json'])('check --changed-since, --format %s', async (format) => {
  const repository = new Repository(CATALOG);
  const ref = WILD.replace(/[^\u0080-\u009b\u202e\u200b]/g, '');
  repository.git('branch', ref);
  repository.write({ 'site.yaml': `${SMALL['site.yaml']}\n`, [`editions/${WILD}.yaml`]: 'name: 1\n' });
  const args = ['check', '--format', format, '--changed-since', ref];
  const outcome = await cartalog(args, { cwd: repository.path });
  expect(outcome.status).toBe(1);
  expectPrintable(outcome);
  expect(outcome.stderr).toContain('changed since \\u009b');
});

test.each([
  ['check'],
  ['check', '--format', 'github'],
  ['check', '--format', 'json'],
  ['build', '--out', '../dist'],
  ['format'],
  ['format', '--check'],
])('names that begin like commands, in a catalog that is the working folder: %s %s %s', async (...args) => {
  const outcome = await cartalog([...args, '--catalog', '.'], {
    cwd: join(folderWithCatalog(CATALOGS.odd), 'catalog'),
  });
  expect(outcome.status).toBeGreaterThan(0);
  expect(outcome.stdout + outcome.stderr).toContain('forged');
  expectNothingRaw(outcome);
});

test.each(['text', 'markdown', 'json'])('diff --format %s', async (format) => {
  const folder = temporaryFolder();
  const sites = { before: SMALL, after: SMALL };
  for (const [name, catalog] of Object.entries(sites)) {
    writeFiles(join(folder, name, 'catalog'), catalog);
    const built = await cartalog(['build', '--out', 'site'], { cwd: join(folder, name) });
    expect(built.status).toBe(0);
  }
  const server = { id: WILD, name: WILD, minZoom: 0, hosts: [{ name: WILD }], urlPattern: WILD, [WILD]: WILD };
  writeFiles(join(folder, 'after', 'site'), {
    'v1/mapservers/index.json': JSON.stringify([server]),
    [`v1/${WILD}.json`]: '{}',
  });
  const args = ['diff', 'before/site', 'after/site', '--format', format];
  const outcome = await cartalog(args, { cwd: folder });
  expect(outcome.status).toBe(0);
  expectPrintable(outcome);
  if (format === 'json')
    expect(JSON.stringify(JSON.parse(outcome.stdout))).toContain(JSON.stringify(WILD).slice(1, -1));
});

test('new: answers that cannot be used, and a file that is written', async () => {
  const cwd = folderWithCatalog(SMALL);
  const args = ['new', 'edition', '--id', WILD, '--name', WILD, '--datasources', WILD];
  const outcome = await cartalog(args, { cwd });
  expect(outcome.status).toBe(2);
  expectNothingRaw(outcome);
  const url = `https://{s}.example.org/{z}/{x}/{y}.png?${CHARACTERS}`;
  const answers = ['--id', WILD, '--url', url, '--max-zoom', WILD, '--copyright', WILD];
  expectNothingRaw(await cartalog(['new', 'mapserver', ...answers], { cwd }));
  writeFiles(join(cwd, WILD), SMALL);
  const good = ['new', 'edition', '--id', 'good', '--name', 'Good', '--datasources', 'maps', '--catalog', WILD];
  expectPrintable(await cartalog(good, { cwd }));
});

describe('verify', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  test('every part of an answer', async () => {
    const links = { url: `http://127.0.0.1/${WILD}`, id: WILD, name: WILD, [WILD]: WILD };
    const port = await freePort();
    server = createServer((request, response) => {
      // Header values may have the characters from U+0080 on.
      const header = range(0x80, 0xff);
      response.writeHead(200, { 'Content-Type': header, ETag: `"${header}`, 'Last-Modified': header, Allow: header });
      const isXml = (request.url ?? '').includes('xml');
      response.end(isXml ? `<catalog><${WILD}/></catalog>` : JSON.stringify([links]));
    }).listen(port, '127.0.0.1');
    const outcome = await cartalog(['verify', `http://127.0.0.1:${port}`]);
    expect(outcome.status).toBe(1);
    expectPrintable(outcome);
  });
});

test('a link in the catalog, and a folder that cannot be used', async () => {
  const cwd = folderWithCatalog(SMALL);
  symlinkSync(WILD, join(cwd, 'catalog', 'editions', WILD));
  expectPrintable(await cartalog(['check'], { cwd }));
  rmSync(join(cwd, 'catalog', 'editions', WILD));
  writeFiles(cwd, { [WILD]: 'a file' });
  expectPrintable(await cartalog(['check', '--catalog', WILD], { cwd }));
  expectPrintable(await cartalog(['build', '--out', WILD], { cwd }));
});

describe('a server with hostile answers', () => {
  /** Answers everything with the text, in any form that a client could ask for. */
  async function hostileServer(): Promise<string> {
    const row = { id: WILD, name: WILD, url: WILD, error: WILD, [WILD]: WILD };
    return await listen(() => async ({ url }) => {
      const headers = { 'Content-Type': `text/html; charset=${range(0x80, 0xff)}`, 'Last-Modified': range(0x80, 0xff) };
      const link = encodeURIComponent(WILD);
      const body = url.includes('robots')
        ? `User-agent: ${WILD}\nCrawl-delay: ${WILD}\n`
        : /json|style/.test(url)
          ? JSON.stringify({ ...row, version: 8, sources: { [WILD]: row }, tiles: [WILD], layers: [row] })
          : `<title>Index of /</title><pre><a href="${link}">${WILD}</a> 2024-01-01 ${WILD}</pre><a href="${WILD}">a</a>`;
      return new Response(body, { status: url.includes('gone') ? 404 : 200, headers });
    });
  }

  test.each(['text', 'json', 'markdown'])('update --format %s', async (format) => {
    const url = await hostileServer();
    const source = `name: Maps\nbaseUrl: ${url}/\nsource: { url: "${url}/", level: 2 }\ndirectory: maps\naction: Copy\n`;
    const cwd = folderWithCatalog({ ...SMALL, 'datasources/maps/datasource.yaml': source });
    for (const more of [[], ['--checksums', `${url}/SHA256SUMS`], ['--checksums', WILD], ['--folder', WILD]])
      expectNothingRaw(
        await cartalog(['update', '--allow-private', '--dry-run', '--format', format, ...more], { cwd }),
      );
  });

  test.each(['text', 'json', 'markdown'])('probe --format %s', async (format) => {
    const url = await hostileServer();
    const host = url.replace('http://', '');
    const maps = {
      'mapservers/one.yaml': `id: one\nname: One\nminZoom: 0\nmaxZoom: 3\nhosts: [127.0.0.1]\nurlPattern: 'http://#{host}:${host.split(':')[1]}/#{zoom}/#{tilex}/#{tiley}.png'\n`,
      'maps/style.yaml': `id: two\nname: Two\ntype: vector\nschema: other\nstyle: ${url}/style.json\n`,
      'maps/archive.yaml': `id: three\nname: Three\ntype: pmtiles\nurl: ${url}/a.pmtiles\n`,
      'maps/wms.yaml': `id: four\nname: Four\ntype: wms\nservice: ${url}/wms\nlayers: [a]\ncrs: ['EPSG:3857']\n`,
    };
    const cwd = folderWithCatalog({ ...SMALL, ...maps });
    expectNothingRaw(await cartalog(['probe', '--allow-private', '--format', format], { cwd }));
    expectNothingRaw(await cartalog(['probe', '--history', WILD, '--format', format, WILD], { cwd }));
  });

  test('import, verify, mirror and init', async () => {
    const url = await hostileServer();
    const cwd = folderWithCatalog(SMALL);
    for (const path of ['', '/gone', '/style.json', '/capabilities'])
      expectNothingRaw(await cartalog(['import', `${url}${path}`, '--allow-private', '--dry-run'], { cwd }));
    expectNothingRaw(await cartalog(['verify', url], { cwd }));
    expectNothingRaw(await cartalog(['mirror', url, WILD], { cwd }));
    expectNothingRaw(
      await cartalog(['init', WILD, '--from', url, '--allow-private', '--yes', '--title', WILD], { cwd }),
    );
  });

  test.each(hostsWith('root'))('mirror --target %s', async (target) => {
    const manifest = (files: readonly object[]): object => ({ version: 1, serviceUrl: 'https://a.example.org', files });
    const file = (url: string, path: string): object => {
      return { url, path, size: 2, sha256: createHash('sha256').update('{}').digest('hex'), lastModified: null };
    };
    for (const files of [
      [file(`/v1/datasources/${encodeURIComponent(SHORT)}/`, 'v1/a.json')],
      [file('/v1/a.json', SHORT)],
    ]) {
      const url = await listen(() => async (request) => {
        return new Response(request.url.endsWith('/manifest.json') ? JSON.stringify(manifest(files)) : '{}');
      });
      const outcome = await cartalog(['mirror', url, 'copy', '--target', target], { cwd: temporaryFolder() });
      expect(outcome.status).toBe(1);
      expectNothingRaw(outcome);
      expect(outcome.stdout + outcome.stderr).toContain('newline');
    }
  });
});

test('lists of maps', async () => {
  const feature = { properties: { id: WILD, name: WILD, url: WILD, type: WILD, attribution: { text: WILD } } };
  const of = (type: string, url: string): object => ({ properties: { ...feature.properties, type, url } });
  const tiles = `https://a.example.org/{z}/{x}/{y}.png?${WILD}`;
  const lists: Files = {
    'a.json': JSON.stringify({ type: 'FeatureCollection', features: [feature, of('tms', tiles), of('wms', tiles)] }),
    'b.json': JSON.stringify({ [WILD]: { url: tiles, options: { attribution: WILD, crs: WILD, subdomains: [WILD] } } }),
    'c.json': JSON.stringify({ tilejson: WILD, tiles: [tiles], name: WILD, attribution: WILD, [WILD]: WILD }),
    'd.json': JSON.stringify([{ id: WILD, name: WILD, hosts: [WILD], urlPattern: WILD, [WILD]: WILD }]),
    'e.json': JSON.stringify({ [WILD]: WILD }),
    'f.xml': `<imagery><entry><name>${WILD.slice(-20)}</name><type>${WILD.slice(-20)}</type></entry></imagery>`,
    'g.csv': `name,url,type,kind,maxZoom,${JSON.stringify(WILD).replaceAll('\\"', '""')}\n${[WILD, tiles, WILD, WILD, 9, WILD].map((cell) => `"${String(cell).replaceAll('"', '""')}"`)}\n`,
    'h.md': `| name | url | ${WILD.replaceAll('\n', ' ')} |\n|--|--|--|\n| ${WILD.replaceAll('\n', ' ')} | ${WILD.replaceAll('\n', ' ')} |`,
    'i.xml': `<WMS_Capabilities version="1.3.0"><Capability><Layer><CRS>EPSG:3857</CRS><Name>${WILD.slice(-20)}</Name><Title>${WILD.slice(-20)}</Title></Layer></Capability></WMS_Capabilities>`,
    [WILD]: '{',
  };
  const cwd = folderWithCatalog(SMALL);
  writeFiles(cwd, lists);
  for (const name of Object.keys(lists))
    for (const format of ['text', 'json'])
      expectNothingRaw(await cartalog(['import', name, '--dry-run', '--format', format, '--copyright', WILD], { cwd }));
});

test.each([
  ['sign', WILD, '--secret', WILD],
  ['sign', 'dist', '--secret', WILD],
  ['keys', 'new', WILD],
  ['keys', 'sign', '--secret', WILD],
  ['keys', 'revoke', WILD, '--secret', WILD],
  ['server', WILD],
  ['server', 'install', '--catalog', WILD],
  ['server', 'remove', '--catalog', WILD],
  ['verify', WILD],
  ['mirror', WILD, WILD],
  ['mirror', 'http://127.0.0.1:1', 'copy', '--target', WILD],
  ['probe', '--history', WILD, WILD],
  ['update', WILD],
  ['update', '--folder', WILD],
  ['import', WILD],
  ['import', `https://${WILD}`],
  ['init', WILD, '--yes'],
  ['init', 'new', '--yes', '--title', WILD, '--repository', WILD, '--address', WILD, '--name', WILD],
  ['serve', '--port', WILD],
  ['serve', '--catalog', WILD],
  ['check', '--at', WILD],
  ['diff', WILD, 'dist'],
  ['ci', WILD],
  ['ci', 'observe', WILD, WILD],
  ['ci', 'verify', WILD],
  ['ci', 'compare', WILD],
  ['help', WILD],
])('arguments: %#', async (...args) => {
  const cwd = folderWithCatalog(SMALL);
  git(cwd, ['init', '--quiet']);
  const outcome = await cartalog(args, { cwd });
  expect(outcome.status).toBeGreaterThan(0);
  expectNothingRaw(outcome);
});

test.each(['GITHUB_REPOSITORY', 'GITHUB_REF_NAME', 'PULL_REQUEST', 'DATASOURCE', 'BASE', 'HEAD'])(
  'tasks of workflows with a hostile %s',
  async (name) => {
    const cwd = folderWithCatalog(SMALL);
    git(cwd, ['init', '--quiet']);
    const usual = {
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'a/b',
      GITHUB_OUTPUT: join(cwd, 'out'),
    };
    for (const task of ['check', 'find-pull-request', 'list-data-sources', 'require-newest', 'deploy', 'propose'])
      expectNothingRaw(await ciTask([task], { ...usual, [name]: WILD.replace('\0', '') }, cwd));
  },
);

test('the process escapes what a message forgot', async () => {
  const { stdout, stderr } = await compiled(['check', '--format', 'github'], { cwd: folderWithCatalog(CATALOGS.odd) });
  expect(stdout).toMatch(/^::error file=/m);
  expectNothingRaw({ stdout: stdout.replaceAll(/^::error file=/gm, ''), stderr });
});

test('an error that nobody waits for is printed as any other, without a stack', async () => {
  const folder = folderWithCatalog();
  const late = `process.once('beforeExit',()=>void Promise.reject(new Error(${JSON.stringify(SHORT)})))`;
  const env = environment({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(late)}` });
  const outcome = await compiled(['check'], { cwd: folder, env });
  expectPrintable(outcome);
  expect(outcome).toMatchObject({ status: 2, stderr: expect.stringMatching(/^cartalog: unexpected error: .*\n$/m) });
  expect(outcome.stderr).not.toMatch(/^ +at |node:/m);
});
