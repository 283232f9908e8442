/** Files that have one form: `format` and `Accept` have no effect. */
import { READ, READ_STATIC, type Role, V1_PREFIX } from './v1-routes.ts';

const JSON_TYPE = 'application/json';

export interface PlainFile {
  readonly path: string;
  readonly contentType: string;
  readonly methods: readonly string[];
  /** In answers to OPTIONS, and in `openapi.json`. */
  readonly name: string;
  readonly description: string;
  readonly role: Role;
}

const handled = (path: string, name: string, description: string, role: Role) => {
  return { path: V1_PREFIX + path, contentType: JSON_TYPE, methods: READ, name, description, role };
};

const atRoot = (path: string, contentType: string, name: string, description: string) => {
  return { path, contentType, methods: READ_STATIC, name, description, role: 'derived' } as const;
};

export const PLAIN_FILES = {
  openapi: handled('/openapi.json', 'Description', 'This interface, in OpenAPI 3.1.', 'document'),
  all: handled('/all.json', 'Whole catalog', 'Every record of the catalog, in one file or a few.', 'derived'),
  manifest: atRoot('/manifest.json', JSON_TYPE, 'Manifest', 'Everything that is published, with sizes and checksums.'),
  changes: atRoot('/changes.json', 'application/feed+json', 'Changes', 'What changed in the catalog, as a JSON Feed.'),
  changesAtom: atRoot(
    '/changes.atom',
    'application/atom+xml',
    'Changes',
    'What changed in the catalog, as an Atom feed.',
  ),
} as const satisfies Record<string, PlainFile>;

/** Header rules for all below `/v1/` do not match these. */
export const ROOT_FILES: readonly PlainFile[] = Object.values(PLAIN_FILES).filter(
  ({ path }) => !path.startsWith(`${V1_PREFIX}/`),
);

/** Leads programs from `/v1/` to `openapi.json` (RFC 8631). */
export const DESCRIPTION_LINK = `<${PLAIN_FILES.openapi.path}>; rel="service-desc"`;
