/** A server of one's own from a checkout: everything that it refuses, each after dozens of processes. */
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WEB_SERVERS } from '../../commands/site/server/web-servers.ts';
import { type Files, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { commitAll, git } from '../support/git.ts';
import { inProcess } from '../support/in-process.ts';

const EXAMPLE = 'https://maps.example.org';
const canInstall = existsSync(WEB_SERVERS.nginx.folder) && process.platform === 'linux';

/** Takes something away from a checkout, or from the repository that it is a clone of. */
type TakeAway = (checkout: string, origin: string) => void;
/** A name, what is taken away, and what is said; null where nothing is missing. */
type LackingRun = [name: string, takeAway: TakeAway, message: RegExp | null];

const site = (address: string, target: string): string =>
  `title: T\nserviceUrl: ${address}\nrepository: https://git.alps.ch/a\ntarget: ${target}\n`;

const FAILS = `#!/bin/sh
printf '%s\\n' 'a.yaml:1:1 error x  Wrong' '  1 | a warning' 'a.yaml:2:1 warning y  Odd'
exit 1
`;
const commitFiles = (repository: string, files: Files): void => {
  writeFiles(repository, files);
  commitAll(repository, '2026-01-02T00:00:00Z');
};

const checkoutOf = (siteFile: string) => {
  const [origin, cwd] = [temporaryFolder(), join(temporaryFolder(), 'checkout')];
  const files = { 'package.json': '{"name":"maps"}', 'package-lock.json': '{}', '.gitignore': 'node_modules' };
  writeFiles(origin, { ...files, 'catalog/site.yaml': siteFile });
  commitAll(origin, '2026-01-01T00:00:00Z');
  git(origin, ['clone', '--quiet', `file://${origin}`, cwd]);
  writeFiles(cwd, { 'node_modules/.bin/cartalog': '#!/bin/sh\n' });
  chmodSync(join(cwd, 'node_modules/.bin/cartalog'), 0o755);
  return { origin, cwd };
};

/** Expects that a run is refused for which something was taken away; with no message, that it is not. */
async function refuses(takeAway: TakeAway, message: RegExp | null): Promise<void> {
  const { origin, cwd } = checkoutOf(site('https://maps.alps.ch', 'nginx'));
  takeAway(cwd, origin);
  const { status, stdout, stderr } = await inProcess(['server', 'install', '--dry-run'], cwd);
  // The nginx of this machine may have a default server.
  const note = expect.stringMatching(
    /^What install says at its end:\nFor https, .*:\n {2}sudo certbot --nginx -d maps\.alps\.ch\n(?:\S+ is the default server of port 80: .*\n)?$/,
  );
  if (message === null) expect([status, stderr, stdout]).toEqual([0, note, expect.stringContaining('Writes /etc/')]);
  else expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
}

const KEYS = 'keys:\n  - { key: RWQwWFHDic9TmZTw6AjC0jQzZoCbG7SonhhGNJqSbEfRHzIJDa6W7isg, use: spare }\n';
const failsIf = (condition: string): string => FAILS.replace('\n', `\n${condition} || exit 0\n`);
const FAILS_WITH_DRAFT = failsIf('[ -e broken ] || [ -e public/broken ] || [ ! -e .gitignore ]');
const FAILS_WITH_THEIRS = failsIf('[ -e theirs ]');

const writing =
  (files: Files) =>
  (checkout: string): void =>
    writeFiles(checkout, files);
const checking = (script: string) => writing({ 'node_modules/.bin/cartalog': `#!/bin/sh\n${script}\n` });
const committing =
  (files: Files) =>
  (_: string, origin: string): void =>
    commitFiles(origin, files);
const unpublishable = (why: string): RegExp => new RegExp(`cannot be published\\. Nothing was changed\\.\\n${why}\\n`);
const NO_PACKAGE = unpublishable('package\\.json is missing, or not a JSON object\\.');

test.skipIf(!canInstall).each<LackingRun>([
  [
    'the address of an example',
    (checkout) => writeFiles(checkout, { 'catalog/site.yaml': site(EXAMPLE, 'nginx') }),
    /^Not committed here, and published as it is here: catalog\/site\.yaml\. .*\ncartalog: https:\/\/maps\.example\.org is the address of an example; set serviceUrl/,
  ],
  [
    'a branch that is not pushed',
    (checkout) => git(checkout, ['branch', '--unset-upstream']),
    /^cartalog: This branch has no upstream\. .*: git branch --set-upstream-to=origin\/(?:main|master)\nTo publish this one: git push --set-upstream origin HEAD$/m,
  ],
  [
    'a catalog with errors',
    (checkout) => writeFiles(checkout, { 'node_modules/.bin/cartalog': FAILS }),
    /^cartalog: \w+ 2026-01-01 \S+ cannot be published\. Nothing was changed\.\na\.yaml:1:1 error x {2}Wrong\n {2}1 \| a warning\nCorrect that, /,
  ],
  ['nothing', () => {}, null],
  [
    'a host of others',
    (checkout) => writeFiles(checkout, { 'catalog/site.yaml': site('https://maps.alps.ch', 'pages') }),
    /site\.yaml is pages; this is for nginx, caddy, apache\.$/m,
  ],
  [
    'a changed file that the newest commit has changed',
    (checkout, origin) => {
      commitFiles(origin, { '.gitignore': 'node_modules\ndist' });
      writeFiles(checkout, { '.gitignore': 'node_modules\nmine', draft: '' });
    },
    /^cartalog: Not committed here, and other files in \w+ 2026-01-02 \S+: \.gitignore\. Nothing was changed\.\n.*\n {2}git stash push --all -- \.gitignore\nTo put them back later: git stash pop\n.*: git stash show -p --include-untracked$/m,
  ],
  [
    'another branch that is not pushed',
    (checkout) => git(checkout, ['switch', '--quiet', '--create', 'mine']),
    /^cartalog: This branch has no upstream\. .*: git switch (?:main|master)\nTo publish/m,
  ],
  [
    'a branch that has parted from its upstream',
    (checkout, origin) => {
      writeFiles(origin, { theirs: '' });
      commitAll(origin, '2026-01-02T00:00:00Z');
      commitAll(checkout, '2026-01-03T00:00:00Z');
    },
    /not at its upstream: 1 here: [0-9a-f]+ .*\nTo drop them: git reset .*\nTo keep them, .*: git pull --rebase && git push$/m,
  ],
  [
    'a branch that is ahead of its upstream',
    (checkout) => commitAll(checkout, '2026-01-03T00:00:00Z'),
    /not at its upstream: 1 here: [0-9a-f]+ .*\nTo drop them: git reset --keep @\{upstream\}$/m,
  ],
  [
    'an upstream that nobody can read',
    (_, origin) => rmSync(origin, { recursive: true }),
    /without a password\.\nfatal: .*does not/,
  ],
  [
    'a shallow clone',
    (checkout) => writeFiles(checkout, { '.git/shallow': git(checkout, ['rev-parse', 'HEAD']) }),
    /fetch --unshallow$/m,
  ],
  [
    'a signed catalog that nobody has signed yet',
    writing({ 'catalog/keys.yaml': KEYS }),
    /^Not committed here, and used as it is here: catalog\/keys\.yaml\. .*\n.*no branch signed-site yet\. Sign it by hand: https:\S+\/docs\/trust\.md, /,
  ],
  [
    'a branch without the signed site',
    (checkout, origin) => {
      git(origin, ['branch', 'signed-site']);
      writeFiles(checkout, { 'catalog/keys.yaml': KEYS, '.github/workflows/publish.yml': '' });
    },
    /The branch signed-site has no site\.tgz, .* Run the workflow Publish first/,
  ],
  ['errors without an end', checking('seq 100\nexit 1'), /changed\.\n1\n(?:\d+\n)*40\n… and 60 more lines\nCorrect/],
  [
    'no program in the newest commit',
    committing({ 'package-lock.json': '{ "name": "maps", "lockfileVersion": 3, "packages": {} }' }),
    unpublishable('package\\.json does not install cartalog\\.'),
  ],
  [
    'packages that cannot be installed in the newest commit',
    (_, origin) => {
      const dependencies = { one: 'file:one.tgz' };
      const packages = { '': { name: 'maps', dependencies }, 'node_modules/one': { resolved: 'file:one.tgz' } };
      commitFiles(origin, {
        'package.json': JSON.stringify({ name: 'maps', dependencies }),
        'package-lock.json': JSON.stringify({ name: 'maps', lockfileVersion: 3, packages }),
      });
    },
    unpublishable('npm error code ENOENT'),
  ],
  ...(
    [
      ['a draft with errors', { broken: '' }],
      ['a draft with errors beside the newest commit', { broken: '' }, { theirs: '' }],
      ['an ignored file of public/ with errors', { 'public/broken': '', '.git/info/exclude': 'node_modules\npublic' }],
      ['an error by a file that is deleted', { '.gitignore': null }],
    ] as [string, Readonly<Record<string, string | null>>, Files?][]
  ).map(
    ([name, drafts, theirs]): LackingRun => [
      name,
      (checkout, origin) => {
        if (theirs) commitFiles(origin, theirs);
        writeFiles(checkout, { '.git/info/exclude': 'node_modules', 'node_modules/.bin/cartalog': FAILS_WITH_DRAFT });
        for (const [path, text] of Object.entries(drafts))
          text === null ? rmSync(join(checkout, path)) : writeFiles(checkout, { [path]: text });
      },
      /^cartalog: Not committed here, and cannot be published with \w+ \S+ \S+: (?:public\/broken|broken|\.gitignore)\. Nothing was changed\.\na\.yaml:1:1 error x {2}Wrong\n[\s\S]*\n {2}git stash push --all -- /,
    ],
  ),
  ['a check that says nothing', checking('exit 1'), unpublishable('Its check ended without a message\\.')],
  ['a check that cannot run', checking('echo why >&2\nexit 2'), unpublishable('why')],
  [
    'errors in the newest commit, which is not pulled yet',
    (checkout, origin) => {
      commitFiles(origin, { theirs: '' });
      writeFiles(checkout, { 'node_modules/.bin/cartalog': FAILS_WITH_THEIRS });
    },
    /^cartalog: \w+ 2026-01-02 \S+ cannot be published\. Nothing was changed\.\na\.yaml:1:1 error x /,
  ],
  [
    'an ignored file where the newest commit has another',
    (checkout, origin) => {
      commitFiles(origin, { "it's": 'theirs', other: '' });
      writeFiles(checkout, { '.git/info/exclude': "it's\nmine\n", "it's": 'mine', mine: '' });
    },
    /^cartalog: Not committed here, and other files in .*: it's\. .*\n.*\n {2}git stash push --all -- 'it'\\''s'\n/m,
  ],
  ...['{', '5', 'null', '<<<<<<< HEAD', '[]'].map(
    (text): LackingRun => [
      `another package in the newest commit: ${text}`,
      committing({ 'package.json': text }),
      NO_PACKAGE,
    ],
  ),
  ...['{}', '{"name":"Maps"}', '{"name":"@a/maps"}'].map(
    (text): LackingRun => [
      `another name in the newest commit: ${text}`,
      committing({ 'package.json': text }),
      /no package\.json with a name/,
    ],
  ),
  [
    'no package in the newest commit',
    (_, origin) => {
      rmSync(join(origin, 'package.json'));
      commitAll(origin, '2026-01-02T00:00:00Z');
    },
    NO_PACKAGE,
  ],
  [
    'the address of an example in the newest commit',
    committing({ 'catalog/site.yaml': site(EXAMPLE, 'nginx') }),
    /^cartalog: https:\/\/maps\.example\.org is the address of an example; set serviceUrl/m,
  ],
  [
    'a linked work tree',
    (checkout) => {
      renameSync(join(checkout, '.git'), `${checkout}.git`);
      writeFiles(checkout, { '.git': `gitdir: ${checkout}.git` });
    },
    /^cartalog: This is a linked work tree: /,
  ],
  [
    'a file and folders where the newest commit has others',
    (checkout, origin) => {
      commitFiles(origin, { theirs: '', 'a/b/c': '', d: '' });
      writeFiles(checkout, { theirs: 'mine', 'a/b': '', 'd/e/f': '', draft: '' });
    },
    /^cartalog: Not committed here, and other files in \w+ 2026-01-02 \S+: a\/b, d\/e\/f, theirs\. /,
  ],
  [
    'a commit in place of a branch',
    (checkout) => git(checkout, ['checkout', '--quiet', '--detach']),
    /^cartalog: This checkout is on no branch, but on a commit\. To go back to the branch: git switch (?:main|master)$/m,
  ],
  ...(
    [
      ['rebase-merge', 'rebase --abort'],
      ['rebase-apply/rebasing', 'rebase --abort'],
      ['rebase-apply/applying', 'am --abort'],
      ['CHERRY_PICK_HEAD', 'cherry-pick --abort'],
      ['REVERT_HEAD', 'revert --abort'],
      ['MERGE_HEAD', 'merge --abort'],
      ['BISECT_LOG', 'bisect reset'],
    ] as const
  ).map(([name, command]): [string, (checkout: string) => void, RegExp] => [
    `an operation that is not finished: ${command}`,
    (checkout) => writeFiles(checkout, { [`.git/${name}`]: git(checkout, ['rev-parse', 'HEAD']) }),
    new RegExp(`^cartalog: An operation of git has not ended .*: git ${command}$`, 'm'),
  ]),
  [
    'a stash that conflicts',
    (checkout, origin) => {
      writeFiles(checkout, { '.gitignore': 'mine' });
      git(checkout, ['stash', '--quiet']);
      commitFiles(origin, { '.gitignore': 'theirs' });
      git(checkout, ['pull', '--quiet', '--ff-only']);
      expect(() => git(checkout, ['stash', 'pop', '--quiet'])).toThrow();
    },
    /^cartalog: These files have conflicts: \.gitignore\. .*: git restore --source=HEAD --staged --worktree -- \.gitignore$/m,
  ],
])('is refused: %s', (_, takeAway, message) => refuses(takeAway, message));

test.skipIf(!canInstall)('a dry run shows what newer commits say, and pulls nothing', async () => {
  const { origin, cwd } = checkoutOf(site('https://maps.alps.ch', 'nginx'));
  const newer = { theirs: '', 'catalog/site.yaml': site('https://maps.jura.ch', 'nginx') };
  commitFiles(origin, { ...newer, 'package.json': '{"name":"jura"}' });
  const { status, stdout, stderr } = await inProcess(['server', 'install', '--dry-run'], cwd);
  expect([status, existsSync(join(cwd, 'theirs'))]).toEqual([0, false]);
  expect(stderr).toMatch(/^Newer commits, which install pulls first: 1\. What follows is for the newest\.\n/);
  for (const part of ['conf.d/cartalog-jura.conf', 'server_name maps.jura.ch;']) expect(stdout).toContain(part);
});

test.skipIf(!canInstall)('a dry run names what is not committed, and is published too', async () => {
  const { cwd } = checkoutOf(site('https://maps.alps.ch', 'nginx'));
  const drafts = ['a', 'b', 'c\u001b', 'd', 'e', 'f', 'g'].map((name) => [`draft-${name}`, '']);
  writeFiles(cwd, Object.fromEntries(drafts));
  // What git ignores is published, too, if it is in public/.
  writeFiles(cwd, { '.git/info/exclude': 'notes\n', 'public/notes': '', notes: '' });
  // Named once, though it is deleted in the index, and untracked here.
  git(cwd, ['rm', '--quiet', '--cached', '.gitignore']);
  const { stderr } = await inProcess(['server', 'install', '--dry-run'], cwd);
  expect(stderr).toMatch(
    /^Not committed here, and published as it is here: \.gitignore, draft-a, .*, draft-d and 4 more\. git status --ignored lists/,
  );
});
