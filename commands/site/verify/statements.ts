import { ROUTES, type RouteName } from '../../../contract/interface/v1-routes.ts';
import { INDEX_ZOOM } from '../../../contract/interface/v2-files.ts';

/** Only static files, or with the edge handler. */
export type Layer = 'static' | 'edge';

/** A statement about one layer; a text is about both. */
interface LayerStatement {
  readonly says: string;
  readonly layer: Layer;
}

const edge = (says: string): LayerStatement => ({ says, layer: 'edge' });

const ENDPOINTS = Object.fromEntries(
  Object.entries(ROUTES).map(([route, { path }]) => [
    `get-${route}`,
    `GET ${path.replace(':id', '<id>')} answers 200, as application/json that follows its schema`,
  ]),
) as Record<`get-${RouteName}`, string>;

/** By section of `docs/interface.md`. Ids stay: users may name them. */
export const STATEMENTS = {
  Endpoints: {
    ...ENDPOINTS,
    page: 'The page at / is HTML and links to every list',
  },
  JSON: {
    'compact-json': 'Documents are compact JSON in UTF-8 with one newline at the end',
    'key-order': 'Keys are in the order of the tables of the interface',
    'data-sources-by-id': 'Ids of data sources and editions are unique and in code-point order',
  },
  Links: {
    'service-links': 'The service document links to the five lists',
    'absolute-links': 'Every link is an absolute URL that begins with the service URL and ends in a slash',
    'links-followed':
      'The link of every list item leads to the detail with the same id, which has this link as its url',
  },
  'Tile servers': {
    'tile-servers-by-id': 'Ids of tile servers are unique in their list and in code-point order',
    'zoom-range': 'maxZoom is never less than minZoom',
  },
  Placeholders: {
    placeholders:
      'Every urlPattern has #{host}, #{zoom}, #{tilex} and #{tiley}, and no other placeholder than #{language}',
  },
  'Data sources': {
    'checksum-order': 'Checksums are ordered by lastModified, oldest first',
    'paths-in-order': 'File paths are in code-point order',
    'safe-paths': 'Directories, paths and fragment keys stay inside their folder',
    'bounding-boxes': 'The northern edge of a bounding box is not south of its southern edge',
  },
  Categories: {
    'categories-by-number': 'Categories are listed by ascending number, each once',
    'category-tree': 'The parent of a category lists it among its categories',
  },
  Editions: {
    'edition-links': 'The data sources of an edition are published',
  },
  Formats: {
    'format-json': edge('format=json gives the same as no format'),
    'format-api': edge('format=api gives the same document, with links that end in ?format=api'),
    'format-api-links': edge('The links of format=api lead to the same resources'),
    'format-unknown': edge('Any other format answers 404 with a detail'),
    'other-parameters': 'Other query parameters change nothing',
    'accept-xml': edge('Without a format, an Accept that prefers XML gets the XML rendition'),
    'accept-other': 'Any other Accept gets JSON, also the Accept of browsers',
    'format-wins': edge('format takes precedence over Accept'),
  },
  XML: {
    'format-xml': edge(
      'format=xml gives the XML rendition, as application/xml in UTF-8, with Vary, and with another ETag than the JSON has',
    ),
    'xml-links': edge('Every href in the XML is absolute, ends in a slash and carries no query'),
    'xml-head': edge('HEAD of the XML answers as GET does, without the body'),
    'xml-source': edge('includeSource=true adds the upstream source of a data source that has one, and nothing else'),
    'xml-schemas': 'The XML Schemas of the documents are published',
  },
  'Plain files': {
    'description-link': 'The service document has a Link to the description of the interface',
    description: 'The description is OpenAPI 3.1, and has every path',
    'json-schemas': 'The JSON Schemas of the documents are published',
    'whole-catalog': 'The parts of the whole catalog together have every record',
    manifest: 'The manifest follows its schema, and lists files by path',
    'manifest-files': 'Files have the size and the SHA-256 that the manifest states',
    'manifest-renditions': edge('Other renditions of documents have the size and the SHA-256 that the manifest states'),
    changes: 'The changes are a JSON Feed, newest first',
    'changes-atom': 'The changes are an Atom feed with the same items, too',
    'files-any-origin': 'Any origin may read the plain files',
    'files-fresh': 'The manifest and the changes tell caches to revalidate before each use, and expose their ETag',
    'files-options': edge('OPTIONS on the plain files below /v1/ answers 200 with Allow and a description'),
    'files-read-only': edge('Other methods on the plain files below /v1/ answer 405 with Allow'),
    'root-files-read-only': 'POST, PUT, DELETE and PATCH on the manifest and the changes answer 405 with Allow',
    'page-read-only': 'POST, PUT, DELETE and PATCH on the page at / answer 405',
    'files-not-modified': edge('If-None-Match with the ETag of a plain file answers 304'),
  },
  Maps: {
    maps: 'The maps are GeoJSON with every tile server of both lists, and maps of other types',
    'map-documents': 'Each map has a document with its exact area, and what the list says of it',
    providers: 'The list of providers has every provider that a map names',
    'maps-here': `If the area of a map is known, each tile of zoom level ${INDEX_ZOOM} has a list of its maps and their types, with at most 30 kB`,
    'maps-of-world': 'A tile links to the maps that cover the world, unless it lists them itself',
    withdrawn: 'What is withdrawn is no longer listed, or listed as switched off',
    'map-status': 'The status of each map has the same verdict as the list of maps',
    'map-badges': 'Each status has a badge in the form that shields.io reads',
    hashes: 'The document below /v2/ of a data source follows its schema',
    'unknown-map': 'An unknown path below /v2/ answers 404, as JSON with a detail',
    'maps-any-origin': 'Any origin may read what is known of maps',
  },
  'Response headers': {
    allow: 'Allow names the methods: GET, HEAD, OPTIONS, and on a data source POST, PUT, DELETE as well',
    vary: 'Vary is Accept, with Accept-Encoding where the server sends compressed copies',
    'last-modified': 'Last-Modified, where it is sent, is an HTTP date and not in the future',
  },
  Caching: {
    etag: 'Every document has an ETag, a quoted string that is the same each time',
    expires: edge('A data source with Cache-Control: max-age=N has an Expires date N seconds from now'),
    lifetimes: edge('A data source has the lifetime that its document below /v2/ states, or none if it states none'),
    'static-fresh': 'Documents without max-age tell caches to revalidate before each use',
  },
  'Conditional requests': {
    'etag-same': 'If-None-Match with the ETag answers 304',
    'etag-weak': 'If-None-Match with the ETag made weak answers 304',
    'etag-repeated': edge('A 304 repeats ETag, Last-Modified and Cache-Control'),
    'etag-list': edge('If-None-Match with the ETag in a list answers 304'),
    'etag-any': edge('If-None-Match: * answers 304'),
    'etag-gzip': edge('If-None-Match with a -gzip suffix inside the quotes answers 304'),
    'etag-head': 'HEAD with the ETag answers 304',
    'etag-other': 'If-None-Match with another ETag answers 200',
    'etag-wins': edge('If-None-Match wins over If-Modified-Since'),
    'since-same': edge('If-Modified-Since with the Last-Modified answers 304, with ETag and Last-Modified'),
    'since-later': edge('If-Modified-Since with a later date answers 304'),
    'since-earlier': 'If-Modified-Since with an earlier date answers 200',
    'since-nonsense': 'If-Modified-Since with something that is not a date is ignored',
    'xml-not-modified': edge(
      'If-None-Match with the ETag of the XML, also weak or with a -gzip suffix, answers 304 and repeats the ETag',
    ),
    'xml-other-etag': edge('If-None-Match with the ETag of the JSON answers 200 with the XML'),
  },
  Methods: {
    head: 'HEAD answers as GET does, without the body',
    options: edge('OPTIONS answers 200 with name, description, renders and parses, and Allow'),
    'read-only': edge('POST, PUT, DELETE and PATCH on anything but a data source answer 405 with Allow'),
    'data-source-patch': edge('PATCH on a data source answers 405 with the Allow of a data source'),
    'data-source-writes': edge('POST and DELETE on a data source answer 403 with a detail that names the repository'),
    'data-source-report': edge('PUT on a data source answers 202 and changes nothing'),
  },
  'Cross-origin requests': {
    'any-origin': 'Any origin may read',
    preflight: edge('A CORS preflight answers that any origin may read'),
  },
  Errors: {
    'unknown-id': 'An unknown id answers 404, as JSON with a detail',
    'unknown-path': 'An unknown path under /v1/ answers 404, as JSON with a detail',
    'refusal-texts': edge(
      'The detail of a 403 names the repository in which to make the change, and the detail of a 405 the methods of Allow',
    ),
  },
  Paths: {
    'trailing-slash':
      'A path without its trailing slash answers 308, with the path that has one and the same query as Location',
    'exact-ids': edge('Ids are compared exactly: another case or a leading zero answers 404'),
    'percent-encoding': edge('A percent-encoded letter is the same as the letter (RFC 3986, section 6.2.2.2)'),
    'odd-paths': edge('Double slashes, encoded slashes and broken encodings answer 404, as JSON with a detail'),
    dots: edge('.. in a path is resolved, and never leads out of the site (RFC 3986, section 5.2.4)'),
    'nothing-else': 'Configuration files of the host, and files outside of the site, are not served',
  },
  'Desktop client': {},
  'Static files and handler': {
    'static-read-only': {
      says: 'The static files answer POST, PUT, DELETE and PATCH with 405 and Allow',
      layer: 'static',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string | LayerStatement>>>>;

export type InterfaceSection = keyof typeof STATEMENTS;

export const INTERFACE_SECTIONS = Object.keys(STATEMENTS) as InterfaceSection[];

/** As GitHub makes it of the heading. */
export const sectionAnchor = (section: InterfaceSection): string => section.toLowerCase().replaceAll(' ', '-');

type IdsOf<Table> = Table extends Table ? Extract<keyof Table, string> : never;

export type StatementId = IdsOf<(typeof STATEMENTS)[InterfaceSection]>;
