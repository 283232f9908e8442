import { shortenedText, visible } from '../../../../contract/base/text.ts';
import type { BoundingBox } from '../../../../contract/generated/catalog.types.ts';
import { boxOfEdges } from './boxes.ts';
import { DistrustError, type Pieces } from './pieces.ts';
import { sqliteMetadataOf } from './sqlite.ts';

/** Programs also write `1.0E-5`. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** Mapsforge's `bounds` in `metadata`: latitude before longitude. */
export async function poiBox(pieces: Pieces): Promise<BoundingBox | null> {
  const [text, ...others] = new Set(await sqliteMetadataOf(pieces, 'bounds'));
  if (text === undefined) return null;
  if (others.length > 0) throw new DistrustError('the metadata of the database state several boxes');
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length !== 4 || !parts.every((part) => NUMBER.test(part))) {
    throw new DistrustError(
      `the metadata of the database state ${visible(JSON.stringify(shortenedText(text)))} as the box`,
    );
  }
  const [south, west, north, east] = parts.map(Number) as [number, number, number, number];
  return boxOfEdges({ west, south, east, north }, false);
}
