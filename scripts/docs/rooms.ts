/** The test of imports enforces rooms and doors; docs/code.md shows them. */
import { readdirSync } from 'node:fs';
import { dirname, extname } from 'node:path/posix';
import { markdownCode } from './markdown.ts';

export const SOURCE_FOLDERS = ['contract', 'build', 'cli', 'commands', 'browser', 'edge', 'clients', 'scripts', 'bin'];

/** In the order in which they may import each other, with their doors. */
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
  programs: 'map-program ogc/service-layers readers share-links stated/stated-area stated/stated-map stated/tile-set',
  render:
    'core/asset core/file-times hosts/all-configurations hosts/cloudflare hosts/configuration-input hosts/host-limits ' +
    'hosts/server-configurations pages/layout/record-links site site-parts',
  write: 'durable lock replace-folder site-folder',
  report: 'findings positions print',
  run: 'check-folder check-in-memory load-file memory rendering valid-file',
  format: 'format-file printer standard-text',
};

/** Each may import those before it; `.` is the folder's own files. */
export const ORDERS: Readonly<Record<string, readonly string[]>> = {
  contract: ['base', 'maps', 'data-sources', 'interface', 'signing', 'pages', '.', 'words'],
  build: Object.keys(STAGES),
};

/** What each importer may import of commands, the edge handler and `build/`; see also `COMMAND_FILE`. */
export const DOORS_FOR: Readonly<Record<string, readonly string[]>> = {
  'browser/': [
    'build/validate/meant-values.ts',
    ...[
      'answer-review',
      'answers',
      'label-with-source',
      'layer-answers',
      'map-description',
      'new-map',
      'questions',
    ].map((name) => `commands/catalog/new/${name}.ts`),
  ],
  'scripts/': ['commands/program.ts', 'commands/repository/init/repository-template.ts'],
  'commands/catalog/new/': ['build/validate/meant-values.ts'],
  'commands/catalog/serve/': ['edge/handler.ts', 'edge/local-handler.ts'],
};

/** Files that commands of repositories, and the program, may import. */
export const COMMAND_FILE = /^commands\/\w+\/\w+\/(?:command|arguments)\.ts$/;

/** Files that write a map program's lists, read them, and open it from a page. */
export const PROGRAM_FILE = /^build\/programs\/\w+\/(?:write|read|share)\.ts$/;

export const MEMBER_FILE = /^build\/(?:programs\/\w+\/(?:write|read|share)|map-types\/\w+\/type)\.ts$/;

/** Every file is a door. */
export const OPEN_ROOM = /^(?:contract|cli|commands\/upstream\/web)\//;

export const BUILD_DOORS = Object.entries(STAGES).flatMap(([stage, names]) =>
  names.split(' ').map((name) => `build/${stage}/${name}.ts`),
);

export const innerRoom = (path: string): string => (path.split('/').length > 2 ? (path.split('/')[1] as string) : '.');

export function sourcePaths(root: string): string[] {
  const inFolders = SOURCE_FOLDERS.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => ['.ts', '.mjs', '.js'].includes(extname(path)) && !path.startsWith('contract/generated/')),
  );
  return ['index.ts', ...inFolders].sort();
}

/** Keeps the text after each room, which people write. */
export function roomList(page: string, root: string): string {
  const [list = ''] = page.split('<!-- end -->');
  const written = list.split('\n').filter((row) => row.startsWith('- `'));
  const subjects = new Map(
    written.map((row) => {
      const [room = '', ...subject] = row.slice(2).split(': ');
      return [room, subject.join(': ')];
    }),
  );
  const members = sourcePaths(root).map((path) =>
    path.replace(MEMBER_FILE, (member) => member.replace(/\w+(?=\/\w+\.ts$)/, '<name>')),
  );
  const rooms = new Set(members.filter((path) => path.includes('/')).map((path) => `${dirname(path)}/`));
  const rankOf = (room: string): number => {
    const top = room.slice(0, room.indexOf('/'));
    return 100 * SOURCE_FOLDERS.indexOf(top) + (ORDERS[top]?.indexOf(innerRoom(room)) ?? 0);
  };
  const sorted = [...rooms].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  return sorted.map((room) => `- ${markdownCode(room)}: ${subjects.get(markdownCode(room)) ?? ''}`).join('\n');
}
