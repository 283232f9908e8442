/** The architecture that docs/code.md describes: who may import whom, one door for each room, one meaning for each name. */
import { readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';
import { cyclesIn, exportsOf, type Import, importsOf, ROOMS, sourceFiles } from '../support/imports.ts';

const SOURCES = sourceFiles();
const IMPORTS = SOURCES.flatMap(importsOf);
/** Whether an import names a file of the project. Relative ones do, and only they begin with the name of a room. */
const isOurs = ({ to }: Import): boolean => [...ROOMS, 'schemas', 'test'].includes(to.split('/')[0] as string);

/** The folders of `build/`, each of which may import those before it. `model` knows nothing of `rules`. */
const STAGES = [
  'diagnostics',
  'read',
  'parse',
  'tile-url',
  'validate',
  'rules',
  'model',
  'render',
  'write',
  'report',
  'run',
  'format',
];

/** The files of build/ that other rooms import. The second is for what also runs in a browser: it loads nothing of Node. */
const DOORS = ['build/pipeline.ts', 'build/values.ts'];

/** What each room may import, apart from itself and libraries. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  edge: ['contract'],
  // What runs in a browser. It may use what `commands/new` knows of a new record, so that a form says what `check` says.
  browser: ['contract', 'commands', 'build', 'schemas'],
  build: ['contract', 'schemas'],
  cli: ['build', 'contract', 'schemas'],
  commands: ['cli', 'build', 'contract', 'schemas'],
  scripts: ['commands', 'cli', 'build', 'contract', 'schemas'],
  // What other programs load; small, and for every platform.
  clients: ['contract'],
  bin: [],
};

/** `ci` runs the other commands, `init` imports, and `check` asks `init` what a move to another host has left. */
const MAY_RUN_COMMANDS = ['commands/check', 'commands/ci', 'commands/init', 'commands/program.ts', 'commands/main.ts'];

/** Built-in modules without IO: zlib computes. All others, and the globals with IO, are for the places below. */
const PURE_MODULES = ['node:buffer', 'node:crypto', 'node:path', 'node:url', 'node:util', 'node:zlib'];
const MACHINE_GLOBALS = /(?:await |return |[=(] ?)fetch\(|(?<![.\w#'])(?:process\.|console\.|setTimeout\()/;
const isMachine = (to: string): boolean => isBuiltin(to) && !PURE_MODULES.includes(to);
const MAY_TOUCH_THE_MACHINE = /^(?:cli|clients|commands|scripts|bin|browser|build\/write)\//;

/** A room: a folder of the root, or one below `commands/`. */
const roomOf = (path: string): string => (/^commands\/[^/]+/.exec(path)?.[0] ?? path.split('/')[0]) as string;

/** Why an import is not allowed; null where it is. */
function importProblem({ from, to }: Import): string | null {
  const [fromTop = '', toTop = ''] = [from.split('/')[0], to.split('/')[0]];
  if (isMachine(to))
    return MAY_TOUCH_THE_MACHINE.test(from) ? null : 'only cli/, commands/ and build/write/ touch the machine';
  if (!isOurs({ from, to })) return null;
  if (fromTop !== toTop && !MAY_IMPORT[fromTop]?.includes(toTop)) return `${fromTop}/ must not import ${toTop}/`;
  if (roomOf(from) !== roomOf(to)) {
    const isOtherCommand = fromTop === 'commands' && toTop === 'commands';
    if (isOtherCommand && !MAY_RUN_COMMANDS.includes(roomOf(from))) return 'a command must not import another';
    return toTop !== 'build' || DOORS.includes(to) ? null : `import it through ${DOORS.join(' or ')}`;
  }
  if (fromTop !== 'build' || DOORS.includes(from)) return null;
  if (DOORS.includes(to)) return 'stages do not know the pipeline';
  const [stage = '', other = ''] = [from.split('/')[1], to.split('/')[1]];
  if (stage === 'model' && other === 'rules') return 'the model knows nothing of rules';
  return STAGES.indexOf(other) <= STAGES.indexOf(stage) ? null : `${stage} must not import ${other}`;
}

describe('imports', () => {
  test('follow the rules', () => {
    const broken = IMPORTS.map((one) => ({ ...one, problem: importProblem(one) })).filter(({ problem }) => problem);
    expect(broken.map(({ from, to, problem }) => `${from} -> ${to}: ${problem}`)).toEqual([]);
  });

  test('pure rooms use no global that does IO', () => {
    const pure = SOURCES.filter(({ path }) => !MAY_TOUCH_THE_MACHINE.test(path));
    const code = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(pure.filter(({ text }) => MACHINE_GLOBALS.test(code(text))).map(({ path }) => path)).toEqual([]);
    for (const call of ['await fetch(url)', 'process.env.X', "  console.log('x')"])
      expect(call).toMatch(MACHINE_GLOBALS);
  });

  test('form no cycle, type-only ones included', () => {
    expect(cyclesIn(IMPORTS.filter(isOurs)).map((cycle) => cycle.join(' -> '))).toEqual([]);
  });

  test.each<[Import, RegExp]>([
    [{ from: 'contract/routes.ts', to: 'build/pipeline.ts' }, /contract\/ must not import build/],
    [{ from: 'edge/handler.ts', to: 'build/pipeline.ts' }, /edge\/ must not import build/],
    [{ from: 'build/rules/ids.ts', to: 'cli/io.ts' }, /build\/ must not import cli/],
    [{ from: 'build/model/model.ts', to: 'build/rules/rule.ts' }, /knows nothing of rules/],
    [{ from: 'build/read/read.ts', to: 'build/parse/parse.ts' }, /read must not import parse/],
    [{ from: 'build/read/read.ts', to: 'build/pipeline.ts' }, /do not know the pipeline/],
    [{ from: 'commands/diff/diff.ts', to: 'build/parse/parse.ts' }, /through build\/pipeline\.ts/],
    [{ from: 'cli/files.ts', to: 'commands/diff/command.ts' }, /cli\/ must not import commands/],
    [{ from: 'build/parse/parse.ts', to: 'node:fs' }, /touch the machine/],
    [{ from: 'contract/text.ts', to: 'fs/promises' }, /touch the machine/],
    [{ from: 'build/rules/ids.ts', to: 'node:worker_threads' }, /touch the machine/],
    [{ from: 'build/rules/ids.ts', to: 'test/support/cli.ts' }, /build\/ must not import test/],
    [{ from: 'edge/handler.ts', to: 'schemas/v1/description.json' }, /edge\/ must not import schemas/],
    [{ from: 'commands/new/draft.ts', to: 'commands/diff/diff.ts' }, /must not import another/],
  ])('$from -> $to would be refused', (one, problem) => {
    expect(importProblem(one)).toMatch(problem);
  });

  test('a cycle would be found', () => {
    const cycle = ['a b', 'b c', 'c a', 'c d'].map((pair) => ({ from: pair[0] as string, to: pair[2] as string }));
    expect(cyclesIn(cycle)).toEqual([['a', 'b', 'c', 'a']]);
  });
});

describe('names', () => {
  const exported = SOURCES.flatMap(exportsOf);

  test('no exported name means two things', () => {
    const twice = exported.filter(({ name, path }) => exported.some((two) => two.name === name && two.path !== path));
    expect(twice.map(({ name, path }) => `${name} in ${path}`)).toEqual([]);
  });

  test('no file name means two things', () => {
    // Each of the two programs has its entry, and each command the same inner names.
    const shared = ['main.ts', 'command.ts', 'arguments.ts', 'plan.ts', 'apply.ts', 'report.ts'];
    const names = SOURCES.map(({ path }) => basename(path)).filter((name) => !shared.includes(name));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('every export has a doc comment', () => {
    expect(exported.filter(({ hasComment }) => !hasComment).map(({ name, path }) => `${name} in ${path}`)).toEqual([]);
  });
});

describe('lists of any length', () => {
  test('are not spread into the arguments of a call, which a long one would overflow the stack with', () => {
    const spread =
      /(?:\.(?:push|unshift|concat|splice)|\bMath\.(?:max|min)|\bString\.from\w+)\((?:[^()[\]]*,)?\s*\.\.\./;
    expect(SOURCES.filter(({ text }) => spread.test(text)).map(({ path }) => path)).toEqual([]);
    for (const call of [
      'found.push(...list)',
      'Math.max(...list)',
      'Math.min(0, ...list)',
      'list.splice(0, 1, ...more)',
    ])
      expect(call).toMatch(spread);
  });
});

describe('files and folders', () => {
  test('the root has at most 15 folders', () => {
    const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const own = folders
      .map(({ name }) => name)
      .filter((name) => !/^\.|^(?:node_modules|lib|dist|test-results)$/.test(name));
    expect(own.length).toBeLessThanOrEqual(15);
  });

  test('a file of fewer than 25 lines is an entry point, or worth a separate file', () => {
    const small = SOURCES.filter(({ text }) => text.split('\n').length - 1 < 25).map(({ path }) => path);
    const isEntry = (path: string): boolean =>
      /^bin\/|\.d\.ts$|^scripts\/|\/arguments\.ts$|^edge\/worker\.ts$/.test(path);
    expect(small.filter((path) => !isEntry(path)).length).toBeLessThanOrEqual(5);
  });

  test('every test file is named after the source file it is about', () => {
    // Those right in browser/ open pages in a real browser; those below it are about modules that need none.
    const apart = /^(?:fixtures|golden|process|repository|support|torture|simulation|catalog)\/|^browser\/[^/]+$/;
    const tests = readdirSync(`${ROOT}/test`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(`${ROOT}/test/`.length).replaceAll('\\', '/'))
      .filter((path) => !apart.test(path));
    const subject = (path: string): string => `${dirname(path)}/${basename(path).split('.')[0]}`;
    expect(tests.length).toBeGreaterThan(30);
    expect(
      tests.filter((path) => !SOURCES.some(({ path: source }) => source.replace(/\.[jt]s$/, '') === subject(path))),
    ).toEqual([]);
  });
});
