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
  map: {
    name: 'Map',
    keys: 'Arrow keys move the map, + and − change the zoom.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoom: (level: number) => `Zoom ${level}`,
    zoomRange: (min: number, max: number) => (min === max ? `zoom ${min}` : `zoom ${min} to ${max}`),
    layers: 'On the map',
    roles: { base: 'Base map', with: 'Compared', over: 'Overlay' },
    remove: (name: string) => `Remove ${name} from the map`,
    opacity: (name: string) => `Opacity of ${name}`,
    divide: (left: string, right: string) => `Divide between ${left} and ${right}`,
    visit: 'Go to its area',
    goTo: (zoom: number) => `Go to zoom ${zoom}`,
    beginsAt: (zoom: number) => `Its tiles begin at zoom ${zoom}.`,
    endsAt: (zoom: number) => `Its tiles end at zoom ${zoom}.`,
    failed: (failed: number, total: number) => `${number(failed)} of ${count(total, 'tile', 'tiles')} failed:`,
    late: (late: number, total: number, seconds: number) =>
      `${number(late)} of ${count(total, 'tile', 'tiles')} not answered after ${number(seconds)} seconds.`,
    status: (status: number) => `the server answers ${status}.`,
    noPicture: (status: number) => `the server answers ${status}, but with no picture that a browser can show.`,
    unknownStatus: 'the server does not let pages know why.',
    openTile: 'Open such a tile',
    insecure:
      'Its tiles come by http. This page came by https, so browsers ask for them by https, or not at all; map programs can use it.',
    noToken: (names: readonly string[]) =>
      `It needs an access token (${names.join(', ')}), which this site does not have, so it is not shown.`,
    unknown: (name: string) => `This page has no map “${name}”, which the address names.`,
    nonsense: (part: string) => `“${part}” in the address means nothing here.`,
  },
};
