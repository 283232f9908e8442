import { expect, test } from 'vitest';
import { roomList } from '../../../scripts/docs/rooms.ts';
import { ROOT } from '../../support/cli.ts';
import { textsIn } from '../../support/words.ts';

const rowOf = (room: string, page: string): string | undefined =>
  roomList(page, ROOT)
    .split('\n')
    .find((row) => row.startsWith(`- \`${room}\`:`));

test.each([
  ['a stage', 'build/write/'],
  ['a command', 'commands/site/sign/'],
  ['what each map program has', 'build/programs/<name>/'],
])('%s is one row', (_, room) => expect(rowOf(room, '')).toBe(`- \`${room}\`: `));

test('what a room has stays, but not what another list says of it', () => {
  const row = '- `build/report/`: findings, a list';
  expect(rowOf('build/report/', `${row}\n<!-- end -->\n- \`build/report/\`: another`)).toBe(row);
  expect(rowOf('build/report/', '| `build/report/` | of a table |')).toBe('- `build/report/`: ');
});

test('the rooms are in the order in which they may import each other', () => {
  const rooms = [...roomList('', ROOT).matchAll(/^- `([^`]+)`/gm)].map(([, room]) => room);
  const some = textsIn(
    'contract/base/ | contract/maps/ | contract/ | build/read/ | build/model/ | build/render/ | cli/git/',
  );
  expect(rooms.filter((room) => some.includes(room as string))).toEqual(some);
});
