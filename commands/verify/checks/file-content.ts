/**
 * Checks of the plain files: the description of the interface, the schemas, the whole catalog, the manifest, the changes.
 *
 * A service that is not built by this program need not have them; then their checks are not applicable. One whose `/v1/`
 * leads to a description has all of them.
 */

import { createHash } from 'node:crypto';
import type { HttpRequest } from '../../../cli/http.ts';
import type { ChangesFeed, Manifest, WholeCatalog } from '../../../contract/generated/v1.types.ts';
import { DESCRIPTION_LINK, PLAIN_FILES, type PlainFile } from '../../../contract/plain-files.ts';
import { DOCUMENT_SCHEMAS, SCHEMAS_PATH } from '../../../contract/renditions.ts';
import { LISTS, pathOf, READ, ROUTES } from '../../../contract/routes.ts';
import type { Deployment } from '../deployment.ts';
import { all, body, type Check, errorBody, header, noBody, shape, status } from '../expectations.ts';
import { ascending } from '../json-documents.ts';
import { FRESH } from './response-headers.ts';

const { openapi, all: whole, manifest, changes, changesAtom } = PLAIN_FILES;

/** Plain files that are served without the handler. */
const ROOT_FILES: readonly PlainFile[] = [manifest, changes, changesAtom];

const writesTo = (path: string): HttpRequest[] =>
  ['POST', 'PUT', 'DELETE', 'PATCH'].map((method) => ({ path, method }));

/** The requests, where the deployment has plain files: its `/v1/` says so, or the file answers. */
async function published({ send }: Deployment, path: string, requests = [{ path }]): Promise<HttpRequest[]> {
  const isLinked = (await send({ path: pathOf('service') })).header('Link') === DESCRIPTION_LINK;
  return isLinked || (await send({ path })).status === 200 ? requests : [];
}

const schemaPaths = [...new Set(Object.values(DOCUMENT_SCHEMAS))].map((name) => `${SCHEMAS_PATH}/${name}.json`);

/** Plain files that go through the handler. */
const HANDLED = [openapi.path, whole.path, schemaPaths[0] as string];

/** So many parts of the whole catalog are followed. No catalog that a host takes has more. */
const MOST_PARTS = 100;

/** About so many files of a manifest are compared with it, spread over all. */
const SAMPLED_FILES = 60;

/** Every part of the whole catalog. */
async function partsOf({ send, serviceUrl }: Deployment): Promise<WholeCatalog[]> {
  const parts: WholeCatalog[] = [];
  let path: string | null = whole.path;
  while (path !== null && parts.length < MOST_PARTS) {
    const part = (await send({ path })).json() as WholeCatalog;
    parts.push(part);
    path = part.next?.startsWith(`${serviceUrl}/`) ? part.next.slice(serviceUrl.length) : null;
  }
  return parts;
}

/** Files of the manifest, spread over all: those whose address has a query, or those whose address has none. */
async function sampleOf({ send }: Deployment, withQuery: boolean): Promise<HttpRequest[]> {
  const { files } = (await send({ path: manifest.path })).json() as Manifest;
  const own = files.filter(({ url }) => url.includes('?') === withQuery);
  const step = Math.ceil(own.length / SAMPLED_FILES);
  return own.filter((_, index) => index % step === 0).map(({ url }) => ({ path: url }));
}

/** The body must have the size and the checksum that the manifest states. */
const asInManifest: Check['expect'] = async ({ request, text }, { send }) => {
  const { files } = (await send({ path: manifest.path })).json() as Manifest;
  const file = files.find(({ url }) => url === request.path);
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return [
    ...(bytes.length === file?.size ? [] : [`${bytes.length} bytes, and the manifest says ${file?.size}`]),
    ...(sha256 === file?.sha256 ? [] : [`the SHA-256 is ${sha256}, and the manifest says ${file?.sha256}`]),
  ];
};

const readable = (file: PlainFile) => all(status(200), header('Content-Type', file.contentType));

/** Checks of the plain files. */
export const fileChecks: readonly Check[] = [
  {
    id: 'description-link',
    statement: 'The service document has a Link to the description of the interface',
    section: 'plain-files',
    layer: 'both',
    requests: (deployment) => published(deployment, openapi.path, [{ path: pathOf('service') }]),
    expect: header('Link', DESCRIPTION_LINK),
  },
  {
    id: 'description',
    statement: 'The description is OpenAPI 3.1, and has every path',
    section: 'plain-files',
    layer: 'both',
    requests: (deployment) => published(deployment, openapi.path),
    expect: all(
      readable(openapi),
      body<{ openapi?: string; paths?: object }>(({ openapi: version, paths = {} }) => [
        ...(version?.startsWith('3.1.') ? [] : [`openapi: ${version}`]),
        ...Object.values(ROUTES)
          .map(({ path }) => path.replace(':id', '{id}'))
          .filter((path) => !Object.hasOwn(paths, path))
          .map((path) => `${path} is missing`),
      ]),
    ),
  },
  {
    id: 'json-schemas',
    statement: 'The JSON Schemas of the documents are published',
    section: 'plain-files',
    layer: 'both',
    requests: (deployment) =>
      published(
        deployment,
        schemaPaths[0] as string,
        schemaPaths.map((path) => ({ path })),
      ),
    expect: all(
      status(200),
      header('Content-Type', 'application/json'),
      body<{ $schema?: string }>(({ $schema }) => ($schema === undefined ? ['the body is not a JSON Schema'] : [])),
    ),
  },
  {
    id: 'whole-catalog',
    statement: 'The parts of the whole catalog together have every record',
    section: 'plain-files',
    layer: 'both',
    requests: (deployment) => published(deployment, whole.path),
    expect: all(readable(whole), shape('all'), async (_, deployment) => {
      const parts = await partsOf(deployment);
      const problems = LISTS.map(async (list) => {
        const listed = (await deployment.send({ path: pathOf(list) })).json() as { id?: string; name?: string }[];
        const found = parts.flatMap((part): { id?: unknown; name?: string }[] => part[list]);
        const isSame =
          found.length === listed.length &&
          listed.every(({ id, name }, index) =>
            id === undefined ? found[index]?.name === name : found[index]?.id === id,
          );
        return isSame ? [] : [`${list}: not the records of ${pathOf(list)}`];
      });
      return (await Promise.all(problems)).flat();
    }),
  },
  {
    id: 'manifest',
    statement: 'The manifest follows its schema, and lists files by path',
    section: 'plain-files',
    layer: 'both',
    requests: (deployment) => published(deployment, manifest.path),
    expect: all(
      readable(manifest),
      shape('manifest'),
      body<Manifest>(({ files }) => ascending(files.map(({ path }) => path))),
    ),
  },
  {
    id: 'manifest-files',
    statement: 'Files have the size and the SHA-256 that the manifest states',
    section: 'plain-files',
    layer: 'both',
    requests: async (deployment) =>
      (await published(deployment, manifest.path)).length === 0 ? [] : sampleOf(deployment, false),
    expect: all(status(200), asInManifest),
  },
  {
    id: 'manifest-renditions',
    statement: 'So do the other renditions of documents',
    section: 'plain-files',
    layer: 'edge',
    requests: async (deployment) =>
      (await published(deployment, manifest.path)).length === 0 ? [] : sampleOf(deployment, true),
    expect: all(status(200), asInManifest),
  },
  {
    id: 'changes',
    statement: 'The changes are a JSON Feed, newest first',
    section: 'plain-files',
    layer: 'both',
    requests: (deployment) => published(deployment, changes.path),
    expect: all(
      readable(changes),
      shape('changes'),
      body<ChangesFeed>(({ items }) => {
        const times = items.map(({ date_published: time }) => time);
        return times.some((time, index) => index > 0 && time > (times[index - 1] as string))
          ? ['not newest first']
          : [];
      }),
    ),
  },
  {
    id: 'changes-atom',
    statement: 'The changes are an Atom feed with the same items, too',
    section: 'plain-files',
    layer: 'both',
    requests: (deployment) => published(deployment, changesAtom.path),
    expect: all(readable(changesAtom), async ({ text }, { send }) => {
      const { items } = (await send({ path: changes.path })).json() as ChangesFeed;
      const entries = text.split('<entry>').length - 1;
      return [
        ...(text.includes('<feed xmlns="http://www.w3.org/2005/Atom">') ? [] : ['the body is not an Atom feed']),
        ...(isAsNew(text, items) ? [] : [`the feed is not updated when the newest item of ${changes.path} is`]),
        ...(entries === items.length ? [] : [`${entries} entries, but ${changes.path} has ${items.length}`]),
      ];
    }),
  },
  {
    id: 'files-any-origin',
    statement: 'Any origin may read the plain files',
    section: 'plain-files',
    layer: 'both',
    requests: async (deployment) => {
      const paths = [...HANDLED, ...ROOT_FILES.map(({ path }) => path)];
      return (await Promise.all(paths.map((path) => published(deployment, path)))).flat();
    },
    expect: header('Access-Control-Allow-Origin', '*'),
  },
  {
    id: 'files-fresh',
    statement: 'The manifest and the changes tell caches to revalidate before each use, and expose their ETag',
    section: 'plain-files',
    layer: 'both',
    requests: async (deployment) => {
      return (await Promise.all(ROOT_FILES.map(({ path }) => published(deployment, path)))).flat();
    },
    expect: all(header('Cache-Control', FRESH), header('Access-Control-Expose-Headers', /\bETag\b/)),
  },
  {
    id: 'files-options',
    statement: 'OPTIONS on the plain files below /v1/ answers 200 with Allow and a description',
    section: 'plain-files',
    layer: 'edge',
    requests: (deployment) => handled(deployment, (path) => ({ path, method: 'OPTIONS' })),
    expect: all(status(200), header('Allow', READ.join(', ')), shape('description')),
  },
  {
    id: 'files-read-only',
    statement: 'Other methods on them answer 405 with Allow',
    section: 'plain-files',
    layer: 'edge',
    requests: (deployment) => handled(deployment, (path) => ({ path, method: 'PUT', body: '{}' })),
    expect: all(status(405), header('Allow', READ.join(', ')), errorBody),
  },
  {
    id: 'root-files-read-only',
    statement: 'POST, PUT, DELETE and PATCH on the manifest and the changes answer 405 with Allow',
    section: 'plain-files',
    layer: 'both',
    requests: async (deployment) => {
      const requests = ROOT_FILES.map(({ path }) => published(deployment, path, writesTo(path)));
      return (await Promise.all(requests)).flat();
    },
    expect: all(status(405), header('Allow', /^GET, HEAD\b/)),
  },
  {
    id: 'page-read-only',
    statement: 'POST, PUT, DELETE and PATCH on the page at / answer 405',
    section: 'plain-files',
    layer: 'both',
    requests: (deployment) => published(deployment, manifest.path, writesTo('/')),
    expect: status(405),
  },
  {
    id: 'files-not-modified',
    statement: 'If-None-Match with the ETag of a plain file answers 304',
    section: 'plain-files',
    layer: 'edge',
    requests: async (deployment) => {
      const requests = await handled(deployment, (path) => ({ path }));
      const responses = await Promise.all(requests.map((request) => deployment.send(request)));
      return responses.map(({ request, header: value }) => ({
        ...request,
        headers: { 'If-None-Match': value('ETag') ?? '' },
      }));
    },
    expect: all(status(304), noBody),
  },
];

/** Whether an Atom feed says of itself that it has the time of the newest item. */
function isAsNew(atom: string, items: ChangesFeed['items']): boolean {
  const updated = Date.parse(/<updated>([^<]*)<\/updated>/.exec(atom)?.[1] ?? '');
  const newest = items.reduce((latest, { date_published: time }) => Math.max(latest, Date.parse(time)), -Infinity);
  return items.length === 0 || updated === newest;
}

async function handled(deployment: Deployment, request: (path: string) => HttpRequest): Promise<HttpRequest[]> {
  const requests = HANDLED.map((path) => published(deployment, path, [request(path)]));
  return (await Promise.all(requests)).flat();
}
