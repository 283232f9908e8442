/** The program's entry: the only place that touches the process. */

import { CannotRunError, type Output } from '../cli/io.ts';
import { describeSystemError, systemCode } from '../contract/system-errors.ts';
import { printable } from '../contract/text.ts';
import { main } from './program.ts';

const output = (stream: NodeJS.WriteStream): Output => ({
  write: (text, form = 'plain') => void stream.write(form === 'drawn' ? text : printable(text)),
  isTTY: stream.isTTY === true,
  // Asked for each time: people make their windows larger and smaller.
  get columns() {
    return stream.columns;
  },
});

const stop = new AbortController();

let isUnwritten = false;

/** What could not be written is lost: whoever can still be told is told, and the exit status says so. */
function onLost(name: string, other: NodeJS.WriteStream, error: Error): void {
  stop.abort();
  // A reader that ends early (`| head`) is no error; a command that runs on has nobody to run for.
  if (systemCode(error) === 'EPIPE') return;
  isUnwritten = true;
  process.exitCode = 2;
  other.write(`cartalog: ${name} cannot be written: ${describeSystemError(error)}.\n`);
}

process.stdout.once('error', (error) => onLost('Standard output', process.stderr, error));
process.stderr.once('error', (error) => onLost('Standard error', process.stdout, error));
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let isListening = false;
const listen = (): void => {
  // Whoever writes many files asks for each.
  if (isListening) return;
  isListening = true;
  for (const name of endSignals) process.once(name, () => stop.abort());
};

const status = await main(process.argv.slice(2), {
  get cwd() {
    return workingFolder();
  },
  env: process.env,
  stdout: output(process.stdout),
  stderr: output(process.stderr),
  get terminal() {
    const { stdin: input, stderr: output } = process;
    return input.isTTY && output.isTTY ? { input, output } : null;
  },
  get signal() {
    listen();
    return stop.signal;
  },
});
// The error of a write comes after it.
if (!isUnwritten) process.exitCode = status;

/** @throws CannotRunError where the folder has been deleted */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new CannotRunError(`The working folder cannot be used: ${describeSystemError(error)}.`);
  }
}
