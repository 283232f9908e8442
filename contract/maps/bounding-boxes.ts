export type Position = readonly [longitude: number, latitude: number];

/** The last position is the first one again. */
export type Ring = readonly Position[];

/** In degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Meaningless for boxes on both sides of the 180th meridian. */
export function joinedExtent(boxes: readonly Box[]): Box {
  return boxes.reduce((all, box) => ({
    west: Math.min(all.west, box.west),
    south: Math.min(all.south, box.south),
    east: Math.max(all.east, box.east),
    north: Math.max(all.north, box.north),
  }));
}

export function ringExtent(ring: Ring): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
  }
  return { west, south, east, north };
}

/** Some servers leave out the poles, or state them. Metres are not degrees. */
export const isWholeWorld = ({ west, south, east, north }: Box): boolean =>
  east - west > 350 && north - south > 140 && Math.max(-west, east) <= 360 && Math.max(-south, north) < 91;

export const meansWorld = (text: string): boolean =>
  /^(?:world(?:wide)?|global|international|earth|(?:die )?(?:ganze )?welt(?:weit)?)$/i.test(text.trim());

/** West, south, east and north, as people write them: also in brackets or with decimal commas. */
export function edgesIn(text: string): readonly [number, number, number, number] | null {
  const plain = text.slice(0, 200).replace(/^(?:bbox)?[[(\s]+|[\])\s]+$/gi, '');
  const parts = plain.split(/[;\s]+/).map((part) => part.replace(/,$/, '').replace(',', '.'));
  const edges = (parts.length === 4 ? parts : plain.split(/[;,\s]+/)).map((edge) => (edge === '' ? Number.NaN : +edge));
  const [west = 0, south = 0, east = 0, north = 0] = edges;
  return edges.length === 4 && edges.every(Number.isFinite) ? [west, south, east, north] : null;
}

export function isBox([outline = [], ...holes]: Polygon): boolean {
  const { west, south, east, north } = ringExtent(outline);
  const isCorner = ([x, y]: Position): boolean => (x === west || x === east) && (y === south || y === north);
  return holes.length === 0 && outline.length === 5 && outline.every(isCorner);
}

/** The outline, then its holes. */
export type Polygon = readonly Ring[];
