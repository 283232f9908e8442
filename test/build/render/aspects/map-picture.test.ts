import { expect, test } from 'vitest';
import { mapStatusesIn, type Statuses } from '../../../../build/model/statuses.ts';
import { MAP_PICTURES, shownPictures } from '../../../../build/render/aspects/map-picture.ts';
import type { SiteView } from '../../../../build/render/publication.ts';
import type { ReadPicture } from '../../../../build/render/site-parts.ts';
import type { ObservedMap } from '../../../../contract/generated/reports.types.ts';
import { catalogOf, xyzMap } from '../../../support/xyz-maps.ts';

const PROVIDERS = [
  { id: 'good', name: 'Good', homepage: 'https://good.example.org/', pictures: 'allowed' },
  { id: 'silent', name: 'Silent', homepage: 'https://silent.example.org/' },
] as const;
const CATALOG = {
  ...catalogOf(
    [
      xyzMap({ fileName: 'one', provider: 'good' }),
      xyzMap({ fileName: 'not-this', provider: 'good', picture: false }),
      xyzMap({ fileName: 'silent', provider: 'silent' }),
      xyzMap({ fileName: 'nobodys' }),
    ],
    [xyzMap({ fileName: 'one', provider: 'good' })],
  ),
  providers: PROVIDERS,
};
const picture = (content: string) => ({ extension: 'png', content: Buffer.from(content), width: 256, height: 256 });

function published(readPicture: ReadPicture, statuses: Statuses | null = null) {
  const site = { catalog: CATALOG, parts: { readPicture, statuses } } as unknown as SiteView;
  return [[...(MAP_PICTURES.files?.(site) ?? [])], shownPictures(site)] as const;
}

test('only pictures that the catalog allows are read, each under an address of its content', () => {
  const asked: string[] = [];
  const [assets, pictures] = published((name) => {
    asked.push(name);
    return name.startsWith('map') ? picture('a') : null;
  });
  expect(asked).toEqual(['mapservers/one', 'overlayservers/one']);
  const path = 'assets/mapservers/one-ca978112.png';
  expect(assets).toEqual([{ role: 'asset', path, content: Buffer.from('a'), origin: 'mapservers/one.yaml' }]);
  expect([...pictures]).toEqual([['mapservers/one', { path, width: 256, height: 256 }]]);
  const [[renewed]] = published(() => picture('b'));
  expect(renewed?.path).not.toBe(path);
});

test.each([
  ['works', '2026-11-20', true],
  ['unsure', '2026-11-20', true],
  ['refused', '2026-11-20', true],
  ['notice', '2026-11-20', false],
  ['blank', '2026-11-20', false],
  ['dead', '2026-11-20', false],
  // Nobody knows what it shows now.
  ['dead', '2026-11-01', true],
] as const)('a map of the verdict %s of %s has its picture: %s', (verdict, until, isShown) => {
  const observed = (kind: 'mapserver' | 'overlayserver', id: string, day: string): ObservedMap => {
    const status = { verdict, reason: null, since: day, lastGood: null, until: day, days: 'w' };
    return { kind, id, status, deadSince: null, switchedOff: null, switchedOn: null, tile: null, hosts: [] };
  };
  // The newest day of the history is that of another map.
  const servers = [observed('overlayserver', 'One', until), observed('mapserver', 'Other', '2026-11-20')];
  const statuses = mapStatusesIn({ version: 1, servers });
  const names = [...published(() => picture('a'), statuses)[1].keys()];
  expect(names).toEqual(['mapservers/one', ...(isShown ? ['overlayservers/one'] : [])]);
});
