/** The link with which a page opens OsmAnd. */
import { linkTo, type SharedMap } from '../map-program.ts';

/** What adds a map: https://osmand.net/docs/user/map/raster-maps#magic-url-to-install-map-source */
export const ADD_TILE_SOURCE = 'https://osmand.net/add-tile-source';

/** Adds the map of a page. */
export function osmandShare({ id, minZoom, maxZoom, template }: SharedMap): string {
  // Apostrophes are quotes there.
  const url_template = template('{0}', '{1}', '{2}').replaceAll("'", '%27');
  return linkTo(ADD_TILE_SOURCE, { name: id, min_zoom: minZoom, max_zoom: maxZoom, url_template });
}
