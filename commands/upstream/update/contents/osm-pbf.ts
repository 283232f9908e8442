import { inflateSync } from 'node:zlib';
import { PbfReader } from 'pbf';
import type { BoundingBox } from '../../../../contract/generated/catalog.types.ts';
import { boxOfEdges } from './boxes.ts';
import { checkBeginning, DamageError, DistrustError, type Pieces } from './pieces.ts';

/** The bytes of the first request. Real headers have 100 to 300. */
const AHEAD = 512;

/** A BlobHeader must be smaller. */
const HEADER_LIMIT = 64 * 1024;

/** The format allows 32 MiB; a header has only a box, names and an address. */
const BLOB_LIMIT = 64 * 1024;

export const OSM_PBF_BYTES = 4 + HEADER_LIMIT + BLOB_LIMIT + AHEAD;

/** After the first BlobHeader's length (4 bytes): the tag, the length 9, the type. */
const MAGIC = '\n\tOSMHeader';

/** HeaderBlock's optional field 1: left, right, top and bottom, in nanodegrees. */
export async function osmPbfBox(pieces: Pieces): Promise<BoundingBox | null> {
  checkBeginning((await pieces.begin(4 + MAGIC.length, AHEAD)).subarray(4), MAGIC, 'an OpenStreetMap extract');
  const headerSize = (await pieces.take(0, 4)).readUInt32BE();
  if (headerSize >= HEADER_LIMIT) throw new DamageError(`the extract states a header of ${headerSize} bytes`);
  const header = fieldsOf(await pieces.take(4, headerSize));
  // BlobHeader's `datasize`.
  const blobSize = Number(header.get(3));
  if (!(blobSize <= BLOB_LIMIT)) throw new DistrustError('the header of the extract is too large');
  const box = fieldsOf(unpacked(await pieces.take(4 + headerSize, blobSize))).get(1);
  if (!Buffer.isBuffer(box)) return null;
  const fields = fieldsOf(box);
  const [west = 0, east = 0, north = 0, south = 0] = [1, 2, 3, 4].map((field) => {
    const value = fields.get(field);
    if (typeof value !== 'number') throw new DistrustError('the box in the header of the extract is not complete');
    // A sint64: the lowest bit is the sign.
    return (value % 2 === 1 ? (value + 1) / -2 : value / 2) / 1e9;
  });
  return boxOfEdges({ west, south, east, north }, true);
}

/** A Blob's field 1 is plain, field 3 compressed with zlib. */
function unpacked(blob: Buffer): Buffer {
  const fields = fieldsOf(blob);
  const [raw, packed] = [fields.get(1), fields.get(3)];
  if (Buffer.isBuffer(raw)) return raw;
  if (!Buffer.isBuffer(packed)) throw new DistrustError('the header of the extract is not packed with zlib');
  try {
    return inflateSync(packed, { maxOutputLength: BLOB_LIMIT });
  } catch {
    throw new DamageError('the header of the extract cannot be unpacked');
  }
}

function fieldsOf(message: Buffer): ReadonlyMap<number, number | Buffer> {
  const fields = new Map<number, number | Buffer>();
  const reader = new PbfReader(message);
  const wrong = new DamageError('the header of the extract is not a protocol buffer');
  try {
    reader.readFields((field) => {
      if (reader.type === 0) fields.set(field, reader.readVarint());
      else if (reader.type === 2) fields.set(field, Buffer.from(reader.readBytes()));
    }, null);
  } catch {
    throw wrong;
  }
  // The reader misses a field that ends after the message.
  if (reader.pos !== message.length) throw wrong;
  return fields;
}
