import { yieldToBrowser } from '../breathe.ts';
import file from '../generated/places.txt';
import { memoizePromise } from '../loading.ts';
import { Gazetteer } from './gazetteer.ts';

/** Places are data, because a browser would never request a script again after a failure. */
export const loadGazetteer = memoizePromise(async (): Promise<Gazetteer> => {
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${file}`);
  return Gazetteer.inParts(await response.text(), yieldToBrowser);
});
