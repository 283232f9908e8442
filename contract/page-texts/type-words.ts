/** Words about the types of maps that only the build writes into pages: no script loads them. */
import type { Language } from '../pages.ts';

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
  yes: 'ja',
  schemas: { shortbread: 'Shortbread', openmaptiles: 'OpenMapTiles', protomaps: 'Protomaps', other: 'andere' },
};

/** The words by language. */
export const TYPE_WORDS: Readonly<Record<Language, typeof EN>> = { en: EN, de: DE };
