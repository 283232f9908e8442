/** Layers of a Web Map Service. */
import type { WrittenType } from '../map-shape.ts';
import words from './words.json' with { type: 'json' };

/** Pictures of a service. */
export const WMS_TYPE: WrittenType<'wms'> = { words, shape: (map) => ({ ...map, is: 'picture', protocol: 'WMS' }) };
