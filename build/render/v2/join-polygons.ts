import { itemsByKey } from '../../../contract/base/text.ts';
import type { Polygon, Position, Ring } from '../../../contract/maps/bounding-boxes.ts';
import { areaOfRing, type Edge, isInsidePolygons, ringEdges } from '../../../contract/maps/geometry.ts';

/** OpenGIS refuses an area whose polygons share an edge, as neighbouring countries do. */
export function joinedPolygons(polygons: readonly Polygon[]): readonly Polygon[] {
  const edges = polygons.flat().flatMap(ringEdges);
  const known = new Set(edges.map(([start, end]) => `${start} ${end}`));
  const kept = edges.filter(([start, end]) => !known.has(`${end} ${start}`));
  if (kept.length === edges.length) return polygons;
  const rings = ringsOf(kept);
  // Outlines are counter-clockwise, their area is positive; holes are clockwise. A hole is in the smallest outline
  // around it.
  const outlines = rings.filter((ring) => areaOfRing(ring) > 0).sort((a, b) => areaOfRing(a) - areaOfRing(b));
  const found = outlines.map((outline) => [outline]);
  for (const hole of rings.filter((ring) => areaOfRing(ring) < 0)) {
    const [[x1, y1], [x2, y2]] = hole as unknown as readonly [Position, Position];
    const middle: Position = [(x1 + x2) / 2, (y1 + y2) / 2];
    found.find(([outline = []]) => isInsidePolygons([[outline]], middle))?.push(hole);
  }
  return found;
}

/** A ring that would meet itself becomes two. */
function ringsOf(edges: readonly Edge[]): Ring[] {
  const left = itemsByKey(edges, ([start]) => String(start));
  const rings: Ring[] = [];
  for (const [start] of edges) {
    const path: Position[] = [];
    const keys: string[] = [];
    for (let next: Position | undefined = start; next; next = left.get(String(next))?.pop()?.[1]) {
      const from = keys.indexOf(String(next));
      if (from >= 0) rings.push([...path.splice(from), next]);
      keys.splice(path.length);
      path.push(next);
      keys.push(String(next));
    }
  }
  return rings;
}
