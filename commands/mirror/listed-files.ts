/** The manifest of a deployment, which is not trusted: nothing in it may lead out of a folder, or to another host. */
import { fold, pathObjection } from '../../build/pipeline.ts';
import { timestampOf } from '../../contract/checksum-history.ts';
import type { Manifest, ManifestFile } from '../../contract/generated/v1.types.ts';
import validators from '../../contract/generated/v1.validators.cjs';
import { MEBIBYTE, mebibytes } from '../../contract/limits.ts';
import { isObject, parseJson } from '../../contract/parse-json.ts';
import { PLAIN_FILES } from '../../contract/plain-files.ts';
import { plural, shortened } from '../../contract/text.ts';

/** Maximums for a deployment. */
export const MIRROR_LIMITS = {
  /** Bytes of a manifest. */
  manifestBytes: 64 * MEBIBYTE,
  /** Files of a deployment. */
  files: 200_000,
};

/** A manifest cannot be used; the message says why. */
export class BadManifestError extends Error {}

/** There is no manifest: the address is not that of such a service, or it does not answer now. */
export class NoManifestError extends BadManifestError {}

/**
 * Reads a manifest.
 *
 * @param maxBytes how many bytes all files together may have
 * @throws BadManifestError
 */
export function listedFiles(bytes: Uint8Array, maxBytes: number): readonly ManifestFile[] {
  const value = parsed(bytes);
  // Before each of them is looked at.
  const listed = isObject(value) ? value['files'] : undefined;
  if (Array.isArray(listed) && listed.length > MIRROR_LIMITS.files)
    throw new BadManifestError(`it lists ${plural(listed.length, 'file')}`);
  const { manifest: validate } = validators;
  if (!validate(value)) {
    const [error] = validate.errors ?? [];
    throw new BadManifestError(`${error?.instancePath || 'it'} ${error?.message}`);
  }
  const { files } = value as Manifest;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > maxBytes) {
    throw new BadManifestError(
      `its files have ${Math.ceil(mebibytes(total) * 100) / 100} MiB together (at most ${mebibytes(maxBytes)} MiB)`,
    );
  }
  for (const file of files) refuseUnsafe(file);
  refuseCollisions(files);
  return files;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new BadManifestError('it is not JSON');
  }
}

/** Parts that every file system accepts as a name: none begins or ends with a dot. */
const PLAIN_PART = /^[A-Za-z0-9_-](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?$/;

/** No common file system accepts more bytes for one part of a path. */
const LONGEST_PART = 255;

/** Why no file of a mirror can be at a path; null if one can. */
export function mirrorPathObjection(path: string): string | null {
  const parts = path.split('/');
  if (!parts.every((part) => PLAIN_PART.test(part))) return 'it is not a plain path';
  if (parts.some(({ length }) => length > LONGEST_PART)) return `a part of it has more than ${LONGEST_PART} letters`;
  return pathObjection(path);
}

function refuseUnsafe({ path, url, lastModified }: ManifestFile): void {
  const objection = mirrorPathObjection(path);
  if (objection !== null) refuse(path, objection);
  if (fold(path) === fold(PLAIN_FILES.manifest.path.slice(1))) refuse(path, 'this is the name of the manifest');
  if (lastModified !== null && !isTime(lastModified))
    refuse(path, `${JSON.stringify(shortened(lastModified))} is not a valid timestamp`);
  // Whatever follows the address of a deployment must not become part of it.
  const base = 'http://deployment.invalid';
  if (!URL.canParse(base + url) || new URL(base + url).origin !== base)
    refuse(url, 'it is not an address on this host');
}

/** Whether a timestamp is that of a moment that every disk can note; the schema has checked its form. */
function isTime(timestamp: string): boolean {
  const time = Date.parse(timestamp);
  // `Date` takes the 30th of February for a day in March.
  return time >= 0 && timestampOf(time) === timestamp;
}

/** Two names that some disk takes for one, or a file that would have to be a folder as well. */
function refuseCollisions(files: readonly ManifestFile[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    const folded = fold(path);
    if (seen.has(folded)) refuse(path, 'it is listed twice, or differs from another only in its case');
    seen.add(folded);
  }
  for (const { path } of files) {
    const parts = fold(path).split('/');
    for (let depth = 1; depth < parts.length; depth++) {
      if (seen.has(parts.slice(0, depth).join('/'))) refuse(path, 'a folder of it is listed as a file');
    }
  }
}

function refuse(text: string, why: string): never {
  throw new BadManifestError(`it lists ${JSON.stringify(shortened(text))}: ${why}`);
}
