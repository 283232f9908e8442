/** The English texts of the pages, of what the build writes and of what scripts say. Another language is one more file. */
import { inUnits, onSide, years } from './measures.ts';

/** Writes a number as people of the language do. */
const number = new Intl.NumberFormat('en').format;

const count = (many: number, one: string, more: string): string => `${number(many)} ${many === 1 ? one : more}`;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'June', 'July', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const latitude = (degrees: number): string => onSide(degrees, ['N', 'S'], number);

const longitude = (degrees: number): string => onSide(degrees, ['E', 'W'], number);

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
  /** Of the first page. */
  index: {
    describe: (maps: string, overlays: string, downloads: string) =>
      `${maps}, ${overlays} and ${downloads}: find them, look at them, and use them in any map program.`,
    lede: 'Choose a map.',
    ledeText: 'It is drawn here. Until then, nothing is asked of anybody’s map server.',
    ledeWithout: 'Maps are drawn by a script. Without it, everything else on this page works.',
    map: 'Map',
    empty: 'Nothing is in this catalog yet.',
    emptyText: 'The first record is a small file, which the page “Add a map” writes for you.',
    emptyList: 'None yet.',
    zoom: (min: number, max: number) => (min === max ? `zoom ${min}` : `zoom ${min}–${max}`),
    files: (many: number) => count(many, 'file', 'files'),
    datasources: (many: number) => count(many, 'data source', 'data sources'),
    inactive: 'off at the start',
    unset: 'needs a token',
    http: 'not encrypted',
    language: 'in your language',
    broken: 'broken',
    brokenSince: (day: string) => `broken since ${day}`,
    show: 'Show',
    showThis: (id: string) => `Show ${id}`,
    compare: 'Compare',
    compareThis: (id: string) => `Compare with ${id}`,
    unnamedCategory: (id: number) => `Category ${id}`,
    below: (many: number) => `${number(many)} below`,
    belowThis: (name: string) => `Below ${name}`,
  },
  /** Of the search on the first page. */
  search: {
    label: 'Search maps, downloads and categories',
    placeholder: 'Name, host or copyright',
    hint: 'Press / to search, arrow keys to walk, Enter to show',
    kinds: 'What to list',
    all: 'Everything',
    filters: 'Filters',
    filtersOn: (many: number) => `Filters (${number(many)})`,
    flags: {
      active: 'On from the start',
      https: 'Encrypted (https)',
      'no-token': 'Without a token',
      token: 'With a token',
      language: 'In your language',
      changed: 'Changed in the last 30 days',
      broken: 'Broken',
    },
    zoom: 'Has zoom level',
    anyZoom: 'any',
    clear: 'Clear all',
    count: (shown: number, all: number) =>
      shown === all ? `${number(all)} in this catalog` : `${number(shown)} of ${number(all)} match`,
    none: 'Nothing matches.',
    noneText: 'Fewer words or filters find more. A map that is missing can be added.',
  },
  /** Of the page of a tile server. */
  server: {
    describe: (id: string, kind: string, zoom: string, copyright: string) =>
      `${id}: ${kind}, ${zoom}, © ${copyright}. Look at it and use it in your map program.`,
    kinds: { mapserver: 'Base map', overlayserver: 'Overlay' },
    lede: 'Look at it.',
    ledeText: (hosts: string) => `Its tiles come from ${hosts}, and only once you ask for them.`,
    show: 'Show the map',
    facts: 'Facts',
    zoom: 'Zoom levels',
    zoomRange: (min: number, max: number) => (min === max ? `${min}` : `${min} to ${max}`),
    hosts: 'Hosts',
    pattern: 'Address of a tile',
    copyright: 'Copyright',
    name: 'Long name',
    id: 'Id',
    token: 'Access token',
    tokenNone: 'not needed',
    tokenSet: 'needed, and part of the address',
    tokenUnset: (names: string) =>
      `needed, and not part of this catalog: ${names}. Ask the operator for one of your own, and write it in place of ACCESS_TOKEN.`,
    active: 'On from the start',
    yes: 'yes',
    no: 'no: map programs list it, switched off',
    language: 'Language',
    languageText: 'labels in the language that the program asks for',
    encrypted: 'Connection',
    https: 'encrypted (https)',
    http: 'not encrypted (http): browsers may refuse it on an encrypted page',
    changed: 'Last changed',
    state: 'Broken',
    broken: (day: string) => `Since ${day} none of its hosts has given a tile.`,
    file: 'Record',
  },
  /** Of the page about the catalog. */
  about: {
    title: 'About',
    describe: (title: string) => `What ${title} is, how map programs use it, and how to contribute.`,
    what: (title: string) =>
      `${title} is a catalog of maps: base maps and overlays that are drawn from tiles, and data that map programs download. It is a folder of small text files; whoever knows a map that is missing adds one.`,
    use: 'Use it',
    useText: 'Each map has a page of its own, with what your map program needs to show it.',
    interface: 'The interface',
    interfaceText:
      'Everything is published as plain JSON and XML below one address, for programs. Documents have checksums and times of change, and any web page may read them.',
    addresses: {
      service: 'links to the five lists',
      mapservers: 'every base map: hosts, zoom levels, address of its tiles',
      overlayservers: 'every overlay, in the same shape',
      datasources: 'groups of files, each with sizes and checksums',
      categories: 'the tree that routes are filed under',
      editions: 'which data sources a product uses',
      openapi: 'the description of the interface (OpenAPI 3.1)',
      all: 'the whole catalog in one download',
      manifest: 'size, SHA-256 and time of everything',
      changes: 'what changed, as a feed',
    },
    address: 'Address',
    answer: 'Answer',
    routeconverter: 'RouteConverter reads this interface itself. Start it with the address of the catalog:',
    contribute: 'Contribute',
    contributeText:
      'Each record has “Edit” on its page, which opens its file in the repository, and “Report a problem”. A change is checked, previewed and published once it is merged.',
    addMap: 'Add a map',
    repository: 'Open the repository',
    privacy: 'What is asked of whom',
    privacyText:
      'This site counts nobody, sets no cookies and loads nothing from others. Only a map that you ask to see is requested, from the server of that map, with the address of this site, as many of them require.',
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
