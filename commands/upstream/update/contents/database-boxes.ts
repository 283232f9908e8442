/** The boxes in databases: MBTiles, and the points of interest of Mapsforge. */
import type { BoundingBox } from '../../../../contract/generated/catalog.types.ts';
import type { Box } from '../../../../contract/geometry.ts';
import { shortened, visible } from '../../../../contract/text.ts';
import { boxOf } from './boxes.ts';
import { DistrustError, type Pieces } from './pieces.ts';
import { openDatabase } from './sqlite.ts';

/**
 * How kinds of databases keep their box: each has four numbers as `bounds` in `metadata`. Another kind would have them in
 * another order, and lacks the table or view.
 */
const FORMS = {
  /** MBTiles 1.3: left, bottom, right, top. */
  mbtiles: { table: 'tiles', kind: 'MBTiles', order: ['west', 'south', 'east', 'north'], mayCross: true },
  /** As the writer of Mapsforge stores them: latitude before longitude. */
  poi: { table: 'poi_data', kind: 'Mapsforge POI', order: ['south', 'west', 'north', 'east'], mayCross: false },
};

/** The box of a database; null if it states none. */
export async function databaseBox(pieces: Pieces, name: keyof typeof FORMS): Promise<BoundingBox | null> {
  const form = FORMS[name];
  const database = await openDatabase(pieces);
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
  const edge = (name: keyof Box): number => Number(parts[form.order.indexOf(name)]);
  return boxOf({ west: edge('west'), south: edge('south'), east: edge('east'), north: edge('north') }, form.mayCross);
}

/** A number as programs write them, `1.0E-5` included. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;
