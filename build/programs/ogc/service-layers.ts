import type { XmlElement } from '../../../contract/base/xml-elements.ts';
import type { StatedMap } from '../stated/stated-map.ts';
import { wmsLayers } from './wms-layers.ts';
import { wmtsLayers } from './wmts-layers.ts';

export const MAP_SERVICE = 'a WMS or WMTS';

/** Null for another document. @param address of the document */
export function layersOfCapabilities(root: XmlElement, address?: string): readonly StatedMap[] | string | null {
  if (root.name === 'WMS_Capabilities' || root.name === 'WMT_MS_Capabilities') return wmsLayers(root, address);
  return root.name === 'Capabilities' && /\/wmts\//.test(root.namespaceUri) ? wmtsLayers(root) : null;
}
