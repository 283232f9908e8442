/** Layers of Leaflet: code, and data of leaflet-providers. */
import { type CatalogMap, isOverlay, mapId, needsReferer } from '../../model/catalog.ts';
import type { MapProgram } from '../map-program.ts';
import { attributionHtml } from '../tile-template.ts';
import { partOf, scriptValue } from '../types/map-forms.ts';
import { cornersOf, languageOf, statedZooms } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** Leaflet. */
export const LEAFLET_PROGRAM: MapProgram = {
  words,
  part: 'leaflet',
  hasLanguage: true,
  lists: [
    {
      file: 'leaflet-providers.json',
      // leaflet-providers has only addresses of tiles.
      takes: (map) => partOf('leaflet', map).make === 'L.tileLayer',
      make: (maps, catalog) => leafletProviders(maps, languageOf(catalog)),
    },
  ],
  text: leafletCode,
};

function leafletLayer(map: CatalogMap, language: string) {
  const { make, options: own, ...layer } = partOf('leaflet', map);
  const isTileLayer = make.startsWith('L.tileLayer');
  // Leaflet's own layers count levels by the size of tiles: one of 512 pixels shows what four of 256 at the next level show.
  const isLarge = isTileLayer && map.tileSize === 512;
  const ofTiles = {
    ...statedZooms(map, 'minZoom', 'maxZoom', isLarge ? 1 : 0),
    ...(isLarge ? { tileSize: 512, zoomOffset: -1 } : {}),
    ...cornersOf(map),
    // leaflet-providers reads braces as names of other providers.
    attribution: attributionHtml(map).replaceAll('{', '&#123;'),
  };
  const options: Record<string, unknown> = {
    // MapLibre would take them for its own: its bounds are the other way round, its levels lower by 1.
    ...(make === 'L.maplibreGL' ? {} : ofTiles),
    ...own,
    ...('language' in own ? { language } : {}),
    // Otherwise a page with a stricter policy sends none.
    ...(isTileLayer && needsReferer(map) ? { referrerPolicy: 'strict-origin-when-cross-origin' } : {}),
  };
  return { ...layer, make, options };
}

/** Data for leaflet-providers, by folder and file name of each map. @param language a default for pages */
export function leafletProviders(maps: readonly CatalogMap[], language: string): Readonly<Record<string, object>> {
  return Object.fromEntries(
    maps.map((map) => {
      const { url, options } = leafletLayer(map, language);
      // The folder of the others says it.
      const isStated = map.list === 'maps' && isOverlay(map);
      return [mapId(map), { url, options: isStated ? { ...options, overlay: true } : options }];
    }),
  );
}

/** The code that adds a map to a Leaflet map. The language is that of the browser. */
export function leafletCode(map: CatalogMap): string {
  const { setup = '', make, url, options } = leafletLayer(map, '');
  const lines = Object.entries(options).map(([name, value]) => {
    return `  ${name}: ${name === 'language' ? "navigator.language.split('-')[0]" : scriptValue(value)},\n`;
  });
  const first = make === 'pmtiles.leafletRasterLayer' ? `new pmtiles.PMTiles(${scriptValue(url)})` : scriptValue(url);
  return `${setup}${make}(${url === null ? '' : `${first}, `}{\n${lines.join('')}}).addTo(map);`;
}
