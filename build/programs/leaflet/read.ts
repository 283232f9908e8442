import { asJsonMembers, type JsonObject } from '../../../contract/base/json-values.ts';
import { leafletMap, reportRest, statedName } from '../stated/leaflet-options.ts';
import { type ListReader, type StatedMap, trimmedText } from '../stated/stated-map.ts';

/** Any JSON with a provider, or variants of one, is such a list. */
export const LEAFLET_READER: ListReader = {
  reads: 'a leaflet-providers JSON',
  json(root, _, unread) {
    const maps = Object.entries(root).flatMap(([name, value]) => mapsOf(name, asJsonMembers(value) ?? {}, root));
    reportRest(root, maps, unread);
    return maps.length > 0 ? maps : null;
  },
};

/** A provider is a map, and so is each variant of it. A variant that is the same map names it. */
function mapsOf(name: string, { variants, ...provider }: JsonObject, root: JsonObject): StatedMap[] {
  const { url, options, ...others } = provider;
  // Other lists lack `options`.
  const all = Object.entries({ ...others, ...asJsonMembers(options) });
  // Each variant copies the options. No known provider has even twenty.
  const own = { url, options: Object.fromEntries(variants ? all.slice(0, 40) : all) };
  const entries = Object.entries(asJsonMembers(variants) ?? {}).map(([variant, value]) => {
    // The value of `{variant}`, or members that differ from the provider.
    const members = typeof value === 'string' ? { options: { variant: value } } : (asJsonMembers(value) ?? {});
    const entry = { url: members['url'] || url, options: { ...own.options, ...asJsonMembers(members['options']) } };
    return { name: `${name}.${variant}`, entry, path: [name, 'variants', variant] };
  });
  const texts = entries.map(({ entry }) => JSON.stringify(entry));
  const lacksVariant = trimmedText(url).includes('{variant}') && own.options['variant'] === undefined;
  if (typeof url === 'string' && !lacksVariant && !texts.includes(JSON.stringify(own)))
    entries.push({ name: statedName(own.options, name), entry: own, path: [name] });
  return entries.map((map) => leafletMap(map.name, map.entry, root, map.path));
}
