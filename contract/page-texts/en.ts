/** The English texts of the pages and their scripts. */
import { inUnits, numbersIn, onSide, years } from './measures.ts';

/** Writes a number as people of the language do. */
const number = numbersIn('en');

const count = (many: number, one: string, more: string): string => `${number(many)} ${many === 1 ? one : more}`;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'June', 'July', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const latitude = (degrees: number): string => onSide(degrees, ['N', 'S'], number);

const longitude = (degrees: number): string => onSide(degrees, ['E', 'W'], number);

const monthName = (iso: string): string => MONTHS[Number(iso.slice(5, 7)) - 1] ?? '';

/** The English texts. Another language has an object of the same shape. */
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
    mapservers: 'Maps',
    overlayservers: 'Overlays',
    datasources: 'Downloads',
    categories: 'Categories of routes',
    editions: 'Collections',
  },
  counts: {
    mapservers: (many: number) => count(many, 'map', 'maps'),
    overlayservers: (many: number) => count(many, 'overlay', 'overlays'),
    datasources: (many: number) => count(many, 'data source', 'data sources'),
  },
  /** Of the first page. */
  index: {
    describe: (maps: string, overlays: string, downloads: string) =>
      `${maps}, ${overlays} and ${downloads}: find them, look at them, and use them in any map program.`,
    lede: 'Choose a map.',
    ledeText: 'It is drawn here. Until then, no map server is contacted.',
    ledeWithout:
      'Maps are drawn, and lists searched and filtered, by scripts, and this browser runs none. You can read everything all the same.',
    map: 'Map',
    empty: 'Nothing is in this catalog yet.',
    emptyText: 'The first record is a small file, which the page “Add a map” writes for you.',
    noMaps: 'There is no map yet.',
    noMapsText: 'A map is a small file, which the page “Add a map” writes for you.',
    zoom: (min: number, max: number) => (min === max ? `zoom ${min}` : `zoom ${min}–${max}`),
    inactive: 'off by default',
    unset: 'needs a token',
    http: 'not encrypted',
    language: 'in your language',
    broken: 'broken',
    show: 'Show',
    explore: 'Choose a place',
    showThis: (id: string) => `Show ${id}`,
    compare: 'Compare',
    compareThis: (id: string) => `Compare with ${id}`,
    below: (many: number) => `${number(many)} below`,
    belowThis: (name: string) => `Below ${name}`,
    documents: 'As JSON, for programs',
    allLists: 'All lists',
  },
  /** What maps show, and where. */
  maps: {
    kinds: {
      street: 'Street map',
      topographic: 'Topographic map',
      outdoor: 'Hiking map',
      cycling: 'Cycling map',
      winter: 'Winter sports map',
      nautical: 'Sea chart',
      aviation: 'Aviation map',
      aerial: 'Aerial photos',
      relief: 'Relief',
      historic: 'Historic map',
      transport: 'Railways and public transport',
      labels: 'Names of places',
      other: 'Other map',
    },
    /** Other words that people search for. */
    words: {
      street: 'roads city general',
      topographic: 'topo contours',
      outdoor: 'outdoor walking trails',
      cycling: 'bicycle bike mtb',
      winter: 'ski snow pistes',
      nautical: 'nautical marine sailing boats',
      aviation: 'flying airspace',
      aerial: 'satellite imagery orthophoto ortho',
      relief: 'hillshade shading terrain elevation',
      historic: 'history old',
      transport: 'train bus tram',
      labels: 'labels',
      other: '',
    },
    world: 'whole world',
    by: (provider: string) => `by ${provider}`,
    terms: 'Terms of use',
    licence: 'Own licence',
    /** What people search for who look for maps with an open licence that need no token. */
    freeWords: 'free to use open data',
  },
  /** Of the search on the first page. */
  search: {
    label: 'Search maps and downloads',
    placeholder: 'Place, kind of map or name',
    hint: 'Press / to search, arrow keys to walk, Enter to show',
    kinds: 'What to list',
    all: 'Everything',
    filters: 'Filters',
    filtersOn: (many: number) => `Filters (${number(many)})`,
    flags: {
      free: 'Free to use (open licence, without a token)',
      active: 'On by default',
      https: 'Encrypted (https)',
      http: 'Not encrypted (http)',
      'no-token': 'Without a token',
      token: 'With a token',
      language: 'In your language',
      changed: 'Changed in the last 30 days',
      broken: 'Broken',
    },
    shows: 'Kind of map',
    country: 'Country (no world maps)',
    any: 'any',
    zoom: 'Has zoom level',
    clear: 'Clear all',
    count: (shown: number, all: number) =>
      shown === all ? `${number(all)} in this catalog` : `${number(shown)} of ${number(all)} match`,
    place: (name: string) => `place: ${name}`,
    position: (north: number, east: number) => `${latitude(north)}, ${longitude(east)}`,
    here: 'Maps here',
    hereHint: 'Lists what covers the middle of the view. A click on the map lists what covers that place.',
    covering: (many: number) => `and ${number(many)} more`,
    none: 'Nothing matches.',
    noneText: 'Fewer words or filters find more.',
    noneAdd: 'Add a map that is missing',
    back: 'Back to your search',
  },
  /** Of the page of a tile server. */
  server: {
    describe: (id: string, kind: string, zoom: string, credit: string) =>
      `${id}: ${kind}, ${zoom}, ${credit}. Look at it and use it in your map program.`,
    kinds: { mapserver: 'Map', overlayserver: 'Overlay' },
    lede: 'Preview',
    ledeText: (hosts: string) => `Nothing is loaded from ${hosts} until you show the map.`,
    ledeWithout: 'Maps are drawn by a script, and this browser runs none.',
    ledeUnset: 'It needs your own access token.',
    ledeUnsetText:
      'Its server answers only those who have one. It is kept in this browser only until you empty the field, and sent to no server but that of this map.',
    ownToken: (name: string) => `Access token ${name}`,
    signUp: (provider: string) => `Get a token from ${provider}`,
    keepToken: 'Show the map with it',
    show: 'Show the map',
    facts: 'Facts',
    zoom: 'Zoom levels',
    zoomRange: (min: number, max: number) => (min === max ? `${min}` : `${min} to ${max}`),
    hosts: 'Servers',
    pattern: 'Address of a tile',
    copyright: 'Copyright',
    name: 'Description',
    id: 'Name',
    shows: 'Kind',
    area: 'Area',
    shown: 'Time',
    languages: 'Languages',
    provider: 'Provider',
    licence: 'May be used',
    terms: 'Terms of use',
    privacy: 'Privacy policy',
    forbids: 'Not allowed',
    forbidden: {
      'bulk-download': 'downloading many tiles at once',
      'offline-copies': 'keeping tiles to use them offline',
      'other-referer': 'use on sites and in programs that the provider has not registered',
    },
    attribution: 'To be credited',
    notStated: 'Not stated',
    unstated: {
      kind: 'kind',
      area: 'area',
      provider: 'provider',
      licence: 'licence',
      terms: 'terms of use',
      privacy: 'privacy policy',
      forbids: 'what is not allowed',
    },
    /** What a map shows is of this time; each end is a year, a month or a day. */
    since: (first: string) => `since ${first}`,
    until: (last: string) => `until ${last}`,
    period: (first: string, last: string) => `${first} to ${last}`,
    token: 'Access token',
    tokenNone: 'not needed',
    tokenSet: 'needed, and already part of the address',
    tokenUnset: (names: string) =>
      `needed, and not part of this catalog: ${names}. Ask the provider for one of your own, and write it in place of ACCESS_TOKEN.`,
    active: 'On by default',
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
  },
  /** Of the page about the catalog. */
  about: {
    title: 'About',
    describe: (title: string) => `What ${title} is, how map programs use it, and how to contribute.`,
    what: (title: string) =>
      `${title} is a catalog of maps that are drawn from tiles, of overlays for them, and of data that map programs download. It is a folder of small text files; anyone can add a missing map.`,
    use: 'Use it',
    useText: 'Each map has a page of its own, with what your map program needs to show it.',
    interfaceText:
      'Everything is published as plain JSON and XML below one address, for programs. Documents have checksums and times of change, and any web page may read them.',
    addresses: {
      service: 'links to the five lists',
      mapservers: 'every map: servers, zoom levels, address of its tiles',
      overlayservers: 'every overlay, in the same shape',
      datasources: 'groups of files, each with sizes and checksums',
      categories: 'the tree that routes are filed under',
      editions: 'which data sources a product uses',
      openapi: 'the description of the interface (OpenAPI 3.1)',
      all: 'the whole catalog in one download',
      manifest: 'size, SHA-256 and time of everything',
      changes: 'what changed, as a feed',
    },
    answer: 'Answer',
    routeconverter: 'RouteConverter reads this interface itself. Start it with the address of the catalog:',
    contribute: 'Contribute',
    contributeText:
      'Each record has “Edit” on its page, which opens its file in the repository, and “Report a problem”. A change is checked, previewed and published once it is merged.',
    repository: 'Open the repository',
    sources: 'Sources',
    sourcesText:
      'The search knows the names of countries from the Unicode CLDR, and cities from GeoNames (CC BY 4.0). The outline of the world is from Natural Earth.',
    privacy: 'Privacy',
    privacyHome: (map: string) => `The first page draws the map ${map}, whose tiles come from its server.`,
    privacyText:
      'This site does not count visits, sets no cookies and loads nothing from other sites. Only when you show a map are its tiles requested, from the server of that map; the request names this site, as many map servers require. Your own access tokens and the program that you chose last are kept in your browser only.',
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
    kinds: { maps: 'Map', themes: 'Theme' },
    actions: {
      Copy: 'Each file can be used as it is.',
      Extract: 'Each file is an archive. Unpack it with the folders inside it.',
      Flatten: 'Each file is an archive. Unpack it into one folder, without the folders inside it.',
    },
    describe: (name: string, files: string) => `${name}: ${files} to download for map programs.`,
    nothing: 'No files are listed yet.',
    facts: {
      contents: 'Contents',
      total: 'Total size',
      /** If the size of only some files is known. */
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
      hint: 'Part of a name, or a place: 46.9, 7.4',
      columns: { path: 'Name', size: 'Size', day: 'Date', versions: 'Versions', parts: 'Inside' },
      found: (many: number) => count(many, 'file', 'files'),
      cover: (many: number, north: number, east: number) =>
        `${count(many, 'file covers', 'files cover')} ${latitude(north)}, ${longitude(east)}`,
      none: 'No file has such a name. A place is written as latitude and longitude: 46.9, 7.4',
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
      install: 'Install on a phone, in a program for Mapsforge maps such as c:geo or Cruiser',
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
      purpose: 'The downloads that one map program offers.',
      datasources: 'Its downloads',
      none: 'It offers no downloads.',
      describe: (name: string, many: number) =>
        `${name}: a collection of ${count(many, 'data source', 'data sources')}.`,
    },
  },
  record: {
    edit: 'Edit',
    report: 'Report a problem',
    /** Of an issue about a file. */
    reportTitle: (path: string) => `Problem with ${path}`,
    /** The beginning of an issue; people write below it. */
    reportBody: (path: string, page: string) => `File: ${path}\nPage: ${page}\n\nWhat is wrong:\n\n`,
  },
  map: {
    name: 'Map',
    keys: 'Arrow keys move the map, + and − change the zoom.',
    twoFingers: 'Two fingers move the map.',
    wheel: 'To zoom, hold Ctrl or ⌘ while you scroll, or click the map first.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoom: (level: number) => `Zoom ${level}`,
    zoomRange: (min: number, max: number) => (min === max ? `zoom ${min}` : `zoom ${min} to ${max}`),
    layers: 'On the map',
    roles: { base: 'Map', with: 'Compared', over: 'Overlay' },
    remove: (name: string) => `Remove ${name} from the map`,
    opacity: (name: string) => `Opacity of ${name}`,
    divide: (left: string, right: string) => `Divide between ${left} and ${right}`,
    visit: 'Go to its area',
    add: 'Add a map…',
    compare: 'Compare with',
    full: 'Four maps at once are the most. Remove one of them first.',
    leftOut: (names: readonly string[]) => `Four maps at once are the most. Not shown: ${names.join(', ')}.`,
    whole: 'Full screen',
    position: 'Show my position',
    locating: 'Looking for your position…',
    noPosition: 'Your position is not known: the browser does not tell it, or you have not allowed it.',
    goTo: (zoom: number) => `Go to zoom ${zoom}`,
    beginsAt: (zoom: number) => `Its tiles begin at zoom ${zoom}.`,
    endsAt: (zoom: number) => `Its tiles end at zoom ${zoom}.`,
    failed: (failed: number, total: number) => `${number(failed)} of ${count(total, 'tile', 'tiles')} failed:`,
    late: (late: number, total: number, seconds: number) =>
      `${number(late)} of ${count(total, 'tile', 'tiles')} not answered after ${number(seconds)} seconds.`,
    status: (status: number) => `the server answers ${status}.`,
    noPicture: (status: number) => `the server answers ${status}, but with no picture that a browser can show.`,
    unknownStatus: 'the server does not let pages know why.',
    offline: 'this browser has no connection.',
    openTile: 'Open such a tile',
    retry: 'Try again',
    notLoaded: 'The map could not be loaded. Reload the page: this site may have changed since you opened it.',
    insecure:
      'Its tiles come by http, which browsers do not load into a page that came by https, so it is not shown. Map programs can use it.',
    noToken: (names: readonly string[]) =>
      `It needs an access token (${names.join(', ')}), which this site does not have, so it is not shown.`,
    ownToken: 'Use your own',
    unknown: (name: string) => `This page has no map “${name}”, which the address names.`,
    nonsense: (part: string) => `“${part}” in the address means nothing here.`,
  },
  /** Of the dialog that shares a view of the map. */
  share: {
    button: 'Share',
    title: 'Share this view',
    what: 'What to share',
    link: 'Link',
    targets: { page: 'This page', osmand: 'OsmAnd', josm: 'JOSM', id: 'iD', locus: 'Locus Map' },
    hints: {
      page: 'The link shows these maps at this place.',
      osmand: 'On a phone with OsmAnd, the link or the code opens it with this map filled in.',
      josm: 'The link adds this map to JOSM, if JOSM runs on this computer with remote control.',
      locus: 'On a phone with Locus Map, the link or the code adds all maps of this catalog that need no token.',
      id: 'The link opens the editor of OpenStreetMap at this place, with this map as the background.',
    },
    code: 'QR code of the link',
    copy: 'Copy the link',
    copied: 'Copied.',
    notCopied: 'It cannot be copied here. It is selected: copy it by keyboard.',
    open: 'Open',
    close: 'Close',
  },
  programs: {
    title: 'Use it in another program',
    overviewTitle: 'Map programs',
    overview: (maps: string, overlays: string) =>
      `${maps} and ${overlays}, in the form that each program reads. Each form has what its program understands; maps that it cannot express are left out and counted.`,
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
        'This file has many maps. Put it into the folder oruxmaps/mapfiles on the phone, where it replaces the one of the same name.',
      locus: 'This file has many maps. Put it into the folder mapsOnline/custom of Locus.',
    },
    copy: 'Copy',
    copyOf: (program: string) => `Copy for ${program}`,
    copied: 'Copied',
    notCopied: 'It cannot be copied here: select it and copy it by hand',
    open: 'Open in OsmAnd',
    file: (name: string) => `File ${name}`,
    notFor: (programs: string, reason: string) => `Not for ${programs}: ${reason}.`,
    reasons: {
      token: 'its access token is not set, and its server refuses requests without one',
      language: 'its labels follow the language of the viewer, which this form cannot express',
      zoom: 'its zoom levels begin where those of the program end',
      overlay: 'it would show an overlay without a map below it',
      inactive: 'files with many maps leave out those that are off by default',
    },
    counted: {
      token: (many: number) => `${number(many)} without an access token`,
      language: (many: number) => `${number(many)} with labels in the viewer’s language`,
      zoom: (many: number) => `${number(many)} beyond the zoom levels of the program`,
      overlay: (many: number) => count(many, 'overlay', 'overlays'),
      inactive: (many: number) => `${number(many)} off by default`,
    },
    carried: (carried: number, leftOut: string) =>
      `${count(carried, 'map', 'maps')}${leftOut === '' ? '' : `; left out: ${leftOut}`}`,
    each: 'On the page of each map',
    boxes: 'The boxes of the files of a data source are GeoJSON:',
  },
  /** Of the page that adds a map. */
  addPage: {
    describe: (title: string) =>
      `Add a map or an overlay to ${title}: from the address of its tiles to the finished file.`,
    lede: 'Paste the address of its tiles as another program writes it. You see the map and what is wrong as you type, and propose the finished file at the end. Nothing is stored here.',
    withoutScript:
      'This form needs JavaScript. Without it, write the file yourself, in the browser and in five minutes:',
    kind: 'What it is',
    kinds: { mapserver: 'A map', overlayserver: 'An overlay, drawn over a map' },
    hints: {
      url: 'As in Leaflet, QGIS, JOSM, OsmAnd and the like; {z}, {x} and {y} are the numbers of a tile.',
      id: 'What people pick in their map program.',
      name: 'A longer name, for example with the style of the map.',
      'min-zoom': 'Usually 0.',
      'max-zoom': 'The last one with tiles.',
      copyright: 'Who is credited on the map, without ©.',
      shows: 'What the map shows most of all. Leave it empty if you are not sure.',
      covers:
        'The countries that it covers, by names or codes, such as Switzerland, LI; or: world. Empty means unknown.',
      provider: 'Who runs the server, if the catalog has it.',
      subdomains: 'With commas between them. Usually a, b, c.',
      hosts: 'Only if the address contains #{host}.',
      file: 'Usually made from the label: lower-case letters, digits, hyphens.',
    },
    more: 'More: subdomains, hosts, name of the file',
    preview: 'Your map appears here as soon as its address is complete.',
    file: 'The file',
    propose: 'Propose it',
    paste: 'The link opens the repository. Make a file of this name there, and paste the content.',
    after:
      'The repository asks you to log in and turns the file into a proposal. It is checked automatically, and then reviewed by a maintainer.',
  },
  /** Of the script of that page. */
  add: {
    labels: {
      url: 'Address of a tile',
      id: 'Label',
      name: 'Description',
      'min-zoom': 'Lowest zoom',
      'max-zoom': 'Highest zoom',
      copyright: 'Copyright',
      shows: 'Kind',
      covers: 'Countries',
      provider: 'Provider',
      subdomains: 'Values of {s}',
      hosts: 'Values of #{host}',
      file: 'Name of the file',
    },
    shown: (host: string) => `Tiles come from ${host}.`,
    needsKey: (names: string) =>
      `It cannot be shown here: its address needs an access key (${names}), which is never written into the catalog.`,
    problem: 'Error:',
    warning: 'Please check:',
    note: 'Note:',
    /** The name of the map follows. */
    exists: 'The catalog already has this map:',
    unknownTerms: (label: string, nearest: string | null) =>
      `RouteConverter, the desktop program that reads catalogs like this, knows no terms of use for “${label}” and says so beside this map. Nothing has to be changed${nearest === null ? '' : `; if the terms are those of “${nearest}”, write that`}.`,
    missing: (names: readonly string[]) => `Still missing: ${names.join(', ')}.`,
    toCorrect: 'The file appears here once what is marked above is corrected.',
    complete: 'The file is complete.',
    problemCount: (many: number) => count(many, 'problem', 'problems'),
    copyByKey: 'Selected: copy it by keyboard',
  },
  /** Of pages under cartalog serve. */
  live: {
    /** Of the bar with all of it. */
    label: 'State of the catalog',
    newer: 'The catalog has changed. Loading the new version empties this form.',
    load: 'Load it',
    errors: (many: number) => `${count(many, 'error', 'errors')} in the catalog; what you see is the last good site.`,
    warnings: (many: number) => `${count(many, 'warning', 'warnings')} about this record`,
    more: (many: number) => `and ${number(many)} more, in the terminal`,
  },
};

/** The texts of one language. */
export type PageTexts = typeof EN;
