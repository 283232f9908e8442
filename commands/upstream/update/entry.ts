import { knownVersion, withObservation } from '../../../contract/data-sources/checksum-history.ts';
import { currentVersionOf } from '../../../contract/data-sources/current-version.ts';
import type { Checksum, FileEntrySource } from '../../../contract/generated/catalog.types.ts';
import { type ArchivedFile, type Contents, contentsFormatOf, statesBox } from './contents/contents.ts';

export type Inside = Pick<Contents, 'box' | 'fragments'>;

/** The file may state more: each run reads it again, and reports why that is unknown. */
export function lacksContents(path: string, { fragments, boundingbox }: FileEntrySource): boolean {
  const format = contentsFormatOf(path)?.format;
  if (format === undefined) return false;
  if (format !== 'zip') return boundingbox === undefined;
  return fragments === undefined || (boundingbox === undefined && statesBox(path, Object.keys(fragments)));
}

/**
 * Keeps the entry's box if there is no new one, or the version is the same: an editor may have written it. A fragment
 * without a usable time gets the archive's if its SHA-1 is known: map programs compare that. Otherwise its history
 * becomes empty: they would compare the new fragment with an older checksum. All histories become empty if an archive
 * of an unknown version is unread.
 */
export function entryWithVersion(entry: FileEntrySource, version: Checksum, inside: Inside): FileEntrySource {
  const history = entry.checksums ?? [];
  const recorded = knownVersion(history, version);
  const known = entry.boundingbox ?? null;
  const box = recorded && recorded === currentVersionOf(history) ? (known ?? inside.box) : (inside.box ?? known);
  const observed = inside.fragments;
  const fragments =
    recorded && observed === null
      ? (entry.fragments ?? {})
      : fragmentsOf(entry.fragments ?? {}, observed, recorded ?? version);
  const { fragments: _, ...others } = entry;
  return {
    ...others,
    checksums: [...withObservation(history, version)],
    ...(Object.keys(fragments).length > 0 ? { fragments } : {}),
    ...(box === null ? {} : { boundingbox: box }),
  };
}

type Histories = Record<string, Checksum[]>;

/** Clocks differ: how much newer a fragment may be than its archive. */
const CLOCKS_MS = 24 * 60 * 60 * 1000;

function fragmentsOf(
  known: Readonly<Histories>,
  observed: readonly ArchivedFile[] | null,
  archive: Checksum,
): Histories {
  if (observed === null) return Object.fromEntries(Object.keys(known).map((path) => [path, []]));
  const latest = Date.parse(archive.lastModified) + CLOCKS_MS;
  const histories = observed.map(({ path, contentLength, lastModified, sha1 }): [string, Checksum[]] => {
    const history = Object.hasOwn(known, path) ? (known[path] ?? []) : [];
    const hasTime = lastModified !== null && Date.parse(lastModified) <= latest;
    if (!hasTime && sha1 === null) return [path, []];
    const version = { lastModified: hasTime ? lastModified : archive.lastModified, contentLength, sha1 };
    // The same bytes keep their time: nobody asks for a new one.
    const time = knownVersion(history, version)?.lastModified ?? version.lastModified;
    return [path, [...withObservation(history, { ...version, lastModified: time })]];
  });
  return Object.fromEntries(histories);
}
