/** The boxes in databases: MBTiles, and the points of interest of Mapsforge. */

import { shortened, visible } from '../../../../contract/base/text.ts';
import type { BoundingBox } from '../../../../contract/generated/catalog.types.ts';
import type { Box } from '../../../../contract/maps/geometry.ts';
import { boxOf } from './boxes.ts';
import { DistrustError, type Pieces } from './pieces.ts';
import { metadataOf } from './sqlite.ts';

/** How databases write their box: each has four numbers as `bounds` in `metadata`. */
const FORMS = {
  /** MBTiles 1.3: left, bottom, right, top. */
  mbtiles: { order: ['west', 'south', 'east', 'north'], mayCross: true },
  /** As the writer of Mapsforge stores them: latitude before longitude. */
  poi: { order: ['south', 'west', 'north', 'east'], mayCross: false },
};

/** A number as programs write them, `1.0E-5` included. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** The box of a database; null if it states none. */
export async function databaseBox(pieces: Pieces, name: keyof typeof FORMS): Promise<BoundingBox | null> {
  const { order, mayCross } = FORMS[name];
  const [text, ...others] = new Set(await metadataOf(pieces, 'bounds'));
  if (text === undefined) return null;
  if (others.length > 0) throw new DistrustError('the metadata of the database state several boxes');
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length !== 4 || !parts.every((part) => NUMBER.test(part))) {
    throw new DistrustError(
      `the metadata of the database state ${visible(JSON.stringify(shortened(text)))} as the box`,
    );
  }
  const edge = (name: keyof Box): number => Number(parts[order.indexOf(name)]);
  return boxOf({ west: edge('west'), south: edge('south'), east: edge('east'), north: edge('north') }, mayCross);
}
