/**
 * How large the documents of a data source are, without making them: nearly all of each are its checksums, whose sizes are
 * counted. The rest is rendered with no more than the first checksum of every history.
 */
import type { ChecksumHistory, DataSource, Entry } from '../model/catalog.ts';

/** What is added up of some checksums. */
export interface ChecksumTotals {
  readonly count: number;
  /** How many have a SHA-1. */
  readonly withSha1: number;
  /** The characters of their values; all are ASCII. */
  readonly characters: number;
}

/** A data source with at most the first checksum of each history, and what is left out. */
export interface ThinDataSource {
  readonly datasource: DataSource;
  readonly ofEntries: ChecksumTotals;
  readonly ofFragments: ChecksumTotals;
}

/** Leaves out all checksums but the first ones. */
export function thinned(datasource: DataSource): ThinDataSource {
  const ofEntries = { count: 0, withSha1: 0, characters: 0 };
  const ofFragments = { count: 0, withSha1: 0, characters: 0 };
  const thin = (entry: Entry): Entry => ({
    ...entry,
    checksums: firstOf(entry.checksums, ofEntries),
    fragments: entry.fragments.map(({ key, checksums }) => ({ key, checksums: firstOf(checksums, ofFragments) })),
  });
  const [files, maps, themes] = [datasource.files.map(thin), datasource.maps.map(thin), datasource.themes.map(thin)];
  return { datasource: { ...datasource, files, maps, themes }, ofEntries, ofFragments };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function firstOf(checksums: ChecksumHistory, others: Mutable<ChecksumTotals>): ChecksumHistory {
  if (checksums.length < 2) return checksums;
  for (let index = 1; index < checksums.length; index++) {
    const { lastModified, contentLength, sha1 } = checksums[index] as ChecksumHistory[number];
    others.count++;
    others.characters += lastModified.length + digitsOf(contentLength);
    if (sha1 === null) continue;
    others.withSha1++;
    others.characters += sha1.length;
  }
  return checksums.slice(0, 1);
}

/** How many digits a whole number has that is not negative. */
function digitsOf(number: number): number {
  let digits = 1;
  for (let limit = 10; limit <= number; limit *= 10) digits++;
  return digits;
}

/** The bytes of a text in pieces. */
export function bytesOf(pieces: Iterable<string>): number {
  let bytes = 0;
  for (const piece of pieces) bytes += Buffer.byteLength(piece);
  return bytes;
}
