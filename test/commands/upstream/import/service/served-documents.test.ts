/** What an import fetches, from servers without network, with a clock that jumps. */
import { expect, test } from 'vitest';
import { servedDocuments } from '../../../../../commands/upstream/import/service/served-documents.ts';
import { WebError } from '../../../../../commands/upstream/web/request.ts';
import { type VirtualAnswer, VirtualWeb } from '../../../../support/virtual-web.ts';

const NOTHING_KEPT = { get: () => null, put: () => {} };
const BASE = 'https://api.example.org';

async function fetchAll(
  answer: (path: string) => VirtualAnswer,
  paths: readonly string[],
  maxTimeMs: number | null = null,
) {
  const virtual = new VirtualWeb(({ pathname }) => (pathname === '/robots.txt' ? { status: 404 } : answer(pathname)));
  const fetch = servedDocuments(virtual.open({ maxTimeMs }), NOTHING_KEPT, virtual.now);
  const outcomes: (number | string)[] = [];
  try {
    for (const path of paths) {
      const document = await virtual.run(fetch(BASE + path, 'application/json'));
      outcomes.push('problem' in document ? document.problem : document.status);
    }
  } catch (error) {
    outcomes.push(String(error));
  }
  return { outcomes, minutes: virtual.now() / 60_000 };
}

const STALLED: VirtualAnswer = {
  bodyMs: 30_000,
  body: ['[', new WebError('body', 'the answer stalled for 30 seconds', { retry: 'later' })],
};
const BROKEN: VirtualAnswer = { status: 500 };

test('a service that stalls again and again is given up within minutes', async () => {
  const { outcomes, minutes } = await fetchAll(
    () => STALLED,
    Array.from({ length: 50 }, (_, index) => `/${index}`),
  );
  expect(outcomes.at(-1)).toBe('WebError: it has sent no document for 5 minutes');
  expect(minutes).toBeLessThan(15);
});

test('one document that fails for long is not the end of the others, nor are several between others', async () => {
  const { outcomes } = await fetchAll(
    (path) => (/[02468]$/.test(path) ? { body: ['[]'] } : BROKEN),
    Array.from({ length: 20 }, (_, index) => `/${index}`),
  );
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'it answers 500')).toHaveLength(10);
});
