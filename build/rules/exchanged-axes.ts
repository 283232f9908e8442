/** With exchanged latitudes and longitudes, an area is valid, but elsewhere. */
import type { Box } from '../../contract/maps/bounding-boxes.ts';

/** In degrees: areas are counted in cells of this size. */
const CELL = 10;

/** An area with more neighbours belongs where it is; one neighbour may have the same mistake. */
const FEW = 1;

/** At least this many areas at the exchanged place confirm the mistake. */
const MANY = 3;

/** In more cells, areas are worldwide: a lonely one is not a mistake. */
const WORLDWIDE = 60;

/** In degrees: the distance of near areas. */
const NEAR = 2;

/** Areas with hardly any neighbours that would have several at the exchanged place. @param boxOf null if unknown */
export function exchangedAxes<T>(areas: readonly T[], boxOf: (area: T) => Box | null): T[] {
  const counts = new Map<string, number>();
  const placed = areas.flatMap((area) => {
    const box = boxOf(area);
    if (box === null) return [];
    const [x = 0, y = 0] = [box.west + box.east, box.south + box.north].map((sum) => Math.floor(sum / 2 / CELL));
    counts.set(`${x} ${y}`, (counts.get(`${x} ${y}`) ?? 0) + 1);
    return [{ area, box, x, y }];
  });
  if (counts.size > WORLDWIDE) return [];
  const isLonely = ({ x, y }: (typeof placed)[number]): boolean => {
    const nearCounts = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => counts.get(`${x + dx} ${y + dy}`) ?? 0));
    // The area counts itself.
    return nearCounts.reduce((sum, count) => sum + count) - 1 <= FEW;
  };
  return placed
    .filter((one) => {
      const { west, south, east, north } = one.box;
      // A latitude is at most 90 degrees.
      if (west < -90 || east > 90 || !isLonely(one)) return false;
      const others = placed.filter(
        ({ box }) =>
          box !== one.box &&
          box.west - NEAR < north &&
          box.east + NEAR > south &&
          box.south - NEAR < east &&
          box.north + NEAR > west,
      );
      return others.length >= MANY;
    })
    .map(({ area }) => area);
}
