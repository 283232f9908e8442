/** What a new version of a file makes of its entry. */
import { describe, expect, test } from 'vitest';
import { type Inside, lacksContents, withVersion } from '../../../commands/update/entry.ts';
import type { Checksum, FileEntrySource } from '../../../contract/generated/catalog.types.ts';

const SHA1 = 'A'.repeat(40);
const OLD: Checksum = { lastModified: '2026-01-01T00:00:00Z', contentLength: 1, sha1: null };
const NEW: Checksum = { lastModified: '2026-02-01T00:00:00Z', contentLength: 2, sha1: null };
const BOX = { northEastLongitude: 2, northEastLatitude: 2, southWestLongitude: 1, southWestLatitude: 1 };
const OTHER_BOX = { ...BOX, northEastLongitude: 3 };

const fragment = (path: string, lastModified: string | null, sha1: string | null = null) => ({
  path,
  contentLength: 7,
  lastModified,
  sha1,
});
const inside = (change: Partial<NonNullable<Inside>>): Inside => ({
  box: null,
  fragments: null,
  problems: [],
  ...change,
});

test.each<[string, FileEntrySource, Inside, FileEntrySource]>([
  ['a new file', {}, null, { checksums: [NEW] }],
  ['another version', { checksums: [OLD] }, null, { checksums: [OLD, NEW] }],
  ['a box', {}, inside({ box: BOX }), { checksums: [NEW], boundingbox: BOX }],
  [
    'another box than a version before stated',
    { checksums: [OLD], boundingbox: OTHER_BOX },
    inside({ box: BOX }),
    { checksums: [OLD, NEW], boundingbox: BOX },
  ],
  [
    'a box that it does not state itself',
    { checksums: [OLD], boundingbox: OTHER_BOX },
    inside({}),
    { checksums: [OLD, NEW], boundingbox: OTHER_BOX },
  ],
  [
    'a box that an editor wrote for a version that is known',
    { checksums: [NEW], boundingbox: OTHER_BOX },
    inside({ box: BOX }),
    { checksums: [NEW], boundingbox: OTHER_BOX },
  ],
  [
    'a box of a version that is known',
    { checksums: [NEW] },
    inside({ box: BOX }),
    { checksums: [NEW], boundingbox: BOX },
  ],
  [
    'a fragment whose time is known',
    {},
    inside({ fragments: [fragment('a', '2026-01-31T23:00:00Z', SHA1)] }),
    {
      checksums: [NEW],
      fragments: { a: [{ lastModified: '2026-01-31T23:00:00Z', contentLength: 7, sha1: SHA1 }] },
    },
  ],
  [
    'a fragment without a time',
    {},
    inside({ fragments: [fragment('a', null)] }),
    { checksums: [NEW], fragments: { a: [] } },
  ],
  [
    'a fragment that would be newer than its archive by more than clocks differ',
    {},
    inside({ fragments: [fragment('a', '2026-02-02T00:00:00Z'), fragment('b', '2026-02-02T00:00:01Z')] }),
    {
      checksums: [NEW],
      fragments: { a: [{ lastModified: '2026-02-02T00:00:00Z', contentLength: 7, sha1: null }], b: [] },
    },
  ],
  [
    'fragments that come and go',
    { fragments: { a: [OLD], gone: [OLD] } },
    inside({ fragments: [fragment('a', '2026-01-31T00:00:00Z'), fragment('come', null)] }),
    {
      checksums: [NEW],
      fragments: { a: [OLD, { lastModified: '2026-01-31T00:00:00Z', contentLength: 7, sha1: null }], come: [] },
    },
  ],
  [
    'fragments of an archive that was not looked into',
    { fragments: { a: [OLD] } },
    null,
    { checksums: [NEW], fragments: { a: [] } },
  ],
  [
    'fragments of a version that is known and was not looked into',
    { checksums: [NEW], fragments: { a: [OLD] } },
    null,
    { checksums: [NEW], fragments: { a: [OLD] } },
  ],
  ['an archive that is empty by now', { fragments: { a: [OLD] } }, inside({ fragments: [] }), { checksums: [NEW] }],
])('%s', (_, before, what, after) => {
  expect(withVersion(before, NEW, what)).toEqual(after);
});

describe('names of fragments that mean something in JavaScript', () => {
  test.each(['__proto__', 'constructor', 'toString'])('%s', (name) => {
    const { fragments } = withVersion({}, NEW, inside({ fragments: [fragment(name, '2026-01-01T00:00:00Z')] }));
    expect(Object.entries(fragments ?? {})).toEqual([
      [name, [{ lastModified: '2026-01-01T00:00:00Z', contentLength: 7, sha1: null }]],
    ]);
  });
});

describe('an entry lacks what its file can state:', () => {
  test.each<[string, FileEntrySource, boolean, boolean]>([
    ['a.map', {}, true, true],
    ['a.map', { boundingbox: BOX }, true, false],
    ['a.osm.pbf', {}, true, true],
    ['a.poi', {}, true, true],
    ['a.mbtiles', {}, true, true],
    ['a.pmtiles', {}, true, true],
    ['N47E008.hgt', {}, true, true],
    ['a.map', {}, false, false],
    ['a.zip', {}, true, true],
    ['a.zip', {}, false, true],
    ['a.zip', { fragments: { a: [] } }, true, false],
    ['a.txt', {}, true, false],
  ])('%s with %o, where there are boxes: %s', (path, entry, hasBoxes, lacks) => {
    expect(lacksContents(path, entry, hasBoxes)).toBe(lacks);
  });
});
