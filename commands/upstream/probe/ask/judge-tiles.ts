import { createHash } from 'node:crypto';
import { itemsByKey } from '../../../../contract/base/text.ts';
import type { CodedReason } from '../../../../contract/words/probe-reasons.ts';
import { commonPictureOffsets } from '../picture/edge-offsets.ts';
import { bannerCells, commonCells, pictureEdgesOf } from '../picture/edges.ts';
import type { Picture } from '../picture/picture.ts';
import { KNOWN_CITIES, nameOfTile, type TilePosition, tileAt } from './sample-tiles.ts';

export interface JudgedTile {
  readonly tile: TilePosition;
  readonly bytes: Uint8Array;
  readonly picture: Picture;
}

export interface JudgedMap {
  readonly isOverlay: boolean;
  /** If true, equal letters prove nothing. */
  readonly hasWatermark?: boolean;
}

interface TilesJudgement {
  readonly verdict: 'works' | 'notice' | 'blank' | 'unsure';
  readonly reason: CodedReason | null;
}

/**
 * By number of tiles: the letters of a notice are in at least this many common cells, a logo is in fewer. Fewer tiles
 * have more common cells by chance; two prove nothing.
 */
const MIN_CELLS = [Infinity, Infinity, Infinity, 11];
const MIN_CELLS_OF_MORE = 6;

/** To find moved letters, tiles are shifted, so more cells are common by chance. */
const MIN_CELLS_OF_MOVING = [Infinity, Infinity, Infinity, 14];
const MIN_CELLS_OF_MORE_MOVING = 11;

/** Equal pictures, or two with empty borders, are a notice if they have at least this many common cells. */
const MIN_CELLS_OF_SAME = 5;

const MIN_CELLS_OF_BANNER = 4;

/** Brightness (0 to 255) of one colour, with noise, varies less. */
const MIN_RANGE = 12;

export const isOneColourTile = (picture: Picture): boolean => pictureEdgesOf(picture).range < MIN_RANGE;

/** Different pictures with nothing in common are a map. @param tiles at least one; of a few places, at two zooms */
export function judgeTiles(
  tiles: readonly JudgedTile[],
  { isOverlay, hasWatermark = false }: JudgedMap,
): TilesJudgement {
  const places = [...new Map(tiles.map((judged) => [nameOfTile(judged.tile), judged])).values()];
  const all = places.map((judged) => ({ ...judged, edges: pictureEdgesOf(judged.picture) }));
  const drawn = all.filter(({ picture }) => !isOneColourTile(picture));
  if (drawn.length === 0) {
    const reason: CodedReason = ['one-colour', places.length];
    if (isOverlay || !haveContent(all)) return unsure(['perhaps-nothing', reason]);
    return { verdict: 'blank', reason };
  }
  if (places.length === 1) return unsure(['only-one-tile']);
  const same =
    [...itemsByKey(drawn, ({ picture }) => pixelHash(picture)).values()].sort((a, b) => b.length - a.length)[0] ?? [];
  if (same.length > 1 && same.length > drawn.length / 2) {
    const reason: CodedReason = ['same-picture', same.length];
    const isSure = haveContent(same) || commonCells(same.map(({ edges }) => edges)) >= MIN_CELLS_OF_SAME;
    return isSure ? { verdict: 'notice', reason } : unsure(['perhaps-nothing', reason]);
  }
  const byZoom = [...itemsByKey(drawn, ({ tile }) => tile.zoom).values()];
  const edges = drawn.map((judged) => judged.edges);
  const cells = commonCells(edges);
  if (!isOverlay && edges.every(({ isFramed }) => isFramed) && haveContent(drawn)) {
    const reason: CodedReason = ['empty-borders', drawn.length];
    return drawn.length > 2 || cells >= MIN_CELLS_OF_SAME ? { verdict: 'notice', reason } : unsure(reason);
  }
  if (hasWatermark) return WORKS;
  for (const compared of byZoom.length > 1 ? [drawn, ...byZoom] : [drawn]) {
    const least = MIN_CELLS[compared.length] ?? MIN_CELLS_OF_MORE;
    if ((compared === drawn ? cells : commonCells(compared.map((judged) => judged.edges))) >= least)
      return { verdict: 'notice', reason: ['same-letters', compared.length] };
  }
  if (drawn.length > 2 && bannerCells(edges) >= MIN_CELLS_OF_BANNER)
    return { verdict: 'notice', reason: ['same-banner', drawn.length] };
  if (
    commonCells(edges, commonPictureOffsets(edges)) >= (MIN_CELLS_OF_MOVING[edges.length] ?? MIN_CELLS_OF_MORE_MOVING)
  )
    return { verdict: 'notice', reason: ['same-letters-moving', edges.length] };
  if (drawn.length === 2 && cells >= 2 * MIN_CELLS_OF_SAME) return unsure(['two-alike']);
  return WORKS;
}

const WORKS: TilesJudgement = { verdict: 'works', reason: null };

const unsure = (reason: CodedReason): TilesJudgement => ({ verdict: 'unsure', reason });

export const pixelHash = ({ pixels }: Picture): string => createHash('sha256').update(pixels).digest('base64');

/** A map must show something in two places with cities. */
function haveContent(tiles: readonly { readonly tile: TilePosition }[]): boolean {
  return tiles.filter(({ tile }) => citiesIn(tile) >= (tile.zoom < 10 ? 3 : 1)).length > 1;
}

/** Slightly outside, too: positions are not exact. */
function citiesIn({ zoom, x, y }: TilePosition): number {
  const west = (x / 2 ** zoom) * 360 - 180;
  const east = west + 360 / 2 ** zoom;
  return KNOWN_CITIES.filter(([longitude, latitude]) => {
    if (longitude < west - 0.05 || longitude > east + 0.05) return false;
    const low = tileAt(latitude + 0.05, longitude, zoom);
    const high = tileAt(latitude - 0.05, longitude, zoom);
    return low.y <= y && y <= high.y;
  }).length;
}

/** Brightness and edges of 16 parts, as 64 hexadecimal digits that compression hardly changes. */
export function picturePrintOf(picture: Picture): string {
  const { levels, edges } = pictureEdgesOf(picture).parts;
  return Buffer.from([...levels, ...edges.map((share) => Math.min(255, share * 512))]).toString('hex');
}

/** Compression can change brightness and edges by this. */
const [MAX_LEVELS, MAX_EDGES] = [4, 24];

export function isAnotherPrint(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  return one.some((value, at) => Math.abs(value - (other[at] ?? 0)) > (at < one.length / 2 ? MAX_LEVELS : MAX_EDGES));
}
