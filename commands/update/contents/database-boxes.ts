/** The boxes in databases: MBTiles, and the points of interest of Mapsforge. */
import type { BoundingBox } from '../../../contract/generated/catalog.types.ts';
import { shortened, visible } from '../../../contract/text.ts';
import { boxOf, type Edges } from './boxes.ts';
import { DistrustError, type Pieces } from './pieces.ts';
import { openDatabase } from './sqlite.ts';

/** How a kind of database keeps its box: both have four numbers as `bounds` in `metadata`, in another order. */
interface BoundsForm {
  /** A table or view that each database of this kind has, and the other does not. */
  readonly table: string;
  readonly kind: string;
  readonly order: readonly (keyof Edges)[];
  readonly mayCross: boolean;
}

/** The box of a database of MBTiles 1.3: left, bottom, right, top. Null if it states none. */
export const mbtilesBox = (pieces: Pieces): Promise<BoundingBox | null> =>
  boundsOf(pieces, { table: 'tiles', kind: 'MBTiles', order: ['west', 'south', 'east', 'north'], mayCross: true });

/**
 * The box of points of interest, as the writer of Mapsforge stores it: latitude before longitude. Null if it has none.
 */
export const poiBox = (pieces: Pieces): Promise<BoundingBox | null> =>
  boundsOf(pieces, {
    table: 'poi_data',
    kind: 'Mapsforge POI',
    order: ['south', 'west', 'north', 'east'],
    mayCross: false,
  });

async function boundsOf(pieces: Pieces, form: BoundsForm): Promise<BoundingBox | null> {
  const database = await openDatabase(pieces);
  // Another kind of database would have the numbers in another order.
  if (!database.tables.has(form.table)) {
    throw new DistrustError(`the database is not a ${form.kind} database: it has no table ${form.table}`);
  }
  const [text, ...others] = await database.metadata('bounds');
  if (text === undefined) return null;
  if (others.some((other) => other !== text))
    throw new DistrustError('the metadata of the database state several boxes');
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length !== 4 || !parts.every((part) => NUMBER.test(part))) {
    throw new DistrustError(
      `the metadata of the database state ${visible(JSON.stringify(shortened(text)))} as the box`,
    );
  }
  const edge = (name: keyof Edges): number => Number(parts[form.order.indexOf(name)]);
  return boxOf({ west: edge('west'), south: edge('south'), east: edge('east'), north: edge('north') }, form.mayCross);
}

/** A number as programs write them, `1.0E-5` included. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;
