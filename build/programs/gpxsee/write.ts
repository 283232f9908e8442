/** Maps of GPXSee. */
import { element, listElement, textElement, xmlText } from '../../../contract/base/xml-writer.ts';
import { attributionText } from '../../../contract/maps/credit.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import { boundsOf } from '../map-bounds.ts';
import type { MapProgram } from '../map-program.ts';
import { partOf } from '../types/map-forms.ts';
import { headersOf, statedZooms } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** GPXSee. */
export const GPXSEE_PROGRAM: MapProgram = { words, part: 'gpxsee', text: gpxSeeXml };

/** The edges of the world of GPXSee, which refuses others. */
const GPXSEE_NORTH = 85.0511;

/** A map of GPXSee, which has each in a file of its own. */
function gpxSeeXml(map: CatalogMap, serviceUrl: string): string {
  const { type, elements, tile } = partOf('gpxsee', map);
  const box = boundsOf(map.area);
  const within = (degrees: number): number => Math.max(-GPXSEE_NORTH, Math.min(GPXSEE_NORTH, degrees));
  const content = [
    textElement('name', map.id),
    ...elements.map(([name, text]) => textElement(name, text)),
    ...(tile ? [element('tile', tile)] : []),
    ...(type === 'WMS' ? [] : [element('zoom', statedZooms(map, 'min', 'max'))]),
    ...(box && type !== 'WMS'
      ? [element('bounds', { top: within(box.north), left: box.west, bottom: within(box.south), right: box.east })]
      : []),
    ...headersOf(map, serviceUrl).map(([name, value]) => textElement('header', value, { name })),
    textElement('copyright', attributionText(map)),
  ];
  const attributes = { xmlns: 'http://www.gpxsee.org/map/1.6', type: type === 'OSM' ? null : type };
  return xmlText(listElement('map', attributes, content));
}
