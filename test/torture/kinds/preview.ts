/** Pull requests as no editor makes them, through the steps of the workflow Preview: merge, check, build, diff, comment. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commentOf, MARKER } from '../../../commands/repository/ci/comment.ts';
import { mergePullRequest } from '../../../commands/repository/ci/merge.ts';
import type { CheckReport } from '../../../contract/generated/reports.types.ts';
import { SMALL, writeFiles } from '../../support/catalogs.ts';
import { contentOf } from '../../support/files.ts';
import { commitAll, git } from '../../support/git.ts';
import type { Draw } from '../../support/messy.ts';
import { hold, oneOf, type Round, type Trial } from '../trial.ts';
import { CONTROL, fuzzed } from './yaml.ts';

/** GitHub takes no longer comment. */
const LONGEST_COMMENT = 65_536;

/** Folders of a tree of git by name; anything else is a mode with the bytes of a file or link, or the id of a module. */
interface Folder {
  [name: string]: Folder | readonly [mode: string, content: string | Uint8Array];
}

const FILE = '100644';
const LINK = '120000';
const MODULE = '160000';

const NAMES = [
  ...['..', '.git', '.', 'GIT~1', '.gitattributes', '.gitmodules', 'package.json', 'wrangler.toml', 'site.yaml'],
  ...['a\nb.yaml', '\u001b[2Jx.yaml', '\u202ex.yaml', '::error::x.yaml', '\n::error::x', '-rf.yaml', '--help'],
  ...['a`b.yaml', '```\n', '<img src=x>.yaml', '@team.yaml', `${MARKER}.yaml`, '$(touch x).yaml', 'a\\b.yaml'],
  ...[
    'ONE.yaml',
    'one.yaml',
    'CON.yaml',
    'é.yaml',
    'e\u0301.yaml',
    `${'x'.repeat(250)}.yaml`,
    'new.yaml',
    '\ud800.yaml',
  ],
];

const PLACES = ['', 'catalog', 'catalog/mapservers', 'catalog/editions', 'catalog/datasources/x', 'build', '.github'];

const TARGETS = ['/etc/passwd', '../../../outside/kept', '../..', 'one.yaml', '.', '\u001b[2J', 'a'.repeat(4_000)];

/** Something that a tree can hold, in a tree of the catalog that it is put into. */
function oddEntry(draw: Draw): Folder[string] {
  switch (draw(8)) {
    case 0:
    case 1:
      return [LINK, oneOf(draw, TARGETS)];
    case 2:
      return [MODULE, 'f'.repeat(40)];
    case 3:
      return { [oneOf(draw, NAMES)]: oddEntry(draw) };
    case 4:
      return [FILE, Buffer.alloc(draw(40_000_000), 'a: ')];
    case 5:
      return ['100755', '#!/bin/sh\ntouch ../../outside/ran\n'];
    default:
      return [
        FILE,
        oneOf(draw, ['* filter=lfs merge=union\n', '{}', 'a: \u001b[2J', String(SMALL['mapservers/one.yaml'])]),
      ];
  }
}

/** The tree of a pull request: a fuzzed catalog with odd entries anywhere. */
function oddTree(draw: Draw): Folder {
  const root: Folder = {};
  const put = (path: string, entry: Folder[string]): void => {
    const names = path.split('/').filter(Boolean);
    const last = names.pop() ?? 'x';
    let folder = root;
    for (const name of names) {
      if (!folder[name] || Array.isArray(folder[name])) folder[name] = {};
      folder = folder[name] as Folder;
    }
    folder[last] = entry;
  };
  for (const [path, content] of Object.entries(draw(3) === 0 ? fuzzed(draw) : SMALL))
    put(`catalog/${path}`, [FILE, content]);
  for (let left = draw(4); left > 0; left--) {
    const name = oneOf(draw, NAMES);
    put(`${oneOf(draw, PLACES)}/${name.replaceAll('/', '_')}`, oddEntry(draw));
  }
  if (draw(20) === 0) root['catalog'] = oddEntry(draw);
  return root;
}

/** Writes a tree into the objects of a repository, without a checkout. @returns its id */
function writeTree(repository: string, folder: Folder): string {
  const lines = Object.entries(folder).map(([name, entry]) => {
    if (!Array.isArray(entry)) return `040000 tree ${writeTree(repository, entry as Folder)}\t${name}\0`;
    const [mode, content] = entry as [string, string | Uint8Array];
    if (mode === MODULE) return `${mode} commit ${content}\t${name}\0`;
    const id = git(repository, ['hash-object', '-w', '--stdin'], undefined, content).trim();
    return `${mode} blob ${id}\t${name}\0`;
  });
  return git(repository, ['mktree', '-z'], undefined, lines.join('')).trim();
}

/** A repository with the pull request 7, and a checkout of its main. @returns the newest commit of the pull request */
function propose({ folder, draw }: Round): string {
  const origin = join(folder, 'origin');
  writeFiles(join(origin, 'catalog'), SMALL);
  commitAll(origin, '2026-01-01T00:00:00Z');
  const tree = writeTree(origin, oddTree(draw));
  const head = git(origin, ['commit-tree', tree, '-p', 'main', '-m', '\u001b[2J\n::error::x']).trim();
  git(origin, ['update-ref', 'refs/pull/7/head', head]);
  git(folder, ['clone', '--quiet', `file://${origin}`, 'checkout']);
  return head;
}

/** Runs a command of the program in the checkout. @throws Lost where it crashes. @returns what it printed */
async function runProgram(
  round: Round,
  args: readonly string[],
): Promise<{ isFine: boolean; stdout: string; stderr: string }> {
  const child = round.start([...round.program, ...args], { cwd: join(round.folder, 'checkout') });
  const { status, stdout, stderr } = await child.ended(60_000);
  const output = stdout + stderr;
  const isSaid = status !== null && status <= 2 && !/\n {4}at |unexpected error/i.test(output);
  hold(isSaid, `${args[0]} to end with a sentence`, `exit ${status}: ${output.slice(-2_000)}`);
  const control = CONTROL.exec(output);
  hold(
    !control,
    `no control characters printed by ${args[0]}`,
    JSON.stringify(output.slice(control?.index).slice(0, 40)),
  );
  return { isFine: status === 0, stdout, stderr };
}

/** @throws Lost unless the comment is one that GitHub shows as it is meant */
function expectGoodComment(comment: string): void {
  const control = CONTROL.exec(comment);
  hold(!control, 'no control characters in the comment', JSON.stringify(comment.slice(control?.index).slice(0, 40)));
  hold(comment.length <= LONGEST_COMMENT, 'a comment that GitHub takes', `${comment.length} characters`);
  let fence: string | null = null;
  const headings: string[] = [];
  for (const line of comment.split('\n')) {
    const [run] = /^`{3,}/.exec(line) ?? [];
    if (fence === null && run) fence = run;
    else if (fence !== null && line === fence) fence = null;
    else if (fence === null && line.startsWith('### What clients will see')) headings.push(line);
  }
  hold(fence === null, 'a comment whose blocks all end', comment);
  hold(headings.length === 1 && comment.startsWith(MARKER), 'a comment with one heading', comment);
}

/** The trial. */
export const PREVIEW: Trial = {
  name: 'preview',
  what: 'odd trees as pull requests: nothing written elsewhere, no crash, a comment without tricks',
  async run(round) {
    const { folder } = round;
    const [outside, checkout, result] = ['outside', 'checkout', 'result'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFiles(outside, { kept: 'id: Outside\n' });
    mkdirSync(result);
    const head = propose(round);
    const env = { PULL_REQUEST: '7', HEAD_COMMIT: head, GITHUB_OUTPUT: join(result, 'output') };
    const merge = await mergePullRequest({ env, fetch }, checkout, result);
    let check: CheckReport | null = null;
    let said = '';
    let report: string | null = null;
    if (merge.outcome === 'merged') {
      const at = ['--at', merge.commit];
      const checked = await runProgram(round, ['check', ...at, '--format', 'json']);
      check = checked.stdout === '' ? null : (JSON.parse(checked.stdout) as CheckReport);
      said = checked.stderr;
      if (checked.isFine) {
        const site = ['--require-history', '--out'];
        await runProgram(round, ['build', '--at', 'HEAD', ...site, '../result/before']);
        await runProgram(round, ['build', ...at, ...site, '../result/after']);
        const diff = await runProgram(round, ['diff', '../result/before', '../result/after', ...at]);
        if (diff.stdout !== '') report = diff.stdout;
      }
    }
    const run = 'https://host.example/run';
    expectGoodComment(commentOf({ merge, check, said, report, pages: [], probed: null, preview: null, head, run }));
    const untracked = git(checkout, ['status', '--porcelain', '--ignored']);
    hold(untracked === '', 'a checkout of main as it was', untracked);
    const names = readdirSync(folder).sort().join();
    hold(names === 'checkout,origin,outside,result', 'nothing written elsewhere', names);
    const kept = JSON.stringify(contentOf(outside));
    hold(kept === '{"kept":"id: Outside\\n"}', 'files outside as they were', kept);
    round.count(report !== null ? 'compared' : merge.outcome === 'merged' ? 'with problems' : merge.outcome);
  },
};
