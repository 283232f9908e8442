/** A small PMTiles archive (version 3) with the same tile at zoom 0 as its only one. */

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];

/** What an archive is made of. @param type 1 for vector tiles, 2 for PNG */
interface Archive {
  readonly tile: Uint8Array;
  readonly type: 1 | 2;
  readonly metadata?: object;
  readonly box?: readonly [west: number, south: number, east: number, north: number];
}

export function pmtilesArchive({ tile, type, metadata = {}, box = [-180, -85, 180, 85] }: Archive): Buffer {
  // One entry: its id, how many tiles it stands for, its length, and its offset plus one.
  const root = Buffer.from([1, 0, 1, ...varint(tile.length), 1].flat());
  const json = Buffer.from(JSON.stringify(metadata));
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const ends = [127, 127 + root.length, 127 + root.length + json.length];
  const sections = [
    [ends[0], root.length],
    [ends[1], json.length],
    [ends[2], 0],
    [ends[2], tile.length],
    [1, 1],
  ];
  for (const [index, number] of [...sections.flat(), 1].entries())
    header.writeBigUInt64LE(BigInt(number ?? 0), 8 + 8 * index);
  // Clustered; neither directories nor tiles are compressed; zoom 0 only.
  for (const [index, byte] of [1, 1, 1, type, 0, 0].entries()) header.writeUInt8(byte, 96 + index);
  for (const [index, degrees] of box.entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * index);
  return Buffer.concat([header, root, json, tile]);
}
