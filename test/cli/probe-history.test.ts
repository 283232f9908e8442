import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deadServersIn, openProbeHistory } from '../../cli/probe-history.ts';
import { temporaryFolder } from '../support/catalogs.ts';

const HOSTILE: Readonly<Record<string, [make: (file: string) => void, message: RegExp]>> = {
  'a pipe, which never ends': [(file) => execFileSync('mkfifo', [file]), /^history is not a file; /],
  'a file of 3 GB': [
    (file) => {
      writeFileSync(file, '');
      truncateSync(file, 3 * 1024 ** 3);
    },
    /^history has more than 64 MiB; name the file /,
  ],
  'something else': [
    (file) => writeFileSync(file, '[]'),
    /^history .*\. Restore it, or delete it to begin a new one\.$/,
  ],
};

test.each(Object.entries(HOSTILE))('%s is refused', (_, [make, message]) => {
  const cwd = temporaryFolder();
  make(join(cwd, 'history'));
  expect(() => openProbeHistory({ cwd }, 'history')).toThrow(message);
});

test('that there is none yet is said to whoever wants dead servers marked', () => {
  const printed: string[] = [];
  const stderr = { isTTY: false, columns: undefined, write: (text: string) => void printed.push(text) };
  expect(deadServersIn({ cwd: temporaryFolder(), stderr }, 'history.json')).toEqual([]);
  expect(printed).toEqual(['There is no history.json yet; no tile server is marked as dead.\n']);
});
