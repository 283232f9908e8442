import { asJsonMembers } from '../base/json-values.ts';

/** The code of EPSG, former codes, and codes of ArcGIS. A server is asked for the first that it has. */
export const MERCATOR_CODES = ['3857', '900913', '102100', '3785', '102113', '102102'] as const;

/** A regular expression. */
export const ANY_MERCATOR_CODE = MERCATOR_CODES.join('|');

const ENDS_IN_CODE = new RegExp(String.raw`(?:^|\D)(?:${ANY_MERCATOR_CODE})$`);
const WORDS = /^(?!.*(?:world|transverse|oblique)).*mercator|^googlemaps/i;

/** @param name a code, or words */
export const namesWebMercator = (name: string): boolean => ENDS_IN_CODE.test(name) || WORDS.test(name);

/** @param code may be only digits: `3857` is `EPSG:3857` */
export const withAuthority = (code: string): string => code.replace(/^(?=\d{4,6}$)/, 'EPSG:');

/** @param reference a `spatialReference` of ArcGIS */
export function isWebMercator(reference: unknown): boolean {
  const { wkid, latestWkid } = asJsonMembers(reference) ?? {};
  return [wkid, latestWkid].some((code) => ENDS_IN_CODE.test(String(code)));
}
