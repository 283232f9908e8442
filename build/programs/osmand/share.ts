import { linkWithQuery, type ShareTarget } from '../map-program.ts';

/** https://osmand.net/docs/user/map/raster-maps#magic-url-to-install-map-source */
export const OSMAND_ADD_LINK = 'https://osmand.net/add-tile-source';

export const OSMAND_SHARE: ShareTarget = {
  name: 'OsmAnd',
  hint: {
    en: 'On a phone with OsmAnd, the link or the code opens it with this map filled in.',
    de: 'Auf einem Telefon mit OsmAnd öffnen Link und Code das Programm und tragen diese Karte ein.',
  },
  link({ id, minZoom, maxZoom, template }) {
    // OsmAnd uses Java's MessageFormat, in which apostrophes are quotes.
    const url_template = template('{0}', '{1}', '{2}').replaceAll("'", '%27');
    return linkWithQuery(OSMAND_ADD_LINK, { name: id, min_zoom: minZoom, max_zoom: maxZoom, url_template });
  },
};
