import { exportAddress, exportParameters } from '../../../contract/maps/export-image.ts';
import { dependsOnLanguage } from '../../../contract/maps/placeholders.ts';
import { TILE_SIZE } from '../../map-types/map-shape.ts';
import { type CatalogMap, isOverlay, mapId, needsReferer } from '../../model/catalog.ts';
import { mapOpeningOf } from '../map-bounds.ts';
import { formOf, scriptValue } from '../map-forms.ts';
import type { Forms, MapProgram } from '../map-program.ts';
import { attributionHtml, choiceTemplate, protocolCode, WITH_OPTIONS } from '../tile-template.ts';
import { webPage } from '../web-page.ts';
import { cornersOf, programLanguageOf, statedZooms } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** `setup`: code that runs first; `make`: the function for the layer; `reader`: a class that opens `url`. */
interface LeafletForm {
  readonly setup?: string;
  readonly make: string;
  readonly url?: string;
  readonly reader?: string;
  readonly options: Readonly<Record<string, unknown>>;
}

const TILE_LAYER = 'L.tileLayer';
const STYLE_LAYER = 'L.maplibreGL';

/** The MapLibre plugin shows a given credit, or else the credits of the style's sources. */
function styled(map: CatalogMap, style: string | undefined, setup = ''): LeafletForm | null {
  const credit = map.attribution && { attributionControl: { customAttribution: attributionHtml(map) } };
  return style ? { setup, make: STYLE_LAYER, options: { style, ...credit } } : null;
}

const FORMS: Forms<LeafletForm> = {
  tiles: (_, shape) => {
    const { template: url, parts } = choiceTemplate(shape, WITH_OPTIONS, () => '{s}');
    const options = {
      ...(parts.length > 0 ? { subdomains: parts } : {}),
      ...(dependsOnLanguage(shape.urlPattern) ? { language: '' } : {}),
      ...(shape.isFlipped ? { tms: true } : {}),
    };
    return { make: TILE_LAYER, url, options };
  },
  picture: (_, { protocol, service: url, layers, styles, format, version, crs, transparent }) => {
    // Leaflet asks in its map's projection, by default Web Mercator.
    if (!crs.includes('EPSG:3857')) return null;
    const options = {
      layers: layers.join(','),
      ...(styles ? { styles: styles.join(',') } : {}),
      format,
      version,
      ...(transparent ? { transparent: true } : {}),
    };
    return { make: `${TILE_LAYER}.${protocol.toLowerCase()}`, url, options };
  },
  // Leaflet sends options that it does not know.
  export: ({ tileSize = TILE_SIZE }, shape) => {
    const options = { ...exportParameters(shape, '3857'), size: `${tileSize},${tileSize}` };
    return { make: `${TILE_LAYER}.${shape.protocol.toLowerCase()}`, url: exportAddress(shape), options };
  },
  style: (map, { style }) => styled(map, style),
  archive: (map, shape) =>
    styled(map, shape.style, protocolCode(shape)) ?? {
      make: `${shape.library}.leafletRasterLayer`,
      url: shape.url,
      reader: shape.reader,
      options: {},
    },
};

export const LEAFLET_PROGRAM: MapProgram = {
  words,
  forms: FORMS,
  hasLanguage: true,
  hasAddresses: true,
  lists: [
    {
      file: 'leaflet-providers.json',
      takes: (map) => formOf(FORMS, map).make === TILE_LAYER,
      make: (maps, catalog) => leafletProviders(maps, programLanguageOf(catalog)),
    },
  ],
  text: leafletPage,
};

function leafletLayer(map: CatalogMap, language: string) {
  const { make, options: shapeOptions, ...layer } = formOf(FORMS, map);
  const isTileLayer = make.startsWith(TILE_LAYER);
  // Leaflet counts a tile of 512 pixels as four tiles of 256 of the next level.
  const isLarge = isTileLayer && map.tileSize === 512;
  const layerOptions = {
    ...statedZooms(map, 'minZoom', 'maxZoom', isLarge ? 1 : 0),
    ...(isLarge ? { tileSize: 512, zoomOffset: -1 } : {}),
    ...cornersOf(map),
    // leaflet-providers takes braces for names of providers.
    attribution: attributionHtml(map).replaceAll('{', '&#123;'),
  };
  const options: Record<string, unknown> = {
    // The plugin would hand these to MapLibre, which has longitudes first, and zoom levels lower by 1.
    ...(make === STYLE_LAYER ? {} : layerOptions),
    ...shapeOptions,
    ...('language' in shapeOptions ? { language } : {}),
    // A page with a stricter policy would send no `Referer`.
    ...(isTileLayer && needsReferer(map) ? { referrerPolicy: 'strict-origin-when-cross-origin' } : {}),
  };
  return { ...layer, make, options };
}

/** By folder and file name: `mapservers/osm`. @param language the default of `{language}` */
export function leafletProviders(maps: readonly CatalogMap[], language: string): Readonly<Record<string, object>> {
  return Object.fromEntries(
    maps.map((map) => {
      const { url, options } = leafletLayer(map, language);
      // In other lists, the key says whether the map is an overlay.
      const statesOverlay = map.list === 'maps' && isOverlay(map);
      return [mapId(map), { url, options: statesOverlay ? { ...options, overlay: true } : options }];
    }),
  );
}

function leafletPage(map: CatalogMap, _: string, below: CatalogMap | null): string {
  const { center, zoom } = mapOpeningOf(map);
  const isStyled = formOf(FORMS, map).make === STYLE_LAYER;
  const libraries = ['leaflet', ...(isStyled ? ['maplibre-gl', '@maplibre/maplibre-gl-leaflet'] : [])];
  // MapLibre's zoom levels are lower by 1.
  const view = `${scriptValue(center.toReversed())}, ${Math.floor(zoom) + 1}`;
  const layers = [...(below ? [below] : []), map].map(leafletCode);
  return webPage(map, libraries, `const map = L.map('map').setView(${view});\n${layers.join('\n')}`, below);
}

export function leafletCode(map: CatalogMap): string {
  const { setup = '', make, url, reader, options } = leafletLayer(map, '');
  const lines = Object.entries(options).map(([name, value]) => {
    return `  ${name}: ${name === 'language' ? "navigator.language.split('-')[0]" : scriptValue(value)},\n`;
  });
  const address = url === undefined ? '' : `${reader ? `new ${reader}(${scriptValue(url)})` : scriptValue(url)}, `;
  return `${setup}${make}(${address}{\n${lines.join('')}}).addTo(map);`;
}
