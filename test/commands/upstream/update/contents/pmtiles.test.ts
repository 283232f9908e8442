/** No package of Debian writes PMTiles: these headers are written by the specification. */
import { expect, test } from 'vitest';
import { pmtilesBox } from '../../../../../commands/upstream/update/contents/pmtiles.ts';

const SIZE = 5_000;

/** A header of a PMTiles archive. */
function pmtiles({ magic = 'PMTiles', version = 3, box = [-3e7, -2e7, 4e7, 1e7], end = SIZE }) {
  const header = Buffer.alloc(127);
  header.write(magic, 'latin1');
  header.writeUInt8(version, 7);
  header.writeBigUInt64LE(BigInt(end - 100), 56);
  header.writeBigUInt64LE(100n, 64);
  for (const [index, value] of box.entries()) header.writeInt32LE(value, 102 + 4 * index);
  return header;
}

test('of version 3, with its box or without', () => {
  expect(pmtilesBox(pmtiles({}), SIZE)).toEqual({
    northEastLongitude: 4,
    northEastLatitude: 1,
    southWestLongitude: -3,
    southWestLatitude: -2,
  });
  expect(pmtilesBox(pmtiles({ box: [0, 0, 0, 0] }), SIZE)).toBeNull();
});

test.each<[string, Parameters<typeof pmtiles>[0], RegExp]>([
  // As s2-pmtiles 1.1.2 writes them.
  ['with half of the magic', { magic: 'PM\0\0\0\0\0' }, /does not begin like PMTiles/],
  ['of an old version', { version: 2 }, /version 2/],
  ['upside down', { box: [-3e7, 1e7, 4e7, -2e7] }, /has no height/],
  ['that was cut off', { end: SIZE + 1 }, /has 5000 bytes and says that it has at least 5001/],
  ['around the globe', { box: [-181e7, 0, 4e7, 1e7] }, /around the globe/],
])('%s', (_, fields, why) => {
  expect(() => pmtilesBox(pmtiles(fields), SIZE)).toThrow(why);
});
