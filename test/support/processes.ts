/** Processes of this machine, and waiting for what they do. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type ProcessEntry = { readonly pid: number; readonly parent: number; readonly command: string };

export function processes(): ProcessEntry[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(pid), parent: Number(parent), command: command ?? '' };
  });
}

export function descendants(root: number, all = processes()): ProcessEntry[] {
  return all.filter(({ parent }) => parent === root).flatMap((child) => [child, ...descendants(child.pid, all)]);
}

/** Those of these processes that have not ended. */
export function running(pids: readonly number[]): number[] {
  const alive = new Set(processes().flatMap(({ pid, command }) => (/defunct/.test(command) ? [] : [pid])));
  return pids.filter((pid) => alive.has(pid));
}

export function succeeds(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What a machine must permit for a process to have process ids of its own, as in a container. */
export const UNSHARE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'] as const;

export const canUnshare = (): boolean => succeeds(UNSHARE[0], [...UNSHARE.slice(1), 'true']);

/** Whether a build is staging its site below a folder, and has come to a path of it. */
export function isStaging(folder: string, path = ''): boolean {
  const lock = join(folder, '.dist.lock');
  try {
    return readdirSync(lock).some((token) => existsSync(join(lock, token, 'next', path)));
  } catch {
    return false;
  }
}

export async function until<T>(
  look: () => T | Promise<T>,
  what: string | (() => string),
  patienceMs = 40_000,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    await sleep(50);
  }
  throw new Error(`waited too long for ${typeof what === 'string' ? what : what()}`);
}
