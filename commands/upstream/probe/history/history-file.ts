import { accessSync, constants, existsSync, rmSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { createFolders } from '../../../../build/write/durable.ts';
import { FolderError, type Lock, LockedError, takeLock } from '../../../../build/write/lock.ts';
import { NO_PROBE_HISTORY, openProbeHistory } from '../../../../cli/catalog/probe-history.ts';
import { writeWhole } from '../../../../cli/files/write-file.ts';
import { CannotRunError, cannotWrite, type Io, whileWriting } from '../../../../cli/terminal/io.ts';
import type { ProbeHistory } from '../../../../contract/generated/reports.types.ts';
import { historyText } from './observations.ts';

/** Only one run uses it until it is closed. */
export interface HistoryFile {
  readonly before: ProbeHistory;
  /** Writes the file, or removes it for `NO_PROBE_HISTORY`. */
  keep(history: ProbeHistory): void;
  close(): void;
}

/** Two runs would lose days and requests of each other. */
export async function openHistoryFile(
  io: Pick<Io, 'cwd'>,
  name: string | null,
  patienceMs: number,
): Promise<HistoryFile> {
  if (name === null) return { before: NO_PROBE_HISTORY, keep: () => {}, close: () => {} };
  refuseUnwritable(io, name);
  const file = resolve(io.cwd, name);
  const { abandoned, release } = await lock(file, name, patienceMs);
  try {
    for (const folder of abandoned) rmSync(folder, { recursive: true, force: true });
    const before = openProbeHistory(io, name, 'Restore it, or name a new file.');
    const keep = (history: ProbeHistory): void =>
      whileWriting(name, () => {
        if (history === NO_PROBE_HISTORY) rmSync(file, { force: true });
        else writeWhole(file, historyText(history));
      });
    return { before, keep, close: release };
  } catch (error) {
    release();
    throw error;
  }
}

async function lock(file: string, name: string, patienceMs: number): Promise<Lock> {
  try {
    createFolders(dirname(file));
    return await takeLock(`${file}.lock`, patienceMs, () => {});
  } catch (error) {
    if (error instanceof LockedError)
      throw new CannotRunError(`${name} is being used by another probe; wait until it has ended.`);
    if (error instanceof FolderError) throw new CannotRunError(`${name} ${error.message}.`);
    throw cannotWrite(name, error);
  }
}

export function refuseUnwritable(io: Pick<Io, 'cwd'>, name: string): void {
  let folder = dirname(resolve(io.cwd, name));
  while (!existsSync(folder)) folder = dirname(folder);
  // The slash makes a file an error.
  whileWriting(name, () => accessSync(folder + sep, constants.W_OK));
}
