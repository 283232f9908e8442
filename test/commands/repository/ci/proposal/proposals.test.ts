/** Proposing changes, with a real repository and a fake API. */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Proposal, proposeTree } from '../../../../../commands/repository/ci/proposal/proposals.ts';
import { SMALL, temporaryFolder, writeFiles } from '../../../../support/catalogs.ts';
import { git } from '../../../../support/git.ts';
import { fakeGitHub, taskContext } from '../../../../support/github.ts';
import { HostedCatalog } from '../../../../support/hosted.ts';
import { ciTask } from '../../../../support/in-process.ts';

interface Pull {
  readonly number: number;
  readonly head: { readonly sha: string; readonly ref: string; readonly repo: { readonly full_name: string } };
  readonly merged_at?: string;
  readonly title: string;
  readonly body: string;
  readonly auto_merge?: object | null;
}

const ONE = String(SMALL['mapservers/one.yaml']);
const OFF = { 'catalog/mapservers/one.yaml': `${ONE}active: false\n` };

/** A place where changes are proposed, and what GitHub was asked. */
async function place({ body = 'Dead.\n' } = {}) {
  const hosted = new HostedCatalog(SMALL);
  let pull: Pull | null = null;
  let runs = [{ conclusion: 'success' }];
  const { env, received } = await fakeGitHub(
    (path, method) => {
      const state = pull?.merged_at === undefined ? 'open' : 'closed';
      if (path.startsWith('/repos/us/catalog/pulls?')) return pull && path.includes(`state=${state}`) ? [pull] : [];
      if (path.includes('/runs?head_sha=')) return { workflow_runs: runs };
      if (method === 'POST' && path === '/repos/us/catalog/pulls') return { number: 7 };
      if (path.endsWith('/installation')) return { id: 5 };
      return path.endsWith('/access_tokens') ? { token: 'of the app' } : {};
    },
    () => true,
  );
  let text = body;
  const proposal: Proposal = {
    branch: 'probe',
    title: 'Switch off',
    body: () => text,
    tree: (checkout) => checkout.changedTree(['catalog']),
    failureFile: null,
  };
  const variables: Record<string, string | undefined> = { ...env, GITHUB_REF_NAME: 'main' };
  return {
    hosted,
    propose: (changed: Partial<Proposal> = {}) =>
      proposeTree(taskContext(variables, hosted.checkout), { ...proposal, ...changed }),
    sent: () =>
      received
        .splice(0)
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path, body: text }) => [method, path.replace('/repos/us/catalog', ''), text]),
    open: (one: Partial<Pull> | null) => {
      const head = { sha: hosted.branch('probe'), ref: 'probe', repo: { full_name: 'us/catalog' } };
      pull = one && { number: 7, title: 'Switch off', body: '', head, ...one };
    },
    loseRuns: () => {
      runs = [];
    },
    setBody: (changed: string) => {
      text = changed;
    },
    env: variables,
  };
}

const CHECKS = ['POST', '/actions/workflows/check.yml/dispatches', { ref: 'probe' }];
const BODY =
  "Dead.\n\nThe workflow's own token opened this, so its checks run [on their own page](https://host.example/us/catalog/actions/workflows/check.yml?query=branch%3Aprobe).";

/** A place where a change has been proposed, with its pull request. */
async function proposed(pull: Partial<Pull> | null = { body: BODY }) {
  const made = await place();
  made.hosted.change(OFF);
  await made.propose();
  made.sent();
  made.open(pull);
  return made;
}

test('a change becomes one commit on top of main, a branch, a pull request and a run of its checks', async () => {
  const { hosted, propose: run, sent } = await place();
  const main = hosted.branch('main');
  hosted.change({ ...OFF, 'README.md': 'Not proposed', 'catalog/mapservers/new.yaml': ONE.replace('One', 'New') });
  expect(await run()).toBe('The proposal probe is opened as pull request 7. Its checks are started.');
  expect(sent()).toEqual([
    ['POST', '/pulls', { title: 'Switch off', head: 'probe', base: 'main', body: BODY }],
    CHECKS,
  ]);
  expect(hosted.read('log', '--format=%P|%s|%an|%ce', 'main..probe')).toBe(
    `${main}|Switch off|github-actions[bot]|41898282+github-actions[bot]@users.noreply.github.com`,
  );
  const changed = hosted.read('diff', '--name-status', 'main', 'probe').split('\n');
  expect(changed).toEqual(['A\tcatalog/mapservers/new.yaml', 'M\tcatalog/mapservers/one.yaml']);
  // The checkout is as it was: nothing is staged.
  expect(git(hosted.checkout, ['diff', '--cached', '--name-only'])).toBe('');
});

test('a dry run says what would be proposed without a token, a remote or a forge', async () => {
  const hosted = new HostedCatalog(SMALL);
  git(hosted.checkout, ['remote', 'remove', 'origin']);
  const options = ['--title', 'Switch off', '--body-file', 'none.md', '--dry-run'];
  const preview = (branch: string) => ciTask(['propose', '--branch', branch, ...options], {}, hosted.checkout);
  expect(await preview('probe')).toMatchObject({
    status: 0,
    stderr: 'Nothing has changed: an open proposal probe would be closed.\n',
  });
  hosted.change({ ...OFF, 'README.md': 'Not proposed', 'catalog/mapservers/new.yaml': ONE.replace('One', 'New') });
  expect(await preview('probe')).toMatchObject({
    status: 0,
    stderr:
      'Would propose the branch probe, with the title "Switch off":\nA catalog/mapservers/new.yaml\nM catalog/mapservers/one.yaml\n',
  });
  expect(git(hosted.checkout, ['diff', '--cached', '--name-only'])).toBe('');
  expect(await preview('main')).toMatchObject({ status: 1, stderr: expect.stringContaining('"main" is not the name') });
});

describe('again', () => {
  test('the same: nothing is pushed, sent or started', async () => {
    const { hosted, propose: run, sent } = await proposed();
    const branch = hosted.branch('probe');
    expect(await run()).toBe('The proposal probe is as it was.');
    expect([sent(), hosted.branch('probe')]).toEqual([[], branch]);
  });

  test('on a main that moved on: the branch is one commit on top of that', async () => {
    const { hosted, propose: run, sent } = await proposed();
    hosted.moveMain({ 'README.md': 'New' });
    hosted.change(OFF);
    expect(await run()).toBe('The proposal probe is updated in pull request 7. Its checks are started.');
    expect(sent()).toEqual([CHECKS]);
    expect(hosted.read('rev-parse', 'probe^')).toBe(hosted.branch('main'));
  });

  test('after the pull request was closed by hand: it is opened anew', async () => {
    const { propose: run, sent } = await proposed(null);
    await run();
    expect(sent().map(([method, path]) => [method, path])).toEqual([['POST', '/pulls'], CHECKS.slice(0, 2)]);
  });

  test('nothing to change: the pull request is closed and the branch deleted', async () => {
    const { hosted, propose: run, sent, open } = await proposed({});
    hosted.change({ 'catalog/mapservers/one.yaml': ONE });
    expect(await run()).toBe('Nothing needs to change; pull request 7 is closed.');
    expect([sent(), hosted.branch('probe')]).toEqual([[['PATCH', '/pulls/7', { state: 'closed' }]], '']);
    open(null);
    expect(await run()).toBe('Nothing needs to change.');
    expect(sent()).toEqual([]);
  });
});

test('checks that could not be started are started by the next run', async () => {
  const { propose: run, sent, loseRuns } = await proposed();
  loseRuns();
  expect(await run()).toBe('The proposal probe is as it was. Its checks are started.');
  expect(sent()).toEqual([CHECKS]);
});

test('the pull request of another repository of the same owner is left alone', async () => {
  const { hosted, propose: run, sent, open } = await place();
  hosted.change(OFF);
  open({ number: 666, head: { sha: 'c0ffee', ref: 'probe', repo: { full_name: 'us/catalog-fork' } } });
  expect(await run()).toBe('The proposal probe is opened as pull request 7. Its checks are started.');
  hosted.change({ 'catalog/mapservers/one.yaml': ONE });
  expect(await run()).toBe('Nothing needs to change.');
  expect(sent().map(([, path]) => path)).not.toContain('/pulls/666');
});

describe('a branch to which somebody has added commits, and which has been merged,', () => {
  async function merged() {
    const made = await proposed(null);
    made.hosted.commitOn('probe', { 'mapservers/new.yaml': ONE.replace('One', 'New') });
    made.open({ merged_at: '2026-11-20T00:00:00Z' });
    return made;
  }

  test('is begun anew', async () => {
    const { hosted, propose: run } = await merged();
    hosted.change({ 'catalog/mapservers/one.yaml': `${ONE}active: false\n# again\n` });
    expect(await run()).toBe('The proposal probe is opened as pull request 7. Its checks are started.');
    expect(hosted.read('rev-parse', 'probe^')).toBe(hosted.branch('main'));
  });
});

describe('nothing is pushed', () => {
  test('over commits of somebody else', async () => {
    const { hosted, propose: run, sent } = await proposed({});
    hosted.commitOn('probe', { 'mapservers/one.yaml': ONE.replace('Server one', 'Server number one') });
    const theirs = hosted.branch('probe');
    for (const text of [`${ONE}active: false\n`, ONE]) {
      hosted.change({ 'catalog/mapservers/one.yaml': text });
      await expect(run()).rejects.toThrow('The branch probe has commits of somebody else');
    }
    expect([sent(), hosted.branch('probe')]).toEqual([[], theirs]);
  });

  test.each(['main', 'Main', '../x', '-x', 'x..y', 'refs/heads/main', ''])('as the branch %j', async (branch) => {
    const { hosted, propose: run, sent } = await place();
    hosted.change(OFF);
    const main = hosted.branch('main');
    await expect(run({ branch })).rejects.toThrow('is not the name of a branch');
    expect([sent(), hosted.branch('main')]).toEqual([[], main]);
  });
});

test('with an app its token is used, and no checks are started: GitHub does that', async () => {
  const { hosted, propose: run, sent, env } = await place();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  Object.assign(env, { PROPOSALS_APP_ID: '1', PROPOSALS_APP_KEY: key });
  hosted.change(OFF);
  expect(await run()).toBe('The proposal probe is opened as pull request 7.');
  expect(sent()).toEqual([
    ['POST', '/app/installations/5/access_tokens', expect.anything()],
    ['POST', '/pulls', { title: 'Switch off', head: 'probe', base: 'main', body: 'Dead.' }],
  ]);
});

test('a long text is cut', async () => {
  const { hosted, propose: run, sent } = await place({ body: 'x'.repeat(100_000) });
  hosted.change(OFF);
  await run();
  const [[, , opened] = []] = sent();
  expect(JSON.stringify(opened).length).toBeLessThan(65_536);
});

test('the token is in no argument of git and in no message', async () => {
  const { hosted, propose: run } = await place();
  hosted.change(OFF);
  git(hosted.checkout, ['remote', 'set-url', 'origin', join(hosted.checkout, 'nowhere')]);
  const error = await run().catch((reason: Error) => reason.message);
  expect(error).toMatch(/^git ls-remote: /);
  expect(error).not.toMatch(/token|basic/i);
});

describe('the tasks', () => {
  test.each([
    [[{ number: 7, head: { sha: 'c0ffee', ref: 'probe', repo: { full_name: 'us/catalog' } } }], 'open=true\n'],
    [[], 'open=false\n'],
  ])('find-proposal, %j: %j', async (pulls, output) => {
    const { env, received } = await fakeGitHub(() => pulls);
    const folder = temporaryFolder();
    writeFiles(folder, { output: '' });
    const variables = { ...env, GITHUB_REF_NAME: 'main', GITHUB_OUTPUT: join(folder, 'output') };
    expect(await ciTask(['find-proposal', '--branch', 'probe'], variables)).toMatchObject({ status: 0, stdout: '' });
    expect(readFileSync(join(folder, 'output'), 'utf8')).toBe(output);
    expect(received.map(({ path }) => path)).toEqual([
      '/repos/us/catalog/pulls?state=open&base=main&head=us%3Aprobe&per_page=100',
    ]);
  });

  test('where nothing could be observed, an earlier proposal stays', async () => {
    const { hosted, propose: run, sent } = await proposed({});
    const before = hosted.branch('probe');
    hosted.change({ 'catalog/mapservers/one.yaml': ONE });
    const failureFile = join(temporaryFolder(), 'failed');
    writeFiles(failureFile, { x: '' });
    expect(await run({ failureFile })).toBe('Nothing new could be observed; an earlier proposal stays as it is.');
    expect([hosted.branch('probe'), sent()]).toEqual([before, []]);
    await run({ failureFile: join(failureFile, 'none') });
    expect(hosted.branch('probe')).toBe('');
  });
});

test.each<[string, Partial<Pull>, boolean]>([
  ['is switched off before anything else is pushed', { auto_merge: { merge_method: 'squash' } }, true],
  ['that is off is left so', { auto_merge: null }, false],
])('auto-merge %s', async (_, pull, isSent) => {
  const { hosted, propose: run, sent } = await proposed(pull);
  await run();
  expect(sent().map(([, path]) => path)).not.toContain('/graphql');
  hosted.change({ 'catalog/mapservers/new.yaml': ONE.replace('One', 'New') });
  await run();
  const first = sent()[0] as [string, string, { query: string }];
  expect(first[1] === '/graphql' && /disablePullRequestAutoMerge/.test(first[2].query)).toBe(isSent);
});
