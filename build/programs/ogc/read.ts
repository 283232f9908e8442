import type { ListReader } from '../stated/stated-map.ts';
import { layersOfCapabilities, MAP_SERVICE } from './service-layers.ts';

/** Reads two formats. Both are long: layers of a WMS inherit, and tile sets of a WMTS must be for web maps. */
export const OGC_READER: ListReader = { reads: `the capabilities of ${MAP_SERVICE}`, xml: layersOfCapabilities };
