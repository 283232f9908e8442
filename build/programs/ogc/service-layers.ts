import type { XmlElement } from '../../../contract/base/xml-elements.ts';
import type { StatedMap } from '../stated/stated-map.ts';
import { wmsLayers } from './wms-layers.ts';
import { wmtsLayers } from './wmts-layers.ts';

export const MAP_SERVICE = 'a WMS or WMTS';

/** Null for another document. @param address of the document */
export function layersOfCapabilities(root: XmlElement, address?: string): readonly StatedMap[] | string | null {
  const isWms = root.name === 'WMS_Capabilities' || root.name === 'WMT_MS_Capabilities';
  if (!isWms && !(root.name === 'Capabilities' && /\/wmts\//.test(root.namespaceUri))) return null;
  const layers = isWms ? wmsLayers(root, address) : wmtsLayers(root);
  return layers.length > 0 ? layers : `describes ${MAP_SERVICE} without a layer that has a name, so ask its owner`;
}
