/** What a new repository has, for each kind of host, and what brings an older one up to date. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatYaml } from '../../../../build/format/standard-text.ts';
import { catalogModelOf } from '../../../../build/model/model.ts';
import { checkCatalog } from '../../../../build/run/check-in-memory.ts';
import { INIT_RECORD } from '../../../../cli/git/repository-place.ts';
import { readPackageTexts } from '../../../../cli/program/package.ts';
import {
  answerProblem,
  type InitAnswers,
  type InitRecord,
  type InitSources,
  packageNameFor,
  planUpgrade,
  type RepositoryFiles,
  readInitRecord,
  repositoryFiles,
  upgradableFiles,
  withLinksTo,
} from '../../../../commands/repository/init/init.ts';
import { HOST_NAMES, HOSTS, type HostName } from '../../../../contract/hosts.ts';
import { memoryFolder } from '../../../support/catalogs.ts';
import { OPTIONS } from '../../../support/check.ts';
import { ROOT } from '../../../support/cli.ts';
import { textsIn } from '../../../support/words.ts';

const ANSWERS: InitAnswers = {
  title: 'Maps <b>of</b> the *Alps*: "all" # of them',
  address: 'https://maps.example.org',
  repository: 'https://github.com/alps/maps',
  target: 'pages',
  name: 'maps',
};

const SOURCES: InitSources = {
  templates: readPackageTexts('commands/templates'),
  schemas: readPackageTexts('schemas/catalog'),
  version: '1.2.3',
  program: '1.2.3',
  wrangler: '4.86.0',
  compatibilityDate: '2026-04-26',
  programUrl: 'https://git.example.org/cartalog',
  docsUrl: 'https://git.example.org/cartalog/blob/v1.2.3/docs',
};

const filesFor = (changed: Partial<InitAnswers> = {}): RepositoryFiles =>
  repositoryFiles({ ...ANSWERS, ...changed }, SOURCES);

const MODEL = { serviceUrl: null, environment: {} };

function catalogIn(files: RepositoryFiles) {
  const inside = [...files].filter(([path]) => path.startsWith('catalog/'));
  return memoryFolder(Object.fromEntries(inside.map(([path, text]) => [path.slice('catalog/'.length), text])));
}

describe.each(HOST_NAMES)('a repository for %s', (target: HostName) => {
  const files = filesFor({ target });
  const text = (path: string): string => files.get(path) ?? '';

  test('every schema that a file names is there', () => {
    for (const [path, record] of files) {
      const [, schema] = /^# yaml-language-server: \$schema=(\S+)/.exec(record) ?? [];
      if (schema !== undefined)
        expect(files.has(new URL(schema, `https://x/${path}`).pathname.slice(1)), path).toBe(true);
      else expect(path).not.toMatch(/^catalog\/.*\.yaml$/);
    }
    const settings = JSON.parse(text('.vscode/settings.json'));
    for (const schema of Object.keys(settings['yaml.schemas'])) expect(files.has(schema.slice(2)), schema).toBe(true);
  });

  test('every link and command in its texts is real', () => {
    const { scripts } = JSON.parse(text('package.json'));
    for (const page of ['README.md', 'CONTRIBUTING.md']) {
      for (const [, link = ''] of text(page).matchAll(/\]\((?!https:)([^)#]+)\)/g)) {
        const isThere = [...files.keys()].some((path) => path === link || path.startsWith(`${link}/`));
        expect(isThere, `${page}: ${link}`).toBe(true);
      }
      for (const [command] of text(page).matchAll(/npm (?:run [a-z]+|start|test)/g))
        expect(Object.keys(scripts)).toContain(command.replace(/^npm (?:run )?/, ''));
      expect(text(page)).not.toMatch(/@[a-z-]+@|^#\?|npx (?!--no -- )/m);
    }
  });

  test('every link to the documents of the program is to those of its version, and to a page that is there', () => {
    for (const page of ['README.md', 'CONTRIBUTING.md']) {
      const links = [...text(page).matchAll(/\]\((https:\/\/git\.example\.org\/[^)]+)\)/g)].map(
        ([, link = '']) => link,
      );
      const [program, ...others] = page === 'README.md' ? links : ['', ...links];
      if (program) expect(program).toBe(SOURCES.programUrl);
      expect(others.filter((link) => !link.startsWith(`${SOURCES.docsUrl}/`))).toEqual([]);
      const names = others.map((link) => link.slice(SOURCES.docsUrl.length).replace(/#.*/, ''));
      expect(names.filter((name) => !existsSync(join(ROOT, 'docs', name)))).toEqual([]);
    }
  });

  test('has what its host needs and nothing of others', () => {
    const { runsHandler } = HOSTS[target];
    expect(files.has('wrangler.toml')).toBe(runsHandler);
    expect(files.has('server.sh')).toBe(HOSTS[target].sendsCopies);
    expect(text('package.json').includes('ci deploy')).toBe(runsHandler);
    expect([...files.values()].some((file) => /CLOUDFLARE_API_TOKEN/.test(file))).toBe(runsHandler);
    expect(text('catalog/site.yaml').includes(`target: ${target}`)).toBe(target !== 'pages');
    expect(text('wrangler.toml').includes('pages_build_output_dir')).toBe(target === 'pages');
    expect(text('wrangler.toml').includes('run_worker_first')).toBe(target === 'workers');
  });

  test('pins the program and wrangler to exact versions; what deploying needs is no package for development', () => {
    const { dependencies, devDependencies = {} } = JSON.parse(text('package.json'));
    const [cartalog, wrangler] = [{ cartalog: '1.2.3' }, { wrangler: '4.86.0' }];
    expect([dependencies, devDependencies]).toEqual(
      HOSTS[target].runsHandler ? [{ ...cartalog, ...wrangler }, {}] : [cartalog, {}],
    );
  });
});

test.each(['.vscode/settings.json', '.vscode/extensions.json', '.editorconfig'])('%s is the one that we have', (path) =>
  expect(filesFor().get(path)).toBe(readFileSync(join(ROOT, path), 'utf8')),
);

test.each([
  ['main', true],
  ['v0.9.0', true],
  ['v1.2.3', true],
  ['version', false],
  ['0123456789abcdef0123456789abcdef01234567', false],
])('an upgrade moves links to the documents of %s: %s', (ref, isMoved) => {
  const link = (to: string) => `[x](https://git.example.org/cartalog/blob/${to}/docs/deploy.md#on-cloudflare)`;
  const others =
    'https://git.example.org/other/blob/main/docs/a.md https://git.example.org/cartalog/blob/main/README.md';
  const text = `${link(ref)} ${others} ${link(ref)}`;
  const moved = isMoved ? link('v1.2.3') : link(ref);
  expect(withLinksTo(SOURCES.docsUrl, text)).toBe(`${moved} ${others} ${moved}`);
});

test('a title cannot become anything but text', () => {
  const files = filesFor();
  expect(files.get('README.md')).toMatch(/^# Maps \\<b\\>of\\<\/b\\> the \\\*Alps\\\*: "all" \\# of them\n/);
  expect(files.get('catalog/site.yaml')).toContain(String.raw`title: "Maps <b>of</b> the *Alps*: \"all\" # of them"`);
});

test('a new catalog is valid without a record, and the one in its README makes a map of it', () => {
  const files = filesFor({ address: 'https://maps.alps.ch' });
  expect([...files.keys()].filter((path) => path.startsWith('catalog/'))).toEqual([
    'catalog/categories.yaml',
    'catalog/removals.yaml',
    'catalog/site.yaml',
  ]);
  const { content, diagnostics } = checkCatalog(catalogIn(files), { environment: {}, requireTokens: true });
  expect([diagnostics, content.isEmpty]).toEqual([[], true]);
  expect(catalogModelOf(content, MODEL).categories.map(({ id }) => id)).toEqual([1]);
  const [, path = '', record = ''] =
    /`(catalog\/\S+\.yaml)`:\n\n```yaml\n(.*?)```/s.exec(files.get('README.md') ?? '') ?? [];
  const [, schema = ''] = /schema=(\S+)/.exec(record) ?? [];
  expect(files.has(join(path, '..', schema))).toBe(true);
  const pasted = checkCatalog(catalogIn(new Map([...files, [path, record]])), OPTIONS);
  expect(pasted.diagnostics).toEqual([]);
  expect(catalogModelOf(pasted.content, MODEL).mapservers).toHaveLength(1);
  expect(formatYaml({ path: path.replace('catalog/', ''), role: 'mapserver' }, record)).toBe(record);
});

test.each(HOST_NAMES)(
  'a minimal repository for %s is what checking and publishing need, also after an upgrade',
  (target) => {
    const files = filesFor({ minimal: true, target });
    const { runsHandler, sendsCopies } = HOSTS[target];
    expect([...files.keys()]).toEqual([
      ...textsIn(`
      .cartalog-init.json | .gitattributes | .github/workflows/check.yml | .github/workflows/publish.yml | .gitignore
      README.md | catalog/site.yaml | package.json`),
      ...(sendsCopies ? ['server.sh'] : []),
      ...(runsHandler ? ['wrangler.toml'] : []),
    ]);
    const [readme, whole] = [files.get('README.md') ?? '', filesFor({ target }).get('README.md')];
    expect(readme).not.toMatch(/Update|Probe|Preview|proposals|CODEOWNERS|CONTRIBUTING|vscode|named `example`/);
    expect(readme).toContain('`npx --no -- cartalog init --upgrade --no-minimal`');
    expect(whole).toMatch(/Update and Probe run[\s\S]*proposals of Update and Probe/);
    expect(whole).not.toContain('minimal');
    expect(checkCatalog(catalogIn(files), { environment: {}, requireTokens: true }).diagnostics).toEqual([]);
    const workflows = [...files.keys()].filter((path) => path.includes('/workflows/'));
    const { answers } = readInitRecord(files.get(INIT_RECORD) ?? '') as InitRecord;
    expect([...upgradableFiles(answers, [], SOURCES).keys()].filter((path) => path.includes('/workflows/'))).toEqual(
      workflows,
    );
  },
);

test('a repository elsewhere has no workflows', () => {
  const files = filesFor({ repository: 'https://gitlab.com/alps/maps' });
  expect([...files.keys()].filter((path) => path.startsWith('.github/'))).toEqual([]);
  expect(files.get('README.md')).not.toContain('GitHub');
  expect(files.get('CONTRIBUTING.md')).toContain('<https://gitlab.com/alps/maps>');
});

test.each([
  ['Maps of the Alps', 'maps-of-the-alps'],
  ['Ærø & Ålesund', 'aero-alesund'],
  ['地図', 'catalog'],
  ['x'.repeat(100), 'x'.repeat(58)],
])('%j is called %j', (title, name) => {
  expect(packageNameFor(title)).toBe(name);
  expect(answerProblem('name', name)).toBe(null);
});

describe('an upgrade', () => {
  const WORKFLOW = '.github/workflows/check.yml';
  /** Earlier versions wrote it. */
  const FORMER = '.github/workflows/package.yml';
  const files = filesFor();
  const record = readInitRecord(files.get(INIT_RECORD) ?? '') as InitRecord;
  /** What this version writes, with one template changed since. */
  const newer: InitSources = {
    ...SOURCES,
    version: '1.3.0',
    templates: new Map(
      [...SOURCES.templates].map(([path, text]) => [path, path === `_${WORKFLOW.slice(1)}` ? `${text}# new\n` : text]),
    ),
  };
  const wanted = (tokens: readonly string[] = []): RepositoryFiles => upgradableFiles(record.answers, tokens, newer);
  const plan = (changes: Readonly<Record<string, string | null>> = {}, tokens: readonly string[] = []) =>
    planUpgrade(record, wanted(tokens), record.answers, '1.3.0', (path) =>
      Object.hasOwn(changes, path) ? (changes[path] ?? null) : (files.get(path) ?? null),
    );

  test('keeps the newer pins of actions that Dependabot has proposed', () => {
    const next = `${'a'.repeat(40)} # v99.0.0`;
    const bumped = (files.get(WORKFLOW) ?? '')
      .replace(/(checkout)@.*/, `$1@${next}`)
      .replace(/(setup-node)@.*/, `$1@${'b'.repeat(40)} # v1.0.0`);
    const { write, changed } = plan({ [WORKFLOW]: bumped });
    expect(changed).toEqual([]);
    expect(write.get(WORKFLOW)).toBe(
      wanted()
        .get(WORKFLOW)
        ?.replace(/(checkout)@.*/, `$1@${next}`),
    );
  });

  test.each([
    ['removes what is no longer written', 'as it was written', { remove: [FORMER], unneeded: [] }],
    ['names what is no longer written, if its owner has changed it', 'changed', { remove: [], unneeded: [FORMER] }],
    ['has nothing to do if its owner has deleted it', null, { remove: [], unneeded: [] }],
  ])('%s', (_, text, expected) => {
    const hash = createHash('sha256').update('as it was written').digest('hex');
    const old = { ...record, files: { ...record.files, [FORMER]: hash } };
    const plan = planUpgrade(old, wanted(), record.answers, '1.3.0', (path) =>
      path === FORMER ? text : (files.get(path) ?? null),
    );
    expect(plan).toMatchObject(expected);
    expect(wanted().has(FORMER)).toBe(false);
  });

  test('removes nothing that init never writes, whatever a record says', () => {
    const paths = ['../x', '.bashrc', 'schemas/../../x', '.github/workflows/..\\\\x'];
    const hash = createHash('sha256').update('there').digest('hex');
    const old = { ...record, files: { ...record.files, ...Object.fromEntries(paths.map((path) => [path, hash])) } };
    const { remove, unneeded } = planUpgrade(
      old,
      wanted(),
      record.answers,
      '1.3.0',
      (path) => files.get(path) ?? 'there',
    );
    expect([remove, unneeded]).toEqual([[], []]);
  });

  test.each([
    '',
    '{}',
    'null',
    '{"version":1,"answers":{},"files":{}}',
    JSON.stringify({ ...record, answers: { ...record.answers, name: '../x' } }),
    JSON.stringify({ ...record, files: { a: 1 } }),
  ])('%j is no record', (text) => expect(readInitRecord(text)).toBe(null));
});
