/** What the program touches of the process it runs in; tests pass their own. */
import type { Readable, Writable } from 'node:stream';
import { inspect } from 'node:util';
import { visible, withoutLogins } from '../contract/text.ts';

/** A stream to write text to. */
export interface Output {
  /**
   * @param form `plain` if it is left out: control characters other than line feeds are shown by their codes. Text
   *   that is `drawn` holds the codes of colours and of the cursor, and nothing else that is not printable
   */
  write(text: string, form?: 'plain' | 'drawn'): void;
  readonly isTTY: boolean;
  /** How many characters are in a line of a terminal; left out if that is not known. */
  readonly columns?: number | undefined;
}

/** A terminal with a person who can be asked. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** The outside world of a command. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results. */
  readonly stdout: Output;
  /** Text for people: progress, summaries, problems of the run. */
  readonly stderr: Output;
  /** Null if nobody can be asked. */
  readonly terminal: Terminal | null;
  /** Is aborted when the person stops a running command. */
  readonly signal: AbortSignal;
}

/** The command cannot do its work; the message is shown as it is, and the exit status is 2. */
export class CannotRunError extends Error {
  /** @param lines the message; what a line names, files and servers for example, cannot begin another one,
   *   and user names and passwords in addresses are not shown */
  constructor(...lines: readonly string[]) {
    super(lines.map((line) => visible(withoutLogins(line))).join('\n'));
  }
}

/** Any error as text for people. With CARTALOG_DEBUG set, a fault of the program says where it was thrown. */
export function describeError(error: unknown, env: Io['env']): string {
  if (error instanceof CannotRunError) return error.message;
  if (!['', '0', undefined].includes(env['CARTALOG_DEBUG'])) return `unexpected error: ${inspect(error)}`;
  const message = visible(withoutLogins(error instanceof Error ? `${error.name}: ${error.message}` : String(error)));
  return `unexpected error: ${message}. Run the command again with CARTALOG_DEBUG=1 to see where it was thrown, and report it.`;
}

/** How a command ended: 0 fine, 1 the catalog or the deployment has problems. Not being able to run is an error. */
export type ExitStatus = 0 | 1;
