import { describe, expect, test } from 'vitest';
import { main } from '../../commands/program.ts';
import validators from '../../contract/generated/reports.validators.cjs';
import { type Files, folderWithCatalog, SMALL } from '../support/catalogs.ts';
import { environment, type Outcome } from '../support/cli.ts';
import { cartalog } from '../support/in-process.ts';

const BAD: Files = {
  ...SMALL,
  'site.yaml': `${SMALL['site.yaml']}accessTokens: [SOME_API_KEY]\n`,
  'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}copyrite: x\n`,
  'mapservers/two.yml': 'id: Two\n',
  'overlayservers/key.yaml': String(SMALL['overlayservers/two.yaml'])
    .replace('id: Two', 'id: Key')
    .replace('#{language}', '$' + '{SOME_API_KEY}'),
};

function check(files: Files, args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const cwd = folderWithCatalog(files);
  return cartalog(['check', ...args], { cwd, env: environment(env) });
}

describe('text', () => {
  test('shows the line of each error, and what to do next', async () => {
    const { status, stdout, stderr } = await check(BAD, []);
    expect(status).toBe(1);
    expect(`\n${stdout}`).toMatchSnapshot();
    expect(stderr).toBe('9 files checked: 2 errors, 1 warning\ndocs/messages.md explains each code.\n');
  });

  test('says how to go on with --verbose, and not in every run', async () => {
    expect((await check(SMALL, [])).stderr).toBe('8 files checked: 0 errors, 0 warnings\n');
    expect((await check(SMALL, ['--verbose'])).stderr).toMatch(/warnings\nNext, if you have changed something: .*\n$/);
  });

  test('all access tokens that are not set are one line, or a list with --verbose', async () => {
    const server = (id: string): string =>
      String(SMALL['mapservers/one.yaml'])
        .replace('id: One', `id: ${id}`)
        .replace('a.example.org, b', `tiles-${id}`)
        .replace('.png', `.png?$\{${id.toUpperCase()}_KEY}`);
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const site = `${SMALL['site.yaml']}accessTokens: [${ids.map((id) => `${id.toUpperCase()}_KEY`).join(', ')}]\n`;
    const files = {
      ...SMALL,
      'site.yaml': site,
      ...Object.fromEntries(ids.map((id) => [`mapservers/${id}.yaml`, server(id)])),
    };
    const short = await check(files, []);
    expect(short.stdout).toBe(
      'catalog/mapservers/a.yaml:6:13 warning unset-token  6 access tokens (A_KEY, B_KEY, C_KEY and 3 more, see --verbose) are not set; 6 maps are left out by a build --without-tokenless, or ACCESS_TOKEN is published in their place\n',
    );
    expect(
      (await check(files, ['--verbose'])).stdout.match(/unset-token {2}The environment variable [A-F]_KEY is/g),
    ).toHaveLength(6);
  });

  const COLOUR = '\u001b[';
  test.each([
    ['a pipe', {}, false],
    ['a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, true],
    ['NO_COLOR, whatever else is set', { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ])('%s', async (_, env, isColoured) => {
    const { stdout } = await check(BAD, [], { NO_COLOR: '', ...env });
    expect(stdout.includes(COLOUR)).toBe(isColoured);
  });

  test.each([
    ['a terminal', {}, true],
    ['a dumb terminal', { TERM: 'dumb' }, false],
  ])('%s', async (_, env, isColoured) => {
    const cwd = folderWithCatalog(BAD);
    const written: string[] = [];
    const terminal = { isTTY: true, write: (text: string) => void written.push(text) };
    const io = { cwd, env, stdout: terminal, stderr: terminal, terminal: null, signal: new AbortController().signal };
    expect(await main(['check'], io)).toBe(1);
    expect(written.join('').includes(COLOUR)).toBe(isColoured);
  });
});

describe('json', () => {
  test('is one object of the shape that the schema describes', async () => {
    const { status, stdout } = await check(BAD, ['--format', 'json'], { FORCE_COLOR: '1', NO_COLOR: '' });
    const report = JSON.parse(stdout);
    expect(status).toBe(1);
    expect(validators['check']?.(report), JSON.stringify(validators['check']?.errors)).toBe(true);
    expect(report).toMatchSnapshot();
  });
});

test('github: one annotation for each finding', async () => {
  const { status, stdout } = await check(BAD, ['--format', 'github']);
  expect(status).toBe(1);
  expect(`\n${stdout}`).toMatchSnapshot();
});
