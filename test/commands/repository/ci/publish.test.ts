/** Uploading, with a program in place of wrangler that records its arguments, and verifying what is live. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { deploySite, verifyLiveSite } from '../../../../commands/repository/ci/publish.ts';
import type { TaskContext } from '../../../../commands/repository/ci/workflow.ts';
import type { runVerify } from '../../../../commands/site/verify/command.ts';
import { SMALL, temporaryFolder, writeFiles } from '../../../support/catalogs.ts';
import { environment } from '../../../support/cli.ts';
import { fakeGitHub, taskContext } from '../../../support/github.ts';
import { ciTask, inProcess } from '../../../support/in-process.ts';
import { until } from '../../../support/processes.ts';

const PAGES = 'name = "maps"\npages_build_output_dir = "dist"\n';
const WORKERS = 'name = "maps"\nmain = "dist/_worker.js"\n\n[assets]\ndirectory = "dist"\n';

/** Writes its arguments to the file `called`, and ends as WRANGLER_ENDS says. */
const WRANGLER = `require('node:fs').writeFileSync('called', JSON.stringify(process.argv.slice(2)));
if (process.env.WRANGLER_ENDS === 'never') setInterval(() => {}, 1_000);
else process.exitCode = Number(process.env.WRANGLER_ENDS || 0);`;

async function checkout(serviceUrl: string, configuration: string | null): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(folder, {
    'wrangler.js': WRANGLER,
    ...(configuration === null ? {} : { 'wrangler.toml': configuration }),
  });
  writeFiles(join(folder, 'catalog'), SMALL);
  expect(await inProcess(['build', '--service-url', serviceUrl], folder)).toMatchObject({ status: 0 });
  return folder;
}

async function upload(
  folder: string,
  isPreview: boolean,
  variables: Record<string, string> = {},
  signal?: AbortSignal,
) {
  const context = taskContext(environment({ GITHUB_OUTPUT: join(folder, 'output'), ...variables }), folder, signal);
  const said = await deploySite(context, { site: 'dist', isPreview }, () => join(folder, 'wrangler.js'));
  const called = join(folder, 'called');
  return { said, args: existsSync(called) ? JSON.parse(readFileSync(called, 'utf8')) : null };
}

describe('deploySite', () => {
  test.each([
    ['Pages', PAGES, 'pages deploy dist --project-name maps --branch main', null],
    ['Workers', WORKERS, 'deploy dist/_worker.js --assets dist --name maps', null],
    ['Pages', PAGES, 'pages deploy dist --project-name maps --branch pr-7 --commit-dirty=true', 'https://pr-7.x.dev'],
    [
      'Workers',
      WORKERS,
      'versions upload dist/_worker.js --assets dist --name maps --preview-alias pr-7',
      'https://pr-7-x.dev',
    ],
  ])(
    'uploads to %s what visitors get, or a preview, which they do not get: %#',
    async (_, configuration, args, url) => {
      const folder = await checkout('https://maps.ch', configuration);
      const said = url === null ? 'Uploaded dist for https://maps.ch.' : `Uploaded the preview: ${url}/`;
      const { env } = await fakeGitHub(() => ({ head: { sha: 'b'.repeat(40) } }));
      const preview = { ...env, PULL_REQUEST: '7', PREVIEW_DOMAIN: 'x.dev' } as Record<string, string>;
      const output = join(folder, 'output');
      if (url !== null) {
        const old = await upload(folder, true, { ...preview, HEAD_COMMIT: 'a'.repeat(40) });
        expect(old.said).toBe('Pull request 7 has newer commits, whose run uploads the preview.');
        expect([old.args, existsSync(output)]).toEqual([null, false]);
      }
      const newest = await upload(folder, url !== null, { ...preview, HEAD_COMMIT: 'b'.repeat(40) });
      expect(newest).toEqual({ said, args: args.split(' ') });
      expect(existsSync(output) && readFileSync(output, 'utf8')).toBe(url !== null && `url=${url}\n`);
    },
  );

  test.each(['https://catalog.example.org', 'http://localhost:8788', 'http://127.0.0.1:8788'])(
    'refuses %s before anything is uploaded',
    async (url) => {
      const folder = await checkout(url, PAGES);
      const { status, stderr } = await ciTask(['deploy'], environment(), folder);
      expect([status, stderr]).toEqual([
        1,
        `cartalog: ci deploy: Every link of dist begins with ${url}, which is an example; set serviceUrl in catalog/site.yaml to the address that the catalog is published at.\n`,
      ]);
      await expect(upload(folder, false)).rejects.toThrow(/is an example/);
      expect(existsSync(join(folder, 'called'))).toBe(false);
    },
  );

  test('fails where the upload fails', async () => {
    const folder = await checkout('https://maps.ch', PAGES);
    await expect(upload(folder, false, { WRANGLER_ENDS: '3' })).rejects.toThrow(/^wrangler ended with 3; /);
  });

  test('ends wrangler where it is ended itself', async () => {
    const folder = await checkout('https://maps.ch', PAGES);
    const stop = new AbortController();
    const uploading = upload(folder, false, { WRANGLER_ENDS: 'never' }, stop.signal);
    const stopped = expect(uploading).rejects.toThrow(/^Stopped, and wrangler with it; /);
    await until(() => existsSync(join(folder, 'called')), 'wrangler');
    stop.abort();
    await stopped;
  });

  test('refuses a site without the handler, which would answer requests for XML with JSON', async () => {
    const folder = await checkout('https://maps.ch', PAGES);
    expect(await inProcess(['build', '--service-url', 'https://maps.ch', '--target', 'generic'], folder)).toMatchObject(
      {
        status: 0,
      },
    );
    await expect(upload(folder, false)).rejects.toThrow(/^dist was not built for Cloudflare, .*--target pages\.$/);
    expect(existsSync(join(folder, 'called'))).toBe(false);
  });

  test('takes no number of a pull request that is none', async () => {
    const folder = await checkout('https://pr-7.x.dev', PAGES);
    const variables = { PULL_REQUEST: '7 --branch main', PREVIEW_DOMAIN: 'x.dev' };
    await expect(upload(folder, true, variables)).rejects.toThrow(/is not the number of a pull request/);
    expect(existsSync(join(folder, 'called'))).toBe(false);
  });

  test('says in one line that there is no configuration', async () => {
    const { status, stderr } = await ciTask(['deploy'], environment(), await checkout('https://maps.ch', null));
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^cartalog: There is no wrangler\.toml .*\n$/)]);
  });
});

const contextFor = async (url: string, signal?: AbortSignal): Promise<TaskContext> =>
  taskContext(environment(), await checkout(url, null), signal);

test('an address that does not answer is tried again, then fails', async () => {
  // Nobody can have this address.
  const isRefused = verifyLiveSite(await contextFor('http://192.0.2.1:9'), 'dist', []);
  await expect(isRefused).rejects.toThrow('http://192.0.2.1:9 does not follow the interface, or cannot be reached.');
});

test.each(['pages', 'nginx'])('the live site must be signed if that for %s was', async (target) => {
  const context = await contextFor('https://maps.ch');
  const { cwd } = context.io;
  for (const step of [
    'keys new --secret signing.key --spare spare.key',
    `build --target ${target} --service-url https://maps.ch`,
    'sign dist --secret signing.key',
  ])
    expect(await inProcess(step.split(' '), cwd), step).toMatchObject({ status: 0 });
  const verify = vi.fn<typeof runVerify>(async () => 0);
  expect(await verifyLiveSite(context, 'dist', [0], verify)).toBe('https://maps.ch follows the interface.');
  const [key] = /RW[\w+/]{54}/.exec(readFileSync(join(cwd, 'catalog/keys.yaml'), 'utf8')) ?? [];
  expect(verify.mock.lastCall?.[1]).toMatchObject({ url: 'https://maps.ch', key: [key] });
});

test('an example’s address is not asked', async () =>
  expect(verifyLiveSite(await contextFor('https://maps.example'), 'dist', [0])).rejects.toThrow(/is an example/));

test('who stops it is not waited for', async () => {
  const stop = new AbortController();
  const work = verifyLiveSite(await contextFor('https://maps.ch', stop.signal), 'dist', [60]);
  stop.abort();
  await expect(work).rejects.toThrow('Stopped.');
});
