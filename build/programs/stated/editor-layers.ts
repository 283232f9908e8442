import { getMapTemplate } from '../../../contract/maps/get-map.ts';
import { capabilitiesOffer } from '../../../contract/maps/import-offer.ts';
import { SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import { namesWebMercator } from '../../../contract/maps/web-mercator.ts';
import { mapOfAddress } from '../../map-types/map-address.ts';
import { isTemplate, normalisedAddress } from '../../tile-url/template-pieces.ts';
import type { StatedArea } from './stated-area.ts';
import { importObstacleIn, readWrittenKey, type StatedType, trimmedText, withProblem } from './stated-map.ts';

/** The country replaces a missing area, and the area in lists by this program, which is only its borders. */
export function statedLayerPlace(id: string, country: string, area: StatedArea | null) {
  const written = readWrittenKey(id);
  const hasOnlyCountry = country !== '' && (area === null || written.fileName !== undefined);
  return { ...written, area: hasOnlyCountry ? null : area, countries: hasOnlyCountry ? [country] : undefined };
}

/** The catalog allows no `#` in addresses. */
export const layerAddressOf = (value: unknown): string | undefined =>
  trimmedText(value).replace(/#.*$/s, '') || undefined;

/** A year as a number, a month or day as text. Undefined if missing, or `-`. */
export function layerDateOf(value: unknown): string | number | undefined {
  const text = trimmedText(value).slice(0, 10);
  return /^\d{4}$/.test(text) ? Number(text) : text.replace(/^-$/, '') || undefined;
}

/** The request of a service whose projection a program names beside it. */
export const statedPicture = (map: Parameters<typeof getMapTemplate>[0], crs: string) => ({
  url: getMapTemplate(map, { bbox: '{bbox}', width: '{width}', height: '{height}', crs }),
  typeMembers: crs ? { crs: [crs] } : {},
});

/**
 * In lists of OpenStreetMap editors, the address of a WMS, or of another service that draws any area, is already the
 * request for a picture.
 */
export function layerTypeOf(type: string, url: string, projections: readonly string[]): StatedType {
  if (type === 'wms') {
    const read = mapOfAddress({ url });
    const isOther = read !== null && 'members' in read && 'service' in read.members;
    return { type: isOther ? read.type : type, typeMembers: projections.length > 0 ? { crs: projections } : {} };
  }
  // `mvt`, vector tiles, has the address of a tile, or of a style.
  if (type === 'mvt') return { type: 'vector', typeMembers: isTemplate(normalisedAddress(url)) ? {} : { style: url } };
  if (type === 'wmts' || type === 'wms_endpoint')
    return { offer: capabilitiesOffer(url, type === 'wmts' ? 'WMTS' : SERVICE_PROTOCOL) };
  if (type !== 'tms')
    return { problem: `it is of the type ${JSON.stringify(type)}, and only tms, wms and mvt have addresses of tiles` };
  return projections.some(namesWebMercator) ? {} : withProblem(importObstacleIn({ crs: projections[0] }));
}
