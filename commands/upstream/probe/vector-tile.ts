/** What a tile of vectors or pixels is, without drawing it. */
import { PbfReader } from 'pbf';
import { PartError, unpacked } from './ask-parts.ts';
import { BrokenImageError, decodePicture, describeContent } from './picture.ts';

/** Checks a tile of vectors: complete layers with names, of which one has features. @throws PartError */
export function checkVectorTile(body: Buffer): void {
  const bytes = unpacked(body);
  if (bytes.length === 0) throw new PartError('it answers 200 with nothing', 'missing');
  let features = 0;
  const broken = `it is ${describeContent(bytes)} and not a vector tile`;
  try {
    const reader = new PbfReader(bytes);
    while (reader.pos < bytes.length) {
      const tag = reader.readVarint();
      const end = tag === LAYER ? reader.readVarint() + reader.pos : 0;
      if (tag !== LAYER || end > bytes.length) throw new PartError(broken);
      let hasName = false;
      while (reader.pos < end) {
        const field = reader.readVarint();
        if (field === NAME) hasName = true;
        if (field === FEATURE) features++;
        reader.skip(field);
      }
      if (!hasName || reader.pos !== end) throw new PartError(broken);
    }
  } catch (error) {
    throw error instanceof PartError ? error : new PartError(broken);
  }
  if (features === 0) throw new PartError('it has no features', 'missing');
}

/** The fields of the format, each with its wire type: layers of a tile, the name and features of a layer. */
const [LAYER, NAME, FEATURE] = [0x1a, 0x0a, 0x12];

/** Checks a tile of pixels. @throws PartError */
export function checkPictureTile(bytes: Buffer): void {
  if (bytes.length === 0) throw new PartError('it answers 200 with nothing', 'missing');
  try {
    decodePicture(bytes);
  } catch (error) {
    throw error instanceof BrokenImageError ? new PartError(error.message) : error;
  }
}
