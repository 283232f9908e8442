import { textElement, xmlElement, xmlListElement, xmlText } from '../../../contract/base/xml-writer.ts';
import { attributionText } from '../../../contract/maps/credit.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import { areaBoundsOf } from '../map-bounds.ts';
import { formOf } from '../map-forms.ts';
import type { Forms, MapProgram } from '../map-program.ts';
import { firstTemplate, preferredCrs, vectorTemplateOf } from '../tile-template.ts';
import { keyComment, programHeadersOf, statedZooms } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

interface GpxSeeForm {
  readonly type: string | null;
  readonly elements: readonly (readonly [name: string, text: string])[];
  readonly tile: Readonly<Record<string, string | number>> | null;
  /** If true, the file has zoom levels and bounds. A service states its own. */
  readonly isOfTiles: boolean;
}

const sizeOf = ({ tileSize: size }: CatalogMap) => (size === undefined ? null : { size });

const FORMS: Forms<GpxSeeForm> = {
  tiles: (map, shape) => ({
    type: shape.isFlipped ? 'TMS' : null,
    elements: [['url', firstTemplate(shape, { zoom: '$z', tilex: '$x', tiley: '$y' })]],
    tile: sizeOf(map),
    isOfTiles: true,
  }),
  picture: (map, { protocol, service, layers, styles, format, crs }) => ({
    type: protocol,
    elements: [
      ['url', service],
      ['layer', layers.join(',')],
      ...(styles ? ([['style', styles.join(',')]] as const) : []),
      ['format', format],
      ['crs', preferredCrs(crs)],
    ],
    tile: sizeOf(map),
    isOfTiles: false,
  }),
  style: (_, shape) => {
    const url = vectorTemplateOf(shape)?.replace(/\{([xyz])\}/g, '$$$1');
    if (url === undefined) return null;
    return { type: null, elements: [['url', url]], tile: { size: 512, type: 'vector' }, isOfTiles: true };
  },
};

export const GPXSEE_PROGRAM: MapProgram = { words, forms: FORMS, text: gpxSeeXml };

/** GPXSee refuses bounds beyond it. */
const MAX_LATITUDE = 85.0511;

function gpxSeeXml(map: CatalogMap, serviceUrl: string): string {
  const { type, elements, tile, isOfTiles } = formOf(FORMS, map);
  const box = areaBoundsOf(map.area);
  const within = (latitude: number): number => Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  const content = [
    keyComment(map),
    textElement('name', map.id),
    ...elements.map(([name, text]) => textElement(name, text)),
    ...(tile ? [xmlElement('tile', tile)] : []),
    ...(isOfTiles ? [xmlElement('zoom', statedZooms(map, 'min', 'max'))] : []),
    ...(box && isOfTiles
      ? [xmlElement('bounds', { top: within(box.north), left: box.west, bottom: within(box.south), right: box.east })]
      : []),
    ...programHeadersOf(map, serviceUrl).map(([name, value]) => textElement('header', value, { name })),
    textElement('copyright', attributionText(map)),
  ];
  const attributes = { xmlns: 'http://www.gpxsee.org/map/1.6', type };
  return xmlText(xmlListElement('map', attributes, content));
}
