/** Only this file touches the process. */
import { CannotRunError, describeError, type Output, SIGNING_VARIABLE } from '../cli/terminal/io.ts';
import { describeSystemError, systemCode } from '../contract/base/system-errors.ts';
import { printableLines } from '../contract/base/text.ts';
import { main } from './program.ts';

const output = (stream: NodeJS.WriteStream): Output => ({
  write: (text, form = 'plain') =>
    void stream.write(form === 'drawn' ? text : printableLines(text, form === 'commands')),
  isTTY: stream.isTTY === true,
  // The window can be resized.
  get columns() {
    return stream.columns;
  },
});

const stop = new AbortController();

let isUnwritten = false;

function onLost(name: string, other: NodeJS.WriteStream, error: Error): void {
  stop.abort();
  // A reader may end early (`| head`): no error, the command stops.
  if (systemCode(error) === 'EPIPE') return;
  isUnwritten = true;
  process.exitCode = 2;
  other.write(`cartalog: ${name} cannot be written: ${describeSystemError(error)}.\n`);
}

process.stdout.once('error', (error) => onLost('Standard output', process.stderr, error));
process.stderr.once('error', (error) => onLost('Standard error', process.stdout, error));
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Node would print it unescaped, with the stack.
process.once('uncaughtException', (error) => {
  process.stderr.write(printableLines(`cartalog: ${describeError(error, process.env)}\n`, false), () =>
    process.exit(2),
  );
});

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let isListening = false;
const listen = (): void => {
  // Commands read the signal before each file; handlers are added once.
  if (isListening) return;
  isListening = true;
  for (const name of endSignals) process.once(name, () => stop.abort());
};

const { [SIGNING_VARIABLE]: signingKey } = process.env;
// Crash reports list the environment, child processes inherit it, catalogs can name its variables.
delete process.env[SIGNING_VARIABLE];

const status = await main(process.argv.slice(2), {
  get cwd() {
    return workingFolder();
  },
  env: process.env,
  signingKey,
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
// Keeps status 2 of a failed write.
if (!isUnwritten) process.exitCode = status;

/** @throws CannotRunError if the folder was deleted */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new CannotRunError(`The working folder cannot be used: ${describeSystemError(error)}.`);
  }
}
