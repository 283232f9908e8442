/** Commands show their progress at a terminal where the work takes long. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { progressOn } from '../../../cli/terminal/progress.ts';
import { main } from '../../../commands/program.ts';
import { folderWithCatalog } from '../../support/catalogs.ts';

/** What a command writes to stderr on a machine so slow that two seconds pass between any two looks at the clock. */
async function slowly(args: readonly string[], isTTY: boolean): Promise<string> {
  const cwd = folderWithCatalog();
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
  ['check', /Checking 7 of 8 files … [^<]+<erased>8 files checked: 0 errors, 0 warnings\n$/],
  ['build', /Checking 7 of 8 files … [^<]+<erased>.*Writing \d+ files so far … [^<]+<erased>.*Built dist: /s],
])('%s', async (command, expected) => {
  const seen = await slowly([command], true);
  expect(seen).toMatch(expected);
  // A line stays until it is replaced by the next one, or something else is written.
  expect(seen.split('<erased>').length).toBeLessThan(seen.split(' … ').length + 4);
  expect(await slowly([command], false)).not.toMatch(/<erased>|Checking/);
});

/** What work that waits for a minute and ten seconds writes, when it has waited and afterwards. */
function waiting(isTTY: boolean, format: string, path: string): string[] {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const written: string[] = [];
  const stderr = { isTTY, write: (text: string) => void written.push(text) };
  const { signal } = new AbortController();
  const io = { cwd: '', env: {}, stdout: stderr, stderr, terminal: null, signal };
  const progress = progressOn(io, { now: () => Date.now(), format });
  progress.report('Probed', 0, 3, 'mapservers/other.yaml');
  progress.report('Probed', 1, 3, path);
  vi.advanceTimersByTime(2_000);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(68_000);
  progress.clear();
  const { length } = written;
  vi.advanceTimersByTime(60_000);
  expect(written).toHaveLength(length);
  return written;
}

test('work that waits says for how long', () => {
  const written = waiting(true, 'json', 'mapservers/one.yaml');
  expect(written[7]).toContain('Probed 1 of 3 files … (waiting for 10 s) mapservers/one.yaml');
});

test.each([
  ['text', 'a.yaml', ['Probed 1 of 3 files … (30 s) a.yaml\n', 'Probed 1 of 3 files … (60 s) a.yaml\n']],
  ['text', '\n::a', ['Probed 1 of 3 files … (30 s) \\u000a::a\n', 'Probed 1 of 3 files … (60 s) \\u000a::a\n']],
  ['json', 'a.yaml', []],
])('a log has a line each 30 seconds: %s, %j', (format, path, lines) => {
  expect(waiting(false, format, path)).toEqual(lines);
});
