/**
 * The shell steps of preview.yml, run as they are in a checkout of main, with the pull request of a fork in a repository
 * that is GitHub: what the comment says, and what would be deployed.
 */
import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readPackageTexts } from '../../cli/program/package.ts';
import { MERGE_FILE } from '../../commands/repository/ci/pull-request/merge-result.ts';
import { CALL_IN_CATALOG, workflowText } from '../../commands/repository/init/repository-template.ts';
import { type Files, SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { environment, PROGRAM, ROOT } from '../support/cli.ts';
import { contentOf } from '../support/files.ts';
import { commitAll, git } from '../support/git.ts';
import { fakeGitHub } from '../support/github.ts';
import { cartalog } from '../support/in-process.ts';
import { type Contexts, type Job, type JobResult, runJob } from './jobs.ts';

type Jobs = Record<'compare' | 'comment', Job>;
const jobsIn = (workflow: string): Jobs => parse(workflow).jobs;

const OURS = jobsIn(readFileSync(join(ROOT, '.github/workflows/preview.yml'), 'utf8'));
const OF_A_CATALOG = jobsIn(
  workflowText(readPackageTexts('commands/templates').get('_github/workflows/preview.yml') ?? '', {
    ...CALL_IN_CATALOG,
    target: 'pages',
    project: 'cartalog',
    tokens: [],
  }),
);

const ONE = String(SMALL['mapservers/one.yaml']);

/** A pull request: what main has gone on to since, and what the pull request does. */
interface Proposal {
  readonly main?: Files;
  readonly files?: Files;
  readonly change?: (repository: string) => void;
  readonly vars?: Readonly<Record<string, string>>;
  /** The workflow that runs; ours where it is left out. */
  readonly jobs?: Jobs;
}

interface Preview {
  readonly compare: JobResult;
  /** The text of the comment; null where there is none. */
  readonly comment: string | null;
  /** The checkout of main in which the steps have run. */
  readonly checkout: string;
  readonly origin: string;
}

async function previewOf({
  main = {},
  files = {},
  change = () => {},
  vars = {},
  jobs = OURS,
}: Proposal): Promise<Preview> {
  const origin = temporaryFolder();
  const ignored = ['/bin', '/node_modules', '/result', '/base-site', '/changed-site', '.dist*'];
  writeFiles(origin, {
    'package.json': jobs === OURS ? readFileSync(join(ROOT, 'package.json')) : '{ "name": "maps", "private": true }',
    'wrangler.toml': readFileSync(join(ROOT, 'wrangler.toml')),
    '.gitignore': ignored.join('\n'),
  });
  writeFiles(join(origin, 'catalog'), SMALL);
  commitAll(origin, '2026-01-01T00:00:00Z');
  git(origin, ['checkout', '--quiet', '-b', 'topic']);
  writeFiles(origin, files);
  change(origin);
  commitAll(origin, '2026-01-02T00:00:00Z');
  const head = git(origin, ['rev-parse', 'HEAD']).trim();
  git(origin, ['update-ref', 'refs/pull/7/head', head]);
  git(origin, ['checkout', '--quiet', '--force', 'main']);
  writeFiles(join(origin, 'catalog'), main);
  commitAll(origin, '2026-01-03T00:00:00Z');

  const checkout = join(temporaryFolder(), 'checkout');
  git('.', ['clone', '--quiet', `file://${origin}`, checkout]);
  // The program of main is the one in this folder, compiled already.
  symlinkSync(join(ROOT, 'bin'), join(checkout, 'bin'));
  // As npm installs it.
  const installed = join(checkout, 'node_modules', '.bin', 'cartalog');
  writeFiles(checkout, { 'node_modules/.bin/cartalog': `#!/bin/sh\nexec node '${PROGRAM}' "$@"\n` });
  chmodSync(installed, 0o755);

  const full_name = 'them/catalog';
  const run = { head_sha: head, head_branch: 'topic', head_repository: { full_name, owner: { login: 'them' } } };
  const event = { repository: { default_branch: 'main' }, workflow_run: run };
  const pulls = [{ number: 7, head: { sha: head, ref: 'topic', repo: { full_name } } }];
  const { env, received } = await fakeGitHub((path) => {
    if (path.includes('/pulls?')) return pulls;
    return path.endsWith('/pulls/7') ? pulls[0] : [];
  });
  const eventPath = join(temporaryFolder(), 'event.json');
  writeFileSync(eventPath, JSON.stringify(event));
  const { GITHUB_TOKEN: token, ...rest } = env as Record<string, string>;
  const contexts: Contexts = { github: { event, token }, vars };
  const config = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const variables = environment({
    ...rest,
    ...config,
    GITHUB_EVENT_PATH: eventPath,
    OPENAI_API_KEY: 'secret-of-runner',
  });
  const isDone = (name: string): boolean => name === 'Install';
  const compare = await runJob(jobs.compare, checkout, contexts, variables, isDone);
  if (compare.outputs['number'] === '') return { compare, comment: null, checkout, origin };
  const needs = { compare: { outputs: compare.outputs }, deploy: { outputs: {} } };
  await runJob(jobs.comment, checkout, { ...contexts, needs }, variables, isDone);
  return { compare, comment: received.at(-1)?.body?.body ?? null, checkout, origin };
}

/** What main publishes once the pull request is merged, as `cartalog diff` says it of real checkouts. */
async function reportOnMerge({ origin, checkout }: Preview): Promise<string> {
  const folder = temporaryFolder();
  const build = (out: string, ...args: string[]): ReturnType<typeof cartalog> =>
    cartalog(['build', '--catalog', join(origin, 'catalog'), '--out', join(folder, out), ...args]);
  const sites = [await build('before')];
  const { commit } = JSON.parse(readFileSync(join(checkout, 'result', MERGE_FILE), 'utf8'));
  const when = git(checkout, ['show', '--no-patch', '--format=%cI', commit]).trim();
  git(origin, ['merge', '--quiet', '--no-ff', '--message', 'Merge', 'topic'], when);
  sites.push(await build('after'));
  expect(sites.map(({ status }) => status)).toEqual([0, 0]);
  const diff = await cartalog([
    'diff',
    join(folder, 'before'),
    join(folder, 'after'),
    '--catalog',
    join(origin, 'catalog'),
  ]);
  return diff.stdout.trim();
}

describe('the preview of a pull request', () => {
  test('says what main would publish, and deploys it', async () => {
    const preview = await previewOf({
      main: { 'mapservers/one.yaml': ONE.replace('maxZoom: 19', 'maxZoom: 18') },
      files: {
        'catalog/mapservers/one.yaml': ONE.replace('Server one', 'Server number one'),
        'catalog/mapservers/new.yaml': ONE.replace('id: One', 'id: New').replace('a.example', 'new.example'),
        'catalog/removals.yaml': '- { url: /v1/overlayservers/, id: Two, reason: Switched off. }\n',
      },
      change: (repository) => rmSync(join(repository, 'catalog/overlayservers/two.yaml')),
    });
    expect(Object.values(preview.compare.steps).map(({ outcome }) => outcome)).not.toContain('failure');
    const report = await reportOnMerge(preview);
    expect(report).toContain('- overlay server Two  (listed: Switched off.)');
    expect(report).toContain('Server number one');
    // Main's own change is in both, and so in neither.
    expect(report).not.toContain('maxZoom');
    expect(preview.comment).toMatch(/^For [0-9a-f]{10} and main at [0-9a-f]{10}, /m);
    expect(preview.comment?.endsWith(`\n\n${report}\n`)).toBe(true);
    expect(preview.comment).not.toContain('Not everything');
    const pages = JSON.parse(readFileSync(join(preview.checkout, 'result', 'pages.json'), 'utf8'));
    expect(pages).toEqual(['mapservers/new/', 'mapservers/one/']);
    expect(preview.compare.outputs).toEqual({ number: '7', preview: 'true' });

    // Apart from the name of the merge and times, the site is that of the merged main, byte for byte.
    const built = await cartalog(['build', '--out', 'true-site', '--service-url', 'https://pr-7.cartalog.pages.dev'], {
      cwd: preview.origin,
    });
    expect(built.status).toBe(0);
    const withoutTimes = (folder: string): Record<string, string> => {
      const files = contentOf(folder) as Record<string, string>;
      for (const name of ['manifest.json', 'changes.json', 'changes.atom']) delete files[name];
      for (const [name, text] of Object.entries(files)) {
        if (name === '_headers') files[name] = text.replace(/Last-Modified: .*/g, '');
        // It has the sizes of pages, in which days are longer or shorter.
        if (name === 'site-manifest.json') files[name] = Object.keys(JSON.parse(text).files).join('\n');
        if (name.startsWith('v2/')) files[name] = text.replace(/,"updated":"[^"]*"/g, '');
        if (name.endsWith('.html'))
          files[name] = text.replace(
            /<time .*?<\/time>|\d{4}-\d\d-\d\d|[0-9a-f]{40}|(?<=<code>)[0-9a-f]{7}(?=<\/code>)/g,
            'DAY',
          );
      }
      return files;
    };
    const site = withoutTimes(join(preview.checkout, 'result/site'));
    expect(site).toEqual(withoutTimes(join(preview.origin, 'true-site')));
  });

  test('is made with the program of main, and names what else is changed', async () => {
    const { comment, checkout } = await previewOf({
      files: {
        '.github/workflows/check.yml': 'on: pull_request\n',
        'bin/cartalog.js': 'throw new Error("theirs");',
        'build/run/rendering.ts': 'throw new Error("theirs");',
        'package.json': '{"scripts":{"check":"echo theirs","build":"echo theirs","diff":"echo theirs"}}',
        'result/report.md': '**Nothing changes for clients.** theirs',
        'result/site/_worker.js': 'theirs',
        'public/index.html': 'theirs',
      },
      change: (repository) => git(repository, ['add', '--force', 'bin', 'result']),
    });
    expect(comment).toContain('**Nothing changes for clients.**');
    expect(comment).toContain('```text\n.github/\npackage.json\npublic/\nbin/\nbuild/\nresult/\n```');
    expect(comment).not.toContain('theirs');
    const site = contentOf(join(checkout, 'result/site'));
    expect(Object.values(site).filter((content) => String(content).includes('theirs'))).toEqual([]);
  });

  test('in the repository of a catalog, keeps settings of the pull request out of the site and at the top of the comment', async () => {
    const settings = String(SMALL['site.yaml']).replace('https://catalog.example.org', 'https://evil.example');
    const { compare, comment, checkout } = await previewOf({
      files: {
        'catalog/site.yaml': `${settings}accessTokens: [OPENAI_API_KEY]\ntarget: generic\n`,
        'catalog/mapservers/one.yaml': ONE.replace('.png', `.png?k=\${OPENAI_API_KEY}`),
      },
      jobs: OF_A_CATALOG,
    });
    expect(compare.outputs).toEqual({ number: '7', preview: 'true' });
    const lines = [
      'serviceUrl: "https://catalog.example.org" -> "https://evil.example"',
      'accessTokens: + "OPENAI_API_KEY"',
      'target: none -> "generic"',
    ];
    const top = comment?.indexOf(`\`\`\`text\n${lines.join('\n')}\n\`\`\``) ?? -1;
    expect(top).toBeGreaterThan(0);
    expect(comment?.indexOf('.png?k=ACCESS_TOKEN"')).toBeGreaterThan(top);
    const result = contentOf(join(checkout, 'result'));
    expect(Object.values(result).filter((content) => String(content).includes('secret-of-runner'))).toEqual([]);
    expect(String(result['site/v1/mapservers/index.json'])).toContain('?k=ACCESS_TOKEN');
    // It has the address of the preview and the handler.
    expect(String(result['site/v1/index.json'])).toContain('//pr-7.cartalog.pages.dev/');
    expect(Object.keys(result)).toContain('site/_worker.js');
  });
});
