/** Words about the types of maps. The build writes them into pages; scripts load only the names, on the page that adds a map. */
import type { MapType, NewType } from '../map-types.ts';
import type { Language } from '../pages.ts';

/** Texts by type of map and name of a program, only where they differ from others. */
type TypeTexts<T> = Readonly<Partial<Record<NewType | 'xyz', Readonly<Partial<Record<string, T>>>>>>;

/** The types in a word or two, by language. */
export const TYPE_NAMES: Readonly<Record<Language, Readonly<Record<MapType, string>>>> = {
  en: { xyz: 'Tiles', tms: 'Tile rows from the south (TMS)', wms: 'WMS', vector: 'Vector', pmtiles: 'PMTiles' },
  de: { xyz: 'Kacheln', tms: 'Kachelzeilen von Süden gezählt (TMS)', wms: 'WMS', vector: 'Vektor', pmtiles: 'PMTiles' },
};

const NO_MERCATOR = {
  en: 'the service does not draw in Web Mercator (EPSG:3857)',
  de: 'der Dienst zeichnet nicht in Web-Mercator (EPSG:3857)',
};

const NO_STYLE = { en: 'the record has no style', de: 'im Eintrag fehlt ein Stil' };

const NO_TILES = {
  en: 'the record has no address of tiles with {z}, {x} and {y}',
  de: 'im Eintrag fehlt eine Adresse der Kacheln mit {z}, {x} und {y}',
};

const EN = {
  label: 'Type',
  /** What a type is, on the page of a map. */
  explained: {
    tms: 'tiles whose rows are counted from the south (TMS)',
    wms: 'a service that draws any section (WMS)',
    vector: 'vector tiles, which the program draws',
    pmtiles: 'an archive of tiles that is read in parts (PMTiles)',
  },
  /** Other words that people search for. */
  words: {
    tms: 'tms flipped inverted rows',
    wms: 'wms web map service ogc',
    vector: 'vector tiles mvt pbf maplibre style',
    pmtiles: 'pmtiles archive protomaps',
  },
  members: {
    service: 'Service',
    layers: 'Layers',
    styles: 'Styles of the layers',
    format: 'Format of the pictures',
    version: 'Version of WMS',
    crs: 'Projections',
    transparent: 'Transparent',
    style: 'Style',
    tiles: 'Address of the tiles',
    schema: 'Names of the layers',
    url: 'Archive',
  },
  /** How a program takes a map of a type, where that differs from tiles. @param layers those of a WMS */
  programs: {
    wms: {
      qgis: (layers) =>
        `By Layer → Add Layer → Add WMS/WMTS Layer, make a new connection with this address, and choose ${layers}.`,
      josm: () => 'Enter the address in the preferences for imagery, as a WMS.',
    },
    vector: {
      qgis: () => 'Enter the address as a new connection of Vector Tiles.',
      leaflet: () => 'Code that adds the map to a page with Leaflet and the plugin maplibre-gl-leaflet.',
    },
    pmtiles: {
      leaflet: () => 'Code that adds the map to a page with Leaflet and the plugin maplibre-gl-leaflet.',
      tilejson: () => 'The address of a source in a MapLibre style, which the library pmtiles reads.',
    },
  } as TypeTexts<(layers: string) => string>,
  orFile: {
    wms: { qgis: 'Or open the file, which has this map, by Layer → Add from Layer Definition File.' },
  } as TypeTexts<string>,
  /** What a program needs that a record does not have. */
  lacking: {
    wms: { maplibre: NO_MERCATOR.en, leaflet: NO_MERCATOR.en },
    vector: {
      maplibre: NO_STYLE.en,
      leaflet: NO_STYLE.en,
      tilejson: 'the record has no address of tiles',
      qgis: NO_TILES.en,
      gpxsee: NO_TILES.en,
    },
    pmtiles: { maplibre: NO_STYLE.en, leaflet: NO_STYLE.en },
  } as TypeTexts<string>,
  yes: 'yes',
  schemas: { shortbread: 'Shortbread', openmaptiles: 'OpenMapTiles', protomaps: 'Protomaps', other: 'others' },
};

const DE: typeof EN = {
  label: 'Art der Daten',
  explained: {
    tms: 'Kacheln, deren Zeilen von Süden gezählt werden (TMS)',
    wms: 'ein Dienst, der jeden Ausschnitt zeichnet (WMS)',
    vector: 'Vektorkacheln, die das Programm selbst zeichnet',
    pmtiles: 'ein Archiv aus Kacheln, das in Teilen gelesen wird (PMTiles)',
  },
  words: {
    tms: 'tms umgekehrte zeilen',
    wms: 'wms web map service kartendienst ogc',
    vector: 'vektor vektorkacheln mvt pbf maplibre stil',
    pmtiles: 'pmtiles archiv protomaps',
  },
  members: {
    service: 'Dienst',
    layers: 'Ebenen',
    styles: 'Stile der Ebenen',
    format: 'Bildformat',
    version: 'WMS-Version',
    crs: 'Projektionen',
    transparent: 'Durchsichtig',
    style: 'Stil',
    tiles: 'Adresse der Kacheln',
    schema: 'Namen der Ebenen',
    url: 'Archiv',
  },
  programs: {
    wms: {
      qgis: (layers) =>
        `Über Layer → Layer hinzufügen → WMS/WMTS-Layer hinzufügen eine neue Verbindung mit dieser Adresse anlegen und ${layers} wählen.`,
      josm: () => 'Die Adresse in den Einstellungen für Hintergrundbilder als WMS eintragen.',
    },
    vector: {
      qgis: () => 'Die Adresse als neue Verbindung unter Vektorkacheln eintragen.',
      leaflet: () => 'Code, der die Karte mit Leaflet und der Erweiterung maplibre-gl-leaflet in eine Seite setzt.',
    },
    pmtiles: {
      leaflet: () => 'Code, der die Karte mit Leaflet und der Erweiterung maplibre-gl-leaflet in eine Seite setzt.',
      tilejson: () => 'Die Adresse einer Quelle in einem MapLibre-Stil, die die Bibliothek pmtiles liest.',
    },
  },
  orFile: {
    wms: { qgis: 'Oder die Datei, die diese Karte enthält, über Layer → Aus Layerdefinitionsdatei hinzufügen öffnen.' },
  },
  lacking: {
    wms: { maplibre: NO_MERCATOR.de, leaflet: NO_MERCATOR.de },
    vector: {
      maplibre: NO_STYLE.de,
      leaflet: NO_STYLE.de,
      tilejson: 'im Eintrag fehlt die Adresse der Kacheln',
      qgis: NO_TILES.de,
      gpxsee: NO_TILES.de,
    },
    pmtiles: { maplibre: NO_STYLE.de, leaflet: NO_STYLE.de },
  },
  yes: 'ja',
  schemas: { shortbread: 'Shortbread', openmaptiles: 'OpenMapTiles', protomaps: 'Protomaps', other: 'andere' },
};

/** The words by language. */
export const TYPE_WORDS: Readonly<Record<Language, typeof EN>> = { en: EN, de: DE };
