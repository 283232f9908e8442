/**
 * A lock between processes that write the same folder or file, on one machine or on several that share a disk. The lock
 * is a folder. In it, the holder has a folder of its own, named by a random token, and stages files there. A process
 * that takes the lock over renames the holder's folder: then every step of the old holder fails, unless that step
 * creates the folder again. Beside the lock, a folder with the ending `.old-` and a token was not released by its
 * holder; one with `.trash-` can be deleted. A holder's folder states its own inode: a copy, as in a repository, has
 * another inode and is not restored. While a holder lives, one of its threads touches a file; the stages block the main
 * thread. A process id is not enough: processes of two containers can have the same id.
 */
import { randomBytes } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../../contract/base/system-errors.ts';
import { isProcessRunning } from './durable.ts';

const POLL_MS = 50;

const HEARTBEAT_MS = 500;

/** If its file did not change for this long, watched by another process, a holder has ended or is suspended. */
const STALE_MS = 10_000;

const OWNER = 'owner.json';

const TOKEN = /^[0-9a-f]{16}$/;

export class LockedError extends Error {
  constructor(pid: number | null) {
    super(`another build${pid === null ? '' : ` (process ${pid})`} is writing there`);
  }
}

/** The message follows the name of the folder or file: why, and what to do. */
export class FolderError extends Error {}

export interface Lock {
  /** This holder's. Missing after another process took the lock over. */
  readonly folder: string;
  /** Folders of earlier holders that did not release the lock. Nobody uses them. */
  readonly abandoned: readonly string[];
  /** Renames the folder first: the next holder deletes what is left. */
  discard(folder: string): void;
  release(): void;
}

/**
 * @param path of the lock; names of `.old-` and `.trash-` folders begin with it
 * @param onWait called once when waiting begins, with the other's process id if known
 * @throws LockedError if the other does not finish in time
 * @throws FolderError if something else has the lock's name, or it cannot be taken from an ended process
 */
export async function takeLock(path: string, patienceMs: number, onWait: (pid: number | null) => void): Promise<Lock> {
  const token = randomName();
  const deadline = performance.now() + patienceMs;
  let watched = { heartbeat: '', since: 0 };
  let hasWaited = false;
  while (!create(path, token)) {
    const holder = holderOf(path);
    const now = performance.now();
    if (watched.heartbeat !== holder?.heartbeat) watched = { heartbeat: holder?.heartbeat ?? '', since: now };
    // Only some systems let `create` replace an empty lock.
    if (holder === null) attempt(() => rmdirSync(path));
    else if (holder.isDead || now - watched.since > STALE_MS) {
      takeOver(path, holder.name);
      continue;
    } else if (!hasWaited) {
      onWait(holder.pid);
      hasWaited = true;
    }
    if (now > deadline) throw new LockedError(holder?.pid ?? null);
    await sleep(POLL_MS);
  }
  const folder = join(path, token);
  const stopHeartbeat = beat(join(folder, OWNER));
  const discard = (unused: string): void => {
    const trash = `${path}.trash-${randomName()}`;
    attempt(() => renameSync(unused, trash));
    attempt(() => rmSync(trash, { recursive: true }));
  };
  const release = (): void => {
    stopHeartbeat();
    // After another process took over, this folder is missing, and the lock is not empty.
    discard(folder);
    attempt(() => rmdirSync(path));
  };
  for (const trash of leftoversOf(path, 'trash')) attempt(() => rmSync(trash, { recursive: true }));
  return { folder, abandoned: leftoversOf(path, 'old').filter(isOriginal), discard, release };
}

/** Atomically, with the holder's folder. @returns false if the lock exists */
function create(path: string, token: string): boolean {
  const prepared = `${path}.trash-${token}`;
  // Outside of `try`: if this fails, waiting is useless.
  mkdirSync(prepared);
  try {
    mkdirSync(join(prepared, token));
    const owner = { ...thisProcess(), folder: inodeOf(join(prepared, token)) };
    writeFileSync(join(prepared, token, OWNER), JSON.stringify(owner));
    renameSync(prepared, path);
    return true;
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true });
    const code = systemCode(error) ?? '';
    // There is, or just was, a lock.
    if (['EEXIST', 'ENOTEMPTY'].includes(code) || (['ENOTDIR', 'EPERM'].includes(code) && exists(path))) return false;
    // Another process deleted what was prepared.
    if (code === 'ENOENT' && exists(dirname(path))) return false;
    throw error;
  }
}

interface Holder {
  readonly name: string;
  readonly pid: number | null;
  readonly isDead: boolean;
  readonly heartbeat: string;
}

/** @throws FolderError if no build wrote it */
function holderOf(path: string): Holder | null {
  const lock = lstatSync(path, { throwIfNoEntry: false });
  if (!lock) return null;
  const what = lock.isSymbolicLink() ? 'a symbolic link' : 'a file';
  if (!lock.isDirectory()) throw stuck(path, `is ${what}, which no build wrote; move it away`);
  const names = attempt(() => readdirSync(path)) ?? [];
  const other = names.find((name) => !TOKEN.test(name));
  if (other !== undefined) throw stuck(path, `holds ${other}, which no build wrote; move it away`);
  const [name] = names;
  if (name === undefined) return null;
  try {
    const file = join(path, name, OWNER);
    const owner: ProcessIdentity = JSON.parse(readFileSync(file, 'utf8'));
    const pid = isVisibleProcess(owner) ? owner.pid : null;
    return { name, pid, isDead: hasProcessEnded(owner), heartbeat: `${name} ${statSync(file).mtimeMs}` };
  } catch (error) {
    // Released meanwhile; or a process was killed while releasing, and its file is missing.
    return exists(path) ? { name, pid: null, isDead: false, heartbeat: `${name} ${systemCode(error)}` } : null;
  }
}

/**
 * Renames the holder's folder, not the lock: if the holder has changed, nothing happens.
 * @throws FolderError if not permitted
 */
function takeOver(path: string, name: string): void {
  attempt(() => renameSync(join(path, name), `${path}.old-${randomName()}`));
  if (exists(join(path, name)))
    throw stuck(path, 'is left from a build of another user, which has ended; run this once as that user');
}

const stuck = (path: string, why: string): FolderError =>
  new FolderError(`cannot be written: ${basename(path)} next to it ${why}`);

function leftoversOf(path: string, ending: 'old' | 'trash'): string[] {
  const prefix = `${basename(path)}.${ending}-`;
  return readdirSync(dirname(path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix))
    .filter(({ name }) => TOKEN.test(name.slice(prefix.length)))
    .map(({ name }) => join(dirname(path), name));
}

function isOriginal(folder: string): boolean {
  const owner = attempt(() => JSON.parse(readFileSync(join(folder, OWNER), 'utf8')) as { readonly folder?: unknown });
  return owner?.folder === inodeOf(folder);
}

const inodeOf = (folder: string): string => String(statSync(folder, { bigint: true }).ino);

/** Touches a file from a thread, while it exists. @returns stops the thread */
function beat(file: string): () => void {
  const code = `
    const { utimesSync } = require('node:fs');
    const { workerData: { file, every } } = require('node:worker_threads');
    setInterval(() => { try { utimesSync(file, new Date(), new Date()); } catch { process.exit(); } }, every);
  `;
  // Loading it takes 2 ms, and only commands that write a site need a thread.
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(code, { eval: true, workerData: { file, every: HEARTBEAT_MS }, execArgv: [] });
  worker.on('error', () => {});
  worker.unref();
  return () => void worker.terminate();
}

/** Null after an expected failure: another process did the same, or the system does not support it. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const randomName = (): string => randomBytes(8).toString('hex');

interface ProcessIdentity {
  readonly pid: number;
  /** The namespace of the process id; null if unknown. */
  readonly namespace: string | null;
  /** In ticks since boot; null if unknown. */
  readonly started: string | null;
}

function thisProcess(): ProcessIdentity {
  return { pid: process.pid, namespace: namespaceOfPids(), started: startOf(process.pid) };
}

function isVisibleProcess({ namespace }: ProcessIdentity): boolean {
  return namespace === namespaceOfPids();
}

/** It was in our namespace, and its id is free or another process's. */
function hasProcessEnded(identity: ProcessIdentity): boolean {
  if (identity.namespace === null || !isVisibleProcess(identity)) return false;
  const current = startOf(identity.pid);
  return current === null ? !isProcessRunning(identity.pid) : current !== identity.started;
}

function namespaceOfPids(): string | null {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const namespace = attempt(() => readlinkSync('/proc/self/ns/pid'));
  return boot === null || namespace === null ? null : `${boot} ${namespace}`;
}

/** In ticks since boot; null without the process or /proc. */
function startOf(pid: number): string | null {
  // The program's name, in parentheses, may contain spaces; the start is the 20th field after it.
  const status = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, ''));
  return status?.split(' ')[19] ?? null;
}
