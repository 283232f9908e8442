/** Map and image services of ArcGIS: addresses, requests for a picture, and what they say of their tiles. */
import { asJsonMembers, type JsonObject, jsonItemsOf } from '../base/json-values.ts';
import type { ArcgisMapSource } from '../generated/catalog.types.ts';
import { isWebMercator } from './web-mercator.ts';
import { isUsualScale } from './web-scales.ts';

/** The service in any address below it; `operation` is the rest of the path. */
export function arcgisServiceIn(address: string): { readonly service: string; readonly operation: string } | null {
  const [path = ''] = address.split(/[?#]/, 1);
  const { index, 0: found } = /\/(?:Map|Image)Server(?=\/|$)/i.exec(path) ?? { index: 0, 0: '' };
  const service = path.slice(0, index + found.length);
  if (!/^https?:\/\//i.test(service) || !/\/rest\/services\//i.test(service)) return null;
  return { service, operation: path.slice(service.length + 1) };
}

export const isImageService = (service: string): boolean => /\/ImageServer$/i.test(service);

/** Other formats are called like the ends of media types. */
const FORMAT_NAMES = [
  ['image/jpeg', 'jpg'],
  ['image/vnd.jpeg-png', 'jpgpng'],
] as const;

export type ExportRequest = Readonly<Pick<ArcgisMapSource, 'service' | 'layers' | 'format' | 'transparent'>>;

export const exportFormatOf = ({ format }: Pick<ExportRequest, 'format'>): string =>
  FORMAT_NAMES.find(([type]) => type === format)?.[1] ?? format.slice('image/'.length);

/** Undefined for a format that the catalog does not have. */
export function mediaTypeOfExport(format: string): string | undefined {
  if (!/^(?:png(?:8|24|32)?|jpe?g|jpgpng|gif)$/i.test(format)) return undefined;
  const name = format.toLowerCase().replace(/^jpeg$/, 'jpg');
  return FORMAT_NAMES.find(([, known]) => known === name)?.[0] ?? `image/${name}`;
}

export const exportAddress = ({ service }: Pick<ExportRequest, 'service'>): string =>
  `${service}/${isImageService(service) ? 'exportImage' : 'export'}`;

/** The parameters of a request, without the section. @param code the number of a projection */
export function exportParameters(map: ExportRequest, code: string): Readonly<Record<string, string>> {
  const { layers, transparent } = map;
  return {
    f: 'image',
    format: exportFormatOf(map),
    ...(layers ? { layers: `show:${layers.join(',')}` } : {}),
    ...(transparent ? { transparent: 'true' } : {}),
    bboxSR: code,
    imageSR: code,
  };
}

/** Values may be placeholders of a program. */
export function exportTemplate(
  map: ExportRequest,
  { code, bbox, width, height }: Readonly<Record<'code' | 'bbox' | 'width' | 'height', string>>,
): string {
  const parameters = { ...exportParameters(map, code), size: `${width},${height}`, bbox };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return `${exportAddress(map)}?${query.join('&')}`;
}

/** Zoom levels; null without tiles of web maps. @param document the service as JSON */
export function cacheLevelsOf({ tileInfo, minLOD, maxLOD }: JsonObject): readonly number[] | null {
  const { lods, spatialReference } = asJsonMembers(tileInfo) ?? {};
  const levels = jsonItemsOf(lods).map((lod) => {
    const { level, scale } = asJsonMembers(lod) ?? {};
    return [Number(level), Number(scale)] as const;
  });
  if (!isUsualScale(levels) || !isWebMercator(spatialReference)) return null;
  const zooms = levels.map(([zoom]) => zoom).filter((zoom) => zoom >= Number(minLOD ?? 0));
  return zooms.filter((zoom) => zoom <= Number(maxLOD ?? zoom));
}

/** Some services only answer queries, or send only tiles. @param capabilities from the service as JSON */
export function drawsPictures(capabilities: unknown): boolean {
  const stated = typeof capabilities === 'string' ? capabilities.split(',').map((one) => one.trim()) : ['Map'];
  return ['Map', 'Image'].some((one) => stated.includes(one)) && !stated.includes('TilesOnly');
}
