/** What a new version of a file makes of its entry. */
import { expect, test } from 'vitest';
import { writeYaml } from '../../../../build/format/standard-text.ts';
import { entryWithVersion, type Inside } from '../../../../commands/upstream/update/entry.ts';
import type { Checksum, FileEntrySource } from '../../../../contract/generated/catalog.types.ts';

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
const inside = (change: Partial<Inside>): Inside => ({ box: null, fragments: null, ...change });
const UNREAD = inside({});

const JANUARY = '2026-01-31T00:00:00Z';
const IN_JANUARY: Checksum = { lastModified: JANUARY, contentLength: 7, sha1: SHA1 };
const OLD_BOX: FileEntrySource = { checksums: [OLD], boundingbox: OTHER_BOX };
const NEW_BOX: FileEntrySource = { checksums: [NEW], boundingbox: OTHER_BOX };
const KNOWN: FileEntrySource = { checksums: [NEW], fragments: { a: [OLD] } };
const OTHER_FRAGMENTS: FileEntrySource = {
  fragments: { a: [IN_JANUARY, { ...IN_JANUARY, lastModified: '2026-02-20T00:00:00Z', sha1: 'B'.repeat(40) }] },
  boundingbox: OTHER_BOX,
};
const holding = (...fragments: ReturnType<typeof fragment>[]): Inside => inside({ fragments });

/** What becomes of the entry is in the snapshot. */
test.each<[string, FileEntrySource, Inside]>([
  ['another version', { checksums: [OLD] }, UNREAD],
  ['another box than before', OLD_BOX, inside({ box: BOX })],
  ['a box that an editor wrote', NEW_BOX, inside({ box: BOX })],
  ['a box of a known version', { checksums: [NEW] }, inside({ box: BOX })],
  ['a fragment whose time is known', {}, holding(fragment('a', JANUARY, SHA1))],
  ['a fragment without a time', {}, holding(fragment('a', null))],
  ['a fragment without a time whose SHA-1 is known', { fragments: { a: [OLD] } }, holding(fragment('a', null, SHA1))],
  [
    'a fragment without a time that is the same as before',
    { fragments: { a: [OLD, IN_JANUARY] } },
    holding(fragment('a', null, SHA1)),
  ],
  [
    'a fragment without a time that is the same as an older one',
    { fragments: { a: [IN_JANUARY, { ...IN_JANUARY, contentLength: 8 }] } },
    holding(fragment('a', null, SHA1)),
  ],
  [
    'a fragment with a new time that is the same as before',
    { fragments: { a: [OLD, { ...IN_JANUARY, lastModified: OLD.lastModified }] } },
    holding(fragment('a', JANUARY, SHA1)),
  ],
  [
    'a known version that comes back, with its box and the fragments that it had',
    { checksums: [NEW, { ...NEW, lastModified: '2026-03-01T00:00:00Z' }], ...OTHER_FRAGMENTS },
    inside({ box: BOX, fragments: [fragment('a', JANUARY, SHA1)] }),
  ],
  [
    'the version that upstream has, at its first time again, which keeps the box that an editor wrote',
    { checksums: [{ ...NEW, current: '2026-03-01T00:00:00Z' }], ...OTHER_FRAGMENTS },
    inside({ box: BOX }),
  ],
  [
    'a fragment that would be newer than its archive and whose SHA-1 is known',
    {},
    holding(fragment('a', '2026-02-02T00:00:01Z', SHA1)),
  ],
  [
    'a fragment that would be newer than its archive by more than clocks differ',
    {},
    holding(fragment('a', '2026-02-02T00:00:00Z'), fragment('b', '2026-02-02T00:00:01Z')),
  ],
  [
    'fragments that come and go',
    { fragments: { a: [OLD], gone: [OLD] } },
    holding(fragment('a', JANUARY, SHA1), fragment('come', null)),
  ],
  ['fragments of an archive that was not read', { fragments: { a: [OLD] } }, UNREAD],
  ['fragments of a known version that was not read', KNOWN, UNREAD],
  ['an archive that is empty by now', { fragments: { a: [OLD] } }, holding()],
])('%s', (_, before, what) => {
  expect(
    writeYaml({ path: 'files.yaml', role: 'files' }, { a: entryWithVersion(before, NEW, what) }),
  ).toMatchSnapshot();
});
