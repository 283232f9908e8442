/** What a new version of a file changes in its entry. */
import { isSameVersion, withObservation } from '../../contract/checksum-history.ts';
import type { Checksum, FileEntrySource } from '../../contract/generated/catalog.types.ts';
import { type ArchivedFile, type Contents, contentsKind } from './contents/contents.ts';

/** A fragment with the SHA-1 of its bytes; null if they were not read. */
interface ObservedFragment extends ArchivedFile {
  readonly sha1: string | null;
}

/** What is inside a version of a file; null if it was not read. */
export type Inside =
  | (Pick<Contents, 'box' | 'problems'> & { readonly fragments: readonly ObservedFragment[] | null })
  | null;

/** Whether an entry lacks what a file of its name can state: the box that it covers, or the files in an archive. */
export function lacksContents(path: string, entry: FileEntrySource, hasBoxes: boolean): boolean {
  const kind = contentsKind(path)?.kind;
  if (kind === undefined) return false;
  return kind === 'zip' ? entry.fragments === undefined : hasBoxes && entry.boundingbox === undefined;
}

/**
 * The entry with one more version, or with what was found out about one that it has.
 *
 * The box that a new version states replaces that of the entry, which an older version may have stated. If it states
 * none, or is not new, that of the entry stays: an editor may have written it.
 *
 * A fragment has no history if the archive does not state its time in UTC, or if it would be newer than its archive: an
 * older version of it would make map programs take the new one for outdated. The same applies to an archive that was
 * not read, unless its version is known: then its fragments stay as they are.
 */
export function withVersion(entry: FileEntrySource, version: Checksum, inside: Inside): FileEntrySource {
  const history = entry.checksums ?? [];
  const isKnown = history.some((checksum) => isSameVersion(checksum, version));
  const [known, stated] = [entry.boundingbox ?? null, inside?.box ?? null];
  const box = isKnown ? (known ?? stated) : (stated ?? known);
  const observed = inside?.fragments ?? null;
  const fragments =
    isKnown && observed === null ? (entry.fragments ?? {}) : fragmentsOf(entry.fragments ?? {}, observed, version);
  const { fragments: _, ...others } = entry;
  return {
    ...others,
    checksums: [...withObservation(history, version)],
    ...(Object.keys(fragments).length > 0 ? { fragments } : {}),
    ...(box === null ? {} : { boundingbox: box }),
  };
}

type Histories = Record<string, Checksum[]>;

/** A fragment cannot be newer than its archive by more than this, by which clocks may differ. */
const CLOCKS_MS = 24 * 60 * 60 * 1000;

function fragmentsOf(
  known: Readonly<Histories>,
  observed: readonly ObservedFragment[] | null,
  archive: Checksum,
): Histories {
  if (observed === null) return Object.fromEntries(Object.keys(known).map((path) => [path, []]));
  const latest = Date.parse(archive.lastModified) + CLOCKS_MS;
  const histories = observed.map(({ path, contentLength, lastModified, sha1 }): [string, Checksum[]] => {
    if (lastModified === null || Date.parse(lastModified) > latest) return [path, []];
    const history = Object.hasOwn(known, path) ? (known[path] ?? []) : [];
    return [path, [...withObservation(history, { lastModified, contentLength, sha1 })]];
  });
  return Object.fromEntries(histories);
}
