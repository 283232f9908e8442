/** The rooms of the source, and their doors. The test of imports holds what is listed here; docs/code.md shows it. */
import { readdirSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path/posix';
import { markdownCode, markdownTable } from './markdown.ts';

/** The folders that hold source files. Beside them is `index.ts`, the library. */
export const SOURCE_FOLDERS = ['contract', 'build', 'cli', 'commands', 'browser', 'edge', 'clients', 'scripts', 'bin'];

/** The stages of `build/`, each of which may import those before it, with its doors: the files that others may import. */
export const STAGES: Readonly<Record<string, string>> = {
  diagnostics: 'diagnostic portable-path',
  read: 'file-names folder layout list-files rereadable',
  parse: 'parse written',
  'tile-url': 'convert explanations same-map secrets template-pieces',
  validate: 'content validate',
  'map-types': 'all-types map-address map-type snippet',
  rules: 'all-rules map-rules run-rules',
  model: 'areas catalog map-records model statuses',
  history: 'examples history record-history',
  programs: 'map-program readers share-links stated/stated-area stated/stated-map',
  render:
    'core/asset core/file-times hosts/all-configurations hosts/cloudflare hosts/configuration-input hosts/host-limits ' +
    'hosts/server-configurations pages/layout/record-links site site-parts',
  write: 'durable lock replace-folder site-folder',
  report: 'findings positions print',
  run: 'check-folder check-in-memory load-file memory rendering valid-file',
  format: 'format-file printer standard-text',
};

/** The rooms inside of a folder, each of which may import those before it; `.` is its files that are in none. */
export const ORDERS: Readonly<Record<string, readonly string[]>> = {
  contract: ['base', 'maps', 'data-sources', 'interface', 'signing', 'pages', '.', 'words'],
  build: Object.keys(STAGES),
};

/** The doors of commands and of the edge handler, by who may import them. Beside these are `IS_COMMAND`. */
export const DOORS_FOR: Readonly<Record<string, readonly string[]>> = {
  'browser/': ['answer-review', 'answers', 'new-map', 'questions'].map((name) => `commands/catalog/new/${name}.ts`),
  'scripts/': ['commands/program.ts', 'commands/repository/init/repository-template.ts'],
  'commands/catalog/serve/': ['edge/handler.ts', 'edge/local-handler.ts'],
};

/** The doors of every command, for the commands of repositories and for the program. */
export const IS_COMMAND = /^commands\/\w+\/\w+\/(?:command|arguments)\.ts$/;

/** What a map program consists of, each in the folder of the program: what writes it, reads it, and opens it from a page. */
export const IS_PROGRAM = /^build\/programs\/\w+\/(?:write|read|share)\.ts$/;

/** The same, and what a type of map consists of. */
export const IS_MEMBER = /^build\/(?:programs\/\w+\/(?:write|read|share)|map-types\/\w+\/type)\.ts$/;

/** The rooms with nothing but doors. */
export const IS_OPEN = /^(?:contract|cli|commands\/upstream\/web)\//;

/** The doors of `build/`. */
export const BUILD_DOORS = Object.entries(STAGES).flatMap(([stage, names]) =>
  names.split(' ').map((name) => `build/${stage}/${name}.ts`),
);

/** The room inside of a folder of the root; `.` if there is none. */
export const innerRoom = (path: string): string => (path.split('/').length > 2 ? (path.split('/')[1] as string) : '.');

/** Every source file; what is generated is left out. */
export function sourcePaths(root: string): string[] {
  const inFolders = SOURCE_FOLDERS.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => ['.ts', '.mjs', '.js'].includes(extname(path)) && !path.startsWith('contract/generated/')),
  );
  return ['index.ts', ...inFolders].sort();
}

/** A row for each room, with its files. What a room is about stays as it is in the page, where people write it. */
export function roomTable(page: string, root: string): string {
  const written = page.split('\n').map((row) => row.split(' | '));
  const subjects = new Map(written.filter(({ length }) => length === 3).map(([room, subject]) => [room, subject]));
  const doors = new Set([...BUILD_DOORS, ...Object.values(DOORS_FOR).flat()]);
  const rooms = new Map<string, Set<string>>();
  for (const path of sourcePaths(root).filter((one) => one.includes('/'))) {
    const room = `${dirname(path.replace(IS_MEMBER, (member) => member.replace(/\w+(?=\/\w+\.ts$)/, '<name>')))}/`;
    const [name = ''] = basename(path).split('.');
    const isDoor = !IS_OPEN.test(path) && (doors.has(path) || IS_COMMAND.test(path));
    rooms.set(room, (rooms.get(room) ?? new Set()).add(isDoor ? `**${name}**` : name));
  }
  const rankOf = ([room]: [string, unknown]): number => {
    const top = room.slice(0, room.indexOf('/'));
    return 100 * SOURCE_FOLDERS.indexOf(top) + (ORDERS[top]?.indexOf(innerRoom(room)) ?? 0);
  };
  const sorted = [...rooms].sort((a, b) => rankOf(a) - rankOf(b) || (a[0] < b[0] ? -1 : 1));
  const rows = sorted.map(([room, names]) => {
    const head = IS_OPEN.test(room) ? `**${markdownCode(room)}**` : markdownCode(room);
    return [head, subjects.get(`| ${head}`) ?? '', [...names].join(', ')];
  });
  return markdownTable(['Room', 'Has', 'Files'], rows);
}
