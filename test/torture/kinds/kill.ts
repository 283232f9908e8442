/** Builds that are killed at a random moment, over whatever the ones before have left. */
import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStaging } from '../../support/processes.ts';
import type { Child } from '../children.ts';
import { oneOf, type Round, type Trial } from '../trial.ts';
import { FAULTY, NONE, Workplace } from '../workplace.ts';

const VERSIONS = ['a', 'b', 'c'];

/** Waits for a moment in the life of a build: any, one while it writes, or one from when it swaps the sites. */
export async function aMoment({ folder, draw }: Round, build: Child): Promise<void> {
  const site = (): number => lstatSync(join(folder, 'dist'), { throwIfNoEntry: false })?.ino ?? 0;
  const before = site();
  switch (draw(3)) {
    case 0:
      return void (await sleep(draw(400)));
    case 1:
      while (!build.hasEnded() && !isStaging(folder)) await sleep(1);
      return void (await sleep(draw(100)));
    default:
      while (!build.hasEnded() && site() === before) await sleep(1);
      if (draw(2) === 0) await sleep(draw(20));
  }
}

/** The trial. */
export const KILL: Trial = {
  name: 'kill',
  what: 'builds killed at a random moment: the site is the old or the new one',
  async run(round) {
    const { draw, count } = round;
    const place = new Workplace(round);
    const size = oneOf(draw, [1, 40, 150]);
    for (const version of VERSIONS) await place.prepare(version, size + draw(5));
    let current = NONE;
    if (draw(4) > 0) {
      await place.build('a');
      current = 'a';
    }
    for (let kills = 1 + draw(4); kills > 0; kills--) {
      const version =
        draw(6) === 0
          ? FAULTY
          : oneOf(
              draw,
              VERSIONS.filter((one) => one !== current),
            );
      const build = place.start(version);
      await aMoment(round, build);
      build.kill('SIGKILL');
      const { signal } = await build.ended();
      count(signal === 'SIGKILL' ? 'killed' : 'too late');
      const may = version === FAULTY ? [current] : [current, version];
      const state = place.expect([...may, NONE], `after a killed build of ${version} over ${current}`);
      if (state === NONE && current !== NONE) {
        count('between the renames');
        // Whatever comes next puts the old site back first, a build that finds faults, too.
        const next = draw(2) === 0 ? FAULTY : version;
        await place.start(next).ended();
        current = place.expect(next === FAULTY ? [current] : [next], `after the next build, of ${next}`);
      } else current = state;
      if (draw(6) === 0) {
        rmSync(place.site, { recursive: true, force: true });
        count('removed by hand');
        await place.start(FAULTY).ended();
        current = place.expect([NONE, ...VERSIONS], 'after the site was removed by hand');
      }
    }
    await place.finish(oneOf(draw, VERSIONS));
  },
};
