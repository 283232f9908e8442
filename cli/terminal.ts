/** What a person at a terminal sees: progress if the work takes long, and findings in colour. */
import { relative, resolve } from 'node:path';
import { createColors } from 'picocolors';
import { type Finding, findingsAsText, type OnProgress, summedUp } from '../build/pipeline.ts';
import { visible } from '../contract/text.ts';
import type { Io, Output } from './io.ts';

/** The line that shows progress. */
export interface Progress {
  readonly report: OnProgress;
  /** Takes the line away, before anything else is written to the terminal. */
  clear(): void;
}

/** Work that is done within this many milliseconds shows nothing. */
const QUIET_MS = 1_000;

/** The line is drawn at most this often. */
const INTERVAL_MS = 100;

/** No line is longer, so that it can be read at a glance. */
const WIDTH = 78;

const ERASE = '\r\u001b[K';

/**
 * Shows progress on stderr if that is a terminal that a person looks at: not in a pipe, not in continuous
 * integration.
 *
 * @param now milliseconds from any beginning
 * @param noun what the work is counted in
 */
export function progressOn(io: Io, now: () => number = () => performance.now(), noun = 'files'): Progress {
  const isWatched = io.stderr.isTTY && io.env['TERM'] !== 'dumb' && !isOn(io.env['CI']);
  // Loading the clock takes a millisecond.
  let next = isWatched ? now() + QUIET_MS : 0;
  let isShown = false;
  return {
    report(what, done, total, path) {
      if (!isWatched || now() < next) return;
      next = now() + INTERVAL_MS;
      isShown = true;
      const count = total === null ? `${done} ${noun} so far` : `${done} of ${total} ${noun}`;
      io.stderr.write(`${ERASE}${lineOf(`${what} ${count} …`, path, io.stderr.columns)}`, 'drawn');
    },
    clear() {
      if (isShown) io.stderr.write(ERASE, 'drawn');
      isShown = false;
    },
  };
}

const isOn = (variable: string | undefined): boolean => !['', '0', 'false', undefined].includes(variable);

/**
 * A path is left out if it does not fit, or could move the cursor.
 *
 * @param columns of the terminal: a line that wraps could not be taken away
 */
function lineOf(text: string, path: string, columns = 0): string {
  const whole = `${text} ${path}`;
  // Some that do not know it say 0.
  const width = columns === 0 ? WIDTH : Math.min(WIDTH, columns - 1);
  return (whole.length <= width && /^[\x20-\x7e]*$/.test(path) ? whole : text).slice(0, width);
}

/**
 * Writes findings as text, in colour on a terminal; `NO_COLOR` and `FORCE_COLOR` are obeyed.
 *
 * @param eachWarning whether warnings with the same code take one line each, and not one line together
 */
export function writeFindings(
  io: Io,
  output: Output,
  catalog: string,
  findings: readonly Finding[],
  eachWarning = true,
): void {
  const listed = eachWarning ? findings : summedUp(findings);
  output.write(findingsAsText(listed, pathPrefix(io, catalog), createColors(usesColour(io, output))), 'drawn');
}

/** The path from the working folder to a catalog folder, with a `/` at its end; empty if both are the same. */
export function pathPrefix(io: Io, catalog: string): string {
  const path = relative(io.cwd, resolve(io.cwd, catalog)).replaceAll('\\', '/');
  return path === '' ? '' : `${path}/`;
}

/**
 * The same from where a workflow of GitHub has its checkout, which paths of annotations begin at; from the working folder
 * if that is not known, or does not have the catalog.
 */
export function workspacePrefix(io: Io, catalog: string): string {
  const workspace = io.env['GITHUB_WORKSPACE'];
  if (!workspace) return pathPrefix(io, catalog);
  const prefix = pathPrefix({ ...io, cwd: workspace }, resolve(io.cwd, catalog));
  return /^\.\.\/|^[A-Za-z]:/.test(prefix) ? pathPrefix(io, catalog) : prefix;
}

function usesColour({ env }: Io, output: Output): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0';
  return output.isTTY && env['TERM'] !== 'dumb';
}

/** What is said if the times of last changes are not published, and why that is. */
export function withoutHistory(problem: string): string {
  return `Published without Last-Modified: ${visible(problem)}.`;
}

/** What is said of a folder without any file of a catalog, with the end of the line. */
export function noCatalogFiles(folder: string): string {
  return `The folder ${folder} has no catalog files; is it the right one?\n`;
}
