/** The file in which `probe` keeps what it has observed, as commands read it. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PageParts } from '../build/pipeline.ts';
import { HistoryError, NO_HISTORY, readHistory } from '../commands/probe/probe.ts';
import type { ProbeHistory } from '../contract/generated/reports.types.ts';
import { describeSystemError } from '../contract/system-errors.ts';
import { CannotRunError, type Io } from './io.ts';

/**
 * Reads the history. Where there is no file, nothing was observed yet.
 *
 * @throws CannotRunError where it cannot be read or used
 */
export function openProbeHistory(io: Pick<Io, 'cwd'>, name: string | null): ProbeHistory {
  if (name === null || !existsSync(resolve(io.cwd, name))) return NO_HISTORY;
  try {
    return readHistory(readFileSync(resolve(io.cwd, name), 'utf8'));
  } catch (error) {
    if (!(error instanceof HistoryError)) {
      throw new CannotRunError(`${name} cannot be read: ${describeSystemError(error)}.`);
    }
    throw new CannotRunError(`${name} ${error.message}. Restore it, or delete it to begin a new one.`);
  }
}

/** The tile servers that are dead by a history, for the pages of a site. @throws CannotRunError as `openProbeHistory` */
export function deadServersIn(io: Pick<Io, 'cwd'>, name: string): NonNullable<PageParts['deadServers']> {
  return openProbeHistory(io, name).servers.flatMap(({ kind, id, deadSince }) =>
    deadSince === null ? [] : [{ kind, id, deadSince }],
  );
}
