import type { Polygon, Position, Ring } from './bounding-boxes.ts';

/** A ring without its last position, with the least change at each position. */
interface OpenRing {
  positions: Position[];
  changes: (Change | null)[];
}

/** One position less, for a larger area. */
interface Change {
  /** Twice the added area. */
  readonly added: number;
  /** Positions to replace, from this one on. */
  readonly removed: 1 | 2;
  readonly inserted: readonly Position[];
  readonly triangles: readonly Triangle[];
}

type Triangle = readonly [Position, Position, Position];

/** New positions are multiples of a thousandth of a degree (about 100 m). */
const UNIT = 1000;

/**
 * Polygons with fewer positions, around the given ones, which add as little area as possible. Rings have the direction
 * of RFC 7946, and no contact. If the limit cannot be reached, there are more positions.
 */
export function simplifiedAround(polygons: readonly Polygon[], limit: number): Polygon[] {
  const all = polygons.map((rings) => rings.map(openRing));
  const rings = all.flat();
  let left = rings.reduce((sum, { positions }) => sum + positions.length + 1, 0);
  for (; left > limit; left--) {
    let made: [ring: OpenRing, index: number] | null = null;
    while (made === null) {
      const best = leastChange(rings);
      if (best === null) return all.map((polygon) => polygon.map(closedRing));
      const [ring, index] = best;
      if (isFree(ring.changes[index] as Change, rings)) made = best;
      else ring.changes[index] = null;
    }
    change(...made);
  }
  return all.map((polygon) => polygon.map(closedRing));
}

function openRing(ring: Ring): OpenRing {
  const positions = ring.slice(0, -1);
  return { positions, changes: positions.map((_, index) => changeAt(positions, index)) };
}

function closedRing({ positions }: OpenRing): Ring {
  return [...positions, positions[0] as Position];
}

function leastChange(rings: readonly OpenRing[]): [OpenRing, number] | null {
  let found: [OpenRing, number] | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const ring of rings) {
    for (const [index, change] of ring.changes.entries()) {
      if (change === null || change.added >= least) continue;
      least = change.added;
      found = [ring, index];
    }
  }
  return found;
}

function change(ring: OpenRing, index: number): void {
  const { removed, inserted } = ring.changes[index] as Change;
  const { length } = ring.positions;
  // The first position may change with the last.
  const isAtEnd = index + removed > length;
  if (isAtEnd) ring.positions.shift();
  ring.positions.splice(index - Number(isAtEnd), isAtEnd ? 1 : removed, ...inserted);
  if (isAtEnd) ring.changes.shift();
  ring.changes.splice(index - Number(isAtEnd), isAtEnd ? 1 : removed, ...inserted.map(() => null));
  const count = ring.positions.length;
  for (let near = index - 4; near <= index + 3; near++) {
    const at = ((near % count) + count) % count;
    ring.changes[at] = changeAt(ring.positions, at);
  }
}

function changeAt(positions: readonly Position[], index: number): Change | null {
  const at = (offset: number): Position => positions.at((index + offset) % positions.length) as Position;
  if (positions.length <= 3) return null;
  const [a, b, c, d] = [at(-1), at(0), at(1), at(2)];
  const corner = twiceArea(a, b, c);
  if (corner <= 0) return { added: -corner, removed: 1, inserted: [], triangles: [[c, b, a]] };
  const next = twiceArea(b, c, d);
  return next > 0 ? extended(a, b, c, d) : null;
}

/** Replaces the edge from `b` to `c` by the position where its neighbours meet beyond it. */
function extended(a: Position, b: Position, c: Position, d: Position): Change | null {
  const turn = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
  if (turn <= 0) return null;
  const part = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / turn;
  const meeting = [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])] as const;
  let best: Change | null = null;
  for (const x of roundedValues(meeting[0])) {
    for (const y of roundedValues(meeting[1])) {
      const corner: Position = [x, y];
      const triangles: Triangle[] = [
        [a, corner, b],
        [b, corner, c],
        [c, corner, d],
      ];
      const areas = triangles.map((triangle) => twiceArea(...triangle));
      const added = areas.reduce((sum, area) => sum + area, 0);
      const isAround = areas.every((area) => area >= 0) && twiceArea(a, corner, d) > 0;
      if (isAround && added < (best?.added ?? Number.POSITIVE_INFINITY))
        best = { added, removed: 2, inserted: [corner], triangles };
    }
  }
  return best;
}

function roundedValues(value: number): number[] {
  return [-1, 0, 1, 2].map((offset) => (Math.floor(value * UNIT) + offset) / UNIT);
}

/** Nothing else may be on the added land. */
function isFree({ triangles, inserted }: Change, rings: readonly OpenRing[]): boolean {
  const own = new Set(triangles.flat());
  const [, fromEdge] = triangles;
  return rings.every(({ positions }) =>
    positions.every((position, index) => {
      if (!own.has(position) && triangles.some((triangle) => isInTriangle(position, triangle))) return false;
      const [corner] = inserted;
      if (!corner || !fromEdge || !isOnGlobe(corner)) return !corner;
      const next = positions[(index + 1) % positions.length] as Position;
      return own.has(position) || own.has(next) || !isCrossing(position, next, fromEdge[0], corner);
    }),
  );
}

function isOnGlobe([x, y]: Position): boolean {
  return Math.abs(x) <= 180 && Math.abs(y) <= 90;
}

function isCrossing(a: Position, b: Position, c: Position, d: Position): boolean {
  return twiceArea(a, b, c) * twiceArea(a, b, d) <= 0 && twiceArea(c, d, a) * twiceArea(c, d, b) <= 0;
}

function isInTriangle(position: Position, [a, b, c]: Triangle): boolean {
  return twiceArea(a, b, position) >= 0 && twiceArea(b, c, position) >= 0 && twiceArea(c, a, position) >= 0;
}

function twiceArea([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
