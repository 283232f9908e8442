/** Commands show their progress at a terminal where the work takes long. */
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { main } from '../../commands/program.ts';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';

/** What a command writes to stderr on a machine so slow that two seconds pass between any two looks at the clock. */
async function slowly(args: readonly string[], isTTY: boolean): Promise<string> {
  const cwd = temporaryFolder();
  writeFiles(join(cwd, 'catalog'), SMALL);
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 2_000));
  onTestFinished(() => void vi.restoreAllMocks());
  const written: string[] = [];
  const stderr = { isTTY, write: (text: string) => void written.push(text) };
  const stdout = { isTTY, write: () => {} };
  const { signal } = new AbortController();
  expect(await main(args, { cwd, env: {}, stdout, stderr, terminal: null, signal })).toBe(0);
  return written.join('').replaceAll('\r\u001b[K', '<erased>');
}

test.each([
  ['check', /Checking 7 of 8 files … [^<]+<erased>8 files checked: 0 errors, 0 warnings\nNext: .*\n$/],
  ['build', /Checking 7 of 8 files … [^<]+<erased>.*Writing \d+ files so far … [^<]+<erased>Built dist: /s],
])('%s', async (command, expected) => {
  const seen = await slowly([command], true);
  expect(seen).toMatch(expected);
  // Of what is done by turns, only that of which is known how much there is.
  expect(seen).not.toMatch(/Writing.*Checking/s);
  // A line stays until it is replaced by the next one, or something else is written.
  expect(seen.split('<erased>').length).toBeLessThan(seen.split(' … ').length + 4);
  expect(await slowly([command], false)).not.toMatch(/<erased>|Checking|Writing/);
});
