import { asJsonMembers, type JsonObject } from '../../../contract/base/json-values.ts';
import { leafletMap } from '../stated/leaflet-options.ts';
import { type ListReader, type StatedMap, trimmedText } from '../stated/stated-map.ts';

/** Any JSON with a provider, at any depth, is such a list. */
export const XYZSERVICES_READER: ListReader = {
  reads: 'an xyzservices JSON',
  json(root) {
    const maps = mapsIn(root, []);
    return maps.length > 0 ? maps : null;
  },
};

function mapsIn(root: JsonObject, above: StatedMap['path']): StatedMap[] {
  return Object.entries(root).flatMap(([key, value]) => {
    const provider = asJsonMembers(value);
    const path = [...above, key];
    if (!provider) return [];
    if (typeof provider['url'] !== 'string') return mapsIn(provider, path);
    const { name, url, attribution, html_attribution: html } = provider;
    // A provider with `options` is one of leaflet-providers.
    if (typeof attribution !== 'string' || 'options' in provider) return [];
    // Without `zoomOffset`, the zoom levels are the server's. For `leafletMap`, tiles of 512 pixels then have the
    // offset -1.
    const isOfTiles = provider['tileSize'] === 512 && provider['zoomOffset'] === undefined;
    const options = { ...provider, ...(isOfTiles ? { zoomOffset: -1 } : {}), attribution: html ?? attribution };
    return [{ ...leafletMap(key, { url, options }, {}, path, isOfTiles), name: trimmedText(name) || key }];
  });
}
