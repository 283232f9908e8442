import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessRunning } from '../../../build/write/durable.ts';
import { readTextIfThere } from '../../../cli/files/files.ts';
import { leaveTemporaryFolder, openTemporaryFolder } from '../../../cli/files/temporary-folder.ts';
import { createFile } from '../../../cli/files/write-file.ts';
import { CannotRunError } from '../../../cli/terminal/io.ts';
import { describeSystemError } from '../../../contract/base/system-errors.ts';

/**
 * @param locks by lock file: what the import is about, for the message "Another import … runs here", such as `of
 * https://…`
 * @returns releases the locks
 */
export function takeLocks(cwd: string, locks: Readonly<Record<string, string>>): () => void {
  const taken: string[] = [];
  const release = (): void => {
    for (const lock of taken) rmSync(lock, { force: true });
    leaveTemporaryFolder(cwd);
  };
  try {
    for (const [name, what] of Object.entries(locks)) {
      const lock = join(openTemporaryFolder(cwd, name), name);
      const found = readTextIfThere(lock);
      const holder = Number(found);
      if (holder > 0 && holder !== process.pid && isProcessRunning(holder))
        throw new CannotRunError(`Another import ${what} runs here, as process ${holder}; let it end first.`);
      if (found !== null) rmSync(lock);
      createFile(lock, String(process.pid));
      taken.push(lock);
    }
    return release;
  } catch (error) {
    release();
    if (error instanceof CannotRunError) throw error;
    throw new CannotRunError(`The import cannot be locked in .cartalog: ${describeSystemError(error)}.`);
  }
}
