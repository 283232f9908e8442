import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { asMebibytes, MEBIBYTE } from '../../contract/base/limits.ts';
import { isDay } from '../../contract/base/times.ts';
import validators from '../../contract/generated/history.validators.cjs';
import type { ProbeHistory } from '../../contract/generated/reports.types.ts';
import { CannotRunError, type Io, whileReading } from '../terminal/io.ts';

/** The message follows the file's name: `is not JSON`. */
class HistoryError extends Error {}

export const NO_PROBE_HISTORY: ProbeHistory = { version: 1, servers: [] };

/** @throws HistoryError if it is invalid */
export function parseProbeHistory(text: string): ProbeHistory {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HistoryError('is not JSON');
  }
  const validate = validators['probe-history'];
  if (!validate(value)) {
    const [error] = validate.errors ?? [];
    throw new HistoryError(`is not a history of probe: ${error?.instancePath || '/'} ${error?.message}`);
  }
  // Each text of this form is a day, unless it is an id.
  for (const [, day = ''] of text.matchAll(/(?<!"id": *)"(\d{4}-\d\d-\d\d)"/g))
    if (!isDay(day)) throw new HistoryError(`has the day ${day}, which does not exist`);
  return value as ProbeHistory;
}

/** Empty without the file. @throws CannotRunError if it cannot be read or used */
export function openProbeHistory(
  io: Pick<Io, 'cwd'>,
  name: string | null,
  hint = 'Name the history that probe keeps, or restore it.',
): ProbeHistory {
  const file = name === null ? null : resolve(io.cwd, name);
  if (file === null || !existsSync(file)) return NO_PROBE_HISTORY;
  const status = statSync(file);
  // A device or a pipe may never end.
  if (!status.isFile() && !status.isDirectory())
    throw new CannotRunError(`${name} is not a file; name the one that probe keeps.`);
  if (status.size > MAX_BYTES) {
    throw new CannotRunError(`${name} has more than ${asMebibytes(MAX_BYTES)} MiB; name the file that probe keeps.`);
  }
  try {
    return parseProbeHistory(whileReading(`${name}`, () => readFileSync(file, 'utf8')));
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    throw new CannotRunError(`${name} ${error.message}. ${hint}`);
  }
}

/** Thousands of maps have a few megabytes. */
const MAX_BYTES = 64 * MEBIBYTE;
