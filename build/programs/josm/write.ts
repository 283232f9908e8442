import { textElement, xmlElement, xmlListElement, xmlText } from '../../../contract/base/xml-writer.ts';
import { isBox, type Polygon } from '../../../contract/maps/bounding-boxes.ts';
import { polygonOf } from '../../../contract/maps/geometry.ts';
import { type CatalogMap, isOverlay } from '../../model/catalog.ts';
import { areaBoundsOf, boxesOf } from '../map-bounds.ts';
import { formOf } from '../map-forms.ts';
import type { MapProgram } from '../map-program.ts';
import { EDITOR_FORMS, editorFacts, programLanguageOf } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** The limit of JOSM's schema; beyond it, JOSM enlarges tiles. */
const JOSM_MAX_ZOOM = 24;

export const JOSM_PROGRAM: MapProgram = {
  words,
  forms: EDITOR_FORMS,
  maxZoom: JOSM_MAX_ZOOM,
  hasAddresses: true,
  lists: [{ file: 'josm.xml', make: (maps, catalog) => josmXml(maps, programLanguageOf(catalog)) }],
  text: josmAddress,
};

/** For JOSM's preferences, with zoom levels in brackets: `tms[2,19]:https://…` */
export function josmAddress(map: CatalogMap): string {
  const { minZoom = 0, maxZoom = JOSM_MAX_ZOOM } = map;
  const { type, url, projections } = formOf(EDITOR_FORMS, map);
  const levels = projections.length > 0 ? '' : `[${minZoom},${Math.min(maxZoom, JOSM_MAX_ZOOM)}]`;
  return `${type}${levels}:${url}`;
}

/** https://josm.openstreetmap.de/wiki/Maps (`maps-1.0`) */
export function josmXml(maps: readonly CatalogMap[], language: string): string {
  const entries = maps.map((map) => {
    const { minZoom, maxZoom } = map;
    const { id, category, type, url, projections, text, link, country } = editorFacts(map);
    const content = [
      textElement('name', map.id),
      textElement('id', id),
      // JOSM ignores entries without a category.
      textElement('category', category),
      textElement('type', type),
      textElement('description', map.name, { lang: language }),
      textElement('url', url),
      ...(projections.length === 0
        ? []
        : [xmlElement('projections', {}, projections.map((code) => textElement('code', code)).join(''))]),
      ...stated('min-zoom', minZoom?.toString()),
      ...stated('max-zoom', maxZoom === undefined ? null : String(Math.min(maxZoom, JOSM_MAX_ZOOM))),
      textElement('attribution-text', text),
      ...stated('attribution-url', link),
      ...stated('terms-of-use-url', map.terms),
      ...stated('privacy-policy-url', map.privacy),
      ...stated('date', josmDate(map)),
      ...stated('tile-size', map.tileSize?.toString()),
      ...stated('country-code', country),
      ...josmBounds(map),
    ];
    return xmlElement('entry', { overlay: isOverlay(map) ? true : null }, content.join(''));
  });
  return xmlText(xmlListElement('imagery', { xmlns: 'http://josm.openstreetmap.de/maps-1.0' }, entries));
}

function stated(name: string, text: string | null | undefined): string[] {
  return text ? [textElement(name, text)] : [];
}

/** `since;until`, with `-` for a missing date. Equal dates are one; without dates, the year in `updates`. */
function josmDate({ since, until, updates = '' }: CatalogMap): string | null {
  if (since === undefined && until === undefined) return /^\d/.test(updates) ? updates : null;
  if (since === until) return since ?? null;
  return `${since ?? '-'};${until ?? '-'}`;
}

/** JOSM's shapes have no holes. */
function josmBounds({ area }: CatalogMap): string[] {
  const box = areaBoundsOf(area);
  if (!box || area === null || area === 'world') return [];
  const polygons = 'polygons' in area ? area.polygons : boxesOf(area).map(polygonOf);
  const shapes = polygons.length === 1 && polygons.every(isBox) ? [] : polygons.map(josmShape);
  const edges = { 'min-lat': box.south, 'min-lon': box.west, 'max-lat': box.north, 'max-lon': box.east };
  return [xmlElement('bounds', edges, shapes.join(''))];
}

const josmShape = ([outline = []]: Polygon): string =>
  xmlElement('shape', {}, outline.map(([lon, lat]) => xmlElement('point', { lat, lon })).join(''));
