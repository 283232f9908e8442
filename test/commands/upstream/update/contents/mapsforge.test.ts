/** No package of Debian writes Mapsforge maps: these headers are written by the specification. */
import { describe, expect, test } from 'vitest';
import { mapsforgeBox } from '../../../../../commands/upstream/update/contents/mapsforge.ts';

const SIZE = 5000;

/** A header of a Mapsforge map. */
function map({
  magic = 'mapsforge binary OSM',
  headerSize = 90,
  version = 5,
  size = SIZE,
  box = [-2e6, -3e6, 1e6, 4e6],
}) {
  const header = Buffer.alloc(60);
  header.write(magic, 'latin1');
  header.writeUInt32BE(headerSize, 20);
  header.writeUInt32BE(version, 24);
  header.writeBigUInt64BE(BigInt(size), 28);
  header.writeBigUInt64BE(1_789_779_780_000n, 36);
  for (const [index, value] of box.entries()) header.writeInt32BE(value, 44 + 4 * index);
  return header;
}

const BOX = { northEastLongitude: 4, northEastLatitude: 1, southWestLongitude: -3, southWestLatitude: -2 };

describe('a Mapsforge map', () => {
  test.each([3, 4, 5])('of version %i', (version) => {
    expect(mapsforgeBox(map({ version }), SIZE)).toEqual(BOX);
  });

  test.each<[string, Parameters<typeof map>[0], RegExp]>([
    ['that is none', { magic: 'mapsforge binary XYZ' }, /does not begin like a Mapsforge map/],
    ['of an old version', { version: 2 }, /version 2/],
    ['of a new version', { version: 6 }, /version 6/],
    ['with a short header', { headerSize: 69 }, /69 bytes/],
    ['with a long header', { headerSize: 1_000_001 }, /1000001 bytes/],
    ['that was cut off', { size: 6000 }, /has 5000 bytes and says that it has 6000/],
    ['upside down', { box: [1e6, -3e6, -2e6, 4e6] }, /has no height/],
    ['across the 180th meridian', { box: [-2e6, 178e6, 1e6, -178e6] }, /western edge east/],
    ['over a pole', { box: [-2e6, -3e6, 91e6, 4e6] }, /over a pole/],
  ])('%s', (_, fields, why) => {
    expect(() => mapsforgeBox(map(fields), SIZE)).toThrow(why);
  });
});
