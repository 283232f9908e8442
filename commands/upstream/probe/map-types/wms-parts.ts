import type { CatalogMap } from '../../../../build/model/catalog.ts';
import { DECLARES_ENTITIES, withXml, XmlError } from '../../../../cli/network/read-xml.ts';
import { shortenedText, visible } from '../../../../contract/base/text.ts';
import { childrenNamed, type XmlElement } from '../../../../contract/base/xml-elements.ts';
import {
  degreesOfMetres,
  getMapTemplate,
  mercatorBox,
  mercatorNameOf,
  serviceAddress,
} from '../../../../contract/maps/get-map.ts';
import type { CodedReason } from '../../../../contract/words/probe-reasons.ts';
import { type MapAsker, PartError, type TypeProbe } from '../ask/map-asker.ts';
import type { TilePosition } from '../ask/sample-tiles.ts';
import { contentOf, otherContent } from '../picture/picture.ts';
import { pictureTiles } from './tile-pictures.ts';

type WmsRecord = CatalogMap<'wms'>;
type XmlNode = ReturnType<XmlElement['find']>[number];

const PICTURE_SIDE = '256';

/** Codes of the standards. Others may be any text, which a report does not repeat. */
const ERROR_CODES = [
  ...['InvalidFormat', 'InvalidCRS', 'InvalidSRS', 'LayerNotDefined', 'StyleNotDefined', 'LayerNotQueryable'],
  ...['InvalidPoint', 'CurrentUpdateSequence', 'InvalidUpdateSequence', 'MissingDimensionValue', 'NoApplicableCode'],
  ...['InvalidDimensionValue', 'OperationNotSupported', 'MissingParameterValue', 'InvalidParameterValue'],
];

export const wmsTiles: TypeProbe<'wms'> = (record, ask) => {
  const { version, crs: offered } = record;
  const crs = mercatorNameOf(record) ?? ['CRS:84', 'EPSG:4326'].find((name) => offered.includes(name)) ?? 'EPSG:3857';
  return {
    ...pictureTiles((tile) => {
      const bbox = boxOf(tile, crs, version).join(',');
      return getMapTemplate(record, { crs, bbox, width: PICTURE_SIDE, height: PICTURE_SIDE });
    }, errorIn),
    part: 'picture',
    beside: [['capabilities', () => checkCapabilities(record, ask)]],
  };
};

/** EPSG:4326 begins with the latitude since version 1.3.0. */
function boxOf({ zoom, x, y }: TilePosition, crs: string, version: string): number[] {
  const box = mercatorBox(zoom, x, y);
  if (!['EPSG:4326', 'CRS:84'].includes(crs)) return box;
  const degrees = box.map(degreesOfMetres);
  const [west, south, east, north] = degrees as [number, number, number, number];
  return crs === 'EPSG:4326' && version === '1.3.0' ? [south, west, north, east] : degrees;
}

const MAX_NAME = 60;

async function checkCapabilities(record: WmsRecord, ask: MapAsker): Promise<void> {
  const parameters = { SERVICE: 'WMS', VERSION: record.version, REQUEST: 'GetCapabilities' };
  const { bytes } = await ask.document(serviceAddress(record.service, Object.entries(parameters)));
  try {
    withXml(bytes, (root) => checkRecord(record, root));
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    if (error.message === DECLARES_ENTITIES) throw new PartError(['xml-entities']);
    // Other errors may quote the XML.
    throw new PartError(contentOf(bytes) === 'xml' ? ['broken-xml'] : otherContent(bytes, 'capabilities-of-wms'));
  }
}

function checkRecord({ layers, format, crs }: WmsRecord, root: XmlElement): void {
  const error = errorOf(root);
  if (error) throw new PartError(error);
  const [capability] = childrenNamed(root, 'Capability');
  if (!capability) throw new PartError(['other-xml']);
  const names = elementsAt(capability, './/Layer/Name');
  for (const layer of layers) {
    const name = JSON.stringify(visible(shortenedText(layer, MAX_NAME))).slice(1, -1);
    const known = names.findLast(({ content }) => content.trim() === layer);
    if (!known) throw new PartError(['no-layer', name]);
    const offered = projectionsOf(known);
    const lacking = crs.find((projection) => !offered.has(projection.toUpperCase()));
    if (lacking) throw new PartError(['no-projection', lacking, name]);
  }
  const formats = elementsAt(capability, 'Request/GetMap/Format').map(({ content }) => content.trim());
  if (!formats.includes(format)) throw new PartError(['no-format']);
}

/** Includes the projections of the layers around it. */
function projectionsOf(name: XmlNode): ReadonlySet<string> {
  // In version 1.1.1, an element may name several.
  const elements = [...elementsAt(name, 'ancestor::*/CRS'), ...elementsAt(name, 'ancestor::*/SRS')];
  return new Set(elements.flatMap(({ content }) => content.toUpperCase().split(/\s+/)));
}

/** @param xpath its capitalized names match elements of any namespace */
const elementsAt = (node: XmlNode, xpath: string): XmlNode[] =>
  node.find(xpath.replace(/\b[A-Z]\w+/g, (name) => `*[local-name()="${name}"]`));

function errorIn(bytes: Buffer): CodedReason | null {
  try {
    return withXml(bytes, errorOf);
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

function errorOf(root: XmlElement): CodedReason | null {
  if (!/^(?:ServiceExceptionReport|ExceptionReport)$/.test(root.name)) return null;
  const code = root
    .find('*/@code | */@exceptionCode')
    .map(({ content }) => content)
    .find((one) => ERROR_CODES.includes(one));
  return code ? ['reports-error', code] : ['reports-unknown-error'];
}
