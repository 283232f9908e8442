/** `cartalog init` in its own process and at a terminal, and what can be done with what it writes. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { main } from '../../commands/program.ts';
import { HOST_NAMES, HOSTS } from '../../contract/hosts.ts';
import { type Files, memoryFolder, SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { environment, ROOT, run } from '../support/cli.ts';
import { contentOf } from '../support/files.ts';
import { commitAll, git } from '../support/git.ts';
import { fakeGitHub } from '../support/github.ts';
import { HostedCatalog } from '../support/hosted.ts';
import { hurried, inProcess } from '../support/in-process.ts';
import { deploymentOf, listen } from '../support/live-service.ts';
import { sampleOf } from '../support/property.ts';
import { packedFile } from '../support/tarball.ts';
import { type Script, typing } from '../support/typing.ts';

const REPOSITORY = 'https://github.com/alps/maps';
const HOME = mkdtempSync(join(tmpdir(), 'cartalog-test-'));
afterAll(() => rmSync(HOME, { recursive: true, force: true }));
const TARBALL = packedFile(HOME);
const PACKAGE = ['--package', TARBALL];
const FLAGS = ['--title', 'Maps of the Alps', '--repository', REPOSITORY, '--yes', ...PACKAGE];

describe.each(sampleOf(HOST_NAMES))('a catalog for %s', (target) => {
  test('passes from its first commit, and is built', async () => {
    const cwd = temporaryFolder();
    expect(await inProcess(['init', ...FLAGS, '--target', target, '--git'], cwd)).toMatchObject({
      status: 0,
      stdout: '',
    });
    commitAll(cwd, '2026-11-20T00:00:00Z');
    for (const args of [['check'], ['format', '--check'], ['init', '--upgrade']])
      expect(await inProcess(args, cwd)).toMatchObject({ status: 0, stdout: '' });
    // What it says leads on: to the command above.
    expect(await inProcess(['init', ...FLAGS], cwd)).toMatchObject({
      status: 2,
      stderr: 'cartalog: . is a catalog already; use init --upgrade in it to bring its files up to date.\n',
    });
    const built = await inProcess(['build', '--require-history'], cwd);
    expect([built.status, built.stderr]).toEqual([0, expect.stringContaining('0 errors, 0 warnings')]);
    expect(built.stderr).toContain('Its address is an example, so it cannot be deployed; set serviceUrl in ');
    expect(existsSync(join(cwd, 'dist', HOSTS[target].root, 'v1/mapservers/index.json'))).toBe(true);
    expect(git(cwd, ['status', '--porcelain'])).toBe('');
  });
});

describe('a catalog without a record', () => {
  const FIRST =
    /^There is no map yet\. To add one: cartalog new mapserver; for tiles with flipped rows, a service of ArcGIS, a WMS, a vector style, a PMTiles archive: cartalog new map$/m;

  test('passes every command, which say how to add the first', async () => {
    const cwd = temporaryFolder();
    await inProcess(['init', ...FLAGS, '--address', 'https://maps.alps.net', '--target', 'generic'], cwd);
    commitAll(cwd, '2026-11-20T00:00:00Z');
    const key = join(temporaryFolder(), 'key');
    const said = async (...args: string[]): Promise<string> => {
      const { status, stdout, stderr } = await inProcess(args, cwd);
      expect([args, status, stderr]).toEqual([args, 0, stderr]);
      return stdout + stderr;
    };
    for (const args of [
      ['check'],
      ['build', '--require-address', '--require-history'],
      ['probe', '--history', 'h.json', '--switch', 'new'],
    ])
      expect(await said(...args)).toMatch(FIRST);
    expect(await said('update')).toMatch(/^There is no data source yet\. To add one: cartalog new datasource$/m);
    expect(await said('diff', 'dist', 'dist')).toContain('Nothing changes');
    for (const args of [
      ['format', '--check'],
      ['keys', 'new', '--secret', key, '--spare', `${key}.spare`],
      ['check'],
      ['build'],
      ['sign', 'dist', '--secret', key],
      ['init', '--upgrade'],
    ])
      await said(...args);
    // Another folder needs its name in what follows.
    expect(await said('check', '--catalog', './catalog')).toContain('cartalog new mapserver --catalog ./catalog; ');
  });

  test('passes every task of its workflows', async () => {
    const cwd = temporaryFolder();
    await inProcess(['init', ...FLAGS, '--address', 'https://maps.alps.net'], cwd);
    const { vendor: _, ...files } = contentOf(cwd);
    const hosted = new HostedCatalog({});
    hosted.moveMain(files);
    hosted.moveMain({ 'README.md': 'Another one' });
    const head = git(hosted.checkout, ['rev-parse', 'HEAD']).trim();
    const { env: github } = await fakeGitHub((path) => (path.includes('/pulls') ? [] : { object: { sha: head } }));
    const output = join(temporaryFolder(), 'output');
    const env = environment({
      ...github,
      GITHUB_REF_NAME: 'main',
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: `${output}.md`,
      GITHUB_SHA: head,
      PULL_REQUEST: '1',
      HEAD_COMMIT: head,
    });
    const kept = `--branch probe-history --file ${hosted.checkout}/result/history.json --folder pictures notices`;
    const said: string[] = [];
    for (const line of [
      'ci check',
      'ci require-newest',
      `ci fetch-kept ${kept}`,
      'ci list-data-sources',
      'ci find-proposal --branch probe',
      'probe --history result/history.json --switch new --pictures result/pictures --notices result/notices --format markdown',
      'ci propose-notices --branch probe-notices --history result/history.json --kept probe-history --folder notices',
      'ci propose --branch probe --title Switch --body-file README.md --history result/history.json',
      `ci keep ${kept}`,
      `ci fetch-kept ${kept}`,
      'build --target pages --require-address --require-history --without-tokenless --probe-history result/history.json --pictures result/pictures',
    ]) {
      const { status, stdout, stderr } = await inProcess(line.split(' '), hosted.checkout, env);
      said.push(`${line.replace(/ --.*/, '')}: ${status} ${(stderr || stdout).trim().split('\n').at(-1)}`);
    }
    const first =
      'There is no map yet. To add one: cartalog new mapserver; for tiles with flipped rows, a service of ArcGIS, a WMS, a vector style, a PMTiles archive: cartalog new map';
    expect(said).toEqual([
      'ci check: 0 The change can be merged.',
      `ci require-newest: 0 ${head.slice(0, 10)} is the newest commit of main.`,
      'ci fetch-kept: 0 There is no branch probe-history yet.',
      'ci list-data-sources: 0 0 data sources.',
      'ci find-proposal: 0 No pull request of probe is open.',
      `probe: 0 ${first}`,
      'ci propose-notices: 0 Nothing needs to change.',
      'ci propose: 0 Nothing needs to change.',
      'ci keep: 0 Kept history.json, pictures, notices on probe-history.',
      'ci fetch-kept: 0 Got history.json, pictures, notices from probe-history.',
      `build: 0 ${first}`,
    ]);
    // The step that probes writes its report there.
    expect(existsSync(join(hosted.checkout, 'result'))).toBe(true);
    expect(readFileSync(output, 'utf8')).toContain('ids=[]\n');
  });

  test('has the first one in its README, which is published once it is pasted', async () => {
    const cwd = temporaryFolder();
    await inProcess(['init', ...FLAGS, '--address', 'https://maps.alps.net', '--target', 'generic'], cwd);
    const [, folder = '', path = '', record = ''] =
      /`mkdir -p (\S+)`.*?`(catalog\/\S+\.yaml)`:\n\n```yaml\n(.*?)```/s.exec(
        readFileSync(join(cwd, 'README.md'), 'utf8'),
      ) ?? [];
    mkdirSync(join(cwd, folder), { recursive: true });
    writeFileSync(join(cwd, path), record);
    for (const args of [['check'], ['format', '--check'], ['build']]) {
      const { status, stderr } = await inProcess(args, cwd);
      expect([status, stderr]).toEqual([0, expect.not.stringMatching(/warnings?: [1-9]|[1-9] warning|no map yet/)]);
    }
    expect(readFileSync(join(cwd, 'dist/v1/mapservers/index.json'), 'utf8')).toContain('"OpenStreetMap"');
    expect(readFileSync(join(cwd, 'dist/index.html'), 'utf8')).toContain('mapservers/openstreetmap/');
  });
});

test('what earlier versions wrote as examples is neither published nor told, before and after its owner deletes it', async () => {
  const examples = contentOf(join(ROOT, 'test/fixtures/old-examples'));
  const begun = async (files: Files) => {
    const cwd = temporaryFolder();
    await inProcess(['init', ...FLAGS, '--address', 'https://maps.alps.net', '--target', 'generic'], cwd);
    writeFiles(join(cwd, 'catalog'), files);
    commitAll(cwd, '2026-11-20T00:00:00Z');
    return cwd;
  };
  const siteOf = async (cwd: string) => {
    expect(await inProcess(['build', '--require-address', '--require-history'], cwd)).toMatchObject({ status: 0 });
    return contentOf(join(cwd, 'dist'));
  };
  const [cwd, without] = [await begun(examples), await begun({})];
  const published = await siteOf(cwd);
  // The names of the commits differ.
  const lists = (site: Record<string, string>) =>
    Object.entries(site).map(([path, text]) => [path, /^(?:v\d|programs|about|index)\b/.test(path) ? text : '']);
  expect(lists(published)).toEqual(lists(await siteOf(without)));
  expect(await inProcess(['check'], cwd)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('warning example-address'),
    stderr: expect.stringContaining('0 errors, 5 warnings'),
  });
  for (const args of [['format', '--check'], ['probe'], ['update'], ['init', '--upgrade']])
    expect(await inProcess(args, cwd)).toMatchObject({ status: 0 });
  expect(contentOf(join(cwd, 'catalog'))).toMatchObject(examples);
  const example = join(cwd, 'catalog/mapservers/example.yaml');
  writeFileSync(example, readFileSync(example, 'utf8').replace('maxZoom: 19', 'maxZoom: 17'));
  commitAll(cwd, '2026-11-21T00:00:00Z', 'Change one');
  for (const path of Object.keys(examples)) rmSync(join(cwd, 'catalog', path));
  commitAll(cwd, '2026-11-22T00:00:00Z', 'Delete them');
  const told = (site: Record<string, string>): string[] =>
    ['changes.json', 'v2/withdrawn.json', 'changes/index.html'].map((path) => String(site[path]));
  expect(told(await siteOf(cwd))).toEqual(told(published));
});

describe('what is said', () => {
  test('are the next three commands, and what is left to do', async () => {
    const cwd = temporaryFolder();
    const { stderr } = await inProcess(['init', 'a b', ...FLAGS], cwd);
    expect(stderr).toBe(`Wrote 35 files into a b.
Its address is an example, https://catalog.example.org: set serviceUrl in catalog/site.yaml before you deploy.
There is no licence; add a LICENSE of your choice.
Next:
  cd 'a b' && npm install
  npm start
  git init -b main && git add . && git commit -m "Begin the catalog"
`);
    expect(existsSync(join(cwd, 'a b', '.git'))).toBe(false);
  });

  test.skipIf(process.platform === 'win32').each(['-dash', '$HOME`id`', "it's"])(
    'is a command that goes into %s',
    async (name) => {
      const cwd = temporaryFolder();
      const { stderr } = await inProcess(['init', ...FLAGS, '--', name], cwd);
      const [go] = /^ {2}cd .*(?= && npm install$)/m.exec(stderr) ?? [];
      const { stdout } = await run('sh', ['-c', `${go} && pwd`], { cwd });
      expect(stdout).toBe(`${join(cwd, name)}\n`);
    },
  );

  test('is that there are no workflows where the repository is not on GitHub; .git is no part of its address', async () => {
    const cwd = temporaryFolder();
    const flags = [...FLAGS, '--repository', 'https://gitlab.com/alps/maps.git'];
    const { stderr } = await inProcess(['init', ...flags], cwd);
    expect(stderr).toContain('\nIts repository is not on GitHub, so there are no workflows: ');
    expect(readFileSync(join(cwd, 'catalog/site.yaml'), 'utf8')).toContain(
      '\nrepository: https://gitlab.com/alps/maps\n',
    );
  });
});

test('what it asks is answered at a terminal', async () => {
  const cwd = temporaryFolder();
  const script: Script = [
    ['Tarball of cartalog', 'none.tgz\r'],
    ['There is no file', `${'\x7f'.repeat(8)}${TARBALL}\r`],
    ['Name of the catalog', 'Tiles & Co\r'],
    ['Language of its web pages', '\r'],
    ['Address of its repository', 'ftp://x\r'],
    ['http', `${'\x7f'.repeat(7)}https://gitlab.com/t/c\r`],
    ['Where will it be published?', '\x1b[B\x1b[B\r'],
    // A server of one's own has no project at Cloudflare, and no question about it.
    ['Address that it will be published at', '\r'],
    ['Sign each deployment', '\r'],
  ];
  const terminal = typing(script);
  // It does not know its size.
  Object.assign(terminal.output, { columns: 0, rows: 0 });
  const silent = { write: () => {}, isTTY: false };
  const { signal } = new AbortController();
  const io = { cwd, env: {}, stdout: silent, stderr: silent, terminal, signal };
  expect(await main(['init'], io)).toBe(0);
  const site = readFileSync(join(cwd, 'catalog/site.yaml'), 'utf8');
  expect(site).toContain(
    'title: Tiles & Co\nserviceUrl: https://catalog.example.org\nrepository: https://gitlab.com/t/c\ntarget: nginx\n',
  );
  const { name, dependencies } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  expect([name, dependencies.cartalog]).toEqual(['tiles-co', 'file:vendor/cartalog-0.1.0.tgz']);
});

describe('the language of its pages', () => {
  const languagesIn = (cwd: string): unknown =>
    parse(readFileSync(join(cwd, 'catalog/site.yaml'), 'utf8')).languages ?? 'not written';

  test.each<[string, Record<string, string>, string, unknown]>([
    ['nothing', {}, '\r', 'not written'],
    ['German', { LANG: 'de_AT.UTF-8' }, '\r', ['de']],
    ['German, and English is chosen', { LANG: 'de_DE' }, '\x1b[B\r', 'not written'],
    ['English, and German is chosen', { LC_ALL: 'en_GB.UTF-8', LANG: 'de_DE' }, '\x1b[B\r', ['de']],
    ['nothing with LC_ALL=C', { LC_ALL: 'C', LANG: 'de_DE' }, '\r', 'not written'],
    ['a language that the pages do not have', { LC_MESSAGES: 'fr_FR.UTF-8', LANG: 'de_DE' }, '\r', 'not written'],
  ])('is asked for, and the locale proposes it: %s', async (_, env, keys, languages) => {
    const cwd = temporaryFolder();
    const terminal = typing([
      ['Language of its web pages', keys],
      ['Sign each deployment', '\r'],
    ]);
    const silent = { write: () => {}, isTTY: false };
    const { signal } = new AbortController();
    const answers = ['--target', 'generic', '--address', 'https://maps.alps.net', '--name', 'alps'];
    const io = { cwd, env, stdout: silent, stderr: silent, terminal, signal };
    expect(await main(['init', ...FLAGS.filter((flag) => flag !== '--yes'), ...answers], io)).toBe(0);
    expect(languagesIn(cwd)).toEqual(languages);
  });

  test.each<[readonly string[], unknown]>([
    [[], 'not written'],
    [['--language', 'en'], 'not written'],
    [['--language', 'de'], ['de']],
    [['--language', 'de', '--minimal'], ['de']],
  ])('is what %j says, and never that of the machine', async (flags, languages) => {
    const cwd = temporaryFolder();
    const { status } = await inProcess(['init', ...FLAGS, ...flags], cwd, { LANG: 'de_DE.UTF-8' });
    expect([status, languagesIn(cwd)]).toEqual([0, languages]);
    expect((await inProcess(['format', '--check'], cwd)).status).toBe(0);
  });

  test.each(['fr', 'DE', 'de,en', ''])('cannot be %j', async (language) => {
    const cwd = temporaryFolder();
    const { status, stderr } = await inProcess(['init', ...FLAGS, '--language', language], cwd);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/--language.*en, de\.$/m)]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

test('a minimal catalog has ten files, with the tarball, and no workflow but Check and Publish', async () => {
  const cwd = temporaryFolder();
  const { stderr } = await inProcess(['init', ...FLAGS, '--minimal'], cwd);
  expect(stderr).toMatch(/^Wrote 10 files into /);
  expect(stderr).not.toMatch(/not on GitHub|examples/);
  for (const words of [['check'], ['format', '--check'], ['build']])
    expect((await inProcess(words, cwd)).status).toBe(0);
});

describe('a live service', () => {
  hurried();
  const KEYED = {
    ...SMALL,
    'site.yaml': `${SMALL['site.yaml']}accessTokens: [MAPS_API_KEY]\n`,
    'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}`.replace('.png', '.png?key=${MAPS_API_KEY}'),
  };
  const served = () => listen((url) => deploymentOf(memoryFolder(KEYED), url));
  const from = (url: string, ...more: string[]): string[] => [
    'init',
    '--from',
    url,
    '--allow-private',
    ...PACKAGE,
    ...more,
  ];

  test('is in the new catalog', async () => {
    const cwd = temporaryFolder();
    const url = await served();
    const flags = ['--repository', REPOSITORY, '--address', 'https://maps.ch', '--target', 'caddy', '--yes'];
    expect(await inProcess(from(url, ...flags), cwd)).toMatchObject({ status: 0, stdout: '' });
    expect(readFileSync(join(cwd, 'catalog/site.yaml'), 'utf8')).toBe(
      `# yaml-language-server: $schema=../schemas/catalog/site.json\ntitle: Test\nserviceUrl: https://maps.ch\nrepository: ${REPOSITORY}\naccessTokens:\n  - MAPS_API_KEY\ntarget: caddy\n`,
    );
    expect(JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')).name).toBe('test');
    expect(readFileSync(join(cwd, '.github/workflows/publish.yml'), 'utf8')).toContain('secrets.MAPS_API_KEY');
    expect(readdirSync(join(cwd, 'catalog/mapservers'))).toEqual(['one.yaml']);
    expect(readFileSync(join(cwd, 'catalog/removals.yaml'), 'utf8')).toMatch(/\n\[\]\n$/);
    expect(existsSync(join(cwd, '.cartalog'))).toBe(false);
    const outcomes = [await inProcess(['check'], cwd), await inProcess(['format', '--check'], cwd)];
    expect(outcomes.map(({ status }) => status)).toEqual([0, 0]);
  });

  test.each([
    ['is not there', 'http://127.0.0.1:9'],
    ['is none', null],
  ])('that %s leaves nothing', async (_, address) => {
    const cwd = temporaryFolder();
    const url = address ?? (await listen(() => async () => new Response('no', { status: 404 })));
    const args = from(url, '--repository', REPOSITORY, '--yes');
    // It is tried again, with pauses.
    const { status, stderr } = await inProcess(args, cwd);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^cartalog: http:\/\/127\.0\.0\.1:\d+ /m)]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('an upgrade', () => {
  const CHECK = '.github/workflows/check.yml';
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

  async function older(version = '0.0.9'): Promise<string> {
    const cwd = temporaryFolder();
    await inProcess(['init', ...FLAGS], cwd);
    const file = join(cwd, '.cartalog-init.json');
    const record = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(join(cwd, CHECK), 'older: true\n');
    record.files[CHECK] = hashOf('older: true\n');
    writeFileSync(file, JSON.stringify({ ...record, version }));
    return cwd;
  }

  test('says so if only its own record is another', async () => {
    const cwd = temporaryFolder();
    await inProcess(['init', ...FLAGS], cwd);
    const file = join(cwd, '.cartalog-init.json');
    const upgraded = async () => (await inProcess(['init', '--upgrade'], cwd)).stderr;
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: '0.0.9' }));
    expect(await upgraded()).toMatch(/^Only \.cartalog-init\.json written; up to date with cartalog /);
    expect(await upgraded()).toMatch(/^Nothing to write; up to date with cartalog /);
  });

  test('moves the links of its pages to the documents of this version', async () => {
    const cwd = await older();
    const file = join(cwd, 'CONTRIBUTING.md');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/\/blob\/[^/]+\/docs\/fields\.md/, '/blob/v0.0.9/docs/fields.md'));
    expect((await inProcess(['init', '--upgrade'], cwd)).stdout).toBe(`CONTRIBUTING.md\n${CHECK}\n`);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('rewrites what nobody has changed, and lists the rest with what to do', async () => {
    const cwd = await older();
    writeFileSync(join(cwd, '.github/workflows/update.yml'), 'mine: true\n');
    rmSync(join(cwd, '.github/workflows/probe.yml'));
    writeFileSync(join(cwd, 'README.md'), 'mine\n');
    const { status, stdout, stderr } = await inProcess(['init', '--upgrade'], cwd);
    expect([status, stdout]).toEqual([0, `${CHECK}\n`]);
    expect(readFileSync(join(cwd, CHECK), 'utf8')).toMatch(/^# Checks a pull request/);
    expect(stderr).toMatch(
      /^\.github\/workflows\/update\.yml: you have changed it, and it stays; compare: npx --no -- cartalog init --upgrade --print \.github\/workflows\/update\.yml \| diff /m,
    );
    expect(stderr).toMatch(
      /^\.github\/workflows\/probe\.yml: you have deleted it, .*; to have it back: npx .* --print (\S+) > \1$/m,
    );
    expect(stderr).toMatch(/^1 file written; up to date with cartalog \d+\.\d+\.\d+\.\n$/m);
    expect(readFileSync(join(cwd, 'README.md'), 'utf8')).toBe('mine\n');
    const again = await inProcess(['init', '--upgrade'], cwd);
    expect([again.status, again.stdout]).toEqual([0, '']);
  });

  test('writes nothing through a link in the checkout', async () => {
    const cwd = await older();
    const [workflows, outside] = [join(cwd, '.github/workflows'), temporaryFolder()];
    mkdirSync(join(cwd, '.git'), { recursive: true });
    writeFileSync(join(outside, 'check.yml'), 'older: true\n');
    rmSync(workflows, { recursive: true });
    symlinkSync(outside, workflows);
    const { status, stderr } = await inProcess(['init', '--upgrade'], cwd);
    expect([status, stderr]).toEqual([2, expect.stringContaining('.github/workflows is a symbolic link')]);
    expect(readFileSync(join(outside, 'check.yml'), 'utf8')).toBe('older: true\n');
  });

  test('refuses a package.json that it cannot move to another host', async () => {
    const cwd = await older();
    writeFiles(cwd, {
      'package.json': '{',
      'catalog/site.yaml': `${readFileSync(join(cwd, 'catalog/site.yaml'))}target: nginx\n`,
    });
    const { status, stdout, stderr } = await inProcess(['init', '--upgrade'], cwd);
    expect([status, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/package\.json is not a JSON object; correct it\.$/m),
    ]);
    expect(readFileSync(join(cwd, CHECK), 'utf8')).toBe('older: true\n');
  });

  test('prints what it would write, and writes nothing', async () => {
    const cwd = await older();
    const { status, stdout } = await inProcess(['init', '--upgrade', '--print', CHECK], cwd);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^# Checks a pull request/)]);
    expect(readFileSync(join(cwd, CHECK), 'utf8')).toBe('older: true\n');
    const none = await inProcess(['init', '--upgrade', '--print', 'README.md'], cwd);
    expect([none.status, none.stderr]).toEqual([
      2,
      expect.stringMatching(/^cartalog: README\.md is not a file that is b/),
    ]);
  });

  test('after the target has changed moves what it wrote, of which check warns before', async () => {
    const cwd = temporaryFolder();
    await inProcess(['init', ...FLAGS], cwd);
    const site = join(cwd, 'catalog/site.yaml');
    writeFileSync(site, `${readFileSync(site, 'utf8')}target: nginx\n`);
    const warning = 'Warning: target in site.yaml is nginx, and the repository is for pages: ';
    expect((await inProcess(['check'], cwd)).stderr).toContain(warning);
    const moved = await inProcess(['init', '--upgrade'], cwd);
    expect(moved).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^package\.json\n[\s\S]*^wrangler\.toml removed\n$/m),
    });
    expect(moved.stderr).toContain('package.json: has changed; run npm install, and commit package-lock.json.\n');
    expect(moved.stderr).toContain(
      'Moved from pages to nginx; README.md and what you have changed may still be for pages. ',
    );
    const fresh = temporaryFolder();
    await inProcess(['init', ...FLAGS, '--target', 'nginx'], fresh);
    const kept = ['package.json', 'server.sh', '.github/workflows/publish.yml', '.cartalog-init.json'];
    for (const path of kept)
      expect(readFileSync(join(cwd, path), 'utf8'), path).toBe(readFileSync(join(fresh, path), 'utf8'));
    expect(existsSync(join(cwd, 'wrangler.toml'))).toBe(false);
    expect((await inProcess(['check'], cwd)).stderr).not.toContain('Warning: target');
    expect((await inProcess(['init', '--upgrade'], cwd)).stdout).toBe('');
  });

  test.skipIf(process.platform === 'win32')('deletes nothing through a link', async () => {
    const cwd = temporaryFolder();
    const elsewhere = temporaryFolder();
    await inProcess(['init', ...FLAGS, '--git'], cwd);
    renameSync(join(cwd, 'schemas'), join(elsewhere, 'schemas'));
    symlinkSync(join(elsewhere, 'schemas'), join(cwd, 'schemas'));
    const file = join(cwd, '.cartalog-init.json');
    const record = JSON.parse(readFileSync(file, 'utf8'));
    writeFiles(elsewhere, { 'schemas/old.json': 'x' });
    writeFileSync(file, JSON.stringify({ ...record, files: { ...record.files, 'schemas/old.json': hashOf('x') } }));
    const { status, stderr } = await inProcess(['init', '--upgrade'], cwd);
    expect([status, stderr]).toEqual([2, expect.stringContaining('schemas is a symbolic link')]);
    expect(existsSync(join(elsewhere, 'schemas/old.json'))).toBe(true);
  });

  test('refuses files of a newer version, and a record that is none', async () => {
    const cwd = await older('99.0.0');
    const newer = await inProcess(['init', '--upgrade'], cwd);
    expect([newer.status, newer.stderr]).toEqual([
      2,
      expect.stringMatching(/^cartalog: Version 99\.0\.0 of cartalog w/),
    ]);
    writeFileSync(join(cwd, '.cartalog-init.json'), '{');
    const none = await inProcess(['init', '--upgrade'], cwd);
    expect([none.status, none.stderr]).toEqual([
      2,
      expect.stringMatching(/^cartalog: \.cartalog-init\.json is not as /),
    ]);
    expect(readFileSync(join(cwd, CHECK), 'utf8')).toBe('older: true\n');
  });
});
