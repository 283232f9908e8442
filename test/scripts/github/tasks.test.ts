/** The tasks of the workflows, with a fake GitHub and a real git repository. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WorkflowContext } from '../../../scripts/github/api.ts';
import { AUTHOR, MARKER } from '../../../scripts/github/comment.ts';
import { baseCommit, runTask } from '../../../scripts/github/tasks.ts';
import { SMALL, temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { cartalog, environment, ROOT, run } from '../../support/cli.ts';

interface Received {
  readonly method: string;
  readonly path: string;
  readonly body: { readonly body: string } | null;
}

/** A server that responds as it is told, and keeps the requests. */
async function host(
  responseTo: (path: string) => unknown,
): Promise<{ env: WorkflowContext['env']; received: Received[] }> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ method: request.method ?? '', path, body: text === '' ? null : JSON.parse(text) });
      const value = request.headers.authorization === 'Bearer token' ? responseTo(path) : undefined;
      response.writeHead(value === undefined ? 404 : 200).end(JSON.stringify(value ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { env: { GITHUB_API_URL: url, GITHUB_REPOSITORY: 'us/catalog', GITHUB_TOKEN: 'token' }, received };
}

const task = (argv: string[], env: WorkflowContext['env']): ReturnType<typeof runTask> => runTask(argv, { env, fetch });

describe('find-pull-request', () => {
  const head = { sha: 'f'.repeat(40), ref: 'topic', repo: { full_name: 'them/catalog' } };
  const event = {
    workflow_run: {
      head_sha: head.sha,
      head_branch: 'topic',
      head_repository: { full_name: 'them/catalog', owner: { login: 'them' } },
    },
  };

  test.each<[string, object[], string]>([
    ['outputs the number of an open one', [{ number: 12, head }], 'number=12\n'],
    ['outputs nothing where there is no open one', [], ''],
  ])('%s', async (_, pulls, output) => {
    const folder = temporaryFolder();
    writeFiles(folder, { event: JSON.stringify(event), output: '' });
    const { env, received } = await host(() => pulls);
    const files = { GITHUB_EVENT_PATH: join(folder, 'event'), GITHUB_OUTPUT: join(folder, 'output') };
    expect((await task(['find-pull-request'], { ...env, ...files }))[1]).toBe(0);
    expect(readFileSync(files.GITHUB_OUTPUT, 'utf8')).toBe(output);
    expect(received.map(({ path }) => path)).toEqual([
      '/repos/us/catalog/pulls?state=open&head=them%3Atopic&per_page=100',
    ]);
  });
});

describe('comment', () => {
  const about = { PULL_REQUEST: '12', PREVIEW_URL: '', COMMIT: 'f'.repeat(40), RUN_URL: 'https://host.example/run/1' };
  const others = Array.from({ length: 100 }, (_, id) => ({ id, body: 'x', user: { login: 'a' } }));
  const own = { id: 777, body: `${MARKER}\n`, user: { login: AUTHOR } };

  test.each<[string, object[], Omit<Received, 'body'>]>([
    ['writes the first comment', [], { method: 'POST', path: '/repos/us/catalog/issues/12/comments' }],
    ['updates ours, whatever page it is on', [own], { method: 'PATCH', path: '/repos/us/catalog/issues/comments/777' }],
  ])('%s', async (_, second, last) => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'report.md': '**Nothing changes for clients.**\n' });
    const { env, received } = await host((path) => (path.endsWith('page=1') ? others : second));
    expect((await task(['comment', join(folder, 'report.md')], { ...env, ...about }))[1]).toBe(0);
    expect(received.at(-1)).toMatchObject(last);
    expect(received.at(-1)?.body?.body).toContain('**Nothing changes for clients.**');
    expect(received).toHaveLength(3);
  });

  test.each<[string, Record<string, string>, string, 1 | 2]>([
    ['no number', { PULL_REQUEST: '../1' }, 'comment: PULL_REQUEST is not the number of a pull request.', 1],
    ['nothing set', { COMMIT: '' }, 'comment: COMMIT is not set.', 1],
    [
      'a token that is refused',
      { GITHUB_TOKEN: 'x' },
      'comment: GET /issues/12/comments?per_page=100&page=1 was answered with 404.',
      1,
    ],
  ])('fails with one line: %s', async (_, wrong, message, status) => {
    const { env } = await host(() => []);
    expect(await task(['comment', 'none.md'], { ...env, ...about, ...wrong })).toEqual([message, status]);
  });
});

describe('base-commit', () => {
  test('takes a commit of the branch from the file, and nothing else', async () => {
    const folder = temporaryFolder();
    const git = async (...args: string[]): Promise<string> => {
      const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
      return (await run('git', ['-C', folder, ...identity, ...args], { env: environment() })).stdout.trim();
    };
    await git('init', '-q', '-b', 'main');
    await git('commit', '-q', '--allow-empty', '-m', 'one');
    const first = await git('rev-parse', 'HEAD');
    await git('checkout', '-q', '-b', 'other');
    await git('commit', '-q', '--allow-empty', '-m', 'aside');
    const aside = await git('rev-parse', 'HEAD');
    await git('checkout', '-q', 'main');
    await git('commit', '-q', '--allow-empty', '-m', 'two');
    const second = await git('rev-parse', 'HEAD');
    const commitFor = (text: string | null): Promise<string> => {
      const file = join(folder, 'base-commit');
      if (text !== null) writeFileSync(file, text);
      return baseCommit(text === null ? join(folder, 'nothing') : file, folder);
    };
    expect(await commitFor(`${first}\n`)).toBe(first);
    for (const text of [aside, 'HEAD~1', '--help', `${first} ${first}`, '0'.repeat(40), '', null]) {
      expect(await commitFor(text)).toBe(second);
    }
  });
});

describe('preview, service-url and diff', () => {
  test('work together on built sites', async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'catalog'), SMALL);
    const build = (...args: string[]): ReturnType<typeof cartalog> => cartalog(['build', ...args], { cwd: folder });
    await build('--out', 'base');
    await build('--out', 'change', '--service-url', 'https://pr-7.example.pages.dev');
    mkdirSync(join(folder, 'change', 'functions'));
    writeFileSync(join(folder, 'change', '_worker.js'), 'theirs');
    const at = (name: string): string => join(folder, name);
    const options = [
      '--base',
      at('base'),
      '--change',
      at('change'),
      '--out',
      at('out'),
      '--handler',
      join(ROOT, 'lib/edge.js'),
    ];
    const rest = ['--service-url', 'https://pr-7.example.pages.dev', '--repository', 'https://host.example/us/catalog'];
    expect((await task(['preview', ...options, ...rest], {}))[1]).toBe(0);
    expect(await task(['service-url', at('out')], {})).toEqual(['https://pr-7.example.pages.dev', 0]);
    expect(readFileSync(join(folder, 'out', '_worker.js'), 'utf8')).toContain('https://host.example/us/catalog');
    const { stdout } = await cartalog(['diff', 'base', 'out', '--format', 'text'], { cwd: folder });
    expect(stdout).toContain('Only the service URL changes for clients.');
    expect(
      await task(['preview', ...options, '--service-url', 'https://pr-8.example.pages.dev', '--repository', 'x'], {}),
    ).toEqual([
      `preview: There is no preview of ${at('change')}: its links begin with "https://pr-7.example.pages.dev", not with https://pr-8.example.pages.dev.`,
      1,
    ]);
  });
});

describe('how-to-go-back', () => {
  test('names the commit, the project and the ways back', async () => {
    const env = {
      GITHUB_SHA: 'abcdef0123456',
      GITHUB_SERVER_URL: 'https://host.example',
      GITHUB_REPOSITORY: 'us/catalog',
      GITHUB_RUN_ID: '5',
      PAGES_PROJECT: 'cartalog',
    };
    const [text, status] = await task(['how-to-go-back'], env);
    expect(status).toBe(0);
    for (const part of [
      'git revert abcdef0123',
      'wrangler pages deployment list --project-name cartalog',
      'https://host.example/us/catalog/actions/runs/5',
    ]) {
      expect(text).toContain(part);
    }
  });
});

test('a task that does not exist, as a process', async () => {
  const { status, stdout, stderr } = await run(process.execPath, ['--import', 'tsx', 'scripts/github.ts', 'coment'], {
    cwd: ROOT,
    env: environment(),
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^There is no task "coment"; there are .*comment/);
});
