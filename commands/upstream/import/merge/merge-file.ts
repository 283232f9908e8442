/** Imports a file; its content shows what it is. */
import { isUtf8 } from 'node:buffer';
import { withXml, XmlError, type XmlNodeElement } from '../../../../cli/network/read-xml.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { parseJson, TooLargeJsonError } from '../../../../contract/base/parse-json.ts';
import { namespaceOf } from '../../../../contract/interface/v1-renditions.ts';
import type { CatalogFiles } from '../catalog-files.ts';
import { asMembers } from '../correct-served-record.ts';
import { addMaps, type ListOptions } from '../lists/add-maps.ts';
import { archiveMap, beginsLikeArchive, styleMap } from '../lists/addressed-maps.ts';
import {
  QGIS_CONNECTIONS,
  readJosmImagery,
  readLayerIndex,
  readLeafletProviders,
  readQgisConnections,
  readQgisLayers,
  readTileJson,
  readXyzServices,
  type StatedMap,
} from '../lists/stated-maps.ts';
import type { SourcePlace } from '../notes.ts';
import { mergeChanges } from '../service/changed-sources.ts';
import { isWebPage } from '../service/read-served.ts';

const KINDS =
  'the XML document of changed data sources that desktop tools send, an editor-layer-index GeoJSON, a JOSM imagery XML, a leaflet-providers or xyzservices JSON, connections or a layer definition of QGIS, a TileJSON, a MapLibre style, or a PMTiles archive';

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
  const refuse: Refuse = (why) => {
    throw new CannotRunError(`${name} ${why}.`);
  };
  const { address } = options;
  const add = (maps: readonly StatedMap[]): void => addMaps(files, maps, at, options);
  if (beginsLikeArchive(body)) {
    add([address === undefined ? refuse(`is a PMTiles archive; ${BY_ADDRESS}`) : archiveMap(body, address, at)]);
    return;
  }
  if (!isUtf8(body)) refuse(`is not text in UTF-8, and so not ${KINDS}`);
  // Without a byte order mark, as programs on Windows write it.
  const text = new TextDecoder().decode(body);
  if (isWebPage(text)) refuse(`is a web page, and not ${KINDS}`);
  if (!/^\s*</.test(text)) add(mapsInJson(text, at, refuse, address));
  else
    readXml(text, refuse, (root) => {
      const read = Object.hasOwn(XML_LISTS, root.name) ? XML_LISTS[root.name] : undefined;
      const isChanges = root.name === 'catalog' && root.namespaceUri === namespaceOf('datasource-catalog');
      if (isChanges) mergeChanges(files, root, at);
      else if (read) add(read(root, at));
      else refuse(`is XML with the root <${root.name}>, and not ${KINDS}`);
    });
}

/** The readers of lists in XML, by the names of their roots. */
const XML_LISTS: Readonly<Record<string, (root: XmlNodeElement, at: SourcePlace) => StatedMap[]>> = {
  imagery: readJosmImagery,
  qlr: readQgisLayers,
  ...Object.fromEntries(Object.keys(QGIS_CONNECTIONS).map((name) => [name, readQgisConnections])),
};

/** Refuses the file. @param why the end of a sentence that starts with its name */
type Refuse = (why: string) => never;

/** QGIS uses an undeclared prefix for attributes. */
function readXml(text: string, refuse: Refuse, read: (root: XmlNodeElement) => void): void {
  const declared = text.includes('xmlns:http-header')
    ? text
    : text.replace(/<qgs\w+Connections/, '$& xmlns:http-header="urn:http-header"');
  try {
    withXml(Buffer.from(declared), read);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    refuse(`cannot be read as XML: ${error.message}`);
  }
}

const BY_ADDRESS = 'import it by its address, which its record names';

function mapsInJson(text: string, at: SourcePlace, refuse: Refuse, address: string | undefined): StatedMap[] {
  const members = asMembers(jsonIn(text, refuse));
  if (members?.['version'] === 8 && Array.isArray(members['layers'])) {
    return address === undefined ? refuse(`is a MapLibre style; ${BY_ADDRESS}`) : [styleMap(members, address, at)];
  }
  if (members?.['tilejson'] !== undefined && Array.isArray(members['tiles'])) return readTileJson(members, at);
  if (members?.['type'] === 'FeatureCollection' || members?.['type'] === 'Feature') return readLayerIndex(members, at);
  const services = members ? readXyzServices(members, at) : [];
  const providers = members && services.length === 0 ? readLeafletProviders(members, at) : services;
  return providers.length > 0 ? providers : refuse(`is JSON, but not ${KINDS}`);
}

function jsonIn(text: string, refuse: Refuse): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const why = (error as Error).message;
    if (error instanceof TooLargeJsonError)
      return refuse(`is ${why}, and so not one of the files that can be imported`);
    return refuse(
      /^\s*[[{]/.test(text) ? `cannot be read as JSON: ${why}` : `is neither JSON nor XML, and so not ${KINDS}`,
    );
  }
}
