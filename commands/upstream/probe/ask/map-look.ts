/** What a map shows in one run, from its tiles or from the answers in their place. */

import { PICTURE_LIMITS } from '../../../../contract/base/limits.ts';
import type { ObservedStatus, ProbedHost, ProbedMap } from '../../../../contract/generated/reports.types.ts';
import { type CodedReason, englishOf } from '../../../../contract/words/probe-reasons.ts';
import { type AskedHost, reasonAfter, type Sample } from './ask-host.ts';
import { type JudgedMap, type JudgedTile, judgeTiles, picturePrintOf } from './judge-tiles.ts';
import type { MapPart } from './map-asker.ts';
import { nameOfTile } from './sample-tiles.ts';

/** What a map shows in one run. */
export interface MapLook {
  /** A map that fails is `unsure` here: only the history knows whether it is dead. */
  readonly verdict: Exclude<ObservedStatus['verdict'], 'dead'>;
  /** Null if it works. */
  readonly reason: CodedReason | null;
  /** The part that does not work; missing if all do, or the map has no parts. */
  readonly part?: MapPart;
  /** Whether all its hosts fail. */
  readonly isFailure: boolean;
  /** The fingerprints of its tiles, by their names. */
  readonly prints: Readonly<Record<string, string>>;
  /** The tile that shows most, as it came; null if none is small enough. */
  readonly picture: TilePicture | null;
}

/** A tile as a file. */
export interface TilePicture {
  readonly bytes: Uint8Array;
  readonly ending: 'png' | 'jpg' | 'webp' | 'gif';
}

/** A host that gives none of this many tiles failed, although a single run is not sure of it. */
const FEWEST_MISSING = 2;

/** The fewest refused samples of a map that refuses, although it gave a tile. */
const FEWEST_REFUSED = 2;

/** Whether a host failed. */
export function isFailingHost({ verdict, missing }: ProbedHost): boolean {
  return verdict === 'fails' || missing >= FEWEST_MISSING;
}

/** Whether a host gave no answer. */
export const isSilentHost = ({ outcome, status }: Sample): boolean => outcome === 'bad' && status === null;

/** What the tiles of a map show. */
export function lookOfTiles(first: JudgedTile, samples: readonly Sample[], map: JudgedMap): MapLook {
  const tiles = [first, ...samples.flatMap(({ given }) => given ?? [])];
  const refused = samples.filter(({ isRefused }) => isRefused);
  const [refusal] = refused;
  const isRefused = refusal && refused.length >= FEWEST_REFUSED && refused.length > tiles.length;
  const failed = samples.filter((sample) => isSilentHost(sample) || sample.outcome === 'unclear');
  const [failure] = failed;
  const asked = samples.length + 1;
  const judge = (): Pick<MapLook, 'verdict' | 'reason'> => {
    if (isRefused) return { verdict: 'refused', reason: ['some-tiles', refusal.reason, refused.length, asked] };
    // One tile cannot be compared with others.
    if (failure && tiles.length === 1)
      return { verdict: 'unsure', reason: ['some-tiles', failure.reason, failed.length, asked] };
    return judgeTiles(tiles, map);
  };
  return {
    ...judge(),
    isFailure: false,
    prints: Object.fromEntries(tiles.map(({ tile, picture }) => [nameOfTile(tile), picturePrintOf(picture)])),
    picture: richestOf(tiles),
  };
}

/** What a map shows that gave no tile. */
export function lookWithoutTiles({ hosts, verdict: result }: ProbedMap, asked: readonly AskedHost[]): MapLook {
  const verdict = asked.every(({ isRefused }) => isRefused) ? 'refused' : 'unsure';
  const told = asked.flatMap(({ answer, reason }) => (reason && answer.verdict === result ? [reason] : []));
  const different = new Map(told.map((reason) => [englishOf(reason), reason]));
  const reason = different.size === 0 ? null : [...different.values()].reduce(reasonAfter);
  return { verdict, reason, isFailure: hosts.every(isFailingHost), prints: {}, picture: null };
}

/** The tile with most bytes: a plain one compresses well. */
function richestOf(tiles: readonly JudgedTile[]): TilePicture | null {
  const small = tiles.filter(({ bytes }) => bytes.length <= PICTURE_LIMITS.bytes);
  const [richest] = small.sort((a, b) => b.bytes.length - a.bytes.length);
  if (!richest) return null;
  const { format } = richest.picture;
  return { bytes: richest.bytes, ending: format === 'jpeg' ? 'jpg' : format };
}
