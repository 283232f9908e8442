import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkCatalog } from '../../build/pipeline.ts';
import { textAsset } from '../../build/render/site.ts';
import { replaceSite } from '../../build/write/site-folder.ts';
import { main } from '../../cli/program.ts';
import { memoryFolder, SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';

describe('stages say which file is next', () => {
  test('checking', () => {
    const seen: unknown[] = [];
    checkCatalog(memoryFolder(SMALL), { environment: {}, requireTokens: false }, (...step) => seen.push(step));
    const paths = Object.keys(SMALL).sort();
    expect(seen).toEqual(paths.map((path, index) => ['Checking', index, paths.length, path]));
  });

  test('writing', async () => {
    const seen: unknown[] = [];
    const assets = ['a', 'b/c'].map((path) => textAsset(path, path, null));
    await replaceSite(join(temporaryFolder(), 'site'), assets, {
      patienceMs: 0,
      onWait: () => {},
      onRecover: () => {},
      onProgress: (...step) => seen.push(step),
    });
    expect(seen).toEqual([
      ['Writing', 0, 3, 'a'],
      ['Writing', 1, 3, 'b/c'],
      ['Writing', 2, 3, 'manifest.json'],
    ]);
  });
});

describe('commands show it on a terminal where the work takes long', () => {
  /** What a command writes to stderr on a machine so slow that each look at the clock finds two seconds gone. */
  async function slowly(args: readonly string[], isTTY: boolean): Promise<string> {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'catalog'), SMALL);
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 2_000));
    onTestFinished(() => void vi.restoreAllMocks());
    const written: string[] = [];
    const stderr = { isTTY, write: (text: string) => void written.push(text) };
    const stdout = { isTTY, write: () => {} };
    expect(
      await main(args, { cwd, env: {}, stdout, stderr, terminal: null, signal: new AbortController().signal }),
    ).toBe(0);
    return written.join('').replaceAll('\r\u001b[K', '<erased>');
  }

  test.each([
    ['check', /Checking 7 of 8 files … [^<]+<erased>8 files checked: 0 errors, 0 warnings\nNext: .*\n$/],
    ['build', /Checking 7 of 8 files … [^<]+<erased>.*Writing \d+ of \d+ files … [^<]+<erased>Built dist: /s],
  ])('%s', async (command, expected) => {
    expect(await slowly([command], true)).toMatch(expected);
    expect(await slowly([command], false)).not.toMatch(/<erased>|Checking|Writing/);
  });
});
