/** What a tile of vectors is, without drawing it. */
import { PbfReader } from 'pbf';
import { PartError } from '../ask/map-asker.ts';
import { describeContent } from './picture.ts';

/** The fields of the format: layers of a tile, the name and the features of a layer. */
const [LAYER, NAME, FEATURE] = [3, 1, 2];

/** Refuses a page in place of a tile whose encoding is not looked into. @throws PartError */
export function refuseTilePage(bytes: Buffer): void {
  const content = describeContent(bytes);
  if (content === 'an HTML page') throw new PartError(`it is ${content} and not a vector tile`);
}

/** Checks a tile of vectors: complete layers with names, of which one has features. @throws PartError */
export function checkVectorTile(bytes: Buffer): void {
  const reader = new PbfReader(bytes);
  let [features, areLayers] = [0, true];
  try {
    reader.readFields((tag) => {
      let hasName = false;
      reader.readMessage((field) => {
        hasName ||= field === NAME;
        if (field === FEATURE) features++;
      }, null);
      areLayers &&= tag === LAYER && hasName;
    }, null);
  } catch {
    areLayers = false;
  }
  if (!areLayers || reader.pos !== bytes.length)
    throw new PartError(`it is ${describeContent(bytes)} and not a vector tile`);
  if (features === 0) throw new PartError('it has no features', { outcome: 'missing' });
}
