/** Finds areas whose latitudes and longitudes are exchanged. They are valid areas, but in another part of the world. */
import type { Box } from '../../contract/maps/bounding-boxes.ts';

/** Areas are counted in cells. Their width and height in degrees. */
const CELL = 10;

/** An area with more others around it is where it belongs; one other may have the same mistake. */
const FEW = 1;

/** At least this many areas at the exchanged place show that it was meant. */
const MANY = 3;

/** Areas in more cells are all over the world, where a lonely one is nothing strange. */
const WORLDWIDE = 60;

/** Areas are near each other if at most this many degrees are between them. */
const NEAR = 2;

/**
 * The areas with hardly any other around them that would be among several with latitude and longitude exchanged.
 *
 * @param boxOf the smallest box around an area; null if it is not known
 */
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
    const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => counts.get(`${x + dx} ${y + dy}`) ?? 0));
    return around.reduce((sum, count) => sum + count) - 1 <= FEW;
  };
  return placed
    .filter((one) => {
      const { west, south, east, north } = one.box;
      // Exchanged, it would leave the world.
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
