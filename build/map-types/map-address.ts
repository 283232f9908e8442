import { TEXT_LIMITS } from '../../contract/base/limits.ts';
import { withScheme } from '../../contract/base/text.ts';
import type { MapType } from '../../contract/maps/map-types.ts';
import { convertTemplate, type Template, tileDataOf, tileMisfitOf } from '../tile-url/convert.ts';
import type { TemplateProblem } from '../tile-url/explanations.ts';
import {
  asTileTemplate,
  fillPieces,
  namesSeveral,
  normalisedAddress,
  pieceMeaning,
} from '../tile-url/template-pieces.ts';
import { firstOfTypes } from './all-types.ts';
import type { AddressReading, MapOfAddress } from './map-type.ts';

export function readMapAddress(template: Template): MapOfAddress<MapType> | { readonly reason: TemplateProblem } {
  const recognized = mapOfAddress(template);
  if (recognized) return recognized;
  const converted = convertTemplate(template);
  if ('reason' in converted) return converted;
  const { hosts, urlPattern, notes } = converted;
  return { type: 'xyz', members: { hosts, urlPattern }, notes };
}

/** Null for unknown addresses, and for tiles of the type `xyz`. */
export function mapOfAddress(template: Template): AddressReading {
  const found = mapOfWholeAddress(template);
  const url = withScheme(template.url.trim());
  if (found !== null || url === template.url.trim()) return found;
  const read = mapOfWholeAddress({ ...template, url });
  return read && 'type' in read ? { ...read, notes: [{ code: 'scheme-assumed' }, ...read.notes] } : read;
}

function mapOfWholeAddress(template: Template): AddressReading {
  const { variables, values, isVector = false } = template;
  if (template.url.length > TEXT_LIMITS.address) return { reason: { code: 'too-long' } };
  if (namesSeveral(template.url) || TEXT_BEHIND.test(template.url.trim())) return { reason: { code: 'several' } };
  const written = normalisedAddress(template.url);
  const address = fillPieces(written, ({ name }) => values?.get(name.toLowerCase()));
  const stated = firstOfTypes((type) => type.stated?.(address, variables));
  if (stated) return stated;
  const [reason] = addressRefusalsOf(address);
  // The caller knows that they are vector tiles, in spite of their address.
  if (reason && !(isVector && /^https?:/i.test(address))) return { reason };
  return (
    tilesIn(address, { ...template, url: written }) ??
    firstOfTypes((type) => type.ofDocument?.(address, variables, isVector))
  );
}

/**
 * On a new line, or after a blank behind the last placeholder or an address without any; in code, a quote is before the
 * blank. Parts of addresses may have blanks.
 */
const TEXT_BEHIND =
  /^\S*https?:(?:[^"'`<]*(?:\n\s*\w|\}[^\s"'`<?{]*\s+[^\s{.][^{]*$)|[^\s"'`<{]*\s+[^\s"'`<{/&?=.][^"'`<{/&?=]*$)/i;

/** Patterns for addresses without their parameters. */
const REFUSED = [
  ['mbtiles', /\.mbtiles$/i],
  ['geotiff', /^[^{]*\.tiff?$/i],
  ['features', /\/FeatureServer(?:\/\d{1,6})?\/?$/i],
  ['vector-server', /\/VectorTileServer\/?$/i],
  ['wmts', /\/WMTSCapabilities\.xml$/i],
] as const;
const REFUSED_WHOLE = [
  // Of a view, whose numbers are no tile.
  ['page', /^[^{]{0,300}(?:#\D{0,9}\d[\d.]{0,9}\/-?\d{1,3}\.\d{1,20}\/-?\d|\/@-?\d{1,3}\.\d{1,20},)/],
  ['mapbox', /^mapbox:\/\//i],
  ['features', /[?&]service=wfs(?:&|$)/i],
  ['quadkey', /\{(?:q|u|quad|quadkey)\}/i],
  ['rows-from-equator', /\{!y\}/],
  ['wmts', /^(?!.*tilematrix=).*[?&]service=wmts(?:&|$)|\/wmts\/?\??$/i],
] as const;

export function addressRefusalsOf(address: string): TemplateProblem[] {
  const path = address.replace(/[?#](?!\{).*$/s, '');
  const found = [
    ...REFUSED.filter(([, pattern]) => pattern.test(path)),
    ...REFUSED_WHOLE.filter(([, pattern]) => pattern.test(address)),
  ];
  return found.map(([code]) => ({ code, found: null }));
}

/** Vector tiles, or rows counted from the south; null for other addresses. */
function tilesIn(address: string, template: Template): AddressReading {
  const url = fillPieces(template.url, ({ name }) => {
    const meaning = pieceMeaning(name);
    return meaning.is === 'impossible' && meaning.why === 'rows-from-below' ? '{y}' : undefined;
  });
  const isVector = template.isVector || tileDataOf(address)?.is === 'vector';
  const isFlipped = template.isFlipped || url !== template.url;
  const misfit = tileMisfitOf(asTileTemplate(address)?.template ?? address, isVector);
  if (misfit?.code === 'data' || (misfit && 'isNamed' in misfit && misfit.isNamed)) return { reason: misfit };
  if (!isFlipped && !isVector) return null;
  if (isFlipped && isVector) return { reason: { code: 'flipped-vector' } };
  const found = convertTemplate({ ...template, url, isVector });
  const lacksAll = 'reason' in found && found.reason.code === 'missing' && found.reason.names.length === 3;
  if ('reason' in found) return template.isVector && lacksAll ? null : found;
  return firstOfTypes((type) => type.ofTiles?.(found, isVector));
}
