/** However requests come, how long ever they take and fail: no host gets more than its share. */
import { expect, test } from 'vitest';
import { WebError } from '../../../../commands/upstream/web/request.ts';
import { fc } from '../../../support/property.ts';
import { type VirtualAnswer, type VirtualRequest, VirtualWeb } from '../../../support/virtual-web.ts';

const ms = (max: number) => fc.integer({ min: 0, max });

const answers = fc.record<VirtualAnswer>({
  status: fc.constantFrom(200, 200, 200, 404, 429, 500, 503),
  headers: fc.constantFrom({}, {}, { 'Retry-After': '3' }),
  body: fc.constant(['text']),
  afterMs: ms(3_000),
  bodyMs: ms(3_000),
  error: fc.option(fc.constant(new WebError('unreachable', 'no', { retry: 'later' })), { freq: 5, nil: undefined }),
} as never);

const jobs = fc.array(
  fc.record({
    host: fc.constantFrom('a.example.org', 'b.example.org', 'B.example.org.', 'b.example.org:8080'),
    path: fc.constantFrom('redirect', 'file'),
    startMs: ms(4_000),
    isRead: fc.boolean(),
    isBuffered: fc.boolean(),
  }),
  { maxLength: 25 },
);

test('never more than n requests at once, and never more than r in any second, for each host', async () => {
  const pace = fc.record({ connections: fc.integer({ min: 1, max: 4 }), perSecond: fc.constantFrom(0.5, 1, 2, 5, 8) });
  const late = fc.array(fc.constantFrom(0, 0.5, 3, 60), { minLength: 1 });
  const cases = fc.record({
    pace,
    jobs,
    list: fc.array(answers, { minLength: 1 }),
    delay: fc.constantFrom(0, 2),
    late,
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ pace, jobs, list, delay, late }) => {
      let [next, timers] = [0, 0];
      const machine = new VirtualWeb(
        (url) => {
          if (url.pathname === '/robots.txt') return { body: [`User-agent: *\nCrawl-delay: ${delay}`] };
          if (url.pathname === '/redirect') return { status: 302, headers: { Location: '//a.example.org/file' } };
          return list[next++ % list.length] as VirtualAnswer;
        },
        () => late[timers++ % late.length] as number,
      );
      const web = machine.open({ pace });
      const work = jobs.map(async ({ host, path, startMs, isRead, isBuffered }) => {
        await machine.sleep(startMs, null);
        try {
          const answer = await web.request({ url: `http://${host}/${path}`, maxBytes: 100, isBuffered });
          if (isRead) await answer.bytes();
          else answer.discard();
        } catch (error) {
          if (!(error instanceof WebError)) throw error;
        }
      });
      await machine.run(Promise.all(work));
      expect(web.used.requests).toBe(machine.requests.length);
      for (const host of ['a.example.org', 'b.example.org']) {
        const sent = machine.requests.filter(({ url }) => url.hostname.replace(/\.$/, '') === host);
        expect(mostAtOnce(sent)).toBeLessThanOrEqual(pace.connections);
        const [share, window] = pace.perSecond < 1 ? [1, 1_000 / pace.perSecond] : [pace.perSecond, 1_000];
        expect(mostWithin(window, sent)).toBeLessThanOrEqual(share);
      }
    }),
    { numRuns: 60 },
  );
});

function mostAtOnce(requests: readonly VirtualRequest[]): number {
  const open = requests.map(
    ({ at }) => requests.filter((one) => one.at <= at && (one.endedAt ?? Infinity) > at).length,
  );
  return Math.max(0, ...open);
}

function mostWithin(ms: number, requests: readonly VirtualRequest[]): number {
  const counts = requests.map(({ at }) => requests.filter((one) => one.at >= at && one.at < at + ms - 0.001).length);
  return Math.max(0, ...counts);
}

test('almost as many requests as allowed, although timers are late and connections busy', async () => {
  const machine = new VirtualWeb(
    () => ({ body: ['text'], afterMs: 15 }),
    () => 1.3,
  );
  const web = machine.open({ pace: { connections: 4, perSecond: 5 }, ignoreRobots: true });
  const urls = Array.from({ length: 100 }, (_, index) => `https://example.org/${index}`);
  const request = async (url: string): Promise<unknown> => (await web.request({ url, maxBytes: 100 })).bytes();
  await machine.run(Promise.all(urls.map(request)));
  expect(machine.now()).toBeGreaterThan(19_700);
  expect(machine.now()).toBeLessThan(20_300);
});
