import { withoutUndefined } from '../../../contract/base/json-values.ts';
import { firstNames } from '../../../contract/base/text.ts';
import { getMapTemplate, splitServiceRequest } from '../../../contract/maps/get-map.ts';
import { capabilitiesOffer } from '../../../contract/maps/import-offer.ts';
import { SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import { namesWebMercator } from '../../../contract/maps/web-mercator.ts';
import { mapOfAddress } from '../../map-types/map-address.ts';
import { isTemplate, normalisedAddress } from '../../tile-url/template-pieces.ts';
import type { StatedArea } from './stated-area.ts';
import {
  importObstacleIn,
  readWrittenKey,
  type StatedMap,
  type StatedType,
  trimmedText,
  withProblem,
} from './stated-map.ts';

/** The country replaces a missing area, and any in lists that cartalog wrote: these have only its borders. */
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

/** The request and members for a service whose projection the list states separately. */
export const statedPicture = (map: Parameters<typeof getMapTemplate>[0], crs: string) => ({
  url: getMapTemplate(map, { bbox: '{bbox}', width: '{width}', height: '{height}', crs }),
  typeMembers: crs ? { crs: [crs] } : {},
});

/**
 * In lists of OpenStreetMap editors, the address of a WMS, or of another service that draws any area, is a request for
 * a picture.
 * @param listed the default layers of a service
 */
export function layerTypeOf(
  type: string,
  url: string,
  projections: readonly string[],
  listed: readonly ReadonlyMap<string, string>[] = [],
): StatedLayer {
  const crs = projections.length > 0 ? { crs: projections } : {};
  if (type === 'wms') {
    const read = mapOfAddress({ url });
    const isOther = read !== null && 'members' in read && 'service' in read.members;
    return { type: isOther ? read.type : type, typeMembers: crs };
  }
  // `mvt`, vector tiles, has the address of a tile or a style.
  if (type === 'mvt') return { type: 'vector', typeMembers: isTemplate(normalisedAddress(url)) ? {} : { style: url } };
  if (type === 'tms')
    return projections.some(namesWebMercator) ? {} : withProblem(importObstacleIn({ crs: projections[0] }));
  if (type !== 'wmts' && type !== 'wms_endpoint')
    return {
      problem: `it is of the type ${JSON.stringify(type)}, and only tms, wms and mvt have addresses of tiles; if its server has one of these, too, list that`,
    };
  // An editor draws the default layers of a WMS as one picture, and only the first of a WMTS.
  const drawn = listed.filter((layer) => layer.get('name')).slice(0, type === 'wmts' ? 1 : undefined);
  const [layers = [], styles = []] = ['name', 'style'].map((key) => drawn.map((layer) => layer.get(key) ?? ''));
  const isWhole = type === 'wms_endpoint' && projections.length > 0 && layers.length > 0;
  const hasStyles = isWhole && styles.every((style) => style !== '');
  const lost = hasStyles ? [] : styles.filter((style) => !/^(?:default)?$/i.test(style));
  const remark = lost.length > 0 ? `the list draws it with the style ${firstNames(lost)}, which is left out` : null;
  if (!isWhole) {
    const offer = capabilitiesOffer(url, type === 'wmts' ? 'WMTS' : SERVICE_PROTOCOL, layers);
    return { offer: { ...offer, why: [offer.why, remark].filter(Boolean).join('; ') } };
  }
  const { service, given } = splitServiceRequest(url);
  const [format, version] = [given.get('format') || undefined, given.get('version') || undefined];
  const stated = { styles: hasStyles ? styles : undefined, format, version };
  return { type: 'wms', url: service, typeMembers: withoutUndefined({ service, layers, ...crs, ...stated }), remark };
}

type StatedLayer = StatedType & Partial<Pick<StatedMap, 'url' | 'remark'>>;
