/** The architecture that docs/code.md describes: who may import whom, one door for each room, one meaning for each name. */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { hostsWith } from '../../contract/hosts.ts';
import {
  BUILD_DOORS,
  COMMAND_FILE,
  DOORS_FOR,
  innerRoom,
  MEMBER_FILE,
  OPEN_ROOM,
  ORDERS,
  PROGRAM_FILE,
  roomList,
  SOURCE_FOLDERS,
} from '../../scripts/docs/rooms.ts';
import { ROOT } from '../support/cli.ts';
import { cyclesIn, exportsOf, type Import, importsOf, sourceFiles } from '../support/imports.ts';

const SOURCES = sourceFiles();
const IMPORTS = SOURCES.flatMap(importsOf);
/** Whether an import names a file of the project. Relative ones do, and only they begin with the name of a folder. */
const isOurs = ({ to }: Import): boolean => [...SOURCE_FOLDERS, 'schemas', 'test'].includes(to.split('/')[0] as string);

/**
 * The lines that the commands of a group reach at most, in sum: what somebody may have to read to change them. There is room
 * for what they are told to do in addition; an import that opens every room is seen here.
 */
const REACH_OF_GROUP: Readonly<Record<string, number>> = {
  catalog: 89_500,
  site: 25_000,
  upstream: 43_000,
  repository: 38_000,
};

/** What a server of one's own consists of, each in a file of its name: what makes its configuration, and how it is installed. */
const IS_SERVER = new RegExp(
  `^(?:build/render/hosts|commands/site/server/web-servers)/(?:${hostsWith('root').join('|')})[.]ts$`,
);
const SERVER_LISTS = /^(?:build\/render\/hosts\/server-configurations|commands\/site\/server\/web-servers)\.ts$/;
/** The commands that reach any: the folder of what they reach. */
const REACHES_SERVERS: Readonly<Record<string, string>> = {
  'commands/catalog/build/command.ts': 'build/render/hosts',
  'commands/site/mirror/command.ts': 'build/render/hosts',
  'commands/site/server/command.ts': 'commands/site/server/web-servers',
  'commands/site/server/back.ts': 'commands/site/server/web-servers',
  'commands/site/server/remove.ts': 'commands/site/server/web-servers',
};

/** The only commands that render pages. */
const RENDERS_PAGES = /^commands\/(?:catalog\/(?:build|serve)|repository\/ci)\//;

/** What each folder of the root may import, apart from itself and libraries: of `contract/` and `cli/` all, of others doors. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  edge: ['contract'],
  browser: ['contract', 'commands', 'build', 'schemas'],
  build: ['contract', 'schemas'],
  cli: ['build', 'contract', 'schemas'],
  commands: ['cli', 'build', 'contract', 'schemas'],
  // It answers as the host does.
  serve: ['cli', 'build', 'contract', 'edge', 'schemas'],
  scripts: ['commands', 'cli', 'build', 'contract', 'schemas'],
  // The library: the pipeline for other programs.
  'index.ts': ['cli', 'build', 'contract', 'schemas'],
  // What other programs load; small, and for every platform.
  clients: ['contract'],
  bin: [],
};

/** The commands of repositories run those of other groups, which know nothing of each other. */
const MAY_RUN_COMMANDS = /^commands\/(?:repository\/|program\.ts)/;

/** Built-in modules without IO: zlib computes. All others, and the globals with IO, are for the places below. */
const PURE_MODULES = ['node:buffer', 'node:crypto', 'node:path', 'node:url', 'node:util', 'node:zlib'];
const MACHINE_GLOBALS = /(?:await |return |[=(] ?)fetch\(|(?<![.\w#'])(?:process\.|console\.|setTimeout\()/;
const isMachine = (to: string): boolean => isBuiltin(to) && !PURE_MODULES.includes(to);
const MAY_TOUCH_THE_MACHINE = /^(?:(?:cli|clients|commands|scripts|bin|browser|build\/write)\/|index\.ts$)/;

/** What has doors: a folder of the root, a command, or what the commands of a group share. */
const ownerOf = (path: string): string => (/^commands\/[^/]+\/[^/]+(?=\/)|^[^/]+/.exec(path)?.[0] ?? path) as string;

/** Why an import is not allowed; null where it is. */
function importProblem({ from, to }: Import): string | null {
  const [fromTop = '', toTop = ''] = [from.split('/')[0], to.split('/')[0]];
  if (isMachine(to))
    return MAY_TOUCH_THE_MACHINE.test(from) ? null : 'only cli/, commands/ and build/write/ touch the machine';
  if (!isOurs({ from, to })) return null;
  const allowed = MAY_IMPORT[from.startsWith('commands/catalog/serve/') ? 'serve' : fromTop] ?? [];
  if (fromTop !== toTop && !allowed.includes(toTop)) return `${fromTop}/ must not import ${toTop}/`;
  if (ownerOf(from) !== ownerOf(to)) {
    if (fromTop === 'commands' && toTop === 'commands') return commandProblem({ from, to });
    return isDoor({ from, to }) ? null : `this file of ${toTop}/ is not one of its doors`;
  }
  const [own = -1, other = -1] = [from, to].map((path) => ORDERS[fromTop]?.indexOf(innerRoom(path)));
  if (from.startsWith('build/model/') && to.startsWith('build/rules/')) return 'the model knows nothing of rules';
  return other <= own ? null : `${innerRoom(from)} must not import ${innerRoom(to)}`;
}

/** Whether a file may be imported from another folder of the root. */
function isDoor({ from, to }: Import): boolean {
  if (OPEN_ROOM.test(to) || to.startsWith('schemas/')) return true;
  return (
    BUILD_DOORS.includes(to) ||
    Object.entries(DOORS_FOR).some(([who, doors]) => from.startsWith(who) && doors.includes(to))
  );
}

/** Why a command may not import a file of another; null where it may. */
function commandProblem({ from, to }: Import): string | null {
  const groupOf = (path: string): string => path.split('/').slice(0, 2).join('/');
  if (OPEN_ROOM.test(to)) return groupOf(from) === groupOf(to) ? null : 'it belongs to another group';
  if (!MAY_RUN_COMMANDS.test(from)) return 'a command must not import another';
  return COMMAND_FILE.test(to) ? null : 'only command.ts of another command may be imported';
}

/**
 * The lines that a file reaches through imports, itself included. What is generated does not count, nor does a translation,
 * which has the keys of the English texts.
 */
function reachOf(file: string): { lines: number; paths: readonly string[] } {
  const seen = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next) || !LINES.has(next)) continue;
    seen.add(next);
    for (const to of IMPORTED.get(next) ?? []) open.push(to);
  }
  const paths = [...seen];
  return { lines: paths.reduce((sum, path) => sum + (LINES.get(path) ?? 0), 0), paths };
}
const IS_TRANSLATION = /\/de\.ts$/;
const LINES = new Map(SOURCES.map(({ path, text }) => [path, IS_TRANSLATION.test(path) ? 0 : text.split('\n').length]));
const COMMANDS = SOURCES.map(({ path }) => path).filter((path) => /^commands\/.*\/command\.ts$/.test(path));
/** Those but the tasks of ci, which run the others, with what has an entry of its own. */
const ALONE = [...COMMANDS, 'commands/site/server/back.ts', 'commands/site/server/remove.ts'].filter(
  (path) => !path.startsWith('commands/repository/ci/'),
);
const IMPORTED = new Map<string, string[]>();
for (const { from, to } of IMPORTS) IMPORTED.set(from, [...(IMPORTED.get(from) ?? []), to]);

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

  test('lead from the browser to no module of Node', () => {
    const scripts = SOURCES.map(({ path }) => path).filter((path) => path.startsWith('browser/'));
    const reached = new Set(scripts.flatMap((path) => reachOf(path).paths));
    expect(IMPORTS.filter(({ from, to }) => reached.has(from) && isBuiltin(to))).toEqual([]);
  });

  test('form no cycle, type-only ones included', () =>
    expect(cyclesIn(IMPORTS.filter(isOurs)).map((cycle) => cycle.join(' -> '))).toEqual([]));

  test.each<[Import, RegExp]>([
    [{ from: 'contract/interface/v1-routes.ts', to: 'build/parse/parse.ts' }, /contract\/ must not import build/],
    [{ from: 'commands/catalog/build/command.ts', to: 'edge/handler.ts' }, /commands\/ must not import edge/],
    [{ from: 'build/model/model.ts', to: 'build/rules/run-rules.ts' }, /knows nothing of rules/],
    [{ from: 'build/read/read.ts', to: 'build/parse/parse.ts' }, /read must not import parse/],
    [{ from: 'commands/catalog/diff/diff.ts', to: 'build/parse/divide.ts' }, /not one of its doors/],
    [{ from: 'browser/add/assess.ts', to: 'commands/catalog/new/command.ts' }, /not one of its doors/],
    [{ from: 'scripts/docs.ts', to: 'commands/catalog/check/changes.ts' }, /not one of its doors/],
    [{ from: 'contract/base/text.ts', to: 'contract/maps/map-types.ts' }, /base must not import maps/],
    [{ from: 'contract/hosts.ts', to: 'contract/words/search-text.ts' }, /\. must not import words/],
    [{ from: 'contract/base/text.ts', to: 'fs/promises' }, /touch the machine/],
    [{ from: 'build/rules/ids.ts', to: 'test/support/cli.ts' }, /build\/ must not import test/],
    [{ from: 'commands/catalog/new/draft.ts', to: 'commands/catalog/diff/diff.ts' }, /must not import another/],
    [
      { from: 'commands/catalog/check/command.ts', to: 'commands/repository/init/command.ts' },
      /must not import another/,
    ],
    [{ from: 'commands/repository/init/command.ts', to: 'commands/catalog/diff/diff.ts' }, /only command\.ts/],
    [{ from: 'commands/site/verify/verify.ts', to: 'commands/upstream/web/web.ts' }, /another group/],
  ])('$from -> $to would be refused', (one, problem) => expect(importProblem(one)).toMatch(problem));

  test('a cycle would be found', () => {
    const cycle = ['a b', 'b c', 'c a', 'c d'].map((pair) => ({ from: pair[0] as string, to: pair[2] as string }));
    expect(cyclesIn(cycle)).toEqual([['a', 'b', 'c', 'a']]);
  });
});

describe('doors', () => {
  test('exist, are used from another room, and make something themselves', () => {
    const used = new Set(IMPORTS.filter(({ from }) => !from.startsWith('build/')).map(({ to }) => to));
    expect(BUILD_DOORS.filter((path) => !used.has(path))).toEqual([]);
    const isUsed = (who: string, door: string): boolean =>
      IMPORTS.some(({ from, to }) => from.startsWith(who) && to === door);
    const unused = Object.entries(DOORS_FOR).flatMap(([who, doors]) => doors.filter((door) => !isUsed(who, door)));
    expect(unused).toEqual([]);
    const isBarrel = (text: string): boolean =>
      text
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
        .replace(/^(?:import|export)\b[^;]*?from '[^']+';/gm, '')
        .trim() === '';
    expect(SOURCES.filter(({ text }) => isBarrel(text)).map(({ path }) => path)).toEqual([]);
    expect(isBarrel("/** All. */\nexport {\n  one,\n} from './one.ts';\nexport * from './two.ts';\n")).toBe(true);
  });

  test.each(Object.entries(REACH_OF_GROUP))('the commands of %s reach at most %i lines together', (group, limit) => {
    const commands = COMMANDS.filter((path) => path.startsWith(`commands/${group}/`));
    expect(commands).not.toEqual([]);
    expect(commands.reduce((sum, path) => sum + reachOf(path).lines, 0)).toBeLessThanOrEqual(limit);
  });

  test('every command is in one of the groups', () =>
    expect(COMMANDS.filter((path) => !Object.hasOwn(REACH_OF_GROUP, path.split('/')[1] ?? ''))).toEqual([]));

  test('only build, serve and the tasks of ci render pages', () => {
    const rendering = COMMANDS.filter((path) =>
      reachOf(path).paths.some((file) => file.startsWith('build/render/pages/')),
    );
    expect(rendering.filter((path) => !RENDERS_PAGES.test(path))).toEqual([]);
  });

  test.each([
    ['commands/catalog/build/command.ts', 'write.ts', 'read.ts'],
    ['commands/upstream/import/command.ts', 'read.ts', 'write.ts'],
  ])('%s reaches the %s of map programs, and no %s', (command, its, others) => {
    const names = reachOf(command)
      .paths.filter((path) => PROGRAM_FILE.test(path))
      .map((path) => basename(path));
    expect(names).toContain(its);
    expect(names).not.toContain(others);
  });

  test('map programs and types know none of each other, and only the lists of them know them', () => {
    const members = IMPORTS.filter(({ to }) => MEMBER_FILE.test(to));
    const lists = /^build\/(?:programs\/(?:writers|readers|share-links)|map-types\/all-types)\.ts$/;
    expect(members.filter(({ from, to }) => dirname(from) !== dirname(to) && !lists.test(from))).toEqual([]);
    const listed = new Set(members.filter(({ from }) => lists.test(from)).map(({ to }) => to));
    const all = SOURCES.map(({ path }) => path).filter((path) => MEMBER_FILE.test(path));
    expect(all.filter((path) => !listed.has(path))).toEqual([]);
  });
});

test('docs/code.md says of every room what it is about', () => {
  const page = readFileSync(`${ROOT}/docs/code.md`, 'utf8');
  expect([...roomList(page, ROOT).matchAll(/^- `([^`]+)`: $/gm)].map(([, room]) => room)).toEqual([]);
});

describe('servers', () => {
  const members = SOURCES.map(({ path }) => path).filter((path) => IS_SERVER.test(path));

  test('know none of each other, and only the lists of them know them', () => {
    const known = IMPORTS.filter(({ to }) => IS_SERVER.test(to));
    expect(known.filter(({ from }) => !SERVER_LISTS.test(from))).toEqual([]);
    expect(members.filter((path) => !known.some(({ to }) => to === path))).toEqual([]);
  });

  test.each(ALONE)('%s reaches what it writes or sets up of them, and nothing else', (file) => {
    const folders = reachOf(file).paths.flatMap((path) => (IS_SERVER.test(path) ? dirname(path) : []));
    expect(new Set(folders)).toEqual(new Set(file in REACHES_SERVERS ? [REACHES_SERVERS[file]] : []));
  });

  test('only build and serve, and the tasks of ci that run these, reach the configuration of Cloudflare', () => {
    const reaching = ALONE.filter((file) => reachOf(file).paths.includes('build/render/hosts/cloudflare.ts'));
    expect(reaching).toEqual(['commands/catalog/build/command.ts', 'commands/catalog/serve/command.ts']);
  });
});

describe('names', () => {
  const exported = SOURCES.flatMap(exportsOf);

  test('no exported name means two things', () => {
    const twice = exported.filter(({ name, path }) => exported.some((two) => two.name === name && two.path !== path));
    expect(twice.map(({ name, path }) => `${name} in ${path}`)).toEqual([]);
  });

  test('no file name means two things', () => {
    // Each of the two programs has its entry, each command and each map program the same inner names, and each server its own.
    const shared = ['main.ts', 'command.ts', 'arguments.ts', 'plan.ts', 'apply.ts', 'report.ts'];
    const isInner = (path: string): boolean =>
      shared.includes(basename(path)) || MEMBER_FILE.test(path) || IS_SERVER.test(path);
    const names = SOURCES.filter(({ path }) => !isInner(path)).map(({ path }) => basename(path));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

test('no address is asked about by URL.canParse, whose answers Node 20 changes once the call is compiled', () =>
  expect(SOURCES.filter(({ text }) => text.includes('URL.canParse(')).map(({ path }) => path)).toEqual([]));

test('lists of any length are not spread into the arguments of a call: a long one would overflow the stack', () => {
  const spread = /(?:\.(?:push|unshift|concat|splice)|\bMath\.(?:max|min)|\bString\.from\w+)\((?:[^()[\]]*,)?\s*\.\.\./;
  expect(SOURCES.filter(({ text }) => spread.test(text)).map(({ path }) => path)).toEqual([]);
  for (const call of ['found.push(...list)', 'Math.max(...list)', 'Math.min(0, ...list)', 'list.splice(0, 1, ...more)'])
    expect(call).toMatch(spread);
});

test('every test file is named after the source file it is about', () => {
  // Those right in browser/ open pages in a real browser; those below it are about modules that need none.
  const apart = /^(?:fixtures|golden|process|repository|support|catalog)\/|^browser\/[^/]+$/;
  const tests = readdirSync(`${ROOT}/test`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(`${ROOT}/test/`.length).replaceAll('\\', '/'))
    .filter((path) => !apart.test(path));
  const subject = (path: string): string => join(dirname(path), basename(path).split('.')[0] as string);
  expect(tests.length).toBeGreaterThan(30);
  expect(
    tests.filter((path) => !SOURCES.some(({ path: source }) => source.replace(/\.[jt]s$/, '') === subject(path))),
  ).toEqual([]);
});
