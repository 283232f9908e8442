/**
 * If `/v1/` links to a description, all plain files must exist. Else statements about missing ones are not applicable.
 */
import type { HttpRequest } from '../../../../cli/network/transport.ts';
import { repositoryOfChanges } from '../../../../contract/base/repository-links.ts';
import { sha256Of } from '../../../../contract/base/sha256.ts';
import type { ChangesFeed, Manifest, WholeCatalog } from '../../../../contract/generated/v1.types.ts';
import { allowOf } from '../../../../contract/interface/http-answers.ts';
import { DESCRIPTION_LINK, PLAIN_FILES, type PlainFile } from '../../../../contract/interface/plain-files.ts';
import { LIST_ROUTES, READ, ROUTES, resourceAt, v1Path } from '../../../../contract/interface/v1-routes.ts';
import { JSON_SCHEMAS, V1_SCHEMAS_PATH } from '../../../../contract/interface/v1-schemas.ts';
import type { Deployment } from '../deployment.ts';
import {
  type Check,
  checkAnswers,
  type Expectation,
  evenSampleOf,
  expectBody,
  expectDetailBody,
  expectHeader,
  expectJson,
  expectSchema,
  expectStatus,
  type PathsOf,
  problemUnless,
  type Requests,
} from '../expectations.ts';
import { idsOutOfOrder } from '../v1-json.ts';
import { WRITE_REQUESTS } from './methods.ts';
import {
  conditionalRequests,
  expectNotModified,
  expectRefusal,
  FRESH_CACHE_CONTROL,
  withResponseEtag,
} from './response-headers.ts';

const { openapi, all: whole, manifest, changes, changesAtom } = PLAIN_FILES;

const ROOT_PATHS = [manifest.path, changes.path, changesAtom.path];

const SCHEMA_PATHS = [...new Set(Object.values(JSON_SCHEMAS))].map((name) => `${V1_SCHEMAS_PATH}/${name}.json`);

/** Answered by the handler, below `/v1/`. */
const HANDLED = [openapi.path, whole.path, SCHEMA_PATHS[0] as string];

/** All paths if the deployment links to a description, else those that answer. */
function ifServed(
  paths: readonly string[],
  requestsOf: (path: string) => Requests = (path) => [path],
): (deployment: Deployment) => Promise<Requests> {
  return async ({ send }) => {
    const isLinked = (await send({ path: v1Path('service') })).header('Link') === DESCRIPTION_LINK;
    const requests = paths.map(async (path) => {
      return isLinked || (await send({ path })).status === 200 ? requestsOf(path) : [];
    });
    return (await Promise.all(requests)).flat();
  };
}

const MAX_PARTS = 100;

/** The number of files that are compared with the manifest. */
const SAMPLED_FILES = 60;

async function partsOf({ send, serviceUrl }: Deployment): Promise<WholeCatalog[]> {
  const parts: WholeCatalog[] = [];
  let path: string | null = whole.path;
  while (path !== null && parts.length < MAX_PARTS) {
    const part = (await send({ path })).json() as WholeCatalog;
    parts.push(part);
    path = part.next?.startsWith(`${serviceUrl}/`) ? part.next.slice(serviceUrl.length) : null;
  }
  return parts;
}

async function filesOf({ send }: Deployment): Promise<Manifest['files']> {
  return ((await send({ path: manifest.path })).json() as Manifest).files;
}

const sampled =
  (withQuery: boolean) =>
  async (deployment: Deployment): Promise<Requests> => {
    if ((await ifServed([manifest.path])(deployment)).length === 0) return [];
    const urls = (await filesOf(deployment)).map(({ url }) => url);
    return evenSampleOf(
      urls.filter((url) => url.includes('?') === withQuery),
      SAMPLED_FILES,
    );
  };

const expectAsInManifest: Expectation = async ({ request, text }, deployment) => {
  const file = (await filesOf(deployment)).find(({ url }) => url === request.path);
  const bytes = Buffer.from(text);
  const sha256 = sha256Of(bytes);
  return [
    ...problemUnless(bytes.length === file?.size, `${bytes.length} bytes, and the manifest says ${file?.size}`),
    ...problemUnless(sha256 === file?.sha256, `the SHA-256 is ${sha256}, and the manifest says ${file?.sha256}`),
  ];
};

const expectEveryRecord: Expectation = async (_, deployment) => {
  const parts = await partsOf(deployment);
  const problems = LIST_ROUTES.map(async (list) => {
    const listed = (await deployment.send({ path: v1Path(list) })).json() as { id?: string; name?: string }[];
    const found = parts.flatMap((part): { id?: unknown; name?: string }[] => part[list]);
    const isSame = listed.every(({ id, name }, index) =>
      id === undefined ? found[index]?.name === name : found[index]?.id === id,
    );
    return problemUnless(isSame && found.length === listed.length, `${list}: not the records of ${v1Path(list)}`);
  });
  return (await Promise.all(problems)).flat();
};

const expectSameFeed: Expectation = async ({ text }, { send }) => {
  const { items } = (await send({ path: changes.path })).json() as ChangesFeed;
  const entries = text.split('<entry>').length - 1;
  const updated = Date.parse(/<updated>([^<]*)<\/updated>/.exec(text)?.[1] ?? '');
  const newest = items.reduce((latest, { date_published: time }) => Math.max(latest, Date.parse(time)), -Infinity);
  const isAsNew = items.length === 0 || updated === newest;
  return [
    ...problemUnless(text.includes('<feed xmlns="http://www.w3.org/2005/Atom">'), 'the body is not an Atom feed'),
    ...problemUnless(isAsNew, `the feed is not updated when the newest item of ${changes.path} is`),
    ...problemUnless(entries === items.length, `${entries} entries, but ${changes.path} has ${items.length}`),
  ];
};

/**
 * A server may still have another catalog's configuration: a 403 must name this repository, a 405 the methods of
 * `Allow`. Names with characters that servers encode are not checked.
 */
const expectOwnText: Expectation = async (response, { send }) => {
  const { detail = '' } = response.json() as { detail?: string };
  const repository = repositoryOfChanges((await send({ path: changes.path })).json()) ?? '';
  const name = response.status === 403 ? repository : (response.header('Allow') ?? 'the methods');
  const isPlain = /^[\w.?&=@+%/~:, -]*$/.test(name);
  return problemUnless(!isPlain || detail.includes(name), `"${detail}" does not name ${name}`);
};

/** The changes name the repository; nothing is requested without them. */
async function refusals(deployment: Deployment): Promise<Requests> {
  const isListed = (await ifServed([changes.path])(deployment)).length > 0;
  const isDataSource = (path: string): boolean => resourceAt(path)?.route === 'datasource';
  return isListed ? deployment.paths.map((path) => ({ path, method: isDataSource(path) ? 'DELETE' : 'PATCH' })) : [];
}

const writesTo = (path: string): HttpRequest[] => WRITE_REQUESTS.map((write) => ({ path, ...write }));
const expectReadable = (file: PlainFile): Expectation[] => [
  expectStatus(200),
  expectHeader('Content-Type', file.contentType),
];
const readOnly = allowOf({ methods: READ });

export const fileChecks = {
  'description-link': checkAnswers(
    ifServed([openapi.path], () => [v1Path('service')]),
    expectHeader('Link', DESCRIPTION_LINK),
  ),
  description: checkAnswers(ifServed([openapi.path]), [
    ...expectReadable(openapi),
    expectBody<{ openapi?: string; paths?: object }>(({ openapi: version, paths = {} }) => [
      ...problemUnless(version?.startsWith('3.1.') === true, `openapi: ${version}`),
      ...Object.values(ROUTES)
        .map(({ path }) => path.replace(':id', '{id}'))
        .filter((path) => !Object.hasOwn(paths, path))
        .map((path) => `${path} is missing`),
    ]),
  ]),
  'json-schemas': checkAnswers(
    ifServed(SCHEMA_PATHS.slice(0, 1), () => SCHEMA_PATHS),
    [
      expectStatus(200),
      expectJson,
      expectBody<{ $schema?: string }>(({ $schema }) =>
        problemUnless($schema !== undefined, 'the body is not a JSON Schema'),
      ),
    ],
  ),
  'whole-catalog': checkAnswers(ifServed([whole.path]), [
    ...expectReadable(whole),
    expectSchema('all'),
    expectEveryRecord,
  ]),
  manifest: checkAnswers(ifServed([manifest.path]), [
    ...expectReadable(manifest),
    expectSchema('manifest'),
    expectBody<Manifest>(({ files }) => idsOutOfOrder(files.map(({ path }) => path))),
  ]),
  'manifest-files': checkAnswers(sampled(false), [expectStatus(200), expectAsInManifest]),
  'manifest-renditions': checkAnswers(sampled(true), [expectStatus(200), expectAsInManifest]),
  changes: checkAnswers(ifServed([changes.path]), [
    ...expectReadable(changes),
    expectSchema('changes'),
    expectBody<ChangesFeed>(({ items }) => {
      const times = items.map(({ date_published: time }) => time);
      const isNewestFirst = times.every((time, index) => index === 0 || time <= (times[index - 1] as string));
      return problemUnless(isNewestFirst, 'not newest first');
    }),
  ]),
  'changes-atom': checkAnswers(ifServed([changesAtom.path]), [...expectReadable(changesAtom), expectSameFeed]),
  'files-any-origin': checkAnswers(
    ifServed([...HANDLED, ...ROOT_PATHS]),
    expectHeader('Access-Control-Allow-Origin', '*'),
  ),
  'files-fresh': checkAnswers(ifServed(ROOT_PATHS), [
    expectHeader('Cache-Control', FRESH_CACHE_CONTROL),
    expectHeader('Access-Control-Expose-Headers', /\bETag\b/),
  ]),
  'files-options': checkAnswers(
    ifServed(HANDLED, (path) => [{ path, method: 'OPTIONS' }]),
    [expectStatus(200), expectHeader('Allow', readOnly), expectSchema('description')],
  ),
  'files-read-only': checkAnswers(
    ifServed(HANDLED, (path) => [{ path, method: 'PUT', body: '{}' }]),
    [...expectRefusal(readOnly), ...expectDetailBody],
  ),
  'root-files-read-only': checkAnswers(ifServed(ROOT_PATHS, writesTo), expectRefusal(/^GET, HEAD\b/)),
  'page-read-only': checkAnswers(
    ifServed([manifest.path], () => writesTo('/')),
    expectStatus(405),
  ),
  'refusal-texts': checkAnswers(refusals, expectOwnText),
  'files-not-modified': checkAnswers(
    conditionalRequests(ifServed(HANDLED) as PathsOf, withResponseEtag),
    expectNotModified,
  ),
} satisfies Readonly<Record<string, Check>>;
