/** The English texts of the pages, of what the build writes and of what scripts say. Another language is one more file. */
import { inUnits, years } from './measures.ts';

/** Writes a number as people of the language do. */
const number = new Intl.NumberFormat('en').format;

const count = (many: number, one: string, more: string): string => `${number(many)} ${many === 1 ? one : more}`;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'June', 'July', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const latitude = (degrees: number): string => `${number(Math.abs(degrees))}°\u00a0${degrees < 0 ? 'S' : 'N'}`;

const longitude = (degrees: number): string => `${number(Math.abs(degrees))}°\u00a0${degrees < 0 ? 'W' : 'E'}`;

const monthName = (iso: string): string => MONTHS[Number(iso.slice(5, 7)) - 1] ?? '';

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
  /** Of the pages of data sources, categories and editions. */
  data: {
    /** A day, from `2026-09-19`. */
    date: (iso: string) => `${Number(iso.slice(8))} ${monthName(iso)} ${Number(iso.slice(0, 4))}`,
    /** A period of that many months, from the month with which it begins, `2026-09`. */
    period: (month: string, months: number) =>
      months === 1 ? `${monthName(month)} ${Number(month.slice(0, 4))}` : years(month, months),
    /** Bytes. */
    size: (bytes: number) => inUnits(bytes, number),
    counts: {
      files: (many: number) => count(many, 'file', 'files'),
      maps: (many: number) => count(many, 'map', 'maps'),
      themes: (many: number) => count(many, 'theme', 'themes'),
      versions: (many: number) => count(many, 'version', 'versions'),
    },
    kinds: { files: 'File', maps: 'Map', themes: 'Theme' },
    actions: {
      Copy: 'Map programs store each file as it is.',
      Extract: 'Map programs unpack each archive, with the folders inside it.',
      Flatten: 'Map programs unpack each archive into one folder, without the folders inside it.',
    },
    describe: (name: string, files: string) => `${name}: ${files} for map programs to download.`,
    nothing: 'No files are listed yet.',
    facts: {
      contents: 'Contents',
      total: 'Total size',
      /** Where sizes are known of some files only. */
      totalOf: (size: string, known: number) => `${size} (known of ${number(known)})`,
      changed: 'Last changed',
      address: 'Address',
      directory: 'Folder on the device',
      editions: 'Used by',
      formats: 'For programs',
    },
    formats: { json: 'JSON', boxes: 'Boxes as GeoJSON' },
    history: {
      title: 'History',
      summary: (first: string, last: string, peak: string, most: number) =>
        first === last
          ? `${count(most, 'version', 'versions')} in ${first}`
          : `Versions from ${first} to ${last}; most in ${peak}: ${number(most)}`,
      numbers: 'As a table',
      period: 'Time',
      versions: 'Versions',
    },
    list: {
      title: 'Files',
      find: 'Find files',
      hint: 'Part of a name, or a place: 38.7, -9.1',
      columns: { path: 'Name', size: 'Size', day: 'Date', versions: 'Versions', parts: 'Inside' },
      found: (many: number) => count(many, 'file', 'files'),
      cover: (many: number, north: number, east: number) =>
        `${count(many, 'file covers', 'files cover')} ${latitude(north)}, ${longitude(east)}`,
      none: 'No file has such a name. A place is written as latitude and longitude: 38.7, -9.1',
      first: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)} files.`,
      all: 'All of them, as JSON',
      failed: 'The whole list could not be loaded. These are the first files of it.',
      caption: 'Files, with size and date of the newest version',
      more: (many: number) => `and ${number(many)} more`,
    },
    map: {
      title: 'Coverage',
      hint: 'Click a place to see which files cover it. With the keyboard: move the map with the arrow keys and press Enter, or type the place above.',
      without: 'A map of what the files cover is drawn here by a script. For other programs there is a file:',
      more: (many: number) => `and ${number(many)} more here`,
    },
    file: {
      title: 'Chosen file',
      none: 'Point at a box or a file to see it here.',
      covers: 'Covers',
      edges: (west: number, south: number, east: number, north: number) =>
        `${latitude(south)} to ${latitude(north)}, ${longitude(west)} to ${longitude(east)}`,
      inside: (many: number) => `${count(many, 'file', 'files')} inside`,
      all: (many: number) => `Show all ${number(many)}`,
      loading: 'Loading…',
      failed: 'What is inside could not be loaded.',
      show: (path: string) => `What is inside ${path}`,
    },
    category: {
      root: 'All categories',
      unnamed: (id: number) => `Category ${id}`,
      path: 'Above it',
      children: 'Below it',
      leaf: 'There is nothing below this category.',
      purpose: 'Map programs file routes under this category. Maps and downloads have none.',
      number: 'Number',
      below: (many: number) => `${number(many)} below it`,
      describe: (name: string) => `${name}: a category of routes.`,
    },
    edition: {
      purpose: 'An edition is a program that uses the catalog, with the downloads that it offers.',
      datasources: 'Its downloads',
      none: 'This edition offers no downloads.',
      describe: (name: string, many: number) =>
        `${name}: an edition with ${count(many, 'data source', 'data sources')}.`,
    },
  },
  record: {
    edit: 'Edit',
    report: 'Report a problem',
    /** Of an issue about a file. */
    reportTitle: (path: string) => `Problem with ${path}`,
    /** What an issue begins with; people write below it. */
    reportBody: (path: string, page: string) => `File: ${path}\nPage: ${page}\n\nWhat is wrong:\n\n`,
  },
  map: {
    name: 'Map',
    keys: 'Arrow keys move the map, + and − change the zoom.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
  },
};
