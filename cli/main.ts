/** The program's entry: the only place that touches the process. */
import { printable } from '../contract/text.ts';
import type { Output } from './io.ts';
import { main } from './program.ts';

const output = (stream: NodeJS.WriteStream): Output => ({
  write: (text, form = 'plain') => void stream.write(form === 'drawn' ? text : printable(text)),
  isTTY: stream.isTTY === true,
});

const stop = new AbortController();

// A reader that ends early (`| head`) is no error; a command that runs on has nobody to run for.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    stop.abort();
  });
}

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const listen = (): void => {
  for (const name of endSignals) process.once(name, () => stop.abort());
};

process.exitCode = await main(process.argv.slice(2), {
  cwd: process.cwd(),
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
