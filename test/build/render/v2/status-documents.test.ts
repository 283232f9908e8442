import { expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../build/history/history.ts';
import { mapStatusesIn, type Statuses } from '../../../../build/model/statuses.ts';
import { statusDocuments } from '../../../../build/render/v2/status-documents.ts';
import type { StatusList } from '../../../../contract/generated/v2.types.ts';
import { HOSTS } from '../../../../contract/hosts.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';
import { observed, statusesOfAll } from '../../../support/observed.ts';
import { renderSite } from '../../../support/whole-site.ts';

test('files of a newer day have a newer time, by which servers of your own know that they have changed', () => {
  const commit = Date.UTC(2026, 8, 1) / 1000;
  const history = catalogHistoryOf({ times: new Map([['mapservers/one.yaml', commit]]), uncommitted: new Set() });
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
  expect([before, first, second].map((seconds) => Math.round(seconds / 86_400) + 0)).toEqual([0, 28, 29]);
});

test('the part of a map that does not work is named', () => {
  const map = 'type: vector\nname: Vector tiles\nstyle: https://tile.example.org/style.json\ncopyright: X\n';
  const catalog = modelled({ ...SMALL, 'maps/vector.yaml': map });
  const status = { verdict: 'refused', part: 'tiles', reason: 'tiles: it answers 401' } as const;
  const statuses = mapStatusesIn({ version: 1, servers: [observed('map', 'Vector tiles', status)] });
  const [, list] = statusDocuments(catalog, statuses as Statuses)[0] ?? [];
  expect((list as StatusList).maps['maps/vector']).toMatchObject(status);
});
