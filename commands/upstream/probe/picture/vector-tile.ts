import { PbfReader } from 'pbf';
import { PartError } from '../ask/map-asker.ts';
import { contentOf, otherContent } from './picture.ts';

/** Field numbers: a tile's layers, a layer's name and features. */
const [LAYER, NAME, FEATURE] = [3, 1, 2];

/** For a tile whose encoding is not read. */
export function refuseTilePage(bytes: Buffer): void {
  if (contentOf(bytes) === 'html') throw new PartError(otherContent(bytes, 'a-vector-tile'));
}

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
  if (!areLayers || reader.pos !== bytes.length) throw new PartError(otherContent(bytes, 'a-vector-tile'));
  if (features === 0) throw new PartError(['no-features'], { outcome: 'missing' });
}
