import { isObject } from '../../contract/base/json-values.ts';
import { readJson } from '../../contract/base/parse-json.ts';
import { plural } from '../../contract/base/text.ts';
import type { Manifest, ManifestFile } from '../../contract/generated/v1.types.ts';
import validators from '../../contract/generated/v1.validators.cjs';
import { PLAIN_FILES } from '../../contract/interface/plain-files.ts';
import { V2_FILES } from '../../contract/interface/v2-files.ts';
import { parseKeysJson } from '../../contract/signing/key-list.ts';
import { SIGNATURE_ENDING } from '../../contract/signing/minisign.ts';
import {
  CatalogError,
  type SignedManifest,
  type TrustOptions,
  verifySignedManifest,
} from '../../contract/signing/signed-manifest.ts';
import { type SiteFiles, siteTextAt } from './read-site.ts';

export const SIGNATURE_PATH = PLAIN_FILES.manifest.path + SIGNATURE_ENDING;

export const [MANIFEST_FILE, SIGNATURE_FILE] = [PLAIN_FILES.manifest.path.slice(1), SIGNATURE_PATH.slice(1)] as const;

export interface ServedFile {
  readonly status: number;
  /** Ending the iteration closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** In seconds; 0 or missing if it must be revalidated. */
  readonly maxAge?: number;
}

/** @throws if there is no response */
export type FetchFile = (path: string, method?: 'GET' | 'HEAD') => Promise<ServedFile>;

export interface PublishedSite {
  /** @throws CatalogError if the file is missing, exceeds `maxBytes`, or cannot be read */
  readonly read: (path: string, maxBytes: number) => Promise<Uint8Array>;
  /** Possible places of a file of the manifest, the likeliest first. */
  readonly placesOf: (file: ManifestFile) => Iterable<string>;
}

export const siteAt = (request: FetchFile): PublishedSite => ({
  async read(path, maxBytes) {
    const { status, body } = await request(path);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (status !== 200 || bytes > maxBytes) break;
      chunks.push(chunk);
    }
    if (status === 200 && bytes <= maxBytes) return Buffer.concat(chunks, bytes);
    if (status === 200) throw tooLong(path, maxBytes);
    const code = [404, 410].includes(status) ? 'not-found' : 'unreachable';
    throw new CatalogError(code, `the deployment answers ${status} for ${path}`);
  },
  // A host without the handler ignores queries, so the path is tried, too.
  placesOf: ({ url, path }) => new Set([url, `/${path}`]),
});

export const siteInFolder = (site: SiteFiles): PublishedSite => ({
  async read(path, maxBytes) {
    const name = path.slice(1);
    if (!site.paths.has(name)) throw new CatalogError('not-found', `there is no ${path}`);
    if (site.size(name) > maxBytes) throw tooLong(path, maxBytes);
    return site.read(name);
  },
  placesOf: ({ path }) => [`/${path}`],
});

const tooLong = (path: string, maxBytes: number): CatalogError =>
  new CatalogError('malformed', `${path} has more than ${maxBytes} bytes`);

/** @returns the problem at the likeliest place; null if one of the places has the file */
export async function problemOfFile(
  { placesOf }: PublishedSite,
  file: ManifestFile,
  problemAt: (place: string) => Promise<string | null>,
): Promise<string | null> {
  let first: string | null = null;
  for (const place of placesOf(file)) {
    const problem = await problemAt(place);
    if (problem === null) return null;
    first ??= problem;
  }
  return first;
}

/** @returns the manifest, or what is wrong with it, in a sentence */
export function manifestIn(bytes: Uint8Array, maxFiles = Number.POSITIVE_INFINITY): Manifest | string {
  const found = readJson(bytes);
  if ('problem' in found) return `it is ${found.problem}`;
  const { value } = found;
  const files = isObject(value) ? value['files'] : undefined;
  // Refuses too many files before the schema checks each.
  if (Array.isArray(files) && files.length > maxFiles) return `it lists ${plural(files.length, 'file')}`;
  if (validators.manifest(value)) return value as Manifest;
  const [error] = validators.manifest.errors ?? [];
  return `${error?.instancePath || 'it'} ${error?.message}`;
}

/** Null without a valid list of keys. */
export const signingKeysIn = (site: SiteFiles): readonly string[] | null =>
  parseKeysJson(siteTextAt(site, V2_FILES.keys.path.slice(1)))?.signing.map(({ text }) => text) ?? null;

/**
 * An entry's name has the catalog and keys; its value is the time of a manifest, in seconds since 1970, or a list of
 * keys with its time, as JSON.
 */
export type Memory = Map<string, string>;

export interface Trust extends TrustOptions {
  /** Filled even if the manifest is refused: revoked keys stay known. */
  readonly memory: Memory;
}

export interface TrustChoice extends Pick<TrustOptions, 'ignoreClock'> {
  readonly key: readonly string[];
  readonly spare: readonly string[];
}

export function trustOf(
  { key, spare, ignoreClock }: TrustChoice,
  serviceUrl: string,
  memory: Memory = new Map(),
): Trust | null {
  if (key.length + spare.length === 0) return null;
  return { keys: key, spares: spare, serviceUrl, memory, now: Date.now, ignoreClock };
}

const CLOCK = 'if the clock here is wrong, set it, or decide with --ignore-clock';

/** What to do, by words of a refusal. */
const ADVICE: readonly (readonly [words: string, advice: string])[] = [
  [' is from another catalog: ', 'if this is a mirror of that one, name it with --service-url'],
  [', but the clock here says ', CLOCK],
];

export async function readSignedManifest(site: PublishedSite, trust: Trust): Promise<SignedManifest> {
  const read = async (path: string, limit: number): Promise<string> =>
    Buffer.from(await site.read(path, limit)).toString();
  try {
    return await verifySignedManifest({ base: '', read }, trust.memory, trust);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const { code, message } = error;
    const [, advice] = ADVICE.find(([words]) => message.includes(words)) ?? [];
    throw advice === undefined ? error : new CatalogError(code, `${message}; ${advice}`);
  }
}
