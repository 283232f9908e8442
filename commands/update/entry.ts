/** What a new version of a file changes in its entry. */
import { withObservation } from '../../contract/checksum-history.ts';
import type { Checksum, FileEntrySource } from '../../contract/generated/catalog.types.ts';
import type { ArchivedFile, Contents } from './contents/contents.ts';

/** A fragment with the SHA-1 of its bytes; null where they were not read. */
export interface ObservedFragment extends ArchivedFile {
  readonly sha1: string | null;
}

/** What is inside a version of a file; null where it was not looked at. */
export type Inside = (Omit<Contents, 'fragments'> & { readonly fragments: readonly ObservedFragment[] | null }) | null;

/**
 * The entry with one more version. A box that is there already is kept: an editor may have written it.
 *
 * A fragment whose time in UTC the archive does not say, or which would be newer than its archive, has no history: an
 * older version of it would make map programs take the new one for outdated. The same goes for an archive that was not
 * looked into.
 */
export function withVersion(entry: FileEntrySource, version: Checksum, inside: Inside): FileEntrySource {
  const box = entry.boundingbox ?? inside?.box ?? null;
  const fragments = fragmentsOf(entry.fragments ?? {}, inside?.fragments ?? null, version);
  const { fragments: _, ...others } = entry;
  return {
    ...others,
    checksums: [...withObservation(entry.checksums ?? [], version)],
    ...(Object.keys(fragments).length > 0 ? { fragments } : {}),
    ...(box === null ? {} : { boundingbox: box }),
  };
}

type Histories = Record<string, Checksum[]>;

/** What is in an archive cannot be newer than it; clocks differ by less than this. */
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
