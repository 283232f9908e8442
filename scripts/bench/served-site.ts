/** A server in another process, whose answers are looked at until a change is in them. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOST, isFree } from '../../cli/port.ts';

const POLL_MS = 5;
const PATIENCE_MS = 120_000;

/** Systems give ports from 32,768 on to whoever connects. */
const PORTS = { from: 10_000, to: 32_768 };

/** How a process is started. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** Where it runs. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A running server. */
export interface ServedSite {
  /** Waits until a path is answered with a text that contains another one. @throws Error where it takes minutes */
  untilSaid(path: string, text: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server. @param serve gives the command, from the port */
export async function startSite(serve: (port: number) => Command): Promise<ServedSite> {
  const port = await freePort();
  const { program, args, folder, environment } = serve(port);
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      hasEnded = true;
      resolve();
    };
    child.once('exit', end).once('error', end);
  });
  return {
    async untilSaid(path, text) {
      const deadline = performance.now() + PATIENCE_MS;
      while (!(await answerOf(`http://${HOST}:${port}${path}`)).includes(text)) {
        if (hasEnded || performance.now() > deadline) throw new Error(`${program} does not serve it:\n${said}`);
        await sleep(POLL_MS);
      }
    },
    async stop() {
      process.off('exit', kill);
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to);
  return (await isFree(port)) ? port : freePort();
}

/** What an address answers; nothing where it does not. */
async function answerOf(url: string): Promise<string> {
  try {
    return await (await fetch(url)).text();
  } catch {
    return '';
  }
}
