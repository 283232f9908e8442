/** Archives that lie. Those of real programs are in contents.test.ts. */
import { describe, expect, test } from 'vitest';
import { Pieces } from '../../../../../commands/upstream/update/contents/pieces.ts';
import {
  readZipDirectory,
  ZIP_DIRECTORY_BYTES,
} from '../../../../../commands/upstream/update/contents/zip-directory.ts';
import { zipOf } from '../../../../support/made-zip.ts';
import { bytesRead, fileOf, watchedFile } from '../../../../support/watched-file.ts';

function entryOf(
  {
    name = 'a.xml' as string | Buffer,
    size = 10,
    packedSize = -1,
    offset = -1,
    method = 0,
    flags = 0,
    disk = 0,
    madeBy = 0,
    attributes = 0,
    extra = Buffer.alloc(0) as Buffer,
    comment = '',
  },
  place: number,
): Buffer {
  const fixed = Buffer.alloc(46);
  fixed.writeUInt32LE(0x02014b50);
  fixed.writeUInt8(madeBy, 5);
  fixed.writeUInt16LE(flags, 8);
  fixed.writeUInt16LE(method, 10);
  // A time of MS-DOS, which must never be used.
  fixed.writeUInt32LE(0x5d331860, 12);
  fixed.writeUInt32LE(packedSize < 0 ? size : packedSize, 20);
  fixed.writeUInt32LE(size, 24);
  fixed.writeUInt16LE(Buffer.byteLength(name), 28);
  fixed.writeUInt16LE(extra.length, 30);
  fixed.writeUInt16LE(comment.length, 32);
  fixed.writeUInt16LE(disk, 34);
  fixed.writeUInt32LE(attributes, 38);
  fixed.writeUInt32LE(offset < 0 ? place : offset, 42);
  return Buffer.concat([fixed, Buffer.from(name), extra, Buffer.from(comment)]);
}

function endOf({
  count = 0,
  countHere = -1,
  size = 0,
  offset = 0,
  disk = 0,
  comment = '',
  commentLength = -1,
}): Buffer {
  const fixed = Buffer.alloc(22);
  fixed.writeUInt32LE(0x06054b50);
  fixed.writeUInt16LE(disk, 4);
  fixed.writeUInt16LE(countHere < 0 ? count : countHere, 8);
  fixed.writeUInt16LE(count, 10);
  fixed.writeUInt32LE(size, 12);
  fixed.writeUInt32LE(offset, 16);
  fixed.writeUInt16LE(commentLength < 0 ? comment.length : commentLength, 20);
  return Buffer.concat([fixed, Buffer.from(comment, 'latin1')]);
}

function end64Of({ count = 0, size = 0, offset = 0, recordSize = 44, position = -1, disk = 0 }): Buffer {
  const numbers = [disk, count, count, size, offset].map(uint64);
  const locator = [Buffer.from('PK\x06\x07\0\0\0\0', 'latin1'), uint64(position < 0 ? offset + size : position)];
  return Buffer.concat([
    Buffer.from('PK\x06\x06', 'latin1'),
    uint64(recordSize),
    Buffer.alloc(4),
    ...numbers,
    ...locator,
    Buffer.from([1, 0, 0, 0]),
  ]);
}

type Entry = Parameters<typeof entryOf>[0];
type End = Parameters<typeof endOf>[0];
type End64 = Parameters<typeof end64Of>[0];
/** An archive of these entries, each with 100 bytes for its data, and an end that may lie. */
function archive(entries: readonly Entry[], end: End = {}, end64: End64 | null = null): Buffer {
  const data = Buffer.alloc(entries.length * 100);
  const directory = Buffer.concat(entries.map((entry, index) => entryOf(entry, index * 100)));
  const facts = { count: entries.length, size: directory.length, offset: data.length };
  const large = end64 === null ? Buffer.alloc(0) : end64Of({ ...facts, ...end64 });
  return Buffer.concat([data, directory, large, endOf({ ...facts, ...end })]);
}

const read = (bytes: Buffer) => readZipDirectory(new Pieces(fileOf(bytes), ZIP_DIRECTORY_BYTES));

function extra(id: number, ...bytes: Buffer[]): Buffer {
  const data = Buffer.concat(bytes);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

const uint64 = (value: number | bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

/** The field of zip, with flags and a time in seconds since 1970. */
const unix = (seconds: number, flags = 1): Buffer => {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(flags);
  bytes.writeInt32LE(seconds, 1);
  return extra(0x5455, bytes);
};

/** The field of Windows, with a time in seconds since 1970. */
const ntfs = (seconds: number, tag = 1): Buffer => {
  const tagged = Buffer.from([0, 0, 0, 0, tag, 0, 24, 0]);
  const ticks = uint64((BigInt(seconds) + 11_644_473_600n) * 10_000_000n + 9_999_999n);
  return extra(0x000a, tagged, ticks, Buffer.alloc(16));
};

const NOON = Date.parse('2026-09-19T12:00:00Z') / 1000;
const LINK = { madeBy: 3, attributes: 0xa1ff0000 };

test.each<[string, Buffer, string | null]>([
  ['of MS-DOS alone', Buffer.alloc(0), null],
  ['of zip', unix(NOON), '2026-09-19T12:00:00Z'],
  ['of zip, with others after it', unix(NOON, 7), '2026-09-19T12:00:00Z'],
  ['of zip, where it is not that of change', unix(NOON, 6), null],
  ['of Windows', ntfs(NOON), '2026-09-19T12:00:00Z'],
  ['of both', Buffer.concat([unix(NOON), ntfs(NOON)]), '2026-09-19T12:00:00Z'],
  ['of both, of which one is wrong', Buffer.concat([unix(NOON), ntfs(NOON + 3600)]), null],
  ['of 1970', unix(0), null],
  ['after padding', Buffer.concat([unix(NOON), Buffer.alloc(3)]), '2026-09-19T12:00:00Z'],
])('times: %s', async (_, field, expected) => {
  const [entry] = await read(archive([{ extra: field }]));
  expect(entry?.lastModified).toBe(expected);
});

test.each<[string, Buffer, string[]]>([
  ['no entries', archive([]), []],
  ['folders', archive([{ name: 'style/', size: 0 }, { name: 'style/a.xml' }]), ['style/a.xml 10']],
  ['a comment', archive([{}], { comment: 'made by hand' }), ['a.xml 10']],
  ['a comment that is as long as the first piece', archive([{}], { comment: 'x'.repeat(4096 - 22) }), ['a.xml 10']],
  ['64 bits', archive([{}], { count: 0xffff, size: 0xffffffff, offset: 0xffffffff }, {}), ['a.xml 10']],
  ['64 bits and a comment', archive([{}], { comment: 'x'.repeat(4096 - 30) }, {}), ['a.xml 10']],
  ['both, which agree', archive([{}], {}, {}), ['a.xml 10']],
  [
    'a large file, packed',
    archive([{ size: 0xffffffff, packedSize: 10, method: 12, extra: extra(1, uint64(5e9)) }]),
    ['a.xml 5000000000'],
  ],
  [
    'a number of the disk that is in the other field',
    archive([{ disk: 0xffff, extra: extra(1, Buffer.alloc(4)) }]),
    ['a.xml 10'],
  ],
  [
    'names that objects have already',
    archive([{ name: '__proto__' }, { name: 'constructor' }]),
    ['__proto__ 10', 'constructor 10'],
  ],
])('believed: %s', async (_, bytes, expected) => {
  expect((await read(bytes)).map(({ path, size }) => `${path} ${size}`)).toEqual(expected);
});

describe('refused:', () => {
  const trailing = Buffer.concat([archive([{}]), Buffer.alloc(1)]);
  const nested = archive([{ name: 'inner.xml' }]);
  test.each<[string, Buffer, RegExp]>([
    ['bytes after the end', trailing, /contradicts itself/],
    ['bytes before the beginning', Buffer.concat([Buffer.alloc(5), archive([{}])]), /damaged/],
    ['a file that is cut off', archive([{}]).subarray(0, -30), /or zeros in its place$/],
    ['a beginning that is cut off', zipOf({ a: 'a' }).subarray(0, -30), /does not end like/],
    ['another kind of archive', Buffer.from('Rar!\x1a\x07'), /^it is not a zip archive, although its name ends like/],
    ['an archive in the comment of another', archive([{}], { comment: nested.toString('latin1') }), /damaged/],
    [
      'the mark of an end in a comment',
      archive([{}], { comment: `PK\x05\x06${'x'.repeat(30)}` }),
      /contradicts itself/,
    ],
    ['several disks', archive([{}], { disk: 1 }), /contradicts itself/],
    ['an entry of another disk', archive([{ disk: 1 }]), /several parts/],
    ['more entries than it says', archive([{}, { name: 'b' }], { count: 1 }), /contradicts itself/],
    ['fewer entries than it says', archive([{}], { count: 2 }), /damaged/],
    ['a count for 64 bits that contradicts', archive([{}], {}, { count: 2 }), /contradicts itself/],
    ['a size for 64 bits that contradicts', archive([{}], {}, { size: 9 }), /contradicts itself|damaged/],
    ['an offset for 64 bits that contradicts', archive([{}], {}, { offset: 0, position: 151 }), /contradicts itself/],
    ['a record for 64 bits somewhere else', archive([{}], {}, { position: 10 }), /damaged/],
    ['a record for 64 bits outside', archive([{}], {}, { position: 1e9 }), /ends after/],
    ['a record for 64 bits of another length', archive([{}], {}, { recordSize: 45 }), /damaged/],
    ['a record for 64 bits on another disk', archive([{}], {}, { disk: 1 }), /contradicts itself/],
    ['a size of 64 bits that is missing', archive([{ size: 0xffffffff, packedSize: 1 }]), /damaged/],
    [
      'a size that no number has',
      archive([{ size: 0xffffffff, method: 12, extra: extra(1, uint64(2n ** 60n)) }]),
      /damaged/,
    ],
    [
      'a field twice',
      archive([{ extra: Buffer.concat([unix(NOON), unix(NOON + 1)]) }]),
      /states a fact of a file twice/,
    ],
    [
      'names that many disks take for one',
      archive([{ name: 'Über.map' }, { name: 'über.MAP' }]),
      /holds "Über.map" and "über.MAP", which many disks take for one file/,
    ],
    ['entries that overlap', archive([{ offset: 0 }, { name: 'b', offset: 20 }]), /overlap/],
    ['an entry in the directory', archive([{ offset: 90 }]), /overlap with its directory/],
    [
      'a file that no compression makes so small',
      archive([{ size: 1e9, packedSize: 10, method: 8 }]),
      /impossible size/,
    ],
    ['an encrypted file', archive([{ flags: 1 }]), /"a.xml", which is encrypted/],
    ['a symbolic link', archive([LINK]), /symbolic link/],
    ['a file twice', archive([{}, {}]), /"a.xml" twice/],
    ['a name that is no UTF-8', archive([{ name: Buffer.from([0x53, 0x74, 0x72, 0x61, 0xe1]) }]), /unknown encoding/],
    ['a folder that leads upwards', archive([{ name: '../', size: 0 }]), /leads? upwards/],
    ['a name with a NUL', archive([{ name: 'a\0.xml' }]), /control character U\+0000/],
  ])('%s', (_, bytes, why) => expect(read(bytes)).rejects.toThrow(why));
});

test.each([
  ['many entries', 1_000_000, 'the archive has 1,000,000 entries (at most 10,000)'],
  ['a large directory', 9_999, 'too large, with 53,000,000 bytes'],
])('%s are refused without reading them', async (_, count, why) => {
  const facts = { count, size: 53_000_000, offset: 37_000_000 };
  const end = Buffer.concat([end64Of(facts), endOf({ ...facts, count: Math.min(count, 0xffff) })]);
  const file = watchedFile(90_000_000 + end.length, (offset, length) =>
    Buffer.concat([Buffer.alloc(Math.max(0, 90_000_000 - offset)), end], length),
  );
  await expect(readZipDirectory(new Pieces(file, ZIP_DIRECTORY_BYTES))).rejects.toThrow(why);
  expect(bytesRead(file.reads)).toBeLessThan(5000);
});
