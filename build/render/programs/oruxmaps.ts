/**
 * Online maps of OruxMaps: `onlinemapsources.xml`. Of its placeholders only those are used that its own file shows: zoom,
 * column, row and server.
 */
import { element, elementInPieces, markedElement, textElement, xmlDocument } from '../xml-writer.ts';
import { stableNumbers } from './stable-numbers.ts';
import { type CatalogServer, choiceTemplate, type Notation } from './tile-template.ts';

const NOTATION: Notation = { zoom: '{$z}', tilex: '{$x}', tiley: '{$y}' };

/** The whole file. */
export function oruxMapsXml(servers: readonly CatalogServer[]): Iterable<string> {
  return xmlDocument(elementInPieces('onlinemapsources', {}, sources(servers)));
}

function* sources(servers: readonly CatalogServer[]): Generator<string> {
  yield '\n';
  const numbers = stableNumbers(servers);
  for (const [index, { server }] of servers.entries()) {
    const { template, parts } = choiceTemplate(server, NOTATION, () => '{$s}');
    const content = [
      textElement('name', server.id),
      markedElement('url', template),
      textElement('minzoom', String(server.minZoom)),
      textElement('maxzoom', String(server.maxZoom)),
      textElement('projection', 'MERCATORESFERICA'),
      ...(parts.length > 0 ? [textElement('servers', parts.join(','))] : []),
      textElement('cacheable', '1'),
      // Whole areas at once: what most tile servers forbid.
      textElement('downloadable', '0'),
    ];
    yield `${element('onlinemapsource', { uid: numbers[index] as number }, content.join(''))}\n`;
  }
}
