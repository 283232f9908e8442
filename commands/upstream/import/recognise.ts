/** Recognises a file by its content, and reads it. */

import { CannotRunError } from '../../../cli/io.ts';
import { withXml, XmlError, type XmlNodeElement } from '../../../cli/read-xml.ts';
import { parseJson, TooLargeJsonError } from '../../../contract/parse-json.ts';
import { namespaceOf } from '../../../contract/renditions.ts';
import { addServers, type ListOptions } from './add-servers.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { mergeChanges } from './changed-sources.ts';
import { asMembers } from './correct-record.ts';
import type { SourcePlace } from './notes.ts';
import { isWebPage } from './read-served.ts';
import {
  readJosmImagery,
  readLayerIndex,
  readLeafletProviders,
  readQgisConnections,
  readTileJson,
  type StatedServer,
} from './server-lists.ts';

/** A file cannot be imported. The message completes a sentence that starts with its name. */
class NotImportableError extends Error {}

const KINDS =
  'the XML document of changed data sources that desktop tools send, an editor-layer-index GeoJSON, a JOSM imagery XML, a leaflet-providers JSON, the XYZ connections of QGIS, or a TileJSON';

/**
 * Imports a file into a catalog.
 *
 * @param name its name in messages
 * @throws CannotRunError if it cannot be imported
 */
export function mergeFile(
  files: CatalogFiles,
  body: Uint8Array,
  name: string,
  at: SourcePlace,
  options: ListOptions,
): void {
  try {
    const text = decoded(body);
    if (isWebPage(text)) throw new NotImportableError(`is a web page, and not ${KINDS}`);
    if (/^\s*</.test(text)) readXml(text, (root) => mergeXml(files, root, at, options));
    else addServers(files, serversInJson(text, at), options);
  } catch (error) {
    throw error instanceof NotImportableError ? new CannotRunError(`${name} ${error.message}.`) : error;
  }
}

function mergeXml(files: CatalogFiles, root: XmlNodeElement, at: SourcePlace, options: ListOptions): void {
  if (root.name === 'catalog' && root.namespaceUri === namespaceOf('datasource-catalog')) mergeChanges(files, root, at);
  else if (root.name === 'imagery') addServers(files, readJosmImagery(root, at), options);
  else if (root.name === 'qgsXYZTilesConnections') addServers(files, readQgisConnections(root, at), options);
  else throw new NotImportableError(`is XML with the root <${root.name}>, and not ${KINDS}`);
}

function decoded(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new NotImportableError(`is not text in UTF-8, and so not ${KINDS}`);
  }
}

/** QGIS uses an undeclared prefix for attributes. */
function readXml(text: string, read: (root: XmlNodeElement) => void): void {
  const declared = text.includes('xmlns:http-header')
    ? text
    : text.replace('<qgsXYZTilesConnections', '<qgsXYZTilesConnections xmlns:http-header="urn:http-header"');
  try {
    withXml(Buffer.from(declared), read);
  } catch (error) {
    if (error instanceof XmlError) throw new NotImportableError(`cannot be read as XML: ${error.message}`);
    throw error;
  }
}

function serversInJson(text: string, at: SourcePlace): StatedServer[] {
  let root: unknown;
  try {
    root = parseJson(text);
  } catch (error) {
    if (error instanceof TooLargeJsonError)
      throw new NotImportableError(`is ${error.message}, and so not one of the files that can be imported`);
    if (/^\s*[[{]/.test(text)) throw new NotImportableError(`cannot be read as JSON: ${(error as Error).message}`);
    throw new NotImportableError(`is neither JSON nor XML, and so not ${KINDS}`);
  }
  const members = asMembers(root);
  if (members?.['tilejson'] !== undefined && Array.isArray(members['tiles'])) return readTileJson(members, at);
  if (members?.['type'] === 'FeatureCollection' || members?.['type'] === 'Feature') return readLayerIndex(members, at);
  const providers = members ? readLeafletProviders(members, at) : [];
  if (providers.length > 0) return providers;
  throw new NotImportableError(`is JSON, but not ${KINDS}`);
}
