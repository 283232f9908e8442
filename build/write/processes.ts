/** Tells whether a process has ended, which its id alone does not say: containers have ids of their own. */
import { readFileSync, readlinkSync } from 'node:fs';
import { systemCode } from '../../contract/base/system-errors.ts';

/** The identity of a process. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The namespace of the process id, and the start time of the process; null if the system does not tell. */
  readonly namespace: string | null;
  readonly started: string | null;
}

/** The identity of this process. */
export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, namespace: namespaceOfPids(), started: startOf(process.pid) };
}

/** Whether a process has the same ids as this one, so that its id means something here. */
export function isVisibleProcess({ namespace }: ProcessIdentity): boolean {
  return namespace === namespaceOfPids();
}

/** Whether a process has certainly ended: it was in our namespace, and its id is free or belongs to another. */
export function hasProcessEnded(identity: ProcessIdentity): boolean {
  if (identity.namespace === null || !isVisibleProcess(identity)) return false;
  const current = startOf(identity.pid);
  return current === null ? !isProcessRunning(identity.pid) : current !== identity.started;
}

/** Whether a process has an id. Also true for another user's process, which /proc may hide. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}

function namespaceOfPids(): string | null {
  const boot = ifAny(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = ifAny(() => readlinkSync('/proc/self/ns/pid'));
  return boot === null || namespace === null ? null : `${boot} ${namespace}`;
}

/** The start time of a process, in ticks since boot; null without the process or without /proc. */
function startOf(pid: number): string | null {
  // The name of the program is in parentheses and may contain spaces; the start is the 20th field after it.
  const status = ifAny(() => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, ''));
  return status?.split(' ')[19] ?? null;
}

function ifAny<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
