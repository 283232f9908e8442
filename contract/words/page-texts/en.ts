/** The English texts of the pages and their scripts. */
import type { Language } from '../../base/languages.ts';
import type { QuotaPeriod } from '../../generated/catalog.types.ts';
import { measuresIn } from './measures.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'June', 'July', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const PERIODS: Readonly<Record<QuotaPeriod, string>> = {
  minute: 'a minute',
  hour: 'an hour',
  day: 'a day',
  month: 'a month',
  year: 'a year',
};

const { number, count, monthName, latitude, longitude, size, month } = measuresIn('en', MONTHS, ['N', 'S', 'E', 'W']);

/** The English texts. Another language has an object of the same shape. */
export const EN = {
  /** The name of the language, in itself. */
  language: 'English',
  code: 'en' as Language,
  number,
  skipToContent: 'Skip to the content',
  skipToSearch: 'Skip to the search',
  nav: {
    label: 'Pages',
    interface: 'The interface',
    maps: 'Maps',
    add: 'Add a map',
    /** In the navigation, which has little room. */
    addShort: 'Add a map',
    about: 'About',
    changes: 'Changes',
    source: 'Repository',
  },
  lists: {
    mapservers: 'Maps',
    overlayservers: 'Overlays',
    maps: 'Maps of other types',
    datasources: 'Downloads',
    categories: 'Categories of routes',
    editions: 'Collections',
  },
  counts: {
    mapservers: (many: number) => count(many, 'map', 'maps'),
    overlayservers: (many: number) => count(many, 'overlay', 'overlays'),
    datasources: (many: number) => count(many, 'download', 'downloads'),
  },
  /** Of the first page. */
  index: {
    describe: (maps: string, overlays: string, downloads: string) =>
      `${maps}, ${overlays} and ${downloads}: find them, look at them, and use them in any map program.`,
    lede: 'Where to?',
    ledeText: 'No map server is contacted before you choose a map.',
    ledeWithout:
      'Maps are drawn, and lists searched and filtered, by scripts, and this browser runs none. You can read everything all the same.',
    map: 'Map',
    noMaps: 'There is no map yet.',
    noMapsText: 'A map is a small file, which the page “Add a map” writes for you.',
    zoom: (min: number, max: number) => (min === max ? `zoom ${min}` : `zoom ${min}–${max}`),
    inactive: 'off by default',
    unset: 'needs a key',
    noToken: 'no\u00a0key',
    http: 'not encrypted',
    language: 'in your language',
    show: 'Show',
    explore: 'Choose a place on the map',
    /** Of the field in place of the map. */
    where: 'Place to go to',
    whereHint: 'Bern, Norway, 46.95 7.45',
    go: 'Go',
    unknownPlace: (name: string) => `No place “${name}” is known here. The list has what matches.`,
    wishes: {
      outdoor: 'Hiking',
      aerial: 'Aerial',
      cycling: 'Cycling',
      nautical: 'Nautical',
      datasource: 'Offline',
    },
    showThis: (id: string) => `Show ${id}`,
    hide: 'Hide',
    hideThis: (id: string) => `Hide ${id}`,
    compare: 'Compare',
    compareThis: (id: string) => `Compare with ${id}`,
    below: (many: number) => `${number(many)} below`,
    belowThis: (name: string) => `Below ${name}`,
    documents: 'As JSON, for programs',
    allLists: 'All lists',
    further: (list: string) => `${list}, further pages`,
  },
  /** What maps show, and where. */
  maps: {
    world: 'whole world',
    by: (provider: string) => `by ${provider}`,
    terms: 'Terms of use',
    licence: 'Own licence',
    /** What people search for who look for maps with an open licence that need no key. */
    freeWords: 'free to use open data',
  },
  /** Of the search on the first page. */
  search: {
    label: 'Search maps and downloads',
    placeholder: 'Place, kind of map or name',
    hint: 'Press / to search, arrow keys to walk, Enter to go to the first result',
    kinds: 'What to list',
    all: 'All',
    filters: 'Filters',
    filtersOn: (many: number) => `Filters (${number(many)})`,
    flags: {
      free: 'Free to use (open licence, no key)',
      active: 'On by default',
      https: 'encrypted (https)',
      http: 'not encrypted (http)',
      'no-token': 'not needed',
      token: 'needed',
      language: 'In your language',
      cors: 'For web pages (https, CORS)',
      fresh: 'Updated every month or more often',
      changed: 'Changed in the last 30 days',
      works: 'works today',
      broken: 'broken',
    },
    opposites: { key: 'Key', connection: 'Connection', state: 'State' },
    shows: 'Kind of map',
    country: 'Country (no world maps)',
    any: 'any',
    zoom: 'Has zoom level',
    others: 'Only',
    clear: 'Clear all',
    done: 'Done',
    showFound: (found: number) => (found === 0 ? 'Nothing matches' : `Show ${count(found, 'result', 'results')}`),
    withEditions: (editions: number) => `with ${count(editions, 'edition', 'editions')}`,
    count: (shown: number, all: number) =>
      shown === all ? `${number(all)} in this catalog` : `${number(shown)} of ${number(all)} match`,
    place: (name: string) => `place: ${name}`,
    position: (north: number, east: number) => `${latitude(north)}, ${longitude(east)}`,
    here: 'Maps here',
    hereHint: 'Lists what covers the middle of the view. A click on the map lists what covers that place.',
    wordsHere: (words: string) => `Search again here: ${words}`,
    wordsHereHint: (words: string) =>
      `Lists what matches ${words} and covers the middle of the view. A click on the map does it for that place.`,
    covering: (many: number) => `and ${number(many)} more`,
    loading: 'Loading places…',
    placesFailed: 'The list of places could not be loaded. Only names and kinds of maps are searched.',
    quote: (word: string) => `‘${word}’`,
    corrected: (typed: string, searched: string) => `Searched for ${searched} instead of ${typed}.`,
    without: (words: string) => `Without ${words}, which we do not know:`,
    unknown: (words: string) => `We do not know ${words}.`,
    lacking: (words: string) => `Nothing has all of these words. Without ${words}:`,
    didYouMean: 'Did you mean',
    point: 'Point at it on the map',
    none: 'Nothing matches.',
    noneText: 'Fewer words or filters find more.',
    noneAdd: 'Add a map that is missing',
    back: 'Back to your search',
  },
  /** Of the page of a map. */
  mapPage: {
    describe: (id: string, kind: string, zoom: string, credit: string) =>
      `${id}: ${kind}, ${zoom}, ${credit}. Look at it and use it in your map program.`,
    kinds: { mapserver: 'Map', overlayserver: 'Overlay' },
    lede: 'Preview',
    ledeText: (hosts: string) => `Nothing is loaded from ${hosts} until you show the map.`,
    ledeWithout: 'Maps are drawn by a script, and this browser runs none.',
    picture: (id: string) => `A piece of ${id}`,
    ledeUnset: 'It needs a key of your own.',
    ledeUnsetText:
      'Its server answers only those who have one. Your key is kept in this browser until you empty the field, and sent to no server but that of this map.',
    ownToken: (provider: string) => `Your key for ${provider}`,
    signUp: (provider: string) => `Get a key from ${provider}`,
    keepToken: 'Show the map with it',
    show: 'Show the map',
    facts: 'Facts',
    name: 'Description',
    shown: 'Time',
    forbids: 'Not allowed',
    forbidden: {
      'bulk-download': 'downloading many tiles at once',
      'offline-copies': 'keeping tiles to use them offline',
      'other-referer': 'use on sites and in programs that the provider has not registered',
    },
    alternatives: 'What to take instead',
    alternativeToken: 'needs a key',
    instead: 'Instead',
    needs: 'Requests need',
    neededHeaders: {
      referer: 'the address of the page or program that shows the map (Referer)',
      'user-agent': 'the name of the program (User-Agent)',
    },
    quota: 'Free of charge',
    quotaOf: (tiles: number, per: QuotaPeriod) => `${number(tiles)} tiles ${PERIODS[per]}`,
    noEnd: 'none announced',
    updates: 'Updated',
    updateRates: {
      minutely: 'within minutes',
      daily: 'every day',
      weekly: 'every week',
      monthly: 'every month',
      yearly: 'every year',
      rarely: 'rarely',
    } as Readonly<Record<string, string>>,
    shownYear: (year: string) => `no more: it shows ${year}`,
    attribution: 'To be credited',
    /** In place of one fact. */
    unstated: 'not stated',
    /** What a map shows is of this time; each end is a year, a month or a day. */
    since: (first: string) => `since ${first}`,
    until: (last: string) => `until ${last}`,
    period: (first: string, last: string) => `${first} to ${last}`,
    off: 'Off by default',
    changed: 'Last changed',
  },
  /** How a map works. */
  status: {
    title: 'Status',
    /** Of the line under the title. */
    now: {
      works: 'Works',
      notice: 'Shows a notice',
      blank: 'Empty',
      refused: 'Refuses requests',
      dead: 'Broken',
      unsure: 'Not certain whether it works',
    },
    today: 'Works today',
    never: 'Not checked yet',
    /** Of every map of a catalog that nobody observes. */
    unobserved: 'this copy of the site has no observations',
    worked: (day: string) => `Worked on ${day}`,
    notSince: (day: string) => `Not observed since ${day}`,
    share: (percent: number, looked: number) => `${number(percent)}\u00a0% of ${count(looked, 'day', 'days')}`,
    commercial: { allowed: 'commercial use allowed', forbidden: 'no commercial use' },
    key: { none: 'no key', own: 'needs a key', included: 'key included' },
    since: (day: string) => `Since ${day}.`,
    lastGood: (day: string) => `It last worked on ${day}.`,
    tiles: 'Tiles',
    /** Of the deepest zooms that were found. */
    seen: 'Tiles found up to',
    deepest: (zooms: string, maxZoom: number, day: string) =>
      `Up to ${zooms} (record: ${maxZoom}), seen in three places, last on ${day}.`,
    web: 'In web pages',
    webUse: { all: 'yes (CORS)', pictures: 'with Leaflet, not with MapLibre (no CORS)' },
    cors: (day: string) => `Scripts may read its tiles (CORS). Since ${day}.`,
    noCors: (day: string) =>
      `As pictures only: its server lets no script read them (no CORS). Leaflet shows them, MapLibre does not. Since ${day}.`,
    old: (day: string) => `Not known since ${day}: nobody has looked. Until then:`,
    days: (good: number, looked: number, last: string) =>
      `Worked on ${number(good)} of ${count(looked, 'checked day', 'checked days')}, last checked on ${last}`,
  },
  /** Of the page about the catalog. */
  about: {
    title: 'About',
    describe: (title: string) => `What ${title} is for, how to use it, and how to contribute.`,
    what: (title: string) =>
      `${title} helps you find a map for a place and a purpose, says on what terms it may be used, and brings it into your map program: maps of the web, overlays for them, and maps and data to download for use without a connection.`,
    whom: 'Whom it serves',
    readers: [
      'People who walk, cycle, sail or travel and want a good map in the program on their phone or computer.',
      'People who build a web page or a program and need a map that works, with its licence, its limits and what to take instead.',
      'Programs that want a list of maps that is kept up to date and checked by machine.',
    ] as readonly string[],
    use: 'How to use it',
    steps: (isObserved: boolean): readonly string[] => [
      'Type a place, a kind of map or a name, or point at the map.',
      `Look at the map, compare it with others, and read under its title ${isObserved ? 'whether it works and ' : ''}what it demands.`,
      'On its page, copy its address or file for your program. A download has its files there.',
    ],
    find: 'Find a map',
    interfaceText:
      'Everything is published as plain JSON and XML below one address, for programs. Documents have checksums and times of change, and any web page may read them.',
    addresses: {
      service: 'links to the five lists',
      mapservers: 'every map: servers, zoom levels, address of its tiles',
      overlayservers: 'every overlay, in the same shape',
      datasources: 'groups of files, with the sizes and checksums that are known',
      categories: 'the tree that routes are filed under',
      editions: 'which data sources a product uses',
      openapi: 'the description of the interface (OpenAPI 3.1)',
      all: 'the whole catalog in one download',
      manifest: 'size, SHA-256 and time of everything',
      changes: 'what changed, as a feed',
      maps: 'every map with its area and provider, as GeoJSON',
      status: 'which maps work, for the last 30 days',
    },
    answer: 'Answer',
    routeconverter: 'RouteConverter reads this interface itself. Start it with the address of the catalog:',
    contribute: 'Contribute',
    contributeText:
      'Anyone can add a missing map: the catalog is a folder of small text files. Each record has “Edit” on its page, which opens its file in the repository, and “Report a problem”. A change is checked, previewed and published once it is merged.',
    repository: 'Open the repository',
    sources: 'Sources',
    sourcesText:
      'The search knows the names of countries from the Unicode CLDR, and cities from GeoNames (CC BY 4.0). The outline of the world is from Natural Earth.',
    privacy: 'Privacy',
    privacyHome: (map: string) => `The first page draws the map ${map}, whose tiles come from its server.`,
    privacyText:
      'This site does not count visits, sets no cookies and loads nothing from other sites. Only when you show a map are its tiles requested, from the server of that map; the request names this site, as many map servers require. Your own keys and the program that you chose last are kept in your browser only.',
  },
  notFound: {
    title: 'Not found',
    text: 'Nothing is published at this address.',
    removed: (id: string) => `${id} was removed from the catalog`,
    search: 'Search for another map',
    back: 'To the catalog',
  },
  /** Of the pages of data sources, categories and editions. */
  data: {
    /** A day, from `2026-09-19`. */
    date: (iso: string) => `${Number(iso.slice(8))} ${monthName(iso)} ${Number(iso.slice(0, 4))}`,
    month,
    size,
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
    readBy: (programs: string) => `for ${programs}`,
    facts: {
      total: 'Total size',
      /** If the size of only some files is known. */
      totalOf: (size: string, known: number) => `${size} (known of ${number(known)})`,
      changed: 'Last changed',
      editions: 'Used by',
      formats: 'For programs',
    },
    formats: { json: 'JSON', boxes: 'Boxes as GeoJSON' },
    list: {
      title: 'Files',
      find: 'Find files',
      hint: 'Part of a name, or a place: Oslo, Alps, 46.9 7.4',
      columns: { path: 'Name', size: 'Size', day: 'Date', versions: 'Versions', parts: 'Inside' },
      found: (many: number) => count(many, 'file', 'files'),
      cover: (many: number, north: number, east: number) =>
        `${count(many, 'file covers', 'files cover')} ${latitude(north)}, ${longitude(east)}`,
      ofPlace: (many: number, place: string) => `${count(many, 'file', 'files')} of ${place}`,
      /** Of a file that has another name than the place that was typed. */
      also: (place: string, isWhole: boolean) => `also covers ${place}${isWhole ? '' : ', or a part of it'}`,
      none: 'No file has such a name, or covers a place of this name. A position is written like 46.9, 7.4',
      first: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)} files.`,
      all: 'All of them, as JSON',
      failed: 'The whole list could not be loaded. These are the first files of it.',
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
      describe: (name: string, many: number) => `${name}: a collection of ${count(many, 'download', 'downloads')}.`,
    },
  },
  /** Of the page of changes. */
  changes: {
    title: 'Changes',
    describe: (title: string) => `What came, changed and went in ${title}, by day.`,
    lede: 'What came, changed and went, newest first.',
    feeds: 'As a feed:',
    unknown: 'The history of the catalog is not known here.',
    older: 'All of the history is in the repository:',
    filter: 'Show',
    all: 'everything',
    words: { added: 'New', changed: 'Changed', removed: 'Removed' },
    /** Of records by their role and number, or of the catalog. */
    changedOf: (what: string) => `${what} changed`,
    removedOf: (what: string) => `${what} removed`,
    /** What happened to one record or more. */
    news: {
      key: (many: number) => `now ${many === 1 ? 'needs' : 'need'} a key`,
      off: (many: number) => `${many === 1 ? 'is' : 'are'} off by default now`,
      on: (many: number) => `${many === 1 ? 'is' : 'are'} on by default again`,
      address: (many: number) => `${many === 1 ? 'has' : 'have'} another address`,
      terms: (many: number) => `${many === 1 ? 'has' : 'have'} other terms`,
      details: (many: number) => `${many === 1 ? 'has' : 'have'} new details`,
    },
    commit: 'In the repository',
    off: 'switched off',
    on: 'switched on again',
    came: 'added:',
    went: 'removed:',
    catalog: 'Catalog',
    newCatalog: 'New catalog',
    catalogDetails: 'Details of the catalog added',
    /** Kinds of files without pages, in the filter. */
    others: { provider: 'Providers', area: 'Areas', site: 'The catalog itself' },
    entries: {
      added: (many: number) => count(many, 'new file', 'new files'),
      changed: (many: number) => `${count(many, 'file', 'files')} changed`,
      removed: (many: number) => `${count(many, 'file', 'files')} removed`,
    },
    more: (many: number) => `and ${number(many)} more`,
    since: (many: number, date: string) =>
      many === 0
        ? `Nothing has changed since your last visit on ${date}.`
        : `${count(many, 'change', 'changes')} since your last visit on ${date}.`,
    seen: 'Before your last visit',
    ofFile: 'All changes of its file',
  },
  record: {
    edit: 'Edit',
    report: 'Report a problem',
    /** Of an issue about a file. */
    reportTitle: (path: string) => `Problem with ${path}`,
    /** The beginning of an issue; people write below it. */
    reportBody: (path: string, page: string, status: string) =>
      `File: ${path}\nPage: ${page}\n${status}\nWhat is wrong:\n\n`,
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
    leftOut: (names: string) => `Four maps at once are the most. Not shown: ${names}.`,
    whole: 'Full screen',
    position: 'Show my position',
    locating: 'Looking for your position…',
    noPosition: 'Your position is not known: the browser does not tell it, or you have not allowed it.',
    goTo: (zoom: number) => `Go to zoom ${zoom}`,
    beginsAt: (zoom: number) => `Its tiles begin at zoom ${zoom}.`,
    endsAt: (zoom: number) => `Its tiles end at zoom ${zoom}.`,
    failed: (failed: number, total: number) =>
      `${number(failed)} of ${count(total, 'tile', 'tiles')} could not be loaded.`,
    late: (late: number, total: number, seconds: number) =>
      `${number(late)} of ${count(total, 'tile', 'tiles')} not answered after ${number(seconds)} seconds.`,
    status: (status: number) => `The server answers ${status}.`,
    noPicture: (status: number) => `The server answers ${status}, but with no picture that a browser can show.`,
    unknownStatus: 'The reason cannot be seen here.',
    offline: 'This browser has no connection.',
    /** What of a map that is drawn from data could not be loaded or not yet, and why it looks plain. */
    failures: {
      style: 'Its style could not be loaded.',
      tiles: 'Some of its tiles, characters or symbols could not be loaded.',
      archive:
        'Its archive could not be read. Its server must answer requests for parts of it, and let web pages read it (CORS).',
      webgl: 'This browser cannot draw it: it has no WebGL.',
      frame: 'What draws it could not be loaded.',
      plain: 'It has no style of its own: what is in its tiles is drawn plainly.',
      unlisted: 'It has no style of its own, nor a list of what is in its tiles, so it cannot be drawn here.',
      loading: 'It is loading.',
    },
    projection:
      'Its service does not draw in Web Mercator (EPSG:3857), the projection of this map, so it is not shown.',
    openTile: 'Open a tile directly',
    retry: 'Try again',
    notLoaded: 'The map could not be loaded. Reload the page: this site may have changed since you opened it.',
    insecure:
      'Its tiles come by http, which browsers do not load into a page that came by https, so it is not shown. Map programs can use it.',
    noToken: 'It needs a key, which this site does not have, so it is not shown.',
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
    page: 'This page',
    pageHint: 'The link shows these maps at this place.',
    code: 'QR code of the link',
    copy: 'Copy the link',
    copied: 'Copied.',
    notCopied: 'It cannot be copied here. It is selected: copy it by keyboard.',
    open: 'Open',
    close: 'Close',
  },
  programs: {
    title: 'Use it',
    overviewTitle: 'Map programs',
    overview: (maps: string, overlays: string) =>
      `${maps} and ${overlays}, in the form that each program reads. Each form has what its program understands; maps that it cannot express are left out and counted.`,
    /** Of a map that needs a key: the content of a file in place of its address. */
    withKey: 'The content of the file, to save it. Your key belongs in place of YOUR_KEY.',
    copy: 'Copy',
    unencrypted: 'Its tiles come by http, which browsers do not load into pages that came by https.',
    copyOf: (program: string) => `Copy for ${program}`,
    copied: 'Copied',
    notCopied: 'It cannot be copied here: select it and copy it by hand',
    file: (name: string) => `File ${name}`,
    notFor: (programs: string, reason: string) => `Not for ${programs}: ${reason}.`,
    counted: {
      type: (many: number) => `${number(many)} of a type that it does not read`,
      part: (many: number) => `${number(many)} whose record lacks what it needs`,
      token: (many: number) => `${number(many)} that need a key`,
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
    /** Of the fields whose names are not those of records. */
    labels: {
      url: 'Address of a tile',
      name: 'Description',
      website: 'Website of the provider',
      subdomains: 'Values of {s}',
      hosts: 'Values of #{host}',
      file: 'Name of the file',
    },
    hints: {
      url: 'As in {programs} and the like; {z}, {x} and {y} are the numbers of a tile. Or that of {others} or {last}.',
      id: 'What people pick in their map program.',
      name: 'A longer name, for example with the style of the map.',
      'min-zoom': 'Usually 0.',
      'max-zoom': 'The last one with tiles.',
      copyright: 'Who is credited on the map, without ©.',
      shows: 'What the map shows most of all. Leave it empty if you are not sure.',
      covers:
        'The countries that it covers, by names or codes, such as Switzerland, LI; or: world. Empty means unknown.',
      provider: 'Who runs the server: one of the list, or the name of another one.',
      website: 'Of this provider, which the catalog does not have yet.',
      licence: 'Its short name, as in the list, or the address of its text; only if the provider states one.',
      terms: 'The page on which the provider says what is allowed.',
      layers: 'The names of the layers, the lowest first, with commas between them.',
      styles: 'The style of each layer; usually none.',
      format: 'As the service names it.',
      version: '1.1.1 or 1.3.0.',
      crs: 'What it draws in, as its capabilities name it. Most programs need EPSG:3857.',
      schema: 'shortbread, openmaptiles, protomaps or other; only if you know it.',
      subdomains: 'With commas between them. Usually a, b, c.',
      hosts: 'Only if the address contains #{host}.',
      file: 'Usually made from the label: lower-case letters, digits, hyphens.',
    },
    more: 'More: subdomains, hosts, name of the file',
    preview: 'Your map appears here as soon as its address is complete.',
    file: 'The file',
    providerFile: 'The provider is new: its file goes first, into the same proposal or one of its own.',
    propose: 'Propose it',
    paste: 'The link opens the repository. Make a file of this name there, and paste the content.',
    after:
      'The repository asks you to log in and turns the file into a proposal. It is checked automatically, and then reviewed by a maintainer.',
  },
  /** Of the script of that page. */
  add: {
    shown: (host: string) => `Tiles come from ${host}.`,
    needsKey: (names: string) =>
      `It cannot be shown here: its address needs an access key (${names}), which is never written into the catalog.`,
    recognized: (what: string) => `Recognized: ${what}.`,
    noFrame:
      'This catalog has no map of this type yet, so its pages cannot draw it. Its file can be proposed all the same.',
    problem: 'Error:',
    warning: 'Please check:',
    note: 'Note:',
    /** What was assumed of an address, in place of the words of the command line. */
    addressNotes: {} as Readonly<Record<string, string>>,
    /** The name of the map follows. */
    exists: 'The catalog already has this map:',
    noDescription: 'A map of this type has only a label, so this does not go into its file.',
    unknownTerms: (label: string, nearest: string) =>
      `Programs that look up terms of use by this label find none for “${label}”. If the terms are those of “${nearest}”, write that; otherwise, nothing has to be changed.`,
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
