/** Loads the gazetteer when a page first needs it. */
import { yieldToBrowser } from '../breathe.ts';
import file from '../generated/places.txt';
import { memoizePromise } from '../loading.ts';
import { Gazetteer } from './gazetteer.ts';

/** The gazetteer. It is no script: a browser would never ask again for a script that could not be loaded once. */
export const loadGazetteer = memoizePromise(async (): Promise<Gazetteer> => {
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${file}`);
  return Gazetteer.inParts(await response.text(), yieldToBrowser);
});
