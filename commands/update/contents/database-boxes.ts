/** The boxes in databases: MBTiles, and the points of interest of Mapsforge. */
import type { BoundingBox } from '../../../contract/generated/catalog.types.ts';
import { shortened, visible } from '../../../contract/text.ts';
import { boxOf, type Edges } from './boxes.ts';
import { DistrustError, type Pieces } from './pieces.ts';
import { openDatabase } from './sqlite.ts';

/** What a kind of database calls its box: both keep four numbers as `bounds` in `metadata`, in another order. */
interface BoundsForm {
  /** A table or view that each database of this kind has, and the other has not. */
  readonly table: string;
  readonly kind: string;
  readonly order: readonly (keyof Edges)[];
  readonly mayCross: boolean;
}

/** MBTiles 1.3: left, bottom, right, top. */
const MBTILES: BoundsForm = {
  table: 'tiles',
  kind: 'MBTiles',
  order: ['west', 'south', 'east', 'north'],
  mayCross: true,
};

/** The POI writer of Mapsforge: minimum latitude, minimum longitude, maximum latitude, maximum longitude; or null. */
const POI: BoundsForm = {
  table: 'poi_data',
  kind: 'Mapsforge POI',
  order: ['south', 'west', 'north', 'east'],
  mayCross: false,
};

/** The box of an MBTiles database; null where it states none. */
export const mbtilesBox = (pieces: Pieces): Promise<BoundingBox | null> => boundsOf(pieces, MBTILES);

/** The box of a database of points of interest; null where it states none. */
export const poiBox = (pieces: Pieces): Promise<BoundingBox | null> => boundsOf(pieces, POI);

async function boundsOf(pieces: Pieces, form: BoundsForm): Promise<BoundingBox | null> {
  const database = await openDatabase(pieces);
  // A database of another kind under this name would have its numbers in another order.
  if (!database.tables.has(form.table)) {
    throw new DistrustError(`the database is no ${form.kind} database: it has no table ${form.table}`);
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
