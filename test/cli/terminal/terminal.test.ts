import { describe, expect, test } from 'vitest';
import type { Io } from '../../../cli/terminal/io.ts';
import { progressOn } from '../../../cli/terminal/progress.ts';
import { workspacePrefix } from '../../../cli/terminal/terminal.ts';

const ERASE = '\r\u001b[K';

function terminal(isTTY: boolean, env: Record<string, string>, columns?: number): { io: Io; written: string[] } {
  const written: string[] = [];
  const output = { write: (text: string) => void written.push(text), isTTY, columns };
  return {
    io: { cwd: '/', env, stdout: output, stderr: output, terminal: null, signal: new AbortController().signal },
    written,
  };
}

test.each([
  ['/', 'work/catalog', '/work', 'catalog/'],
  ['/work/sub', 'catalog', '/work', 'sub/catalog/'],
  ['/work/sub', '/work/sub/catalog', '/work', 'sub/catalog/'],
  ['/work', '.', '/work', ''],
  ['/work/sub', '../maps', undefined, '../maps/'],
  ['/tmp', 'catalog', '/work', 'catalog/'],
])('in %s, annotations of %s begin in %s with %o', (cwd, catalog, GITHUB_WORKSPACE, prefix) => {
  const { io } = terminal(false, GITHUB_WORKSPACE === undefined ? {} : { GITHUB_WORKSPACE });
  expect(workspacePrefix({ ...io, cwd }, catalog)).toBe(prefix);
});

function show(
  times: readonly number[],
  isTTY = true,
  env: Record<string, string> = {},
  path = 'a.yaml',
  columns?: number,
): string[] {
  const { io, written } = terminal(isTTY, env, columns);
  let time = 0;
  const progress = progressOn(io, { now: () => time });
  for (const at of times) {
    time = at;
    progress.report('Checking', at, 9000, path);
  }
  progress.clear();
  return written;
}

describe('progress', () => {
  test.each([
    ['nothing where the work takes less than a second', [10, 500, 999], []],
    [
      'a line after a second, taken away at the end',
      [10, 1000],
      [`${ERASE}Checking 1000 of 9000 files … a.yaml`, ERASE],
    ],
    [
      'at most ten lines a second',
      [1000, 1050, 1099, 1100],
      [`${ERASE}Checking 1000 of 9000 files … a.yaml`, `${ERASE}Checking 1100 of 9000 files … a.yaml`, ERASE],
    ],
  ])('%s', (_, times, written) => expect(show(times)).toEqual(written));

  test.each([
    [200, 'Checking 1000 of 9000 files … a.yaml'],
    [37, 'Checking 1000 of 9000 files … a.yaml'],
    [36, 'Checking 1000 of 9000 files …'],
    [20, 'Checking 1000 of 90'],
    [1, ''],
    [0, 'Checking 1000 of 9000 files … a.yaml'],
  ])('a line of no more than fits into %i columns', (columns, line) => {
    expect(show([1000], true, {}, 'a.yaml', columns)).toEqual([ERASE + line, ERASE]);
  });

  test.each([['x'.repeat(80)], ['\u001b[2J.yaml']])('a path that would spoil the line is left out', (path) => {
    expect(show([1000], true, {}, path)[0]).toBe(`${ERASE}Checking 1000 of 9000 files …`);
  });
});
