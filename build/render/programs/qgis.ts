/**
 * XYZ connections of QGIS: the XML that its browser loads and saves. It has no word for a language, one host only, and no
 * credit.
 */
import { element, elementInPieces } from '../xml-writer.ts';
import { type CatalogServer, firstTemplate, XYZ } from './tile-template.ts';

/** The whole file. */
export function* qgisXml(servers: readonly CatalogServer[]): Generator<string> {
  yield '<!DOCTYPE connections>\n';
  yield* elementInPieces('qgsXYZTilesConnections', { version: '1.0' }, connections(servers));
  yield '\n';
}

function* connections(servers: readonly CatalogServer[]): Generator<string> {
  yield '\n';
  const taken = new Set<string>();
  for (const { kind, server } of servers) {
    const name = connectionName(server.id, kind === 'overlayserver' ? 'overlay' : 'base map', taken);
    taken.add(name);
    const attributes = {
      name,
      url: qgisTemplate({ kind, server }),
      zmin: server.minZoom,
      zmax: server.maxZoom,
      tilePixelRatio: 0,
      authcfg: '',
      username: '',
      password: '',
      referer: '',
    };
    yield `${element('xyztiles', attributes)}\n`;
  }
}

/** QGIS keeps connections by name: each has its own, and slashes would be folders of its settings. */
function connectionName(id: string, kind: string, taken: ReadonlySet<string>): string {
  let name = id.replace(/[/\\]/g, '-');
  while (taken.has(name)) name = `${name} (${kind})`;
  return name;
}

/** The address of one server, as it is entered in QGIS. */
export function qgisTemplate({ server }: CatalogServer): string {
  return firstTemplate(server, XYZ);
}
