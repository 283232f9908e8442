/** A command's process; tests pass their own. */
import type { Readable, Writable } from 'node:stream';
import { inspect } from 'node:util';
import { describeSystemError, systemCode } from '../../contract/base/system-errors.ts';
import { visible, withoutLogins } from '../../contract/base/text.ts';

export interface Output {
  /**
   * @param form `plain`, the default, escapes control characters other than line feeds, and commands that GitHub reads
   * in a log. `commands` are for GitHub. `drawn` may contain escape sequences of colours and cursor movements
   */
  write(text: string, form?: 'plain' | 'commands' | 'drawn'): void;
  readonly isTTY: boolean;
  /** Missing if unknown. */
  readonly columns?: number | undefined;
}

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

export const SIGNING_VARIABLE = 'CARTALOG_SIGNING_KEY';

export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The value of SIGNING_VARIABLE, which `env` lacks. */
  readonly signingKey?: string | undefined;
  readonly stdout: Output;
  /** For people: progress, summaries, problems of the run. */
  readonly stderr: Output;
  /** Null if not interactive. */
  readonly terminal: Terminal | null;
  /** Aborted when the user stops a command. */
  readonly signal: AbortSignal;
}

/** The message is printed as it is; the exit status is 2. */
export class CannotRunError extends Error {
  /**
   * @param lines each is escaped, so that text from files and servers cannot begin another; user names and passwords in
   * addresses are masked
   */
  constructor(...lines: readonly string[]) {
    super(lines.map((line) => visible(withoutLogins(line))).join('\n'));
  }
}

/** @throws CannotRunError for an error of the system; any other error itself */
export function whileReading<T>(name: string, steps: () => T): T {
  try {
    return steps();
  } catch (error) {
    throw new CannotRunError(`${name} cannot be read: ${describeSystemError(error)}.`);
  }
}

/** @throws like `whileReading` */
export function whileWriting<T>(name: string, steps: () => T): T {
  try {
    return steps();
  } catch (error) {
    throw cannotWrite(name, error);
  }
}

/** @throws any error that is not the system's */
export function cannotWrite(name: string, error: unknown): CannotRunError {
  return new CannotRunError(`${name} cannot be written: ${describeSystemError(error)}.`);
}

/** With CARTALOG_DEBUG, an unexpected error has its stack. */
export function describeError(error: unknown, env: Io['env']): string {
  if (error instanceof CannotRunError) return error.message;
  if (!['', '0', undefined].includes(env['CARTALOG_DEBUG'])) return `unexpected error: ${inspect(error)}`;
  const message = visible(withoutLogins(error instanceof Error ? `${error.name}: ${error.message}` : String(error)));
  return `unexpected error: ${message}. Run the command again with CARTALOG_DEBUG=1 to see where it was thrown, and report it.`;
}

/** 0 success, 1 problems in the catalog or the deployment. A command that cannot run throws. */
export type ExitStatus = 0 | 1;

/** @param advice for a missing folder */
export function folderError(error: unknown, name: string, subject: string, advice: string): CannotRunError {
  const code = systemCode(error);
  if (code === 'ENOENT') return new CannotRunError(`There is no folder ${name}${advice}.`);
  if (code === 'ENOTDIR') return new CannotRunError(`${name} is not a folder${advice}.`);
  return new CannotRunError(`${subject} cannot be read: ${describeSystemError(error)}.`);
}
