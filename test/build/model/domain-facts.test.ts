import { expect, test } from 'vitest';
import { factsOfDomains } from '../../../build/model/domain-facts.ts';
import type { MapSource, TileServerSource } from '../../../contract/generated/catalog.types.ts';

test('a domain has what all of its maps that state it state alike', () => {
  const maps = [
    { hosts: ['a.tile.alps.org', 'b.tile.alps.org'], copyright: 'Alps', countries: ['CH', 'LI'], provider: 'alps' },
    { type: 'wms', service: 'https://wms.alps.org/', copyright: 'Alps', countries: ['CH'] },
    { hosts: ['sea.example.co.uk'], copyright: 'Sea', area: 'world', terms: 'https://example.co.uk/terms' },
    { hosts: ['land.example.co.uk'], copyright: 'Land', area: 'lakes' },
    { hosts: ['buckets.cloud.com'], copyright: 'One of many' },
    { hosts: ['c.odd.org'], copyright: 'C' },
    { hosts: ['d.odd.org'], copyright: 'D' },
  ] as unknown as (TileServerSource | MapSource)[];
  expect(factsOfDomains(maps)).toEqual({
    'alps.org': { copyright: 'Alps', covers: '', provider: 'alps' },
    'buckets.cloud.com': { copyright: 'One of many' },
    'example.co.uk': { copyright: '', covers: 'world', terms: 'https://example.co.uk/terms' },
    'odd.org': { copyright: '' },
  });
});
