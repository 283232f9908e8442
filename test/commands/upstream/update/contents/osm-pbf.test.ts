/** Headers of OpenStreetMap extracts that no real program writes. Those of osmium are in contents.test.ts. */
import { deflateSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { expect, test } from 'vitest';
import { OSM_PBF_BYTES, osmPbfBox } from '../../../../../commands/upstream/update/contents/osm-pbf.ts';
import { Pieces } from '../../../../../commands/upstream/update/contents/pieces.ts';
import { fileOf } from '../../../../support/watched-file.ts';

const field = (number: number, value: number | Buffer): Buffer =>
  made((message) => {
    if (typeof value === 'number') message.writeVarintField(number, value);
    else message.writeBytesField(number, value);
  });

const signed = (number: number, value: number): Buffer => made((message) => message.writeSVarintField(number, value));

function made(write: (message: PbfWriter) => void): Buffer {
  const message = new PbfWriter();
  write(message);
  return Buffer.from(message.finish());
}

const join = (...parts: Buffer[]): Buffer => Buffer.concat(parts);

/** A box: west, east, north, south in degrees. */
const edges = (...degrees: number[]): Buffer => join(...degrees.map((edge, index) => signed(index + 1, edge * 1e9)));

function extract({ type = 'OSMHeader', block = field(1, edges(7, 8, 44, 43)), blob = field(1, block) }): Buffer {
  const header = join(field(1, Buffer.from(type)), field(3, blob.length));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return join(length, header, blob);
}

const read = (bytes: Buffer) => osmPbfBox(new Pieces(fileOf(bytes), OSM_PBF_BYTES));

const zlib = (bytes: Buffer): Buffer => join(field(2, 10), field(3, bytes));
const features = join(field(4, Buffer.from('OsmSchema-V0.6')), field(4, Buffer.from('DenseNodes')));

test.each<[string, Buffer, number[] | null]>([
  ['after lists', extract({ block: join(features, field(1, edges(7, 8, 44, 43))) }), [7, 43, 8, 44]],
  ['across the 180th meridian', extract({ block: field(1, edges(177, -178, -12, -20)) }), [177, -20, -178, -12]],
  ['that is not there', extract({ block: features }), null],
])('a box %s', async (_, bytes, expected) => {
  const box = await read(bytes);
  const { southWestLongitude, southWestLatitude, northEastLongitude, northEastLatitude } = box ?? {};
  const found = box && [southWestLongitude, southWestLatitude, northEastLongitude, northEastLatitude];
  expect(found).toEqual(expected);
});

test.each<[string, Buffer, RegExp]>([
  ['data before the header', extract({ type: 'OSMData' }), /^it is not an OpenStreetMap extract/],
  ['zeros', Buffer.alloc(70_000), /zeros in its place$/],
  ['a header of 64 KiB', join(Buffer.from([0, 1, 0, 0]), extract({}).subarray(4)), /a header of 65536 bytes$/],
  ['a blob of more than 64 KiB', extract({ blob: field(1, Buffer.alloc(65_536)) }), /too large/],
  ['another compression', extract({ blob: field(7, Buffer.alloc(10)) }), /not packed with zlib/],
  ['compressed bytes that are damaged', extract({ blob: zlib(Buffer.alloc(10)) }), /cannot be unpacked/],
  ['a bomb', extract({ blob: zlib(deflateSync(Buffer.alloc(20_000_000))) }), /cannot be unpacked/],
  ['a missing edge', extract({ block: field(1, edges(7, 8, 44)) }), /not complete/],
  ['north and south swapped', extract({ block: field(1, edges(7, 8, 43, 44)) }), /has no height/],
  ['a number without end', extract({ block: Buffer.alloc(20, 0xff) }), /not a protocol buffer/],
  ['a field that is cut off', extract({ block: Buffer.from([10, 100, 1]) }), /not a protocol buffer/],
  ['a file that is cut off', extract({}).subarray(0, 20), /ends after 20 bytes/],
])('refused: %s', (_, bytes, why) => expect(read(bytes)).rejects.toThrow(why));
