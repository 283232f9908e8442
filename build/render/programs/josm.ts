/**
 * Imagery for JOSM: XML by its schema `maps-1.0`, which has no word for a language and no zoom level above 24.
 *
 * https://josm.openstreetmap.de/wiki/Maps
 */
import { RECORD_FOLDERS } from '../../../contract/pages.ts';
import { element, elementInPieces, textElement, xmlDocument } from '../xml-writer.ts';
import { type CatalogServer, choiceTemplate, credit, type Notation } from './tile-template.ts';

/** The highest zoom level that the schema allows. */
export const JOSM_MAX_ZOOM = 24;

/** What is not known of a map; JOSM leaves out entries without a category. */
const CATEGORY = 'other';

const NOTATION: Notation = { zoom: '{zoom}', tilex: '{x}', tiley: '{y}' };

/** The whole file. @param language of the names */
export function josmXml(servers: readonly CatalogServer[], language: string): Iterable<string> {
  const namespace = { xmlns: 'http://josm.openstreetmap.de/maps-1.0' };
  return xmlDocument(elementInPieces('imagery', namespace, entries(servers, language)));
}

function* entries(servers: readonly CatalogServer[], language: string): Generator<string> {
  yield '\n';
  for (const listed of servers) {
    const { kind, server } = listed;
    const content = [
      textElement('name', server.id),
      textElement('id', `${RECORD_FOLDERS[kind]}_${server.fileName}`),
      textElement('category', CATEGORY),
      textElement('type', 'tms'),
      textElement('description', server.name, { lang: language }),
      textElement('url', josmTemplate(listed)),
      textElement('min-zoom', String(server.minZoom)),
      textElement('max-zoom', String(highestZoom(listed))),
      textElement('attribution-text', credit(server)),
    ];
    yield `${element('entry', { overlay: kind === 'overlayserver' ? true : null }, content.join(''))}\n`;
  }
}

/** What is entered in JOSM for one server: its kind, zoom levels and address. */
export function josmAddress(listed: CatalogServer): string {
  return `tms[${listed.server.minZoom},${highestZoom(listed)}]:${josmTemplate(listed)}`;
}

function josmTemplate({ server }: CatalogServer): string {
  return choiceTemplate(server, NOTATION, (parts) => `{switch:${parts.join(',')}}`).template;
}

/** JOSM draws the tiles of its highest level larger beyond it. */
function highestZoom({ server }: CatalogServer): number {
  return Math.min(server.maxZoom, JOSM_MAX_ZOOM);
}
