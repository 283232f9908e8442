import { expect, test } from 'vitest';
import { roomTable } from '../../../scripts/docs/rooms.ts';
import { ROOT } from '../../support/cli.ts';
import { textsIn } from '../../support/words.ts';

/** The row of a room, in the table of a page. */
const rowOf = (room: string, page: string): string | undefined =>
  roomTable(page, ROOT)
    .split('\n')
    .find((row) => row.replaceAll('*', '').startsWith(`| \`${room}\` |`));

test.each([
  ['a file that others may import is bold', 'build/write/', '| `build/write/` |  | **durable**, **lock**, '],
  ['of a command these are two', 'commands/site/sign/', '| `commands/site/sign/` |  | **arguments**, **command** |'],
  ['a room with nothing but doors is bold itself', 'contract/signing/', '| **`contract/signing/`** |  | key-list, '],
  ['what each map program has is one row', 'build/programs/<name>/', '| `build/programs/<name>/` |  | '],
])('%s', (_, room, row) => {
  expect(rowOf(room, '')).toContain(row);
});

test('what a room is about stays, but not what another table says of it', () => {
  expect(rowOf('build/report/', '| `build/report/` | findings, a | old, names |')).toContain(
    '| findings, a | **findings**',
  );
  expect(rowOf('build/report/', '| `build/report/` | of two columns |')).toContain('|  | **findings**');
});

test('the rooms are in the order in which they may import each other', () => {
  const rooms = [...roomTable('', ROOT).matchAll(/^\| \**`([^`]+)`/gm)].map(([, room]) => room);
  const some = textsIn(`
    contract/base/ | contract/maps/ | contract/ | build/read/ | build/model/ | build/render/ | cli/git/`);
  expect(rooms.filter((room) => some.includes(room as string))).toEqual(some);
});
