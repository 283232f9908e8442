/** A layer in the capabilities of a service, as answers of `new`, which are also fields of the form. */
import type { StatedMap } from '../../../build/programs/stated/stated-map.ts';
import { TEXT_LIMITS } from '../../../contract/base/limits.ts';
import { oneLine } from '../../../contract/base/text.ts';
import type { WmsMapSource } from '../../../contract/generated/catalog.types.ts';
import { type Box, isWholeWorld, ringExtent } from '../../../contract/maps/bounding-boxes.ts';
import { unsignedCredit } from '../../../contract/maps/pasted-credit.ts';

export const zoomOf = (value: unknown): string => (Number.isInteger(value) ? String(value) : '');

export const statedCredit = (value: unknown): string =>
  unsignedCredit(typeof value === 'string' ? oneLine(value).slice(0, TEXT_LIMITS.credit) : '');

/** `5.9, 45.8, 10.5, 47.9`, with at most three decimals. */
export function edgesText(box: Box): string | undefined {
  const { west, south, east, north } = box;
  if (west === east || south >= north) return;
  if (isWholeWorld(box)) return 'world';
  const edges = [Math.max(west, -180), Math.max(south, -90), east > 180 ? east - 360 : east, Math.min(north, 90)];
  return edges.map((edge) => Number(edge.toFixed(3))).join(', ');
}

/** @param address of the capabilities */
export function answersOfMap({ type, typeMembers = {}, ...map }: Omit<StatedMap, 'path' | 'name'>, address?: string) {
  const { layers, format, version, crs } = typeMembers as Partial<WmsMapSource>;
  const corners = typeof map.area === 'object' ? map.area?.flat(2) : undefined;
  const url = map.isFlipped ? map.url.replace('{y}', '{-y}') : map.url;
  return {
    url: map.offer?.address ?? (type && address ? address : url),
    hosts: map.hosts?.join(),
    subdomains: map.subdomains?.join(),
    layers: (layers ?? map.offer?.layers)?.join() || undefined,
    format,
    version,
    crs: crs?.join(', '),
    covers: corners && edgesText(ringExtent(corners)),
    licence: map.known?.licence as string | undefined,
    copyright: statedCredit(map.credit || map.operator),
    'min-zoom': zoomOf(map.minZoom),
    'max-zoom': zoomOf(map.maxZoom),
  };
}
