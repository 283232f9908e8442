import { COVERAGE_FILE } from '../../contract/pages/pages.ts';
import type { CatalogCoverage } from '../../contract/words/place-search.ts';
import file from '../generated/places.txt';
import { addressFromRoot, loadJson, memoizePromise } from '../loading.ts';
import { yieldToBrowser } from '../yield-to-browser.ts';
import { Gazetteer } from './gazetteer.ts';

/** Loads data: a browser never requests a failed script again. */
export const loadGazetteer = memoizePromise(async (): Promise<Gazetteer> => {
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${file}`);
  return Gazetteer.inParts(await response.text(), yieldToBrowser);
});

export const loadCoverage = memoizePromise(() => loadJson<CatalogCoverage>(addressFromRoot(COVERAGE_FILE)));
