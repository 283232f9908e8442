/** No command prints a control character or a line that a file, its name, a server, git or an argument contains. */
import { rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Files, SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog as compiled, type Outcome } from '../support/cli.ts';
import { git, Repository } from '../support/git.ts';
import { cartalog } from '../support/in-process.ts';
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
const WILD = `${CHARACTERS}\n::error::forged##[error]`;

function expectNothingRaw({ stdout, stderr }: Outcome): void {
  expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(stdout + stderr).not.toMatch(/^\s*::error::forged/m);
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

function folderWith(catalog: Files): string {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), catalog);
  return folder;
}

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
  const cwd = folderWith(CATALOGS[catalog]);
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
  const { stdout } = await cartalog(['check', '--format', 'json'], { cwd: folderWith(CATALOG) });
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
  const outcome = await cartalog([...args, '--catalog', '.'], { cwd: join(folderWith(CATALOGS.odd), 'catalog') });
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

describe('new', () => {
  test('answers that cannot be used, and a file that is written', async () => {
    const cwd = folderWith(SMALL);
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
  const cwd = folderWith(SMALL);
  symlinkSync(WILD, join(cwd, 'catalog', 'editions', WILD));
  expectPrintable(await cartalog(['check'], { cwd }));
  rmSync(join(cwd, 'catalog', 'editions', WILD));
  writeFiles(cwd, { [WILD]: 'a file' });
  expectPrintable(await cartalog(['check', '--catalog', WILD], { cwd }));
  expectPrintable(await cartalog(['build', '--out', WILD], { cwd }));
});
