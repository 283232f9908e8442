/**
 * Whatever upstream does with a file between two runs, no copy that a map program took becomes one that it fetches again,
 * unless the bytes upstream are others.
 */
import { expect, test } from 'vitest';
import type { KnownEntries } from '../../../../commands/upstream/update/data-source.ts';
import { KEPT_VERSIONS } from '../../../../contract/data-sources/checksum-history.ts';
import type { Checksum, FileEntrySource } from '../../../../contract/generated/catalog.types.ts';
import { digits, isValidCopy, type LocalCopy, publishedHistories } from '../../../support/map-client.ts';
import { fc, timesRuns } from '../../../support/property.ts';
import { HTML, indexPage, row, type Updated, updated, upstreamSource } from '../../../support/upstream.ts';
import { type VirtualAnswer, VirtualWeb } from '../../../support/virtual-web.ts';

/** Days are counted from here; histories that a catalog begins with are older. */
const FIRST = Date.parse('2026-01-01T03:04:05Z');
const DAYS = 200;
const timeOf = (day: number): string => new Date(FIRST + day * 86_400_000).toISOString().replace('.000', '');
const days = fc.nat(DAYS).map(timeOf);
const bodies = fc.constantFrom('a', 'b', 'c', 'longer', 'd');
const NAMES = ['Alps.img', 'alps.img', 'ALPS.img'] as const;

type Step =
  | { readonly is: 'touch'; readonly time: string }
  | { readonly is: 'version'; readonly time: string; readonly body: string }
  /** The state that it had so many runs ago, with its time or another one. */
  | { readonly is: 'rollback'; readonly back: number; readonly time: string | null }
  | { readonly is: 'respelling'; readonly name: string }
  | { readonly is: 'failure' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ is: fc.constant('touch' as const), time: days }),
  fc.record({ is: fc.constant('version' as const), time: days, body: bodies }),
  fc.record({ is: fc.constant('rollback' as const), back: fc.nat(5), time: fc.option(days) }),
  fc.record({ is: fc.constant('respelling' as const), name: fc.constantFrom(...NAMES) }),
  fc.record({ is: fc.constant('failure' as const) }),
);

/** The versions of before. Some catalogs have more than update keeps. */
const olds: fc.Arbitrary<LocalCopy[]> = fc
  .constantFrom(0, 0, 1, 2, KEPT_VERSIONS - 1, KEPT_VERSIONS, KEPT_VERSIONS + 3)
  .map((length) => Array.from({ length }, (_, index) => ({ time: timeOf(index - length), body: `old ${index}` })));

/** A catalog that reads files has their hashes. */
const catalogs = fc.record({ old: olds, isHashed: fc.boolean(), isRead: fc.boolean(), needsSha1: fc.boolean() });

interface State extends LocalCopy {
  readonly name: string;
  readonly isThere: boolean;
}

function stateAfter(step: Step, states: readonly State[]): State {
  const now = states.at(-1) as State;
  if (step.is === 'failure') return { ...now, isThere: false };
  const there = { ...now, isThere: true };
  if (step.is === 'respelling') return { ...there, name: step.name };
  if (step.is === 'touch') return { ...there, time: step.time };
  if (step.is === 'version') return { ...there, time: step.time, body: step.body };
  const { time, body } = states.at(-1 - step.back) ?? now;
  return { ...there, time: step.time ?? time, body };
}

function answer({ name, time, body, isThere }: State, { pathname }: URL): VirtualAnswer {
  if (pathname === '/files/')
    return { headers: HTML, body: [indexPage('', [row(name, time, String(body.length), { zone: () => 2 })])] };
  if (pathname !== `/files/${name}`) return { status: 404 };
  if (!isThere) return { status: 403 };
  return {
    headers: { 'Last-Modified': new Date(time).toUTCString(), 'Content-Length': String(body.length) },
    body: [body],
  };
}

type Run = { readonly outcome: Updated; readonly downloads: number };

async function run(groups: KnownEntries, state: State, isRead: boolean): Promise<Run> {
  const machine = new VirtualWeb((url) => answer(state, url));
  const source = upstreamSource('https://files.example.org', groups, { download: isRead ? [] : ['nothing'] });
  const context = { web: machine.open({ ignoreRobots: true }), now: FIRST + 2 * DAYS * 86_400_000 };
  const outcome = await machine.run(updated(source, context));
  const isDownload = ({ method, url, headers }: (typeof machine.requests)[number]): boolean =>
    method === 'GET' && url.pathname !== '/files/' && headers['Range'] === undefined;
  return { outcome, downloads: machine.requests.filter(isDownload).length };
}

const entryOf = (groups: KnownEntries): FileEntrySource => Object.values(groups.maps ?? {})[0] ?? {};
const versionsOf = ({ checksums = [] }: FileEntrySource): string[] =>
  checksums.map(({ lastModified, contentLength }) => `${lastModified} ${contentLength}`);
const hashesOf = ({ checksums = [] }: FileEntrySource): (string | null)[] => checksums.map(({ sha1 }) => sha1);
const unmarked = ({ checksums = [] }: FileEntrySource): FileEntrySource => ({
  checksums: checksums.map(({ current: _, ...others }) => others),
});

test('a copy that was valid stays valid, and what upstream has is valid', () =>
  fc.assert(
    fc.asyncProperty(
      catalogs,
      fc.array(steps, { maxLength: 10 }),
      async ({ old: past, isHashed, isRead, needsSha1 }, changes) => {
        const history = past.map(({ time, body }): Checksum => {
          return { lastModified: time, contentLength: body.length, sha1: isHashed ? digits('sha1', body) : null };
        });
        // Upstream begins with the newest version that the catalog knows.
        const first = past.at(-1) ?? { time: timeOf(0), body: 'a' };
        let groups: KnownEntries = { maps: { 'Alps.img': { checksums: history } } };
        const states: State[] = [{ ...first, name: 'Alps.img', isThere: true }];
        /** The bytes that the last run saw. */
        let seen: string | null = past.length > 0 ? first.body : null;
        for (const step of [null, ...changes]) {
          if (step !== null) {
            const next = stateAfter(step, states);
            // Nobody sees from outside that other bytes have the same time and size.
            if (
              states.some(
                (one) => one.time === next.time && one.body.length === next.body.length && one.body !== next.body,
              )
            )
              continue;
            states.push(next);
          }
          const state = states.at(-1) as State;
          const [before, { outcome }] = [entryOf(groups), await run(groups, state, isRead)];
          const after = entryOf(outcome.groups);
          const [old, now] = [publishedHistories(before, needsSha1), publishedHistories(after, needsSha1)];
          // Only the catalog has what upstream states now.
          expect(publishedHistories(unmarked(after), needsSha1)).toEqual(now);
          expect(outcome).toMatchObject({ added: [], gone: [] });
          expect(Object.keys(outcome.groups.maps ?? {})).toEqual([
            state.isThere ? state.name : Object.keys(groups.maps ?? {})[0],
          ]);
          if (!state.isThere) {
            expect(outcome.groups).toBe(groups);
            continue;
          }
          expect(outcome.failed).toEqual([]);
          const isSame = seen === state.body;
          // Without hashes, nobody knows that the bytes are the same, and the oldest version makes room for the new time.
          const isCut = !isRead && (before.checksums ?? []).length >= KEPT_VERSIONS;
          const isLearnt = hashesOf(after).some((sha1, index) => sha1 !== null && hashesOf(before)[index] === null);
          for (const rendition of ['xml', 'json'] as const) {
            for (const copy of [...past, ...states]) {
              if (!isValidCopy(copy, old[rendition]) || isValidCopy(copy, now[rendition])) continue;
              const isOther = copy.body !== state.body;
              expect({
                copy,
                isSame: isSame && !isCut && !(isLearnt && isOther),
                rendition,
                before,
                after,
              }).toMatchObject({ isSame: false });
            }
            // Without its SHA-1, a copy that is older than all versions cannot be told from an outdated one.
            const isOldest = now[rendition].every(
              ({ lastModified, sha1 }) => sha1 === null && lastModified > state.time,
            );
            if (!isOldest) expect({ state, after, is: isValidCopy(state, now[rendition]) }).toMatchObject({ is: true });
          }
          if (isSame && isRead) expect(versionsOf(after)).toEqual(versionsOf(before));
          if (isSame && !isCut) expect(versionsOf(after)).toEqual(expect.arrayContaining(versionsOf(before)));
          const again = await run(outcome.groups, state, isRead);
          expect(again).toMatchObject({
            downloads: 0,
            outcome: { unchanged: 1, changed: [], respelled: [], failed: [] },
          });
          ({ groups } = outcome);
          seen = state.body;
        }
      },
    ),
    { numRuns: timesRuns(5) },
  ));
