/** Whether a change of the catalog adds checksums and nothing else, so that it may be merged without being read. */
import { isDeepStrictEqual } from 'node:util';
import { ENTRY_KINDS, parse } from '../../build/pipeline.ts';
import { KEPT } from '../../contract/checksum-history.ts';
import { isObject, type JsonObject } from '../../contract/parse-json.ts';

/** A file before and after a change. */
export interface ChangedText {
  /** From the root of the repository. */
  readonly path: string;
  /** Null where it did not exist, or was no plain file. */
  readonly before: string | null;
  /** Null where it is deleted, or no plain file. */
  readonly after: string | null;
}

/**
 * Why a change is more than new checksums at the end of histories; null where it is not.
 *
 * @param catalog the catalog folder, from the root of the repository
 */
export function moreThanChecksums(changes: readonly ChangedText[], catalog: string): string | null {
  if (changes.length === 0) return 'nothing is changed';
  const files = new RegExp(`^${catalog}/datasources/[a-z0-9-]+/(?:${ENTRY_KINDS.join('|')})\\.yaml$`);
  for (const { path, before, after } of changes) {
    if (!files.test(path)) return `${path} is not a list of files`;
    if (before === null || after === null) return `${path} is ${before === null ? 'new' : 'deleted, or no plain file'}`;
    const problem = differenceOf(entriesIn(path, before), entriesIn(path, after));
    if (problem !== null) return `${path}: ${problem}`;
  }
  return null;
}

function entriesIn(path: string, text: string): JsonObject {
  const { value } = parse(path, Buffer.from(text));
  return asObject(value);
}

function differenceOf(before: JsonObject, after: JsonObject): string | null {
  if (!isDeepStrictEqual(Object.keys(before), Object.keys(after))) return 'files come or go';
  for (const [path, entry] of Object.entries(after)) {
    const [old, now] = [asObject(before[path]), asObject(entry)];
    const { checksums: oldChecksums, fragments: oldFragments, ...oldRest } = old;
    const { checksums, fragments, ...rest } = now;
    if (!isDeepStrictEqual(oldRest, rest)) return `${path} changes in other ways`;
    if (!isLonger(oldChecksums, checksums)) return `checksums of ${path} change or go`;
    const [oldFiles, files] = [asObject(oldFragments), asObject(fragments)];
    if (!isDeepStrictEqual(Object.keys(oldFiles), Object.keys(files))) return `files inside ${path} come or go`;
    for (const name of Object.keys(files)) {
      if (!isLonger(oldFiles[name], files[name])) return `checksums inside ${path} change or go`;
    }
  }
  return null;
}

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Whether a history is another one, perhaps with more at its end, and without the oldest where it is as long as kept. */
function isLonger(before: unknown, after: unknown): boolean {
  const [old, now] = [before ?? [], after ?? []];
  if (!Array.isArray(old) || !Array.isArray(now)) return false;
  const dropped = now.length === KEPT ? old.findIndex((checksum) => isDeepStrictEqual(checksum, now[0])) : 0;
  const kept = old.slice(dropped);
  return dropped >= 0 && isDeepStrictEqual(now.slice(0, kept.length), kept);
}
