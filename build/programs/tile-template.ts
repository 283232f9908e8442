import { escapeHtml } from '../../contract/base/xml-writer.ts';
import { attributionParts } from '../../contract/maps/credit.ts';
import { hasMapLibreTiles, isTileTemplate } from '../../contract/maps/map-formats.ts';
import { fillPlaceholders } from '../../contract/maps/placeholders.ts';
import type { ArchiveShape, PictureShape, StyleShape, TilesShape } from '../map-types/map-shape.ts';
import type { CatalogMap } from '../model/catalog.ts';
import { memoizedByObject } from '../model/computed-once.ts';

interface Notation {
  readonly zoom: string;
  readonly tilex: string;
  readonly tiley: string;
  readonly language?: string;
}

export const XYZ_NOTATION: Notation = { zoom: '{z}', tilex: '{x}', tiley: '{y}' };

/** `{-y}` counts rows from the south. */
export const rowNotation = ({ isFlipped }: TilesShape): Notation => ({
  ...XYZ_NOTATION,
  tiley: isFlipped ? '{-y}' : '{y}',
});

/** Libraries such as Leaflet replace any placeholder by an option. */
export const WITH_OPTIONS: Notation = { ...XYZ_NOTATION, language: '{language}' };

export function tileTemplatesOf(map: TilesShape, notation: Notation): string[] {
  return map.hosts.map((host) => templateWith(map, host, notation));
}

export function firstTemplate(map: TilesShape, notation: Notation): string {
  return templateWith(map, map.hosts[0] as string, notation);
}

/** One of `parts` replaces the placeholder in the host. */
export interface TemplateChoice {
  readonly template: string;
  readonly parts: readonly string[];
}

export function choiceTemplate(
  map: TilesShape,
  notation: Notation,
  choose: (parts: readonly string[]) => string,
): TemplateChoice {
  if (map.hosts.length === 1) return { template: firstTemplate(map, notation), parts: [] };
  const { before, parts, after } = tileHostPartsOf(map.hosts);
  return { template: templateWith(map, before + choose(parts) + after, notation), parts };
}

function templateWith({ urlPattern }: Pick<TilesShape, 'urlPattern'>, host: string, notation: Notation): string {
  const { zoom, tilex, tiley, language = '#{language}' } = notation;
  return fillPlaceholders(urlPattern, { host, zoom, tilex, tiley, language });
}

/**
 * `a` and `b` of `a.tile.example.org` and `b.tile.example.org`. Splits only at dots and hyphens: `server` and
 * `services` stay whole. If a part would be empty, parts are whole hosts.
 */
export function splitTileHosts(hosts: readonly string[]) {
  // Their common start, up to its last dot or hyphen.
  const before = /^.*[.-]|/.exec(commonStart(hosts))?.[0] ?? '';
  const rests = hosts.map((host) => host.slice(before.length));
  const after = reversed(/^.*[.-]|/.exec(commonStart(rests.map(reversed)))?.[0] ?? '');
  const parts = rests.map((rest) => rest.slice(0, rest.length - after.length));
  return parts.includes('') ? { before: '', parts: hosts, after: '' } : { before, parts, after };
}

const tileHostPartsOf = memoizedByObject(splitTileHosts);

function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = 0;
  while (length < first.length && others.every((text) => text[length] === first[length])) length++;
  return first.slice(0, length);
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

/** Null for a TileJSON and tiles in the format of MapLibre, which few programs read. */
export const vectorTemplateOf = ({ tiles }: StyleShape): string | null =>
  tiles && isTileTemplate(tiles) && !hasMapLibreTiles(tiles) ? tiles : null;

export const protocolCode = ({ library, handler }: ArchiveShape): string =>
  `maplibregl.addProtocol("${library}", ${handler});\n`;

export const preferredCrs = (crs: PictureShape['crs']): string => (crs.includes('EPSG:3857') ? 'EPSG:3857' : crs[0]);

export function attributionHtml(map: Pick<CatalogMap, 'copyright' | 'attribution'>): string {
  return attributionParts(map)
    .flatMap(({ text, href }) =>
      href === null ? [escapeHtml(text)] : [`<a href="${escapeHtml(href)}">`, escapeHtml(text), '</a>'],
    )
    .join('');
}
