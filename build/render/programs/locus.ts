/**
 * Custom online maps of Locus Map. Its zoom levels are counted from 8, for tiles of 256 pixels.
 *
 * https://docs.locusmap.app/doku.php?id=manual:advanced:customization:online_maps
 */
import { element, elementInPieces, markedElement, textElement, xmlDocument } from '../xml-writer.ts';
import { stableNumbers } from './stable-numbers.ts';
import { type CatalogServer, choiceTemplate, credit, XYZ } from './tile-template.ts';
import { TILE_SIZE } from './tilejson.ts';

/** The zoom level of Locus at which a tile has the whole world. */
const WHOLE_WORLD = 8;

/** Spherical Mercator, with rows counted from the north. */
const TYPE = 0;

/** The whole file. @param group the name under which Locus lists them */
export function locusXml(servers: readonly CatalogServer[], group: string): Iterable<string> {
  return xmlDocument(elementInPieces('providers', {}, providers(servers, group)));
}

function* providers(servers: readonly CatalogServer[], group: string): Generator<string> {
  yield '\n';
  const numbers = stableNumbers(servers);
  for (const [index, { server }] of servers.entries()) {
    const { template, parts } = choiceTemplate(server, XYZ, () => '{s}');
    const attributes = { id: numbers[index] as number, type: TYPE, visible: true, background: -1 };
    const content = [
      textElement('name', group),
      textElement('mode', server.id),
      markedElement('url', template),
      ...(parts.length > 0 ? [textElement('serverPart', parts.join(';'))] : []),
      textElement('zoomPart', `{z}-${WHOLE_WORLD}`),
      textElement('zoomMin', String(server.minZoom + WHOLE_WORLD)),
      textElement('zoomMax', String(server.maxZoom + WHOLE_WORLD)),
      textElement('tileSize', String(TILE_SIZE)),
      textElement('attribution', credit(server)),
    ];
    yield `${element('provider', attributes, content.join(''))}\n`;
  }
}
