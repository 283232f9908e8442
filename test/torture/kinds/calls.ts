/** Builds that are killed at, or refused, each single system call that changes a file. strace does it. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../../support/cli.ts';
import { succeeds } from '../../support/processes.ts';
import { hold, oneOf, type Round, type Trial } from '../trial.ts';
import { expectOneSentence, FAULTY, NONE, Workplace } from '../workplace.ts';

/** System calls that change files; a name that the machine does not know is ignored. */
const CHANGING =
  'mkdir,mkdirat,rename,renameat,renameat2,link,linkat,unlink,unlinkat,rmdir,openat,write,pwrite64,ftruncate,utimensat,fsync,fdatasync'
    .split(',')
    .map((call) => `?${call}`)
    .join(',');

/** What a disk may answer. EROFS is what it does when it has failed. */
const ERRORS = ['ENOSPC', 'EIO', 'EACCES', 'EMFILE', 'EROFS', 'EDQUOT'];

const CATEGORIES = 3;

/** One call of the main thread of a build. */
interface Call {
  readonly name: string;
  /** It is the n-th call of this name, give or take a few that Node makes for itself. */
  readonly index: number;
  /** The call without what differs between runs; null where it changes nothing of the site or its lock. */
  readonly change: string | null;
}

const traced = (log: string, options: readonly string[] = []): string[] => [
  ...['strace', '-f', '-y', '-qq', '-s', '0', '-o', log, '-e', `trace=${CHANGING}`],
  ...options,
];

/** The calls of the main thread, and the one that strace has interfered with. */
function readLog(log: string, folder: string): { calls: Call[]; hit: Call | undefined } {
  const lines = readFileSync(log, 'utf8').split('\n');
  rmSync(log);
  const main = /^\d+ /.exec(lines[0] ?? '')?.[0] ?? '';
  const counts = new Map<string, number>();
  const calls: Call[] = [];
  let hit: Call | undefined;
  for (const line of lines.filter((one) => one.startsWith(main))) {
    const [, name] = /^\d+ +(\w+)\(/.exec(line) ?? [];
    if (name) {
      const index = (counts.get(name) ?? 0) + 1;
      counts.set(name, index);
      const isChange = line.includes(`${folder}/.dist.lock`) && (name !== 'openat' || /O_WRONLY|O_RDWR/.test(line));
      const text = line.replace(/ (?:= |<unf).*/, '').replaceAll(folder, '');
      calls.push({ name, index, change: isChange ? text.replace(/^\d+ +|\d+(?=<)|[0-9a-f]{16}/g, '') : null });
    }
    if (line.includes('(INJECTED)')) hit ??= calls.at(-1);
    else if (line.includes('+++ killed')) hit = calls.at(-1);
  }
  return { calls, hit };
}

/** A folder before the build that is disturbed. */
async function placeFor(round: Round, hasOld: boolean): Promise<Workplace> {
  const place = new Workplace(round);
  for (const version of ['old', 'new']) await place.prepare(version, CATEGORIES);
  if (hasOld) await place.build('old');
  return place;
}

/** What is to be disturbed: a call, of a build where there is a site already or where there is none. */
interface Target {
  readonly call: Call;
  readonly hasOld: boolean;
}

/** All calls that change something. They are the same for every round. */
async function listTargets(round: Round): Promise<Target[]> {
  const targets: Target[] = [];
  const log = join(round.folder, 'log');
  for (const hasOld of [false, true]) {
    const place = await placeFor(round, hasOld);
    await place.start('new', traced(log)).ended();
    for (const call of readLog(log, round.folder).calls) if (call.change !== null) targets.push({ call, hasOld });
    rmSync(place.site, { recursive: true });
  }
  hold(targets.length > 50, 'a build that makes more than 50 calls', `${targets.length}`);
  return targets;
}

let targets: Promise<Target[]> | undefined;

/** What came of a build that was disturbed at a call, before which there was `old`. */
interface Disturbed {
  readonly place: Workplace;
  readonly old: string;
  readonly outcome: Outcome;
  /** For messages. */
  readonly when: string;
}

/** Disturbs a build. Consecutive seeds walk over all calls. @returns null where the build was hit before it wrote */
async function disturb(round: Round, fault: string): Promise<Disturbed | null> {
  targets ??= listTargets(round);
  const all = await targets;
  const { call, hasOld } = all[round.seed % all.length] as Target;
  const place = await placeFor(round, hasOld);
  const log = join(round.folder, 'log');
  const injection = ['-e', `inject=${call.name}:${fault}:when=${call.index}`];
  const outcome = await place.start('new', traced(log, injection)).ended();
  const { hit } = readLog(log, round.folder);
  if (!hit || hit.change === null) return null;
  round.meet(`of ${all.length} calls`, `${hasOld} ${hit.change}`);
  return { place, old: hasOld ? 'old' : NONE, outcome, when: `after ${fault} at ${hit.change}` };
}

function whyNotStrace(): string | null {
  return succeeds('strace', ['-f', '-e', 'trace=rename', 'true']) ? null : 'there is no strace, or it is not permitted';
}

/** The trial. */
export const KILL_CALL: Trial = {
  name: 'kill-call',
  what: 'builds killed at each system call that changes a file, one after the other',
  whyNot: whyNotStrace,
  async run(round) {
    const disturbed = await disturb(round, 'signal=KILL');
    if (!disturbed) return round.count('missed');
    const { place, old, when } = disturbed;
    if (place.expect([old, 'new', NONE], when) === NONE && old !== NONE) {
      round.count('between the renames');
      await place.start(FAULTY).ended();
      place.expect([old], 'after the next build, which found a fault');
    }
    await place.finish('new');
  },
};

/** The trial. */
export const FAIL_CALL: Trial = {
  name: 'fail-call',
  what: 'builds of which one system call fails: one sentence, and the site is the one it says',
  whyNot: whyNotStrace,
  async run(round) {
    const disturbed = await disturb(round, `error=${oneOf(round.draw, ERRORS)}`);
    if (!disturbed) return round.count('missed');
    const { place, old, outcome, when } = disturbed;
    if (outcome.status === 0) place.expect(['new'], when);
    else {
      expectOneSentence(outcome);
      const isOld = place.expect([old, 'new'], `${when}: ${outcome.stderr}`) === old;
      const says = outcome.stderr.includes('is as it was');
      hold(says === (isOld && old !== NONE), 'a message that says which site is there', outcome.stderr);
    }
    round.count(outcome.status === 0 ? 'harmless' : 'refused');
    await place.finish('new');
  },
};
