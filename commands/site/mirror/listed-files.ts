/** The manifest is untrusted: no path may leave the folder or name another host. */
import { pathObjection } from '../../../build/diagnostics/portable-path.ts';
import { MANIFEST_FILE, manifestIn, SIGNATURE_FILE } from '../../../cli/site/published-site.ts';
import { fold } from '../../../contract/base/fold.ts';
import { asMebibytes, MEBIBYTE } from '../../../contract/base/limits.ts';
import { parseUrl, shortenedText } from '../../../contract/base/text.ts';
import { timestampOf } from '../../../contract/base/times.ts';
import type { Manifest, ManifestFile } from '../../../contract/generated/v1.types.ts';

export const MIRROR_LIMITS = {
  manifestBytes: 64 * MEBIBYTE,
  files: 200_000,
};

export class BadManifestError extends Error {}

/** The address has no catalog, or does not answer now. */
export class NoManifestError extends BadManifestError {}

/** @param maxBytes of all files */
export function safeManifestIn(bytes: Uint8Array, maxBytes: number): Manifest {
  const manifest = manifestIn(bytes, MIRROR_LIMITS.files);
  if (typeof manifest === 'string') throw new BadManifestError(manifest);
  const { files } = manifest;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > maxBytes) {
    throw new BadManifestError(
      `its files have ${Math.ceil(asMebibytes(total) * 100) / 100} MiB together (at most ${asMebibytes(maxBytes)} MiB)`,
    );
  }
  const sizes = new Map<string, number>();
  for (const file of files) {
    refuseUnsafe(file);
    // Otherwise, the total, which is limited above, would be wrong.
    const size = sizes.get(file.sha256) ?? file.size;
    if (size !== file.size) refuse(file.path, 'another file with the same SHA-256 has another size');
    sizes.set(file.sha256, size);
  }
  refuseCollisions(files);
  return manifest;
}

/** For every file system: at most 255 bytes, no dot at the start or end. */
const PLAIN_PART = /^[\w-](?:[\w.-]{0,253}[\w-])?$/;

export function mirrorPathObjection(path: string): string | null {
  return path.split('/').every((part) => PLAIN_PART.test(part)) ? pathObjection(path) : 'it is not a plain path';
}

/** No listed file may have them. */
const RESERVED = new Set([MANIFEST_FILE, SIGNATURE_FILE].map(fold));

function refuseUnsafe({ path, url, lastModified }: ManifestFile): void {
  const objection = mirrorPathObjection(path);
  if (objection !== null) refuse(path, objection);
  if (RESERVED.has(fold(path))) refuse(path, 'this is the name of the manifest, or of its signature');
  if (lastModified !== null && !isTime(lastModified))
    refuse(path, `${JSON.stringify(shortenedText(lastModified))} is not a valid timestamp`);
  // The path must not lead to another host.
  const base = 'http://deployment.invalid';
  if (parseUrl(base + url)?.origin !== base) refuse(url, 'it is not an address on this host');
}

/** Whether a timestamp of the schema's form exists, and is valid on every disk. */
function isTime(timestamp: string): boolean {
  const time = Date.parse(timestamp);
  // `Date` reads 30 February as March.
  return time >= 0 && timestampOf(time) === timestamp;
}

/** On some disks, two paths may be one, or one both file and folder. */
function refuseCollisions(files: readonly ManifestFile[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    const folded = fold(path);
    if (seen.has(folded)) refuse(path, 'it is listed twice, or differs from another only in its case');
    seen.add(folded);
  }
  for (const { path } of files)
    if (parentFoldersOf(fold(path)).some((folder) => seen.has(folder)))
      refuse(path, 'a folder of it is listed as a file');
}

export function parentFoldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function refuse(text: string, why: string): never {
  throw new BadManifestError(`it lists ${JSON.stringify(shortenedText(text))}: ${why}`);
}
