import type { CatalogMap } from '../../model/catalog.ts';
import { formOf } from '../map-forms.ts';
import { type Forms, linkWithQuery, type MapProgram } from '../map-program.ts';
import { firstTemplate } from '../tile-template.ts';
import { statedZooms } from '../written-facts.ts';
import { OSMAND_ADD_LINK } from './share.ts';
import words from './words.json' with { type: 'json' };

const FORMS: Forms<Readonly<Record<string, string>>> = {
  tiles: (_, shape) => ({
    // OsmAnd uses Java's MessageFormat, in which apostrophes are quotes.
    url_template: firstTemplate(shape, { zoom: '{0}', tilex: '{1}', tiley: '{2}' }).replaceAll("'", '%27'),
    ...(shape.isFlipped ? { inverted_y: 'true' } : {}),
  }),
};

export const OSMAND_PROGRAM: MapProgram = { words, forms: FORMS, hasAddresses: true, link: osmandLink };

function osmandLink(map: CatalogMap): string {
  const parameters: Readonly<Record<string, string | number>> = {
    name: map.id,
    ...statedZooms(map, 'min_zoom', 'max_zoom'),
    ...formOf(FORMS, map),
    ...(map.tileSize === undefined ? {} : { tile_size: map.tileSize }),
  };
  return linkWithQuery(OSMAND_ADD_LINK, parameters);
}
