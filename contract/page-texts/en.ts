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
};
