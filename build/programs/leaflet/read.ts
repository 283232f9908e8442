import { asJsonMembers, type JsonObject } from '../../../contract/base/json-values.ts';
import { leafletMap, reportRest } from '../stated/leaflet-options.ts';
import { type ListReader, type StatedMap, trimmedText } from '../stated/stated-map.ts';

/** Any JSON with a provider, or variants of one, is such a list. */
export const LEAFLET_READER: ListReader = {
  reads: 'a leaflet-providers JSON',
  json(root, _, unread) {
    const maps = mapsIn(root);
    reportRest(root, maps, unread);
    return maps.length > 0 ? maps : null;
  },
};

function mapsIn(root: JsonObject): StatedMap[] {
  return Object.entries(root).flatMap(([name, value]) => {
    const provider = asJsonMembers(value);
    if (!provider) return [];
    const variants = asJsonMembers(provider['variants']);
    if (variants) {
      return Object.entries(variants).map(([variant, difference]) => {
        const entry = combinedVariant(provider, difference);
        return leafletMap(`${name}.${variant}`, entry, root, [name, 'variants', variant]);
      });
    }
    const { url, name: stated, options, ...others } = provider;
    if (typeof url !== 'string') return [];
    // Other lists lack `options`.
    const entry = { url, options: { ...others, ...asJsonMembers(options) } };
    return [leafletMap(trimmedText(stated) || name, entry, root, [name])];
  });
}

/** A variant is the value of `{variant}`, or members that differ from the provider. */
function combinedVariant(provider: JsonObject, variant: unknown): JsonObject {
  // Each variant copies the options. No known provider has even twenty.
  const options = Object.fromEntries(Object.entries(asJsonMembers(provider['options']) ?? {}).slice(0, 40));
  if (typeof variant === 'string') return { ...provider, options: { ...options, variant } };
  const members = asJsonMembers(variant) ?? {};
  return { ...provider, ...members, options: { ...options, ...asJsonMembers(members['options']) } };
}
