import { asJsonMembers } from '../base/json-values.ts';

/** Web Mercator as EPSG numbers it now, as others did before, and as ArcGIS does. A server is asked for the first that it has. */
export const MERCATOR_CODES = ['3857', '900913', '102100', '3785', '102113', '102102'] as const;

/** In a regular expression. */
export const ANY_MERCATOR_CODE = MERCATOR_CODES.join('|');

const ENDS_IN_CODE = new RegExp(String.raw`(?:^|\D)(?:${ANY_MERCATOR_CODE})$`);
const WORDS = /^(?!.*(?:world|transverse|oblique)).*mercator|^googlemaps/i;

/** @param name a code, or words */
export const namesWebMercator = (name: string): boolean => ENDS_IN_CODE.test(name) || WORDS.test(name);

/** @param reference a `spatialReference`, as a service of ArcGIS states it */
export function isWebMercator(reference: unknown): boolean {
  const { wkid, latestWkid } = asJsonMembers(reference) ?? {};
  return [wkid, latestWkid].some((code) => ENDS_IN_CODE.test(String(code)));
}
