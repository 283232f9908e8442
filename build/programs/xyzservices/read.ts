import { asJsonMembers, type JsonObject } from '../../../contract/base/json-values.ts';
import { leafletMap, reportRest, statedName } from '../stated/leaflet-options.ts';
import type { ListReader, StatedMap } from '../stated/stated-map.ts';

/** Any JSON with a credited provider, at any depth, is such a list. */
export const XYZSERVICES_READER: ListReader = {
  reads: 'an xyzservices JSON',
  json(root, _, unread) {
    const maps = mapsIn(root, []);
    if (!maps.some(({ credit }) => credit)) return null;
    reportRest(root, maps, unread);
    return maps;
  },
};

function mapsIn(root: JsonObject, above: StatedMap['path']): StatedMap[] {
  return Object.entries(root).flatMap(([key, value]) => {
    const provider = asJsonMembers(value);
    const path = [...above, key];
    if (!provider) return [];
    if (typeof provider['url'] !== 'string') return mapsIn(provider, path);
    // leaflet-providers has `options`.
    if ('options' in provider) return [];
    const { url, attribution, html_attribution: html } = provider;
    // Without `zoomOffset`, zoom levels are those of the tiles. `leafletMap` refuses 512 pixels without the offset -1.
    const isOfTiles = provider['tileSize'] === 512 && provider['zoomOffset'] === undefined;
    const options = { ...provider, ...(isOfTiles ? { zoomOffset: -1 } : {}), attribution: html ?? attribution };
    return { ...leafletMap(key, { url, options }, {}, path, isOfTiles), name: statedName(provider, key) };
  });
}
