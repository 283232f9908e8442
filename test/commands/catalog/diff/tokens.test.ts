import { describe, expect, test } from 'vitest';
import { compareSites } from '../../../../commands/catalog/diff/diff.ts';
import { changesAsText } from '../../../../commands/catalog/diff/print-changes.ts';
import { matchRemovals } from '../../../../commands/catalog/diff/removals.ts';
import { withoutFilledTokens } from '../../../../commands/catalog/diff/tokens.ts';
import { siteWith } from '../../../support/sites.ts';

const START = 'https://#{host}';
const TILE = '#{zoom}/#{tilex}/#{tiley}.png';

function report(authored: string | null, before: string, after: string): string {
  const site = (urlPattern: string): ReturnType<typeof siteWith> =>
    siteWith({ 'v1/mapservers/index.json': [{ id: 'One', urlPattern: START + urlPattern }] });
  const next = site(after);
  const written = new Map(authored === null ? [] : [['mapservers/One urlPattern', START + authored]]);
  const difference = withoutFilledTokens(compareSites(site(before), next), () => written);
  return changesAsText(difference, matchRemovals(difference.changes, [], next));
}

const PLACES = [
  `/K/${TILE}`,
  `/${TILE}?style=K`,
  `/${TILE}?a=xKy`,
  `/${TILE};s=K`,
  `/a-K-b/${TILE}?again=K&language=en`,
];

test.each(PLACES)('%s', (place) => {
  const written = place.replaceAll('K', '${TILES_API_KEY}');
  const published = place.replaceAll('K', 'short1key');
  const unset = place.replaceAll('K', 'ACCESS_TOKEN');
  for (const [before, after] of [
    [published, unset],
    [unset, published],
  ] as const)
    for (const catalog of [written, null]) {
      const text = report(catalog, before, after);
      expect(text).not.toContain('short1key');
      expect(text).toContain('*********');
      expect(text).toContain(unset);
    }
});

describe('where the pattern itself changes', () => {
  const written = `/new/\${TILES_API_KEY}/${TILE}`;

  test.each<[string, before: string, after: string, shown: string]>([
    ['what could be a token is hidden', `/old/short1key/${TILE}`, `/new/short1key/${TILE}`, `/***/*********/${TILE}`],
    [
      'it is hidden also if only one site has the token',
      `/old/short1key/${TILE}`,
      `/new/ACCESS_TOKEN/${TILE}`,
      `/***/*********/${TILE}`,
    ],
    [
      'without tokens, all is shown',
      `/old/ACCESS_TOKEN/${TILE}`,
      `/new/ACCESS_TOKEN/${TILE}`,
      `/old/ACCESS_TOKEN/${TILE}`,
    ],
  ])('%s', (_, before, after, shown) => {
    const text = report(written, before, after);
    expect(text).toContain(shown);
    expect(text).not.toContain('short1key');
  });

  test('two tokens next to each other are hidden', () => {
    const text = report(`/\${A_KEY}\${B_KEY}/${TILE}`, `/secret1secret2/${TILE}`, `/ACCESS_TOKENACCESS_TOKEN/${TILE}`);
    expect(text).not.toContain('secret');
  });
});

test('the addresses of maps of other types are compared with those of the catalog, field by field', () => {
  const site = (key: string): ReturnType<typeof siteWith> => {
    const properties = {
      type: 'pmtiles',
      list: 'maps',
      name: 'One',
      archiveUrl: `${START}${key}/a`,
      style: `/${key}/b`,
    };
    const features = [{ id: 'maps/one', geometry: null, properties }];
    return siteWith({ 'v2/maps.geojson': { features }, 'v2/providers.json': { providers: [] } });
  };
  const written = new Map([['maps/One archiveUrl', `${START}/\${A_KEY}/a`]]);
  const next = site('/ACCESS_TOKEN');
  const difference = withoutFilledTokens(compareSites(site('/short1key'), next), () => written);
  const text = changesAsText(difference, matchRemovals(difference.changes, [], next));
  expect(text).toContain('/*********/a');
  expect(text).toContain('//*********/b');
  expect(text).not.toContain('short1key');
});
