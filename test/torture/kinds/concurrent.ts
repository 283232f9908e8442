/** Builds of different catalogs that write the same folder at the same time. */
import { lstatSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { canUnshare, UNSHARE } from '../../support/processes.ts';
import { hold, oneOf, type Round, type Trial } from '../trial.ts';
import { NONE, Workplace } from '../workplace.ts';
import { aMoment } from './kill.ts';

const VERSIONS = ['a', 'b', 'c', 'd'];

/** Two to four builds at once, of which one is sometimes killed, several times over. */
async function buildAtOnce(round: Round, container: readonly string[]): Promise<void> {
  const { draw, count } = round;
  const place = new Workplace(round);
  const size = oneOf(draw, [1, 40, 150]);
  for (const version of VERSIONS) await place.prepare(version, size + draw(5));
  let current = NONE;
  for (let times = 1 + draw(3); times > 0; times--) {
    const versions = VERSIONS.slice(0, 2 + draw(3));
    const builds = versions.map((version) => ({ version, child: place.start(version, container) }));
    const victim = draw(3) === 0 ? builds[0] : undefined;
    const watching = watch(round, place, () => builds.every(({ child }) => child.hasEnded()));
    watching.catch(() => {}); // reported when it is awaited
    if (victim) {
      await aMoment(round, victim.child);
      victim.child.kill('SIGKILL');
    }
    for (const { version, child } of builds) {
      const { status, stderr } = await child.ended();
      count(status === 0 ? 'finished' : 'killed');
      const isFine = status === 0 || child === victim?.child;
      hold(isFine, `the build of ${version}, at the same time as others, to succeed`, `exit ${status}: ${stderr}`);
    }
    await watching;
    const may = victim ? [...versions, NONE] : versions;
    current = place.expect(may, `after ${versions.length} builds at once over ${current}`);
    // Killed between the renames of the site, as the last one: the next build puts it back.
    if (current === NONE) count('between the renames');
  }
  await place.finish(oneOf(draw, VERSIONS));
}

/** Reads the site again and again. Where it was the same folder before and after a look, it must be whole. */
async function watch({ count }: Round, place: Workplace, isOver: () => boolean): Promise<void> {
  const folder = (): string => {
    const stat = lstatSync(place.site, { throwIfNoEntry: false });
    return stat ? `${stat.ino} ${stat.ctimeMs}` : NONE;
  };
  const look = (): string => {
    try {
      return place.state();
    } catch {
      return NONE;
    }
  };
  while (!isOver()) {
    const before = folder();
    const state = look();
    if (before !== NONE && state !== NONE && folder() === before) {
      hold(VERSIONS.includes(state), 'a whole site while builds write it', state);
      count('looks meanwhile');
    }
    await sleep(20);
  }
}

/** The trial. */
export const CONCURRENT: Trial = {
  name: 'concurrent',
  what: '2 to 4 builds of different catalogs at once, one sometimes killed: the site is one of them',
  run: (round) => buildAtOnce(round, []),
};

/** The same in containers, which cannot see the processes of each other and all have the same process ids. */
export const NAMESPACES: Trial = {
  name: 'namespaces',
  what: '2 to 4 builds at once, each in a PID namespace of its own',
  whyNot: () => (canUnshare() ? null : 'this machine does not permit unshare --pid'),
  run: (round) => buildAtOnce(round, UNSHARE),
};
