/** The English texts of the pages, of what the build writes and of what scripts say. Another language is one more file. */

/** Writes a number as people of the language do. */
const number = new Intl.NumberFormat('en').format;

const count = (many: number, one: string, more: string): string => `${number(many)} ${many === 1 ? one : more}`;

/** The texts in English; those of another language have the same shape. */
export const EN = {
  /** The name of the language, in itself. */
  language: 'English',
  number,
  skipToContent: 'Skip to the content',
  nav: {
    label: 'Pages',
    interface: 'The interface',
    maps: 'Maps',
    add: 'Add a map',
    about: 'About',
    changes: 'Changes',
    source: 'Repository',
  },
  lists: {
    mapservers: 'Base maps',
    overlayservers: 'Overlays',
    datasources: 'Downloads',
    categories: 'Categories',
    editions: 'Editions',
  },
  counts: {
    mapservers: (many: number) => count(many, 'base map', 'base maps'),
    overlayservers: (many: number) => count(many, 'overlay', 'overlays'),
    datasources: (many: number) => count(many, 'data source', 'data sources'),
    files: (many: number) => count(many, 'file', 'files'),
  },
  notFound: {
    title: 'Not found',
    text: 'Nothing is published at this address.',
    back: 'To the catalog',
  },
  record: {
    edit: 'Edit',
    report: 'Report a problem',
    /** Of an issue about a file. */
    reportTitle: (path: string) => `Problem with ${path}`,
    /** What an issue begins with; people write below it. */
    reportBody: (path: string, page: string) => `File: ${path}\nPage: ${page}\n\nWhat is wrong:\n\n`,
  },
  programs: {
    title: 'Use it in another program',
    overviewTitle: 'Map programs',
    overview: (maps: string, overlays: string) =>
      `${maps} and ${overlays}, in the form that each program reads. A form says only what its program understands; maps that it has no word for are left out and counted.`,
    names: {
      maplibre: 'MapLibre style',
      leaflet: 'Leaflet',
      tilejson: 'TileJSON',
      qgis: 'QGIS',
      josm: 'JOSM',
      osmand: 'OsmAnd',
      oruxmaps: 'OruxMaps',
      locus: 'Locus Map',
    },
    explained: {
      maplibre:
        'The address of a style: for MapLibre GL JS and MapLibre Native, and for whatever else reads such styles.',
      leaflet:
        'Code that adds the map to a page with Leaflet. The file has many maps, in the form of leaflet-providers.',
      tilejson: 'The address of a description of the tiles, which many programs and libraries read.',
      qgis: 'Enter the address as a new connection of XYZ Tiles; or load the file, which has many maps, by Load Connections.',
      josm: 'Enter the address in the preferences for imagery, as a TMS; or add the address of the file, which has many maps, to the advanced preference imagery.layers.sites.',
      osmand: 'On a phone with OsmAnd, the link opens it with the map filled in.',
      oruxmaps:
        'The file has many maps. It belongs into the folder oruxmaps/mapfiles of the phone, in place of the one there.',
      locus: 'The file has many maps. It belongs into the folder mapsOnline/custom of Locus.',
    },
    copy: 'Copy',
    copyOf: (program: string) => `Copy for ${program}`,
    copied: 'Copied',
    notCopied: 'It cannot be copied here: select it and copy it by hand',
    open: 'Open in OsmAnd',
    file: (name: string) => `File ${name}`,
    notFor: (programs: string, reason: string) => `Not for ${programs}: ${reason}.`,
    reasons: {
      token: 'its access token is not set, so that its server would answer nobody',
      language: 'there is no word in it for the language, which this map depends on',
      zoom: 'its zoom levels are closer than any of the program',
      overlay: 'an overlay would be shown without a map below it',
      inactive: 'files with many maps have only those that are offered from the start',
    },
    counted: {
      token: (many: number) => `${number(many)} without an access token`,
      language: (many: number) => `${number(many)} in the language of whoever looks at it`,
      zoom: (many: number) => `${number(many)} with closer zoom levels`,
      overlay: (many: number) => count(many, 'overlay', 'overlays'),
      inactive: (many: number) => `${number(many)} not offered from the start`,
    },
    carried: (carried: number, leftOut: string) =>
      `${count(carried, 'map', 'maps')}${leftOut === '' ? '' : `; left out: ${leftOut}`}`,
    each: 'On the page of each map',
    boxes: 'The boxes of the files of a data source are GeoJSON:',
  },
};
