import { PICTURE_LIMITS } from '../../../../contract/base/limits.ts';
import type { ObservedStatus, ProbedHost, ProbedMap } from '../../../../contract/generated/reports.types.ts';
import { type CodedReason, englishOf } from '../../../../contract/words/probe-reasons.ts';
import { type AskedHost, reasonAfter, type Sample } from './ask-host.ts';
import { isOneColourTile, type JudgedMap, type JudgedTile, judgeTiles, picturePrintOf } from './judge-tiles.ts';
import type { MapPart } from './map-asker.ts';
import { nameOfTile, TOWN_ZOOM } from './sample-tiles.ts';

export interface MapLook {
  /** A failing map is `unsure`: only the history knows whether it is dead. */
  readonly verdict: Exclude<ObservedStatus['verdict'], 'dead'>;
  readonly reason: CodedReason | null;
  readonly part?: MapPart;
  readonly isFailure: boolean;
  /** From `picturePrintOf`, by tile. */
  readonly prints: Readonly<Record<string, string>>;
  /** Null without a small enough tile, or with an access token in it. */
  readonly picture: TilePicture | null;
}

export interface TilePicture {
  readonly bytes: Uint8Array;
  readonly ending: 'png' | 'jpg' | 'webp' | 'gif';
}

/** Requested tiles that a failing host lacks. */
const FEWEST_MISSING = 2;

/** Refused samples of a `refused` map; it must also have fewer tiles. */
const FEWEST_REFUSED = 2;

export function isFailingHost({ verdict, missing }: ProbedHost): boolean {
  return verdict === 'fails' || missing >= FEWEST_MISSING;
}

export const isSilentSample = ({ outcome, status }: Sample): boolean => outcome === 'bad' && status === null;

export function lookOfTiles(first: JudgedTile, samples: readonly Sample[], map: JudgedMap): MapLook {
  const tiles = [first, ...samples.flatMap(({ given }) => given ?? [])];
  const refused = samples.filter(({ isRefused }) => isRefused);
  const [refusal] = refused;
  const isRefused = refusal && refused.length >= FEWEST_REFUSED && refused.length > tiles.length;
  const failed = samples.filter((sample) => isSilentSample(sample) || sample.outcome === 'unclear');
  const [failure] = failed;
  const asked = samples.length + 1;
  const judge = (): Pick<MapLook, 'verdict' | 'reason'> => {
    if (isRefused) return { verdict: 'refused', reason: ['some-tiles', refusal.reason, refused.length, asked] };
    // One tile has no other to compare with.
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

export function lookWithoutTiles({ hosts, verdict: result }: ProbedMap, asked: readonly AskedHost[]): MapLook {
  const verdict = asked.every(({ isRefused }) => isRefused) ? 'refused' : 'unsure';
  const reasons = asked.flatMap(({ answer, reason }) => (reason && answer.verdict === result ? [reason] : []));
  const different = new Map(reasons.map((reason) => [englishOf(reason), reason]));
  const reason = different.size === 0 ? null : [...different.values()].reduce(reasonAfter);
  return { verdict, reason, isFailure: hosts.every(isFailingHost), prints: {}, picture: null };
}

/**
 * A town's tile, if it shows anything: pictures of maps beside each other show the same kind of place. Of several, the
 * largest shows most: tiles that show little compress well.
 */
function richestOf(tiles: readonly JudgedTile[]): TilePicture | null {
  const small = tiles.filter(({ bytes }) => bytes.length <= PICTURE_LIMITS.bytes);
  const rankOf = ({ tile, picture }: JudgedTile): number =>
    isOneColourTile(picture) ? Infinity : Math.abs(tile.zoom - TOWN_ZOOM);
  const [richest] = small
    .map((tile) => ({ ...tile, rank: rankOf(tile) }))
    .sort((a, b) => (a.rank === b.rank ? b.bytes.length - a.bytes.length : a.rank - b.rank));
  if (!richest) return null;
  const { format } = richest.picture;
  return { bytes: richest.bytes, ending: format === 'jpeg' ? 'jpg' : format };
}
