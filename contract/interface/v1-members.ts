/** `source`: the XML of a data source with `includeSource=true`. */
export type DocumentPlace = 'json' | 'json-list' | 'xml' | 'xml-list' | 'source';

interface MemberRow {
  readonly key: string;
  readonly type: string;
  /** In XML; missing if XML lacks it. Each item of a list becomes an element. */
  readonly attribute?: string;
  readonly element?: string;
  readonly in: readonly DocumentPlace[];
  /** Documents may lack it. */
  readonly isOptional?: true;
  /** The value that `import` takes if the member is missing. */
  readonly ifMissing?: boolean | string;
}

const RECORD: readonly DocumentPlace[] = ['json', 'xml'];
const EVERYWHERE: readonly DocumentPlace[] = ['json', 'json-list', 'xml', 'xml-list'];

const ENTRY = [
  { key: 'checksums', type: 'history', element: 'checksum', in: RECORD },
  { key: 'fragments', type: 'fragments', element: 'fragment', in: RECORD },
] as const satisfies readonly MemberRow[];

/** In document order. In XML all attributes come before the elements. */
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
  source: [
    { key: 'url', type: 'address', attribute: 'url', in: ['source'] },
    { key: 'level', type: 'number', attribute: 'level', in: ['source'], isOptional: true },
    { key: 'include', type: 'texts', element: 'include', in: ['source'], isOptional: true },
    { key: 'exclude', type: 'texts', element: 'exclude', in: ['source'], isOptional: true },
  ],
  /** A file's path is its key in JSON, and the attribute `uri` in XML. */
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
    // Below /v2/.
    { key: 'sha256', type: 'sha256', in: [], isOptional: true },
    // Only the catalog marks the current version.
    { key: 'current', type: 'time', in: [], isOptional: true },
  ],
  /** In XML each corner is an element. */
  box: [
    { key: 'northEastLongitude', type: 'number', in: ['json'] },
    { key: 'northEastLatitude', type: 'number', in: ['json'] },
    { key: 'southWestLongitude', type: 'number', in: ['json'] },
    { key: 'southWestLatitude', type: 'number', in: ['json'] },
  ],
  category: [
    { key: 'id', type: 'number', in: ['json'] },
    // XML has it first.
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

export type RecordName = keyof typeof V1_MEMBERS;

/** The type of a member decides how renditions write it and how `import` corrects it. */
export type MemberType = (typeof V1_MEMBERS)[RecordName][number]['type'];

export type RecordMember = MemberRow & { readonly type: MemberType };

export function recordMembersIn(record: RecordName, place: DocumentPlace): readonly RecordMember[] {
  const members: readonly RecordMember[] = V1_MEMBERS[record];
  return members.filter((member) => member.in.includes(place));
}

export function jsonKeys(record: RecordName, place: 'json' | 'json-list' = 'json'): readonly string[] {
  return recordMembersIn(record, place).map(({ key }) => key);
}

export const DOWNLOAD_ACTIONS = ['Copy', 'Extract', 'Flatten'] as const;

/** UTC, in whole seconds. */
export const TIMESTAMP_FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

export const SHA1_FORM = /^[0-9A-F]{40}$/;
