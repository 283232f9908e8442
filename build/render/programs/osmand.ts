/**
 * A link that adds a tile server to OsmAnd. Its documentation knows a name, zoom levels and one address: no hosts in turn, no
 * language.
 *
 * https://osmand.net/docs/user/map/raster-maps#magic-url-to-install-map-source
 */
import { type CatalogServer, firstTemplate, type Notation } from './tile-template.ts';

const LINK = 'https://osmand.net/add-tile-source';

/** The order is that of Java's MessageFormat, which OsmAnd fills addresses in with. */
const NOTATION: Notation = { zoom: '{0}', tilex: '{1}', tiley: '{2}' };

/** The link for one server. */
export function osmandLink({ server }: CatalogServer): string {
  // MessageFormat takes apostrophes for quotes.
  const template = firstTemplate(server, NOTATION).replaceAll("'", '%27');
  const parameters = {
    name: server.id,
    min_zoom: String(server.minZoom),
    max_zoom: String(server.maxZoom),
    url_template: template,
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${LINK}?${query.join('&')}`;
}
