/** Proposing what follows from notices, with a real repository and a fake API. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NO_PROBE_HISTORY, openProbeHistory, parseProbeHistory } from '../../../../../cli/catalog/probe-history.ts';
import { historyText } from '../../../../../commands/upstream/probe/history/observations.ts';
import { noticeSteps } from '../../../../../commands/upstream/probe/records/notice-steps.ts';
import type { ObservedMap, ProbeHistory } from '../../../../../contract/generated/reports.types.ts';
import { SMALL, writeFiles } from '../../../../support/catalogs.ts';
import { git } from '../../../../support/git.ts';
import { fakeGitHub } from '../../../../support/github.ts';
import { HostedCatalog } from '../../../../support/hosted.ts';
import { ciTask } from '../../../../support/in-process.ts';
import { mapOnHosts } from '../../../../support/probed.ts';

function observed(verdict: 'notice' | 'works' | 'unsure', more: Partial<ObservedMap> = {}): ProbeHistory {
  const status = {
    verdict,
    reason: 'it says @all',
    since: '2026-03-01',
    lastGood: null,
    until: '2026-03-02',
    days: 'n',
  };
  const usual = {
    kind: 'mapserver',
    id: 'One',
    deadSince: null,
    switchedOff: null,
    switchedOn: null,
    tile: null,
  } as const;
  const notice = { file: 'mapservers/one.png', day: '2026-03-01' };
  return { version: 1, servers: [{ ...usual, hosts: [], status, notice, ...more }] };
}

describe('a record', () => {
  const NOTICED = { noticed: '2026-03-01' };
  const OVER = { ...NOTICED, noticeOver: '2026-03-02' };
  test.each<[string, ProbeHistory, boolean, boolean, boolean | null, Partial<ObservedMap>]>([
    ['with a notice is switched off', observed('notice'), true, false, false, { noticed: '2026-03-02' }],
    ['that was turned down is not', observed('notice', NOTICED), true, false, null, NOTICED],
    ['is, while the proposal is open', observed('notice', NOTICED), true, true, false, NOTICED],
    ['that was turned down, and is unsure', observed('unsure', NOTICED), true, false, null, NOTICED],
    ['that works again', observed('works', NOTICED), true, true, null, {}],
    ['that is off with a notice', observed('notice', NOTICED), false, false, null, NOTICED],
    ['that is off and works is switched on', observed('works', NOTICED), false, false, true, OVER],
    ['that is not, because that was turned down', observed('works', OVER), false, false, null, OVER],
    ['that somebody else switched off', observed('works'), false, false, null, {}],
  ])('%s', (_, history, isActive, isOpen, to, remembered) => {
    const maps = [{ ...mapOnHosts('One', 1), active: isActive }];
    const { steps, history: next } = noticeSteps(history, maps, isOpen);
    expect(steps.map((step) => step.isActive)).toEqual(to === null ? [] : [to]);
    const { noticed, noticeOver } = next.servers[0] ?? {};
    expect({ noticed, noticeOver }).toEqual({ noticed: undefined, noticeOver: undefined, ...remembered });
    expect(parseProbeHistory(historyText(next))).toEqual(next);
  });

  test('of which nothing is known stays', () =>
    expect(noticeSteps(NO_PROBE_HISTORY, [mapOnHosts('One', 1)], true).steps).toEqual([]));
});

test('what cannot be proposed is forgotten, so that the next run of probe switches it', async () => {
  const hosted = new HostedCatalog(SMALL);
  const { env } = await fakeGitHub(
    () => [],
    () => true,
  );
  hosted.commitOn('probe', { 'README.md': 'By somebody else' });
  const asked = { day: '2026-03-02', requests: 4 };
  const earlier = observed('unsure', { switchedOff: '2026-03-01', switchedOn: '2026-03-02', asked });
  const history = {
    ...earlier,
    servers: [...earlier.servers, { ...earlier.servers[0], id: 'Two', switchedOff: '2026-03-02' }],
  };
  writeFiles(hosted.checkout, { 'result/history.json': `${JSON.stringify(history)}\n`, 'result/report.md': 'x' });
  const args = '--branch probe --title x --body-file result/report.md --history result/history.json'.split(' ');
  const { status, stderr } = await ciTask(['propose', ...args], { ...env, GITHUB_REF_NAME: 'main' }, hosted.checkout);
  expect([status, stderr]).toEqual([1, expect.stringContaining('The branch probe has commits of somebody else')]);
  const { servers } = openProbeHistory({ cwd: hosted.checkout }, 'result/history.json');
  expect(servers.map(({ switchedOff, switchedOn }) => [switchedOff, switchedOn])).toEqual([
    ['2026-03-01', null],
    [null, null],
  ]);
});

test('the proposal has the picture and no markup of others, goes with the notice, and leaves the checkout as it is', async () => {
  const hosted = new HostedCatalog(SMALL);
  const { env, received } = await fakeGitHub(
    (path, method) => {
      if (path.startsWith('/repos/us/catalog/pulls?'))
        return isOpen
          ? [{ number: 7, head: { sha: 'x', ref: 'probe-notices', repo: { full_name: 'us/catalog' } } }]
          : [];
      return method === 'POST' && path === '/repos/us/catalog/pulls' ? { number: 7 } : {};
    },
    () => true,
  );
  let isOpen = false;
  const file = join(hosted.checkout, 'result', 'history.json');
  const run = async (history: ProbeHistory) => {
    writeFiles(hosted.checkout, { 'result/history.json': historyText(history) });
    const args = ['--branch', 'probe-notices', '--history', file, '--kept', 'probe-history', '--folder', 'notices'];
    return ciTask(['propose-notices', ...args], { ...env, GITHUB_REF_NAME: 'main' }, hosted.checkout);
  };
  expect(await run(observed('notice'))).toMatchObject({ status: 0 });
  const body = received.find(({ method, path }) => method === 'POST' && path.endsWith('/pulls'))?.body?.body ?? '';
  expect(body).toContain('https://host.example/us/catalog/raw/probe-history/notices/mapservers/one.png');
  expect(
    body
      .split(/^```.*$/m)
      .filter((_, index) => index % 2 === 0)
      .join(''),
  ).not.toContain('@all');
  expect(hosted.read('show', 'probe-notices:catalog/mapservers/one.yaml')).toContain('active: false');
  expect(git(hosted.checkout, ['status', '--porcelain', 'catalog'])).toBe('');
  isOpen = true;
  expect(await run(observed('works', { noticed: '2026-03-01' }))).toMatchObject({ status: 0 });
  expect(hosted.branch('probe-notices')).toBe('');
  expect(received.findLast(({ method }) => method !== 'GET')).toMatchObject({
    method: 'PATCH',
    path: '/repos/us/catalog/pulls/7',
    body: { state: 'closed' },
  });
});
