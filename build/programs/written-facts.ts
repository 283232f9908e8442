import { crc32 } from 'node:zlib';
import { attributionParts, attributionText, namesOpenStreetMap } from '../../contract/maps/credit.ts';
import { exportTemplate } from '../../contract/maps/export-image.ts';
import { getMapTemplate } from '../../contract/maps/get-map.ts';
import { layerCategoryOf } from '../../contract/maps/layer-categories.ts';
import { MAP_LISTS } from '../../contract/maps/map-types.ts';
import { type CatalogMap, type CatalogOutline, isOverlay, mapId, needsReferer } from '../model/catalog.ts';
import { areaBoundsOf } from './map-bounds.ts';
import { formOf } from './map-forms.ts';
import type { Forms } from './map-program.ts';
import { choiceTemplate, rowNotation } from './tile-template.ts';

/** @param step added to zoom levels */
export function statedZooms(
  { minZoom, maxZoom }: CatalogMap,
  minName: string,
  maxName: string,
  step = 0,
): Readonly<Record<string, number>> {
  return {
    ...(minZoom === undefined ? {} : { [minName]: minZoom + step }),
    ...(maxZoom === undefined ? {} : { [maxName]: maxZoom + step }),
  };
}

/** The language of texts in lists, and of maps in programs without a choice. */
export const programLanguageOf = ({ languages }: CatalogOutline): string => languages[0] as string;

/** The `Referer` is the catalog's address, never somebody else's. */
export function programHeadersOf(map: CatalogMap, serviceUrl: string): readonly [name: string, value: string][] {
  return needsReferer(map) ? [['Referer', `${serviceUrl}/`]] : [];
}

export function boundsList({ area }: CatalogMap): { readonly bounds?: readonly number[] } {
  const box = areaBoundsOf(area);
  return box ? { bounds: [box.west, box.south, box.east, box.north] } : {};
}

/**
 * For Leaflet: two corners, latitude first. None if wider than half of the world: the area may cross the 180th
 * meridian, beyond which Leaflet would draw no tiles.
 */
export function cornersOf({ area }: CatalogMap): { readonly bounds?: readonly (readonly number[])[] } {
  const box = areaBoundsOf(area);
  if (!box || box.east - box.west > 180) return {};
  return {
    bounds: [
      [box.south, box.west],
      [box.north, box.east],
    ],
  };
}

/** Forms for both lists of OpenStreetMap editors. */
export const EDITOR_FORMS: Forms<
  Readonly<Record<'type' | 'url', string>> & { readonly projections: readonly string[] }
> = {
  tiles: (_, shape) => {
    const choose = (parts: readonly string[]): string => `{switch:${parts.join(',')}}`;
    const { template } = choiceTemplate(shape, { ...rowNotation(shape), zoom: '{zoom}' }, choose);
    return { type: 'tms', url: template, projections: [] };
  },
  picture: (_, shape) => ({
    type: shape.protocol.toLowerCase(),
    url: getMapTemplate(shape, { crs: '{proj}', bbox: '{bbox}', width: '{width}', height: '{height}' }),
    projections: shape.crs,
  }),
  // editor-layer-index refuses an address without a projection.
  export: (_, shape) => ({
    type: shape.protocol.toLowerCase(),
    url: `${exportTemplate(shape, { code: '{wkid}', bbox: '{bbox}', width: '{width}', height: '{height}' })}&foo={proj}`,
    projections: ['EPSG:3857'],
  }),
};

export const linkedCreditOf = (map: CatalogMap) => ({
  text: attributionText(map),
  link: attributionParts(map).find(({ href }) => href !== null)?.href ?? undefined,
});

export function editorFacts(map: CatalogMap) {
  const credit = linkedCreditOf(map);
  return {
    ...formOf(EDITOR_FORMS, map),
    ...credit,
    id: `${map.list}_${map.fileName}`,
    category: layerCategoryOf(map.kind, namesOpenStreetMap(credit.text)),
    country: map.countries?.length === 1 ? map.countries[0] : undefined,
  };
}

/** It tells `import` the file and list of a map. */
export const writtenKeyOf = (map: CatalogMap): string =>
  `${mapId(map)}${map.list === 'maps' && isOverlay(map) ? ' (overlay)' : ''}`;

/** Programs ignore it. */
export const keyComment = (map: CatalogMap): string => `<!-- ${writtenKeyOf(map)} -->`;

/** Programs use smaller ones for their own maps. */
const LOWEST_NUMBER = 1000;

/** The highest number fits into 31 bits. */
const NUMBER_COUNT = 2 ** 31 - LOWEST_NUMBER;

/**
 * Programs identify maps, and store tiles, by number. Numbers come from names, so they stay when other maps come or go.
 * On a collision the later map gets the next free number.
 */
export function stableNumbers(maps: readonly CatalogMap[]): number[] {
  const taken = new Set<number>();
  return maps.map(({ list, fileName }) => {
    let number = crc32(`${MAP_LISTS[list]}/${fileName}`) % NUMBER_COUNT;
    while (taken.has(number)) number = (number + 1) % NUMBER_COUNT;
    taken.add(number);
    return LOWEST_NUMBER + number;
  });
}

/** Starts the client of the interface. */
export const clientCommand = (serviceUrl: string): string => `java -Dapi=${serviceUrl}/ -jar RouteConverter.jar`;
