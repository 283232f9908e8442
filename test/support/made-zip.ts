/** Zip archives made of values, also such as no program makes. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface MadeZipEntry {
  readonly data: Uint8Array | string;
  /** In UTC; null for an archive that does not say it. */
  readonly time?: string | null;
  /** 8 is deflate, 0 is not packed at all. */
  readonly method?: number;
  readonly size?: number;
  readonly crc?: number;
  readonly packed?: Uint8Array;
  /** How many bytes of extra fields there are before them. */
  readonly padding?: number;
}

/** An archive with these files. Text is a file with that content. */
export function zipOf(files: Readonly<Record<string, string | MadeZipEntry>>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, file] of Object.entries(files)) {
    const entry = typeof file === 'string' ? { data: file } : file;
    const [name, data] = [Buffer.from(path), Buffer.from(entry.data)];
    const method = entry.method ?? 8;
    const packed = Buffer.from(entry.packed ?? (method === 8 ? deflateRawSync(data) : data));
    const extra = timeField(entry.time === undefined ? '2026-01-01T12:00:00Z' : entry.time);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(0x5d331860, 6);
    common.writeUInt32LE(entry.crc ?? crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.size ?? data.length, 18);
    common.writeUInt16LE(name.length, 22);
    common.writeUInt16LE(extra.length, 24);
    const local = Buffer.from(common);
    local.writeUInt16LE(extra.length + (entry.padding ?? 0), 24);
    const padded = Buffer.concat([extra, Buffer.alloc(entry.padding ?? 0)]);
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), local, name, padded, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), common, place, name, extra]));
    bodies.push(body);
    offset += body.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

/** The field that states a time in UTC, as Info-ZIP writes it. */
function timeField(time: string | null): Buffer {
  if (time === null) return Buffer.alloc(0);
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x5455);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  field.writeInt32LE(Date.parse(time) / 1000, 5);
  return field;
}
