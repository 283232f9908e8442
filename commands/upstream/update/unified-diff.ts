import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFolders } from '../../../build/write/durable.ts';
import { PLAIN_DIFF, runGit } from '../../../cli/git/git-process.ts';

interface ChangedText {
  readonly path: string;
  readonly before: string | null;
  readonly text: string;
}

/** Null if git is missing or fails. */
export async function unifiedDiff(changes: readonly ChangedText[]): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-diff-'));
  const write = (path: string, text: string): void => {
    createFolders(dirname(join(folder, path)));
    writeFileSync(join(folder, path), text);
  };
  try {
    for (const side of ['a', 'b']) createFolders(join(folder, side));
    for (const { path, before, text } of changes) {
      if (before !== null) write(join('a', path), before);
      write(join('b', path), text);
    }
    const args = ['diff', '--no-index', '--no-prefix', '--no-color', ...PLAIN_DIFF, 'a', 'b'];
    return (await runGit(folder, args)).toString('utf8');
  } catch (error) {
    const { code, stdout } = error as { readonly code?: unknown; readonly stdout?: Buffer };
    if (code === 1 && stdout) return stdout.toString('utf8');
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
