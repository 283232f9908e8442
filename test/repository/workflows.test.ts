/** The workflows of this repository and those that `init` writes: one source, and rules that keep secrets from strangers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readPackageTexts } from '../../cli/program/package.ts';
import { CALL_IN_CATALOG, pathOfTemplate, workflowText } from '../../commands/repository/init/repository-template.ts';
import { HOST_NAMES, HOSTS } from '../../contract/hosts.ts';
import { ownGithubFiles } from '../../scripts/docs/github-files.ts';
import { ROOT } from '../support/cli.ts';
import { inProcess } from '../support/in-process.ts';
import { type Callable, lintWorkflow, type Step } from '../support/lint-workflow.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const TEMPLATES = readPackageTexts('commands/templates');
const TOKENS = ['ONE_API_KEY', 'TWO_ACCESS_TOKEN'];

const writtenFor = (
  target: (typeof HOST_NAMES)[number],
  tokens: readonly string[],
  signed = false,
): Map<string, string> =>
  new Map(
    [...TEMPLATES]
      .filter(([path]) => path.includes('/workflows/'))
      .map(([path, text]) => [
        pathOfTemplate(path),
        workflowText(text, { ...CALL_IN_CATALOG, target, project: 'maps', tokens, signed }),
      ]),
  );

const OURS = new Map(
  readdirSync(join(ROOT, '.github/workflows')).map((name) => {
    const path = `.github/workflows/${name}`;
    return [path, read(path)];
  }),
);

/** Every set of workflows that there is: ours, and for each kind of host those of a catalog with and without tokens. */
const SETS = [
  { name: 'ours', target: 'pages' as const, workflows: OURS },
  ...HOST_NAMES.flatMap((target) => [
    { name: `those of a catalog for ${target}`, target, workflows: writtenFor(target, TOKENS) },
    { name: `those of a catalog for ${target} without tokens`, target, workflows: writtenFor(target, []) },
    { name: `those of a signed catalog for ${target}`, target, workflows: writtenFor(target, TOKENS, true) },
  ]),
];

async function commandOptions(): Promise<Callable['commands']> {
  const namesIn = (help: string): string[] =>
    [...help.matchAll(/^ {2}([a-z][a-z-]+)\b/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
  const commands = namesIn((await inProcess(['--help'])).stdout);
  const tasks = namesIn((await inProcess(['ci', '--help'])).stdout);
  const rows = [...commands.map((name) => [name]), ...tasks.map((task) => ['ci', task])].map(async (words) => {
    const options = (await inProcess([...words, '--help'])).stdout.match(/--[a-z-]+/g) ?? [];
    return [words.join(' '), options] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}
const COMMANDS = await commandOptions();

test('every workflow keeps every rule', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const texts = new Map(
    SETS.flatMap(({ name, workflows }) =>
      [...workflows].map(([path, text]) => [text, `${path} (${name})`] as [string, string]),
    ),
  );
  for (const [text, name] of texts) {
    const callable = { scripts: [...OURS.values()].includes(text) ? scripts : {}, commands: COMMANDS };
    expect(lintWorkflow(text, callable), name).toEqual([]);
  }
});

test('ours are those of every catalog, but for how the program is started and for its own tests', () => {
  const tokens = [...(OURS.get('.github/workflows/publish.yml') ?? '').matchAll(/^ +(\w+): \$\{\{ secrets\.\1 \}\}$/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'CLOUDFLARE_API_TOKEN');
  expect(tokens.length).toBeGreaterThan(5);
  const made = ownGithubFiles(TEMPLATES, tokens);
  // Only a program is released.
  const common = [...OURS.keys()].filter((path) => !path.endsWith('/release.yml'));
  expect([...made.keys()].filter((path) => path.includes('/workflows/')).sort()).toEqual(common.sort());
  // "npm run docs" writes them.
  for (const [path, text] of made) expect(read(path), path).toBe(text);
});

describe.each(SETS)('$name', ({ target, workflows }) => {
  const workflow = (name: string): string => workflows.get(`.github/workflows/${name}`) ?? '';

  test('previews have one domain', () => {
    const domains = workflow('preview.yml').match(/PREVIEW_DOMAIN: .*/g) ?? [];
    expect(new Set(domains).size).toBe(HOSTS[target].runsHandler ? 1 : 0);
    expect(domains.length).toBe(HOSTS[target].runsHandler ? 2 : 0);
  });

  test('the preview starts anew from the files: nothing that Check has made can enter it', () => {
    expect(workflow('check.yml')).not.toMatch(/artifact|cache/);
    const { jobs } = parse(workflow('preview.yml'));
    const artifacts = Object.entries<{ steps: Step[] }>(jobs).flatMap(([name, { steps }]) =>
      steps
        .filter(({ uses = '' }) => uses.includes('artifact'))
        .map(({ uses = '', with: inputs = {} }) => [name, uses.split('@')[0], inputs['name'], inputs['run-id']]),
    );
    expect(artifacts).toEqual([
      ['compare', 'actions/upload-artifact', 'result', undefined],
      ...(HOSTS[target].runsHandler ? [['deploy', 'actions/download-artifact', 'result', undefined]] : []),
      ['comment', 'actions/download-artifact', 'result', undefined],
    ]);
  });

  test('the job that handles what strangers wrote has no secret, and its one token is in the step that asks GitHub', () => {
    const { steps } = parse(workflow('preview.yml')).jobs.compare as { steps: Step[] };
    const withToken = steps.filter((step) => /secrets|github\.token/.test(JSON.stringify(step)));
    expect(withToken.map(({ run = '' }) => run.split(' ').at(-1))).toEqual(['find-pull-request']);
  });

  test('where access tokens are, nothing may be written; where is written, no access token is', () => {
    const { jobs } = parse(workflow('probe.yml'));
    const secrets = (job: object): string[] =>
      [...JSON.stringify(job).matchAll(/secrets\.(\w+)/g)].map(([, name = '']) => name);
    expect(Object.values(jobs.probe.permissions).filter((access) => access !== 'read')).toEqual([]);
    const others = ['CLOUDFLARE_API_TOKEN', 'CARTALOG_SIGNING_KEY'];
    const tokens = secrets(parse(workflow('publish.yml')).jobs).filter((name) => !others.includes(name));
    expect(secrets(jobs.probe)).toEqual(tokens);
    expect(secrets(jobs.propose)).toEqual(['PROPOSALS_APP_KEY', 'PROPOSALS_APP_KEY']);
  });

  test('a proposal of probe that fails stops neither the other one nor the history', () => {
    const { steps } = parse(workflow('probe.yml')).jobs.propose as { steps: (Step & { if?: string })[] };
    const after = steps.slice(steps.findIndex(({ run }) => run?.includes('propose-notices')) + 1);
    expect(after.map(({ if: condition = '' }) => condition.includes('!cancelled()'))).toEqual([true, true, true]);
    expect(after.map(({ run }) => run?.match(/ ci \S+/)?.[0])).toEqual([undefined, ' ci propose', ' ci keep']);
  });

  test('no step has access tokens and the credentials of Cloudflare', () => {
    const { steps } = parse(workflow('publish.yml')).jobs.publish as { steps: Step[] };
    expect(steps.filter(({ env = {} }) => 'CLOUDFLARE_API_TOKEN' in env && Object.keys(env).length > 2)).toEqual([]);
  });

  test('is built for its host, whatever a pull request writes into site.yaml', () =>
    expect(workflow('publish.yml')).toContain(` build --target ${target} --require-address `));

  test('where there is no data source, nothing is observed and nothing proposed', () => {
    const { observe, propose } = parse(workflow('update.yml')).jobs;
    expect(observe.if).toBe("needs.list.outputs.ids != '[]'");
    expect(propose.if).toMatch(/^always\(\) && needs\.list\.outputs\.ids && needs\.list\.outputs\.ids != '\[\]'$/);
  });

  test('a run that waits for its approval has no preview yet', () =>
    expect(parse(workflow('preview.yml')).jobs.compare.if).toMatch(/workflow_run\.conclusion != 'action_required'$/));
});

test('a release is tested before it is packed, packed before it is published, and needs no secret', () => {
  const text = OURS.get('.github/workflows/release.yml') ?? '';
  const { on, jobs } = parse(text);
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect([jobs.pack.needs, jobs.publish.needs, jobs.announce.needs]).toEqual([undefined, 'pack', 'publish']);
  const runs = (jobs.pack.steps as Step[]).flatMap(({ run = [] }) => run);
  expect(runs[0]).toBe('git merge-base --is-ancestor "$GITHUB_SHA" origin/main');
  expect(runs.indexOf('.ci/run')).toBeLessThan(runs.findIndex((run) => run.startsWith('npm pack')));
  expect(text).not.toContain('secrets.');
  const { version, name } = JSON.parse(read('package.json'));
  const published = (jobs.publish.steps as Step[]).at(-1)?.run?.replace('${GITHUB_REF_NAME#v}', version);
  expect(published).toContain(`"./release/${name}-${version}.tgz"`);
});

describe('the rules', () => {
  const CALLABLE: Callable = {
    scripts: { build: 'node bin/cartalog.js build', bad: 'node bin/cartalog.js bake', deploy: 'wrangler' },
    commands: { build: ['--out', '--require-tokens'], 'ci comment': ['--branch'] },
  };
  const workflow = ({ on = 'push: {}', top = '', job = '', step = 'run: npm run build' }): string => `on:
  ${on}
${top || 'permissions: {}\nconcurrency: x\n'}
jobs:
  a:
    runs-on: ubuntu-24.04
${job || '    timeout-minutes: 5\n    permissions: { contents: read }\n'}
    steps:
      - ${step.replaceAll('\n', '\n        ')}
`;
  const lint = (parts: Parameters<typeof workflow>[0]): string[] => lintWorkflow(workflow(parts), CALLABLE);

  const refused: Record<string, { refused: string } & Parameters<typeof workflow>[0]> = parse(
    read('test/fixtures/workflows/refused.yaml'),
  );
  test.each(Object.entries(refused))('%s is refused', (_, { refused: problem, ...parts }) => {
    expect(lint(parts)).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
  });
});

describe.each(HOST_NAMES)('the signing workflow for %s', (target) => {
  const { on, jobs } = parse(writtenFor(target, TOKENS, true).get('.github/workflows/publish.yml') ?? '');

  test('publishes anew each day, before signatures expire', () => {
    expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }]);
    expect(jobs.publish.if).toBe("github.ref == 'refs/heads/main'");
  });

  test('has the key in one step, in an environment of its own, and installs and checks out nothing beside it', () => {
    const withKey = Object.entries<{ steps: Step[] }>(jobs).filter(([, job]) =>
      JSON.stringify(job).includes('secrets.CARTALOG_SIGNING_KEY'),
    );
    expect(withKey.map(([name]) => name)).toEqual(['sign']);
    const { environment, needs, permissions, steps } = jobs.sign;
    expect([environment, needs, permissions]).toEqual(['signing', 'publish', { contents: 'read' }]);
    const used = (steps as Step[]).map(({ uses, run }) => uses?.split('@')[0] ?? run);
    expect(used.filter((step) => /checkout|install|npm ci/.test(step ?? ''))).toEqual([]);
    expect((steps as Step[]).filter(({ env = {} }) => 'CARTALOG_SIGNING_KEY' in env)).toMatchObject([
      { run: 'npx --no -- cartalog sign dist' },
    ]);
  });

  test('attests the manifest of the site alone', () => {
    const handedOn = (jobs.sign.steps as Step[]).find(({ with: inputs }) => inputs?.['name'] === 'manifest');
    const found = String(handedOn?.with?.['path']).trim().split('\n');
    const manifests = [...new Set(Object.values(HOSTS).map(({ root }) => `dist/${root}manifest.json`))];
    expect(found).toEqual(manifests);
  });

  test('publishes only what was signed', () => {
    const last = jobs[HOSTS[target].runsHandler ? 'deploy' : 'keep'];
    expect(last.needs).toBe('sign');
    const artifacts = (last.steps as Step[]).filter(({ uses = '' }) => uses.includes('download-artifact'));
    expect(artifacts.map(({ with: inputs }) => inputs)).toEqual([{ name: 'site' }]);
    expect(JSON.stringify(jobs.publish)).not.toContain('CLOUDFLARE_API_TOKEN');
  });
});
