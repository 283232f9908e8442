/** The loop of `cartalog serve`, without files, processes or a network. */
import { expect, test } from 'vitest';
import {
  type CatalogEvent,
  type RunningServer,
  type ServeEffects,
  serveCatalog,
} from '../../../commands/serve/serve.ts';

/** What happens in the outside world, one after the other; each lasts until the loop waits again. */
type Step = 'good' | 'bad' | 'broken' | 'quiet' | 'stop' | 'server ends';

/**
 * Runs the loop. The first step is the catalog at the start; `good`, `bad` and `broken` after it are changes.
 *
 * @returns everything the loop did, in order
 * @throws what `serveCatalog` throws
 */
async function serve(first: Step, ...steps: readonly Step[]): Promise<readonly string[]> {
  const log: string[] = [];
  let catalog = first;
  let stop = (_: 'stopped'): void => {};
  const stopped = new Promise<'stopped'>((resolve) => {
    stop = resolve;
  });
  let end = (_: 'ended'): void => {};
  let notify = (_: CatalogEvent): void => {};
  let isWaiting = false;
  const rest = [...steps];
  const happen = (): void => {
    const step = rest.shift();
    if (step === undefined) throw new Error('the loop waits after the last step');
    if (step === 'stop') stop('stopped');
    else if (step === 'server ends') end('ended');
    else {
      isWaiting = false;
      if (step !== 'quiet') catalog = step;
      notify(step === 'quiet' ? 'quiet' : 'changed');
    }
  };
  const effects: ServeEffects = {
    stopped,
    print: (line) => log.push(line),
    report: (error) => log.push(String(error)),
    nextEvent() {
      if (isWaiting) throw new Error('the loop forgets an event that it waits for');
      isWaiting = true;
      const event = new Promise<CatalogEvent>((resolve) => {
        notify = resolve;
      });
      happen();
      return event;
    },
    async rebuild() {
      log.push(`build: ${catalog}`);
      if (catalog === 'broken') throw new Error('the disk is full');
      return catalog === 'good';
    },
    async finish() {
      log.push('finish');
      if (catalog === 'broken') throw new Error('the disk is full');
    },
    async start(): Promise<RunningServer> {
      const isFirst = !log.includes('start');
      log.push('start');
      const ended = new Promise<'ended'>((resolve) => {
        end = resolve;
      });
      // The loop still waits for the event that it waited for when the server ended.
      if (!isFirst) setImmediate(happen);
      return { ended };
    },
  };
  await serveCatalog(effects);
  expect(rest).toEqual([]);
  return log;
}

const WAITING = 'Serving begins as soon as the errors are fixed.';
const KEPT = 'The last good site stays up.';
const AGAIN = 'The Cloudflare runtime has ended; it is started again.';
const FULL = 'Error: the disk is full';

test.each<[string, Step[], string[]]>([
  ['starts with a good catalog and ends when stopped', ['good', 'stop'], ['build: good', 'start']],
  [
    'builds after every change, and starts the server once',
    ['good', 'good', 'good', 'stop'],
    ['build: good', 'start', 'build: good', 'build: good'],
  ],
  [
    'keeps the last good site after a bad change',
    ['good', 'bad', 'bad', 'good', 'stop'],
    ['build: good', 'start', 'build: bad', KEPT, 'build: bad', KEPT, 'build: good'],
  ],
  [
    'starts late where the catalog is bad at first',
    ['bad', 'bad', 'good', 'good', 'stop'],
    ['build: bad', WAITING, 'build: bad', 'build: good', 'start', 'build: good'],
  ],
  ['ends when stopped before the first good catalog', ['bad', 'stop'], ['build: bad', WAITING]],
  [
    'starts a server again that ends, and hears of the change after it',
    ['good', 'server ends', 'server ends', 'bad', 'stop'],
    ['build: good', 'start', AGAIN, 'start', AGAIN, 'start', 'build: bad', KEPT],
  ],
  [
    'reports an error of a later build and stays up',
    ['good', 'broken', 'quiet', 'good', 'quiet', 'stop'],
    ['build: good', 'start', 'build: broken', FULL, KEPT, 'finish', FULL, 'build: good', 'finish'],
  ],
])('%s', async (_, [first, ...steps], log) => {
  expect(await serve(first as Step, ...steps)).toEqual(log);
});

test('an error of the first build ends the loop', async () => {
  await expect(serve('broken')).rejects.toThrow('the disk is full');
});
