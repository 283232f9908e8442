import { isTemplate, normalisedAddress } from '../../tile-url/template-pieces.ts';
import type { StatedArea } from './stated-area.ts';
import {
  importObstacleIn,
  MERCATOR_NAMES,
  readWrittenKey,
  type StatedType,
  trimmedText,
  withProblem,
} from './stated-map.ts';

/** A catalog that wrote a country drew its borders as the area. */
export function statedLayerPlace(id: string, country: string, area: StatedArea | null) {
  const written = readWrittenKey(id);
  const isCountry = country !== '' && (area === null || written.fileName !== undefined);
  return { ...written, area: isCountry ? null : area, countries: isCountry ? [country] : undefined };
}

/** The catalog has no fragments. */
export const layerAddressOf = (value: unknown): string | undefined =>
  trimmedText(value).replace(/#.*$/s, '') || undefined;

/** A year, month or day; undefined if it is not stated. */
export function layerDateOf(value: unknown): string | number | undefined {
  const text = trimmedText(value).slice(0, 10);
  return /^\d{4}$/.test(text) ? Number(text) : text.replace(/^-$/, '') || undefined;
}

/** In lists of editors, a WMS has the address of a picture. */
export function layerTypeOf(type: string, url: string, projections: readonly string[]): StatedType {
  if (type === 'wms') return { type, own: projections.length > 0 ? { crs: projections } : {} };
  // Editors take the address of a tile, or of a style.
  if (type === 'mvt') return { type: 'vector', own: isTemplate(normalisedAddress(url)) ? {} : { style: url } };
  if (type !== 'tms')
    return { problem: `it is of the type ${JSON.stringify(type)}, and only tms, wms and mvt have addresses of tiles` };
  return projections.some((crs) => MERCATOR_NAMES.test(crs))
    ? {}
    : withProblem(importObstacleIn({ crs: projections[0] }));
}
