/** A Web Map Service: its capabilities must name what the record names, and its pictures are judged like tiles. */
import {
  attributesOf,
  childrenNamed,
  childrenOf,
  withXml,
  XmlError,
  type XmlNodeElement,
} from '../../../../cli/read-xml.ts';
import { MERCATOR_EDGE, mercatorBox } from '../../../../contract/get-map.ts';
import { shortened, visible } from '../../../../contract/text.ts';
import { type PartAsker, PartError, type TypeProbe } from '../ask-parts.ts';
import { describeContent } from '../picture.ts';
import type { ProbedRecord } from '../probed-record.ts';
import type { TilePosition } from '../sample-tiles.ts';

type WmsRecord = ProbedRecord<'wms'>;

/** The projections in which pictures are requested, by preference. */
const PROJECTIONS = ['EPSG:3857', 'EPSG:900913', 'EPSG:102100', 'CRS:84', 'EPSG:4326'];

/** The width and height of pictures in pixels. */
const SIDE = 256;

/** The codes of the standards. Others are not repeated. */
const ERROR_CODES = [
  ...['InvalidFormat', 'InvalidCRS', 'InvalidSRS', 'LayerNotDefined', 'StyleNotDefined', 'LayerNotQueryable'],
  ...['InvalidPoint', 'CurrentUpdateSequence', 'InvalidUpdateSequence', 'MissingDimensionValue', 'NoApplicableCode'],
  ...['InvalidDimensionValue', 'OperationNotSupported', 'MissingParameterValue', 'InvalidParameterValue'],
];

/** The pictures and capabilities of a WMS. */
export const WMS_PROBE: TypeProbe<'wms'> = {
  pictures: (record) => ({ addressOf: (_, tile) => pictureAddress(record, tile), errorIn, part: 'picture' }),
  askForParts: async (record, ask) => {
    await ask.part('capabilities', () => checkCapabilities(record, ask));
  },
};

/** The projection in which the pictures of a record are requested. */
function projectionOf({ crs }: WmsRecord): string {
  return PROJECTIONS.find((name) => crs.includes(name)) ?? 'EPSG:3857';
}

function requestAddress({ service, version }: WmsRecord, parameters: Readonly<Record<string, string>>): string {
  const all = Object.entries({ SERVICE: 'WMS', VERSION: version, ...parameters });
  // Some services know no encoded comma.
  const written = all.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`).join('&');
  return `${service}${!service.includes('?') ? '?' : /[?&]$/.test(service) ? '' : '&'}${written}`;
}

/** The address of the picture of a tile, with placeholders for access tokens. */
function pictureAddress(record: WmsRecord, tile: TilePosition): string {
  const { layers, styles = [], format, version, transparent } = record;
  const projection = projectionOf(record);
  return requestAddress(record, {
    REQUEST: 'GetMap',
    LAYERS: layers.join(','),
    STYLES: styles.join(','),
    [version === '1.3.0' ? 'CRS' : 'SRS']: projection,
    BBOX: boxOf(tile, projection, version).join(','),
    WIDTH: `${SIDE}`,
    HEIGHT: `${SIDE}`,
    FORMAT: format,
    ...(transparent ? { TRANSPARENT: 'TRUE' } : {}),
  });
}

/** The box of a tile in the order of axes: since version 1.3.0, EPSG:4326 begins with the latitude. */
function boxOf({ zoom, x, y }: TilePosition, projection: string, version: string): number[] {
  const box = mercatorBox(zoom, x, y);
  if (!['EPSG:4326', 'CRS:84'].includes(projection)) return box;
  const longitude = (metres: number): number => (metres / MERCATOR_EDGE) * 180;
  const latitude = (metres: number): number =>
    (Math.atan(Math.sinh((metres / MERCATOR_EDGE) * Math.PI)) * 180) / Math.PI;
  const [left, bottom, right, top] = box.map((at, index) => (index % 2 === 0 ? longitude(at) : latitude(at)));
  const isNorthFirst = projection === 'EPSG:4326' && version === '1.3.0';
  return (isNorthFirst ? [bottom, left, top, right] : [left, bottom, right, top]) as number[];
}

/** The maximum length of the name of a layer in a reason, in characters. */
const MAX_NAME = 60;

const contradiction = (message: string): PartError => new PartError(message, 'contradicts');

/** @throws PartError if the capabilities do not name what the record names */
async function checkCapabilities(record: WmsRecord, ask: PartAsker): Promise<void> {
  const { bytes } = await ask.get(requestAddress(record, { REQUEST: 'GetCapabilities' }));
  try {
    withXml(withoutElementTypes(bytes), (root) => check(record, root));
  } catch (error) {
    // What is wrong with the XML may quote it.
    if (!(error instanceof XmlError)) throw error;
    const content = describeContent(bytes);
    throw new PartError(
      content === 'XML' ? 'its XML is broken' : `it is ${content} and not the capabilities of a WMS`,
      'unclear',
    );
  }
}

function check(record: WmsRecord, root: XmlNodeElement): void {
  const error = errorOf(root);
  if (error) throw new PartError(error);
  const [capability] = childrenNamed(root, 'Capability');
  if (!capability) throw new PartError('it is XML and not the capabilities of a WMS');
  const known = new Map<string, readonly string[]>();
  for (const layer of childrenNamed(capability, 'Layer')) collect(layer, record.crs, [], known);
  for (const layer of record.layers) {
    const offered = known.get(layer);
    const quoted = JSON.stringify(visible(shortened(layer, MAX_NAME)));
    if (!offered) throw contradiction(`it does not name the layer ${quoted} of the record`);
    const lacking = record.crs.filter((name) => !offered.includes(name));
    const isShown = offered.length > 0 && !lacking.includes(projectionOf(record));
    const message = `it does not offer ${lacking[0]} for the layer ${quoted} of the record`;
    if (lacking.length > 0) throw isShown ? new PartError(message) : contradiction(message);
  }
  const [request] = childrenNamed(capability, 'Request').flatMap((one) => childrenNamed(one, 'GetMap'));
  const formats = request ? childrenNamed(request, 'Format').map(({ content }) => content.trim()) : [];
  if (!formats.includes(record.format)) throw contradiction('it does not offer the format of the record');
}

/** Collects the layers of a part of a tree, each with those of some projections that it or a layer around it offers. */
function collect(
  layer: XmlNodeElement,
  projections: readonly string[],
  around: readonly string[],
  known: Map<string, readonly string[]>,
): void {
  const children = [...childrenOf(layer)];
  const own = children.filter(({ name }) => name === 'CRS' || name === 'SRS');
  // Version 1.1.1 may write several in one element.
  const names = new Set(own.flatMap(({ content }) => content.toUpperCase().split(/\s+/)));
  const offered = projections.filter((name) => names.has(name.toUpperCase()) || around.includes(name));
  for (const child of children) {
    if (child.name === 'Name') known.set(child.content.trim(), offered);
    if (child.name === 'Layer') collect(child, projections, offered, known);
  }
}

/**
 * The document type of version 1.1.1, as MapServer sends it: it declares elements, never entities. The reader refuses any
 * declarations, so these are taken away.
 */
function withoutElementTypes(bytes: Buffer): Buffer {
  const beginning = bytes.toString('latin1', 0, 2_048);
  const [type] = /<!DOCTYPE\s[^<>[\]]*\[(?:\s|<!ELEMENT\s[^<>%&]*>)*\]\s*>/.exec(beginning) ?? [''];
  if (type === '') return bytes;
  return Buffer.concat([Buffer.from(beginning.replace(type, ''), 'latin1'), bytes.subarray(beginning.length)]);
}

/** The error that a service reports in place of a picture; null if the bytes are something else. */
function errorIn(bytes: Uint8Array): string | null {
  try {
    return withXml(withoutElementTypes(Buffer.from(bytes)), errorOf);
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

function errorOf(root: XmlNodeElement): string | null {
  if (!/^(?:ServiceExceptionReport|ExceptionReport)$/.test(root.name)) return null;
  const codes = [...childrenOf(root)].flatMap((child) => {
    const attributes = attributesOf(child);
    return attributes.get('code') ?? attributes.get('exceptionCode') ?? [];
  });
  const code = codes.find((one) => ERROR_CODES.includes(one));
  return code ? `it reports the error ${code}` : 'it reports an error without a known code';
}
