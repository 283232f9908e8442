import { expect, test } from 'vitest';
import { historyOf } from '../../../build/model/history.ts';
import { type Statuses, statusesIn } from '../../../build/model/statuses.ts';
import { mapDocuments } from '../../../build/render/map-documents.ts';
import type { MapCollection, StatusBadge, StatusList } from '../../../contract/generated/v2.types.ts';
import validators from '../../../contract/generated/v2.validators.cjs';
import { HOSTS } from '../../../contract/hosts.ts';
import { SMALL } from '../../support/catalogs.ts';
import { modelled } from '../../support/check.ts';
import { observed, statusesOfAll } from '../../support/observed.ts';
import { catalogOf, server } from '../../support/tile-servers.ts';
import { renderSite } from '../../support/whole-site.ts';

// Both have the same file name.
const CATALOG = catalogOf([server(), server({ id: 'Two', fileName: 'two' })], [server({ id: 'Over' })]);
const STATUSES = statusesIn({
  version: 1,
  servers: [
    observed('mapserver', 'One', {
      verdict: 'notice',
      reason: 'it says API KEY REQUIRED',
      since: '2026-09-29',
      days: 'wnn',
    }),
    observed('mapserver', 'Gone', {}),
    observed('overlayserver', 'Over', { days: 'w', lastGood: null, until: '2026-09-02' }),
  ],
});
const assets = [...mapDocuments(CATALOG, historyOf(null), null, STATUSES)];
const parsed = <T>(path: string): T =>
  JSON.parse(Buffer.from(assets.find((asset) => asset.path === path)?.content ?? []).toString() || 'null');

test('the status of the maps of the catalog follows its schema', () => {
  const list = parsed<StatusList>('v2/status.json');
  validators.status(list);
  expect(validators.status.errors).toBe(null);
  const badge = `${CATALOG.serviceUrl}/v2/status/overlayservers/one.badge.json`;
  expect(list).toEqual({
    $schema: `${CATALOG.serviceUrl}/v2/schemas/status.json`,
    until: '2026-09-30',
    maps: {
      'mapservers/one': {
        verdict: 'notice',
        reason: 'it says API KEY REQUIRED',
        since: '2026-09-29',
        lastGood: '2026-09-30',
        lastProbed: '2026-09-30',
        days: `${'.'.repeat(27)}wnn`,
        share: 0.333,
        badge: badge.replace('overlay', 'map'),
      },
      'overlayservers/one': {
        verdict: 'works',
        since: '2026-09-01',
        lastProbed: '2026-09-02',
        old: true,
        days: `.w${'.'.repeat(28)}`,
        share: 1,
        badge,
      },
    },
  });
});

test('each has a badge, and the badge of an old one says so', () => {
  const badges = ['mapservers', 'overlayservers'].map((list) =>
    parsed<StatusBadge>(`v2/status/${list}/one.badge.json`),
  );
  expect(badges.map((badge) => validators.badge(badge))).toEqual([true, true]);
  expect(badges).toEqual([
    { schemaVersion: 1, label: 'One', message: 'shows a notice', color: 'orange' },
    { schemaVersion: 1, label: 'Over', message: 'not known since 2026-09-02', color: 'lightgrey' },
  ]);
});

test('documents of maps have it in short', () => {
  const { features } = parsed<MapCollection>('v2/maps.geojson');
  expect(features.map(({ properties }) => properties.status)).toEqual([
    { verdict: 'notice', since: '2026-09-29' },
    undefined,
    { verdict: 'works', since: '2026-09-01', old: true },
  ]);
  expect(features.map(({ id }) => parsed<{ properties: object }>(`v2/${id}.json`).properties)).toMatchObject(
    features.map(({ properties }) => properties),
  );
});

test('files of a newer day have a newer time, by which servers of your own know that they have changed', () => {
  const commit = Date.UTC(2026, 8, 1) / 1000;
  const history = historyOf({ times: new Map([['mapservers/one.yaml', commit]]), uncommitted: new Set() });
  const timesOf = (statuses: Statuses | null) => {
    const parts = { headers: '', handler: '', publicFiles: [], page: null, statuses };
    const { files } = renderSite(modelled(SMALL), history, parts, HOSTS.nginx);
    return files.flatMap(({ path, modified }) =>
      path === 'site/v2/maps.geojson' && modified ? [modified - commit] : [],
    );
  };
  const [before = 0, first = 0, second = 0] = [null, '2026-09-29', '2026-09-30'].flatMap((until) =>
    timesOf(until === null ? null : statusesOfAll(modelled(SMALL), { until })),
  );
  const days = [before, first, second].map((seconds) => Math.round(seconds / 86_400) + 0);
  expect(days).toEqual([0, 28, 29]);
});
