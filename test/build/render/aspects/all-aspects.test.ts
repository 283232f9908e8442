import { expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../build/history/history.ts';
import { mapFlags } from '../../../../build/render/aspects/all-aspects.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';

test.each([
  ['', 'base free commercial active https no-token'],
  ['commercialUse: { state: forbidden, source: https://a.example.org/ }', 'base no-commercial active https no-token'],
  ['active: false', 'base inactive https'],
])('%s has the flags %s: what is off is neither free to use nor without a token nor for commerce', (more, flags) => {
  const one = `${SMALL['mapservers/one.yaml']}`.replace('http:', 'https:');
  const catalog = modelled({ ...SMALL, 'mapservers/one.yaml': `${one}licence: CC0-1.0\n${more}\n` });
  const [map] = catalog.mapservers;
  expect(map && mapFlags(map, { catalog, history: catalogHistoryOf(null) }).join(' ')).toBe(flags);
});
