import type { OnProgress } from '../../build/read/folder.ts';
import { visible } from '../../contract/base/text.ts';
import type { Io } from './io.ts';

/** At a terminal, a line that changes; in a log, some lines. */
export interface Progress {
  readonly report: OnProgress;
  clear(): void;
}

/** Shorter work shows nothing. */
const QUIET_MS = 1_000;

const REDRAW_INTERVAL_MS = 100;

/** After this time without a report, the line says how long it has waited. */
const WAITING_SECONDS = 3;

const LOG_INTERVAL_SECONDS = 30;

const MAX_COLUMNS = 78;

const ERASE = '\r\u001b[K';

interface ProgressOptions {
  readonly now?: () => number;
  readonly noun?: string;
  /** Of the output: beside JSON, a log has no progress. */
  readonly format?: string;
}

/**
 * On stderr. In a log (a pipe, continuous integration), long work gets a plain line now and then: what it waits for.
 */
export function progressOn(
  io: Io,
  { now = () => performance.now(), noun = 'files', format = 'text' }: ProgressOptions = {},
): Progress {
  const isWatched = io.stderr.isTTY && io.env['TERM'] !== 'dumb' && !isFlagOn(io.env['CI']);
  // The clock's first call takes a millisecond; logs do not need it.
  let next = isWatched ? now() + QUIET_MS : 0;
  let isShown = false;
  let last = { text: '', path: '', at: 0 };
  let loggedSeconds = 0;
  let timer: NodeJS.Timeout | undefined;
  const draw = (text: string): void => {
    next = now() + REDRAW_INTERVAL_MS;
    isShown = true;
    io.stderr.write(`${ERASE}${lineOf(text, last.path, io.stderr.columns)}`, 'drawn');
  };
  // Work that waits for a server reports nothing, and would seem to hang.
  const wait = (): void => {
    const seconds = Math.floor((now() - last.at) / 1_000);
    if (seconds >= WAITING_SECONDS) draw(`${last.text} (waiting for ${seconds} s)`);
  };
  const log = (): void => {
    loggedSeconds += LOG_INTERVAL_SECONDS;
    io.stderr.write(`${visible(`${last.text} (${loggedSeconds} s) ${last.path}`)}\n`);
  };
  return {
    report(what, done, total, path) {
      if (!isWatched && format === 'json') return;
      const count = total === null ? `${done} ${noun} so far` : `${done} of ${total} ${noun}`;
      last = { text: `${what} ${count} …`, path, at: isWatched ? now() : 0 };
      timer ??= (isWatched ? setInterval(wait, 1_000) : setInterval(log, LOG_INTERVAL_SECONDS * 1_000)).unref();
      if (isWatched && last.at >= next) draw(last.text);
    },
    clear() {
      clearInterval(timer);
      timer = undefined;
      if (isShown) io.stderr.write(ERASE, 'drawn');
      isShown = false;
    },
  };
}

/** For variables such as `CI`, which may be set to a word for no. */
export const isFlagOn = (variable: string | undefined): boolean => !['', '0', 'false', undefined].includes(variable);

/**
 * Leaves out a path that does not fit, or could move the cursor.
 * @param columns of the terminal: a longer line would wrap, and stay
 */
function lineOf(text: string, path: string, columns = 0): string {
  const whole = `${text} ${path}`;
  // Unknown sizes are 0.
  const width = columns === 0 ? MAX_COLUMNS : Math.min(MAX_COLUMNS, columns - 1);
  return (whole.length <= width && /^[\x20-\x7e]*$/.test(path) ? whole : text).slice(0, width);
}
