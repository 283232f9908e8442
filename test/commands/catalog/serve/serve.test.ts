/** The loop of `cartalog serve`, without files, processes or a network. */
import { expect, test } from 'vitest';
import type { Finding } from '../../../../build/report/findings.ts';
import { liveReport } from '../../../../commands/catalog/serve/live-site.ts';
import {
  type CatalogEvent,
  LONGEST_PAUSE_MS,
  type RunningServer,
  type ServeEffects,
  serveCatalog,
} from '../../../../commands/catalog/serve/serve.ts';

/** What happens in the outside world, one after the other; each lasts until the loop waits again. */
type Step = 'good' | 'bad' | 'broken' | 'quiet' | 'stop' | 'server ends' | 'site removed' | 'site moved' | 'pause ends';

/**
 * Runs the loop. The first step is the catalog at the start; `good`, `bad` and `broken` after it are changes.
 *
 * @returns everything the loop did, in order
 * @throws what `serveCatalog` throws
 */
async function serve(first: Step, ...steps: readonly Step[]): Promise<readonly string[]> {
  return serveFailing([], first, ...steps);
}

/** The same, where the starts with these numbers fail, from 1. */
async function serveFailing(
  failing: readonly number[],
  first: Step,
  ...steps: readonly Step[]
): Promise<readonly string[]> {
  const log: string[] = [];
  let catalog = first;
  let stop = (_: 'stopped'): void => {};
  const stopped = new Promise<'stopped'>((resolve) => {
    stop = resolve;
  });
  let end = (_: 'ended' | 'removed' | 'moved'): void => {};
  let endPause = (): void => {};
  let notify = (_: CatalogEvent): void => {};
  let isWaiting = false;
  const rest = [...steps];
  const happen = (): void => {
    const step = rest.shift();
    if (step === undefined) throw new Error('the loop waits after the last step');
    if (step === 'stop') stop('stopped');
    else if (step === 'server ends') end('ended');
    else if (step === 'site removed') end('removed');
    else if (step === 'site moved') end('moved');
    else if (step === 'pause ends') endPause();
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
    pause(milliseconds) {
      log.push(`pause of ${milliseconds}`);
      setImmediate(happen);
      return new Promise((resolve) => {
        endPause = resolve;
      });
    },
    async start(): Promise<RunningServer> {
      const starts = log.push('start') && log.filter((line) => line === 'start').length;
      if (failing.includes(starts)) throw new Error('no runtime');
      const ended = new Promise<'ended' | 'removed' | 'moved'>((resolve) => {
        end = resolve;
      });
      // The loop still waits for the event that it waited for when the server ended.
      if (starts > 1) setImmediate(happen);
      return { ended, stop: async () => void log.push('stop') };
    },
  };
  await serveCatalog(effects);
  expect(rest).toEqual([]);
  return log;
}

const WAITING = 'Serving begins as soon as the errors are fixed.';
const KEPT = 'The last good site stays up.';
const AGAIN = 'The server has ended; it is started again.';
const MOVED = 'The host or its configuration has changed; the server is started again.';
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
    ['build: good', 'start', AGAIN, 'stop', 'start', AGAIN, 'stop', 'start', 'build: bad', KEPT],
  ],
  [
    'starts the server again where the site is for another host',
    ['good', 'site moved', 'good', 'stop'],
    ['build: good', 'start', MOVED, 'stop', 'start', 'build: good'],
  ],
  [
    'starts the server again where the folder that it serves is removed',
    ['good', 'site removed', 'good', 'stop'],
    ['build: good', 'start', 'stop', 'start', 'build: good'],
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

const NONE = 'Error: no runtime';

test('a server that does not start again is tried again after growing pauses, and changes are built meanwhile', async () => {
  const failing = [2, 3, 4, 6];
  const changes: Step[] = ['good', 'bad', 'pause ends'];
  const log = await serveFailing(
    failing,
    'good',
    'server ends',
    ...changes,
    'pause ends',
    'pause ends',
    'server ends',
    'stop',
  );
  expect(log).toEqual([
    ...['build: good', 'start', AGAIN, 'stop'],
    ...['start', NONE, 'The next try is in 1 second.', 'pause of 1000', 'build: good', 'build: bad', KEPT],
    ...['start', NONE, 'The next try is in 2 seconds.', 'pause of 2000'],
    ...['start', NONE, 'The next try is in 4 seconds.', 'pause of 4000'],
    ...['start', AGAIN, 'stop', 'start', NONE, 'The next try is in 1 second.', 'pause of 1000'],
  ]);
});

test('no pause is longer than a minute', async () => {
  const failing = Array.from({ length: 8 }, (_, index) => index + 2);
  const log = await serveFailing(
    failing,
    'good',
    'server ends',
    ...failing.slice(1).map((): Step => 'pause ends'),
    'stop',
  );
  expect(
    log.filter((line) => line.startsWith('pause of')).map((line) => Number(line.slice(9)) / LONGEST_PAUSE_MS),
  ).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds / 60));
});

test('a server that does not start the first time ends the loop', async () => {
  await expect(serveFailing([1], 'bad', 'good')).rejects.toThrow('no runtime');
});

test('a stop ends the loop at once, while the server starts too', async () => {
  const never = new Promise<never>(() => {});
  await serveCatalog({
    ...{ print: () => {}, report: () => {}, rebuild: async () => true, finish: async () => {} },
    ...{ start: () => never, nextEvent: () => never, pause: () => never },
    stopped: Promise.resolve('stopped'),
  });
});

test('errors come first, of which it is said how many more there are, and warnings only where a page shows them', () => {
  const finding = (code: Finding['code'], severity: Finding['severity']): Finding => {
    const position = { line: 3, column: 7, endColumn: null, lineText: null };
    return { file: 'mapservers/one.yaml', ...position, severity, code, message: code };
  };
  const findings = [
    finding('unknown-terms', 'warning'),
    finding('copyright-sign', 'warning'),
    finding('zoom-range', 'error'),
  ];
  const { problems, more } = liveReport('1', findings, 'catalog/');
  expect(problems.map(({ message, page }) => [message, page])).toEqual([
    ['zoom-range', 'mapservers/one/'],
    ['copyright-sign', 'mapservers/one/'],
  ]);
  expect(more).toBe(0);
  const many = Array.from({ length: 200 }, () => findings).flat();
  expect(liveReport('1', many, '')).toMatchObject({ problems: { length: 100 }, more: 150 });
});
