/** The record or its list, in each rendition. `source` is the XML of a data source with `includeSource=true`. */
export type DocumentPlace = 'json' | 'json-list' | 'xml' | 'xml-list' | 'source';

interface MemberRow {
  /** Its name in JSON, and in the catalog if the catalog has it. */
  readonly key: string;
  readonly type: string;
  /** How XML writes it, and its name there; missing if XML does not have it. A list is one element for each item. */
  readonly attribute?: string;
  readonly element?: string;
  /** The documents that have it. */
  readonly in: readonly DocumentPlace[];
  readonly isOptional?: true;
  /** The default, which the catalog leaves out. */
  readonly ifMissing?: boolean | string;
}

const RECORD: readonly DocumentPlace[] = ['json', 'xml'];
const EVERYWHERE: readonly DocumentPlace[] = ['json', 'json-list', 'xml', 'xml-list'];

/** The members that all files of data sources have. */
const ENTRY = [
  { key: 'checksums', type: 'history', element: 'checksum', in: RECORD },
  { key: 'fragments', type: 'fragments', element: 'fragment', in: RECORD },
] as const satisfies readonly MemberRow[];

/** The members of every record, in the order of documents. In XML all attributes come before the elements. */
export const V1_MEMBERS = {
  tileServer: [
    { key: 'id', type: 'label', attribute: 'id', in: RECORD },
    { key: 'name', type: 'label', attribute: 'name', in: RECORD },
    { key: 'minZoom', type: 'zoom', attribute: 'minZoom', in: RECORD },
    { key: 'maxZoom', type: 'zoom', attribute: 'maxZoom', in: RECORD },
    { key: 'active', type: 'boolean', attribute: 'active', in: RECORD, ifMissing: true },
    { key: 'hosts', type: 'hosts', element: 'host', in: RECORD },
    { key: 'urlPattern', type: 'pattern', element: 'urlPattern', in: RECORD },
    { key: 'copyright', type: 'label', element: 'copyright', in: RECORD },
  ],
  dataSource: [
    { key: 'id', type: 'text', attribute: 'id', in: EVERYWHERE },
    { key: 'name', type: 'label', attribute: 'name', in: ['json', 'xml', 'xml-list'] },
    { key: 'url', type: 'link', attribute: 'href', in: ['json-list', 'xml', 'xml-list'] },
    { key: 'baseUrl', type: 'folder', attribute: 'baseUrl', in: RECORD },
    { key: 'directory', type: 'directory', attribute: 'directory', in: RECORD },
    { key: 'action', type: 'action', attribute: 'action', in: RECORD },
    { key: 'source', type: 'source', element: 'source', in: ['source'], isOptional: true },
    { key: 'files', type: 'entries', element: 'file', in: RECORD },
    { key: 'maps', type: 'entries', element: 'map', in: RECORD },
    { key: 'themes', type: 'entries', element: 'theme', in: RECORD },
  ],
  /** Where the files of a data source are listed upstream. */
  source: [
    { key: 'url', type: 'address', attribute: 'url', in: ['source'] },
    { key: 'level', type: 'number', attribute: 'level', in: ['source'], isOptional: true },
    { key: 'include', type: 'texts', element: 'include', in: ['source'], isOptional: true },
    { key: 'exclude', type: 'texts', element: 'exclude', in: ['source'], isOptional: true },
  ],
  /** A file of a data source. Its path is its key in JSON, and the attribute `uri` in XML. */
  files: [...ENTRY, { key: 'boundingbox', type: 'box', element: 'boundingBox', in: ['xml'], isOptional: true }],
  maps: [...ENTRY, { key: 'boundingbox', type: 'box', element: 'boundingBox', in: RECORD, isOptional: true }],
  themes: [
    ...ENTRY,
    { key: 'boundingbox', type: 'box', element: 'boundingBox', in: ['xml'], isOptional: true },
    { key: 'imageurl', type: 'address', attribute: 'imageUrl', in: RECORD, ifMissing: '' },
  ],
  checksum: [
    { key: 'lastModified', type: 'time', attribute: 'lastModified', in: RECORD },
    { key: 'contentLength', type: 'number', attribute: 'contentLength', in: RECORD },
    { key: 'sha1', type: 'sha1', attribute: 'sha1', in: RECORD },
    // It has a document of its own below /v2/.
    { key: 'sha256', type: 'sha256', in: [], isOptional: true },
    // Only the catalog has it.
    { key: 'current', type: 'time', in: [], isOptional: true },
  ],
  /** An area. In XML each corner is a separate element. */
  box: [
    { key: 'northEastLongitude', type: 'number', in: ['json'] },
    { key: 'northEastLatitude', type: 'number', in: ['json'] },
    { key: 'southWestLongitude', type: 'number', in: ['json'] },
    { key: 'southWestLatitude', type: 'number', in: ['json'] },
  ],
  category: [
    { key: 'id', type: 'number', in: ['json'] },
    // XML has the parent first.
    { key: 'parent', type: 'link', attribute: 'parent', in: ['xml', 'xml-list'] },
    { key: 'name', type: 'text', attribute: 'name', in: EVERYWHERE },
    { key: 'url', type: 'link', attribute: 'href', in: EVERYWHERE },
    { key: 'parent', type: 'link', in: ['json'] },
    { key: 'categories', type: 'links', element: 'category', in: ['json', 'xml', 'xml-list'] },
  ],
  edition: [
    { key: 'id', type: 'text', attribute: 'id', in: EVERYWHERE },
    { key: 'name', type: 'label', attribute: 'name', in: ['json', 'xml', 'xml-list'] },
    { key: 'url', type: 'link', attribute: 'href', in: EVERYWHERE },
    { key: 'datasources', type: 'links', element: 'datasource', in: ['json', 'xml', 'xml-list'] },
  ],
} as const satisfies Readonly<Record<string, readonly MemberRow[]>>;

/** The name of a record, or of a part of a record. */
export type RecordName = keyof typeof V1_MEMBERS;

/** The type of a member. It decides how each rendition writes it, and how `import` corrects it. */
export type MemberType = (typeof V1_MEMBERS)[RecordName][number]['type'];

/** One member of a record. */
export type RecordMember = MemberRow & { readonly type: MemberType };

/** The members of a record in a document, in order. */
export function recordMembersIn(record: RecordName, place: DocumentPlace): readonly RecordMember[] {
  const members: readonly RecordMember[] = V1_MEMBERS[record];
  return members.filter((member) => member.in.includes(place));
}

/** The keys of a record in a JSON document, in order. */
export function jsonKeys(record: RecordName, place: 'json' | 'json-list' = 'json'): readonly string[] {
  return recordMembersIn(record, place).map(({ key }) => key);
}

/** What a client does with a downloaded file. */
export const DOWNLOAD_ACTIONS = ['Copy', 'Extract', 'Flatten'] as const;

/** A time as a checksum states it: in UTC and whole seconds. */
export const TIMESTAMP_FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** A SHA-1 as a checksum states it. */
export const SHA1_FORM = /^[0-9A-F]{40}$/;
