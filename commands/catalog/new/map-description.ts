/** What the server says of its maps: a style, a TileJSON, capabilities, or a service of ArcGIS. */
import { readMapAddress } from '../../../build/map-types/map-address.ts';
import { describedSources, schemaOfLayers, styleAt, tileSetFacts } from '../../../build/programs/stated/tile-set.ts';
import { holdsKey } from '../../../build/tile-url/secrets.ts';
import { normalisedAddress } from '../../../build/tile-url/template-pieces.ts';
import { asJsonMembers, isObject, type JsonObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { TEXT_LIMITS } from '../../../contract/base/limits.ts';
import { jsonObjectIn } from '../../../contract/base/parse-json.ts';
import { oneLine } from '../../../contract/base/text.ts';
import { arcgisServiceIn, cacheLevelsOf, drawsPictures } from '../../../contract/maps/export-image.ts';
import { capabilitiesAddress, capabilitiesOf, degreesOfMetres } from '../../../contract/maps/get-map.ts';
import { styleOffer } from '../../../contract/maps/import-offer.ts';
import { isTileTemplate } from '../../../contract/maps/map-formats.ts';
import { SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import { bracedIn } from '../../../contract/maps/placeholders.ts';
import { isWebMercator } from '../../../contract/maps/web-mercator.ts';
import { zoomOfScale } from '../../../contract/maps/web-scales.ts';
import { isUsualTitle } from './label-with-source.ts';
import { answersOfMap, edgesText, statedCredit, zoomOf } from './layer-answers.ts';

export interface DescribedMap {
  readonly title: string;
  readonly service?: string;
  readonly missingLayer?: { readonly id: string; readonly known: readonly string[] } | undefined;
  /** The projection of a stated area that no field takes. */
  readonly wkid?: number | undefined;
  /** By field of the form. */
  readonly fields: Readonly<Record<string, string | undefined>>;
}

/** `capabilities` needs a browser's parser. */
interface Reader {
  ask(address: string): Promise<string>;
  capabilities(text: string, address: string, typed: string): Described;
}
export type Described = readonly DescribedMap[] | 'unknown' | 'unfit';

const MAX_LAYERS = 200;

/**
 * Null without a description, with a placeholder, which no server knows, or with an access key: only the user may decide
 * to send it.
 * @param isTyped the rest may follow, so it must surely be a service or document
 */
export function descriptionAddress(typed: string, isTyped = false, maySendKey = false): string | null {
  const address = documentOf(typed, isTyped, maySendKey);
  return address === null || bracedIn(address) ? null : address;
}

function documentOf(typed: string, isTyped: boolean, maySendKey: boolean): string | null {
  if (typed.length > TEXT_LIMITS.address) return null;
  const url = normalisedAddress(typed);
  if (!/^https?:/i.test(url) || (!maySendKey && holdsKey(url))) return null;
  const arcgis = arcgisServiceIn(url);
  if (arcgis) return `${arcgis.service}?f=json`;
  const read = readMapAddress({ url, allowsOtherProjection: true });
  if ('type' in read) {
    const { style, tiles = '' } = read.members as Readonly<Record<string, string>>;
    if ('service' in read.members) return capabilitiesAddress(url, SERVICE_PROTOCOL);
    return read.type !== 'vector' || isTileTemplate(tiles) ? null : (style ?? tiles);
  }
  const { reason } = read;
  if (reason.code === 'vector-server') return styleOffer(url).address;
  if (reason.code === 'wmts') return capabilitiesOf(url, 'WMTS');
  return !isTyped && reason.code === 'missing' && reason.names.length === 3
    ? capabilitiesAddress(url, SERVICE_PROTOCOL)
    : null;
}

/** @throws if the server does not answer */
export async function describedMaps(address: string, typed: string, reader: Reader): Promise<Described> {
  const { ask, capabilities } = reader;
  const text = await ask(address);
  if (/^\s*<!doctype html/i.test(text)) return 'unknown';
  if (/^\s*</.test(text)) return capabilities(text, address, typed);
  const document = jsonObjectIn(text);
  const arcgis = arcgisServiceIn(address);
  if (arcgis) {
    const maps = await mapsOfArcgis(arcgis.service, document, typed, reader);
    if (typeof maps === 'string') return maps;
    // A layer's own area wins.
    return maps.map(({ fields, ...map }) => {
      const covers = fields['covers'] ?? areaIn(document);
      return { ...map, fields: { ...fields, covers }, wkid: covers ? undefined : otherProjectionOf(document) };
    });
  }
  const url = address.endsWith('=GetCapabilities') ? normalisedAddress(typed) : address;
  if (Array.isArray(document['tiles'])) return [mapOfTileJson(url, document)];
  return isObject(document['sources']) ? [await mapOfStyle(url, document, ask)] : 'unknown';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? oneLine(value) : '');

const scaleFields = ({ minScale, maxScale }: JsonObject) => ({
  'min-zoom': zoomOf(zoomOfScale(Number(minScale), Math.ceil)),
  'max-zoom': zoomOf(zoomOfScale(Number(maxScale), Math.floor)),
});

function zoomFields(zooms: readonly number[]) {
  const sorted = [...zooms].sort((a, b) => a - b);
  return { 'min-zoom': zoomOf(sorted[0]), 'max-zoom': zoomOf(sorted.at(-1)) };
}

function mapOfTileJson(address: string, document: JsonObject): DescribedMap {
  const map = tileSetFacts(document);
  const isVector = document['vector_layers'] !== undefined || /\.(?:pbf|mvt)(?:\?|$)/i.test(map.url);
  // The address of the document, unless it looks like the address of something else.
  const read = readMapAddress({ url: address });
  const isTileJson = 'members' in read && 'tiles' in read.members;
  const schema = schemaOfLayers(document['vector_layers']);
  // Nobody states that layers are called as in no known schema.
  const ofLayers = schema === 'other' ? {} : { schema };
  const ofVector = isVector && isTileJson ? { url: address, hosts: undefined, ...ofLayers } : {};
  const fields = { ...answersOfMap(map), ...ofVector };
  return { title: textOf(document['name']), fields };
}

async function mapOfStyle(url: string, style: JsonObject, ask: Reader['ask']): Promise<DescribedMap> {
  const described = await describedSources(url, style, ask);
  const { credit } = styleAt(url, style, described);
  const [area, other] = new Set(
    described.flatMap((source) => answersOfMap(tileSetFacts(source)).covers ?? areaIn(source) ?? []),
  );
  return {
    title: textOf(style['name']) || textOf(described[0]?.['name']),
    fields: { url, copyright: statedCredit(credit), covers: other ? undefined : area },
  };
}

async function mapsOfArcgis(service: string, document: JsonObject, typed: string, reader: Reader): Promise<Described> {
  const { documentInfo, mapName, copyrightText, currentVersion, capabilities, layers, supportedExtensions } = document;
  const folder = service.split('/').at(-2) ?? '';
  const names = [asJsonMembers(documentInfo)?.['Title'], mapName, folder.replaceAll('_', ' ')].map(textOf);
  const title = names.find((name) => !isUsualTitle(name)) ?? names.find(Boolean) ?? '';
  const copyright = statedCredit(copyrightText);
  const zooms = cacheLevelsOf(document);
  const { operation = '' } = arcgisServiceIn(normalisedAddress(typed)) ?? {};
  const isWhole = !/^\d+(?:\/|$)/.test(operation) && !/[?&]layers=/i.test(typed);
  if (zooms && (isWhole || !drawsPictures(capabilities)))
    return [{ title, fields: { url: `${service}/tile/{z}/{y}/{x}`, ...zoomFields(zooms), copyright } }];
  if (currentVersion === undefined) return 'unknown';
  if (isWhole && /WMSServer/i.test(textOf(supportedExtensions))) {
    const pictures = capabilitiesAddress(
      `${service.replace(/\/rest(?=\/services\/)/i, '')}/WMSServer`,
      SERVICE_PROTOCOL,
    );
    const drawn = reader.capabilities(await reader.ask(pictures), pictures, typed);
    if (typeof drawn === 'string' || isUsualTitle(title)) return drawn;
    return drawn.map((map) => ({ ...map, service: title }));
  }
  if (!drawsPictures(capabilities) || /elevation/i.test(textOf(document['serviceDataType']))) return 'unfit';
  const url = normalisedAddress(typed);
  const scales = { minScale: document['minScale'], maxScale: document['maxScale'] };
  const each = jsonItemsOf(layers)
    .slice(0, MAX_LAYERS)
    .map((layer) => {
      const { id, name, ...limits } = asJsonMembers(layer) ?? {};
      const fields = { url: `${service}/${id}`, copyright, ...scaleFields({ ...scales, ...limits }) };
      return { id: String(id), title: textOf(name), service: title, fields };
    });
  // The whole service, then each layer; or only the layers in the typed address.
  if (isWhole)
    return [{ title, fields: { url: service, copyright, ...scaleFields(scales) } }, ...(each.length > 1 ? each : [])];
  const read = readMapAddress({ url });
  const shown = jsonItemsOf('members' in read ? read.members['layers'] : []).map(String);
  const asked = each.filter(({ id }) => shown.includes(id));
  const isAll = each.length > 0 && each.length < MAX_LAYERS;
  const id = isAll ? shown.find((one) => !each.some((layer) => layer.id === one)) : undefined;
  const missingLayer = id ? { id, known: each.map((layer) => `${layer.id} (${layer.title})`) } : undefined;
  // Layers that begin at different zooms are limited as the service is.
  const fields = { copyright, ...scaleFields(scales), ...(asked.length === 1 ? asked[0]?.fields : {}), url };
  return [
    {
      title: asked.map((layer) => layer.title).join(', ') || title,
      service: title,
      missingLayer,
      fields,
    },
  ];
}

function otherProjectionOf({ extent, fullExtent = extent }: JsonObject): number | undefined {
  const { wkid } = asJsonMembers(asJsonMembers(fullExtent)?.['spatialReference']) ?? {};
  return wkid === 4326 || isWebMercator({ wkid }) ? undefined : Number(wkid) || undefined;
}

/** From ArcGIS's extent, which is in degrees or metres. */
function areaIn({ extent, fullExtent = extent }: JsonObject): string | undefined {
  const { xmin, ymin, xmax, ymax, spatialReference } = asJsonMembers(fullExtent) ?? {};
  const isMercator = isWebMercator(spatialReference);
  const edges = [xmin, ymin, xmax, ymax].map(Number);
  if (!edges.every(Number.isFinite) || !(isMercator || asJsonMembers(spatialReference)?.['wkid'] === 4326)) return;
  const [west = 0, south = 0, east = 0, north = 0] = isMercator ? edges.map(degreesOfMetres) : edges;
  return edgesText({ west, south, east, north });
}
