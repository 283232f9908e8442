import type { ListReader } from '../stated/stated-map.ts';
import { layersOfCapabilities, MAP_SERVICE } from './service-layers.ts';

/** Reads two formats, each with a long module: layers inherit from layers, and sets of tiles must be for web maps. */
export const OGC_READER: ListReader = { reads: `the capabilities of ${MAP_SERVICE}`, xml: layersOfCapabilities };
