/** The processes of `serve` ended from outside, one or all, at any time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SMALL } from '../../support/catalogs.ts';
import { running, workerdsBelow } from '../../support/processes.ts';
import { Serving } from '../serving.ts';
import { hold, Lost, oneOf, type Trial } from '../trial.ts';

/** What is done to a server. */
type Deed = (serving: Serving, wait: () => Promise<void>) => Promise<void>;

/** One of the two processes of the runtime is killed: all of it is started again. */
const killRuntime =
  (which: number): Deed =>
  async (serving, wait) => {
    await serving.untilServing();
    await wait();
    const victims = workerdsBelow(serving.child.pid);
    hold(victims.length === 2, 'two processes of the runtime', String(victims.length));
    process.kill(victims[which] as number, 'SIGKILL');
    await serving.untilServing(2);
    const left = running(victims);
    hold(left.length === 0, 'no process of the runtime that was killed', left.join(', '));
    const { status } = await fetch(serving.url('/v1/editions/offline/'));
    hold(status === 200, '200 from the runtime that was started again', String(status));
    await serving.stop();
  };

/** All of it must be gone within seconds after a signal, at whatever moment. */
const end =
  (signal: NodeJS.Signals, isReading: boolean): Deed =>
  async (serving, wait) => {
    await wait();
    const below = serving.below();
    if (!isReading) serving.child.stopReading();
    process.kill(serving.child.pid, signal);
    await serving.untilGone(below);
  };

/** Deeds while it is starting. */
const EARLY: Readonly<Record<string, Deed>> = {
  'ended while starting': end('SIGTERM', true),
  'killed while starting': end('SIGKILL', true),
};

const LATE: Readonly<Record<string, Deed>> = {
  'runtime killed': killRuntime(0),
  'its second process killed': killRuntime(1),
  'serve killed': end('SIGKILL', true),
  'ended without a reader': end('SIGTERM', false),
  interrupted: end('SIGINT', true),
};

/** The trial. */
export const RUNTIME: Trial = {
  name: 'runtime',
  what: 'processes of serve killed or ended at any time: started again, or all gone and the port free',
  async run(round) {
    const { draw, count } = round;
    const serving = await Serving.start(round, SMALL);
    const isEarly = draw(3) === 0;
    const [name, deed] = oneOf(draw, Object.entries(isEarly ? EARLY : LATE));
    const wait = async (): Promise<void> => {
      if (!isEarly) await serving.untilServing();
      await sleep(isEarly ? draw(3_000) : draw(300));
      if (serving.child.hasEnded()) throw new Lost('serve to run', serving.child.output());
    };
    await deed(serving, wait);
    count(name);
  },
};
