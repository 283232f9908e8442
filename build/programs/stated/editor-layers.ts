import { shellWord } from '../../../contract/base/text.ts';
import { capabilitiesOf, getMapTemplate } from '../../../contract/maps/get-map.ts';
import { SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import { namesWebMercator } from '../../../contract/maps/web-mercator.ts';
import { mapOfAddress } from '../../map-types/map-address.ts';
import { isTemplate, normalisedAddress } from '../../tile-url/template-pieces.ts';
import type { StatedArea } from './stated-area.ts';
import { importObstacleIn, readWrittenKey, type StatedType, trimmedText, withProblem } from './stated-map.ts';

/** The country replaces a missing area. In lists by this program, it also replaces the area, which is its borders. */
export function statedLayerPlace(id: string, country: string, area: StatedArea | null) {
  const written = readWrittenKey(id);
  const hasOnlyCountry = country !== '' && (area === null || written.fileName !== undefined);
  return { ...written, area: hasOnlyCountry ? null : area, countries: hasOnlyCountry ? [country] : undefined };
}

/** Without `#`, which the catalog does not allow. */
export const layerAddressOf = (value: unknown): string | undefined =>
  trimmedText(value).replace(/#.*$/s, '') || undefined;

/** A year is a number, a month or day a text. Undefined if missing, or `-`. */
export function layerDateOf(value: unknown): string | number | undefined {
  const text = trimmedText(value).slice(0, 10);
  return /^\d{4}$/.test(text) ? Number(text) : text.replace(/^-$/, '') || undefined;
}

/** Of a service whose projection a program names beside it. */
export const statedPicture = (map: Parameters<typeof getMapTemplate>[0], crs: string) => ({
  url: getMapTemplate(map, { bbox: '{bbox}', width: '{width}', height: '{height}', crs }),
  typeMembers: crs ? { crs: [crs] } : {},
});

/** Of a map that is a whole service, or a layer that only the capabilities describe. */
export function servicesLayers(stated: string, isWmts = true, layer = ''): string {
  const service = isWmts ? 'WMTS' : SERVICE_PROTOCOL;
  const url = stated.replace(/\{switch:([^,{}]{0,60})[^{}]{0,500}\}/g, '$1');
  const [placeholder] = /\{[^{}]{0,60}\}/.exec(url) ?? [];
  const value = placeholder ? `, with the value of ${placeholder}` : '';
  const command = `cartalog import ${shellWord(capabilitiesOf(url, service))}${layer && ` --layers ${shellWord(layer)}`}`;
  return `it is a ${service}, whose capabilities describe its layers: ${command}${value}`;
}

/**
 * In lists of OpenStreetMap editors, the address of a WMS, or of another service that draws any area, is a request for
 * a picture.
 */
export function layerTypeOf(type: string, url: string, projections: readonly string[], layer = ''): StatedType {
  if (type === 'wms') {
    const read = mapOfAddress({ url });
    const isOther = read !== null && 'members' in read && 'service' in read.members;
    return { type: isOther ? read.type : type, typeMembers: projections.length > 0 ? { crs: projections } : {} };
  }
  // `mvt`, vector tiles, has the address of a tile or a style.
  if (type === 'mvt') return { type: 'vector', typeMembers: isTemplate(normalisedAddress(url)) ? {} : { style: url } };
  if (type === 'wmts' || type === 'wms_endpoint') return { problem: servicesLayers(url, type === 'wmts', layer) };
  if (type !== 'tms')
    return { problem: `it is of the type ${JSON.stringify(type)}, and only tms, wms and mvt have addresses of tiles` };
  return projections.some(namesWebMercator) ? {} : withProblem(importObstacleIn({ crs: projections[0] }));
}
