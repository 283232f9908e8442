/** The loop of `cartalog serve`, without files, processes or a network. */
import { expect, test } from 'vitest';
import { type RunningServer, type ServeEffects, serveCatalog } from '../../../commands/serve/serve.ts';

/** What happens in the outside world, one after the other; each lasts until the loop waits again. */
type Step = 'good' | 'bad' | 'broken' | 'stop' | 'server ends';

interface Outcome {
  /** Everything the loop did, in order. */
  readonly log: readonly string[];
  readonly result: string | null;
}

/**
 * Runs the loop. The first step is the catalog at the start; `good`, `bad` and `broken` after it are changes.
 *
 * @throws what `serveCatalog` throws
 */
async function serve(first: Step, ...steps: readonly Step[]): Promise<Outcome> {
  const log: string[] = [];
  let catalog = first;
  let stop = (_: null): void => {};
  const stopped = new Promise<null>((resolve) => {
    stop = resolve;
  });
  let end = (_: string): void => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const rest = [...steps];
  const effects: ServeEffects = {
    stopped,
    print: (line) => log.push(line),
    nextChange() {
      const step = rest.shift();
      if (step === undefined) throw new Error('the loop waits after the last step');
      if (step === 'stop') stop(null);
      else if (step === 'server ends') end('out of memory');
      else {
        catalog = step;
        return Promise.resolve('changed');
      }
      return new Promise(() => {});
    },
    async rebuild() {
      log.push(`build: ${catalog}`);
      if (catalog === 'broken') throw new Error('the disk is full');
      return catalog === 'good';
    },
    async start(): Promise<RunningServer> {
      log.push('start');
      return { ended };
    },
  };
  const result = await serveCatalog(effects);
  expect(rest).toEqual([]);
  return { log, result };
}

const WAITING = 'Serving begins as soon as the errors are fixed.';
const KEPT = 'The last good site stays up.';

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
])('%s', async (_, [first, ...steps], log) => {
  expect(await serve(first as Step, ...steps)).toEqual({ log, result: null });
});

test('returns the output of a server that ends by itself', async () => {
  expect(await serve('good', 'bad', 'server ends')).toEqual({
    log: ['build: good', 'start', 'build: bad', KEPT],
    result: 'out of memory',
  });
});

test.each<[string, Step[]]>([
  ['the first', ['broken']],
  ['a later', ['good', 'broken']],
])('an error of %s build ends the loop', async (_, [first, ...steps]) => {
  await expect(serve(first as Step, ...steps)).rejects.toThrow('the disk is full');
});
