/** A small picture of a tile. */
import { PNG } from 'pngjs';

export function tilePng(width: number, height: number): Buffer {
  const picture = new PNG({ width, height });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([at % 251, at % 241, at % 239, 255], at);
  return PNG.sync.write(picture);
}
