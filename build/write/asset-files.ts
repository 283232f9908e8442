/** Writes and reads files of a site in parts, because one may be as large as all others together. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Asset, type FileRecord, fileRecordOf } from '../render/asset.ts';

/** Larger files are read in blocks of this many bytes. */
const BLOCK_BYTES = 1024 * 1024;

/**
 * A file without a known time is this many milliseconds older than its writing: Apache calls the ETags of files weak
 * that changed within the last second.
 */
const AGE_MS = 2_000;

/** Writes an asset to a file whose folder exists. The file has the time of the asset, if that is known. */
export function writeAsset(file: string, asset: Asset): FileRecord {
  const { path, origin, modified = null, blocks } = asset;
  if (!blocks) {
    const { content } = asset;
    writeFileSync(file, content);
    setTime(file, modified);
    return fileRecordOf({ path, origin, modified, content });
  }
  const hash = createHash('sha256');
  const descriptor = openSync(file, 'w');
  let size = 0;
  try {
    for (const bytes of blocks()) {
      hash.update(bytes);
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
      size += bytes.length;
    }
  } finally {
    closeSync(descriptor);
  }
  setTime(file, modified);
  return { path, size, sha256: hash.digest('hex'), modified, origin };
}

function setTime(file: string, modified: number | null): void {
  const time = modified ?? (Date.now() - AGE_MS) / 1000;
  utimesSync(file, time, time);
}

/** The content of a file in parts. A part is valid until the next one is asked for. */
export function* partsOfFile(file: string): Generator<Uint8Array> {
  if (statSync(file).size <= BLOCK_BYTES) {
    yield readFileSync(file);
    return;
  }
  const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    for (let length = block.length; length === block.length; ) {
      length = readSync(descriptor, block, 0, block.length, null);
      yield block.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The SHA-256 of the content of a file, in hexadecimal digits. */
export function hashOfFile(file: string): string {
  const hash = createHash('sha256');
  for (const bytes of partsOfFile(file)) hash.update(bytes);
  return hash.digest('hex');
}

/** The path of a file in a folder. @throws if it leads out of the folder, which no asset's path does */
export function pathInside(folder: string, path: string): string {
  const file = join(folder, path);
  if (!file.startsWith(folder + sep)) throw new Error(`${path} leads out of the site`);
  return file;
}
