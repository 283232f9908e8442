/** Runs a generator, and measures what it takes. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Figures } from '../figures.ts';
import type { Command } from '../served-site.ts';

/** The kernel knows what a process has used only while it runs. */
const LOOK_MS = 10;

/** The unit in which Linux counts the time of processes, in a second. */
const TICKS = 100;

/** Runs a command to its end. Memory and processor time are known on Linux. @throws Error where it fails */
export function runCommand({ program, args, folder, environment }: Command): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    let seen: Figures = {};
    const looking = setInterval(() => {
      seen = { ...seen, ...usageOf(child.pid) };
    }, LOOK_MS);
    child.once('error', reject);
    child.once('close', (status) => {
      clearInterval(looking);
      const seconds = (performance.now() - begun) / 1000;
      if (status === 0) resolve({ seconds, ...seen });
      else reject(new Error(`${program} ${args.join(' ')} ended with ${status}:\n${said}`));
    });
  });
}

/** What a process has used so far; nothing where it has ended, or the system does not say. */
function usageOf(pid: number | undefined): Figures {
  try {
    const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    // The name of the program, in brackets, may have spaces in it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // Its time in user mode and in the kernel, and those of processes that it has started and that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
    return kibibytes === undefined ? {} : { mebibytes: Number(kibibytes) / 1024, processor: ticks / TICKS };
  } catch {
    return {};
  }
}
