/** Reads the manifest of a signed catalog from a host or a folder. `contract/signing/signed-manifest.ts` decides about it. */
import type { ManifestFile } from '../../contract/generated/v1.types.ts';
import { PLAIN_FILES } from '../../contract/interface/plain-files.ts';
import { SIGNATURE_ENDING } from '../../contract/signing/minisign.ts';
import {
  CatalogError,
  type SignedManifest,
  type TrustOptions,
  verifySignedManifest,
} from '../../contract/signing/signed-manifest.ts';

export const SIGNATURE_PATH = PLAIN_FILES.manifest.path + SIGNATURE_ENDING;

/**
 * Reads a file of the catalog.
 *
 * @param maxBytes a longer one is not read to its end
 * @throws CatalogError `not-found`, or if it is longer or cannot be read
 */
export type ReadSmallFile = (path: string, maxBytes: number) => Promise<Uint8Array>;

type RequestFile = (
  path: string,
) => Promise<{ readonly status: number; readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }>;

/** What was accepted before. The names tell for which catalog and which keys. */
export type Memory = Map<string, string>;

export interface Trust extends TrustOptions {
  /** Filled with what is accepted, also if the manifest is refused: a list of revoked keys stays known. */
  readonly memory: Memory;
}

export interface TrustChoice extends Pick<TrustOptions, 'ignoreClock'> {
  readonly key: readonly string[];
  readonly spare: readonly string[];
}

/** Null if no key was named. */
export function trustOf(
  { key, spare, ignoreClock }: TrustChoice,
  serviceUrl: string,
  memory: Memory = new Map(),
): Trust | null {
  if (key.length + spare.length === 0) return null;
  return { keys: key, spares: spare, serviceUrl, memory, now: Date.now, ignoreClock };
}

const CLOCK = 'if the clock here is wrong, set it, or decide with --ignore-clock';

/** Advice for a person at a command line, by words of the refusal. */
const ADVICE: readonly (readonly [words: string, advice: string])[] = [
  [' is that of another catalog: ', 'if this is a mirror of that one, name it with --service-url'],
  [', and here it is ', CLOCK],
];

/** @throws CatalogError if they are refused */
export async function readSignedManifest(read: ReadSmallFile, trust: Trust): Promise<SignedManifest> {
  const readText = async (path: string, limit: number): Promise<string> =>
    Buffer.from(await read(path, limit)).toString();
  try {
    return await verifySignedManifest({ base: '', read: readText }, trust.memory, trust);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const { code, message } = error;
    const [, advice] = ADVICE.find(([words]) => message.includes(words)) ?? [];
    throw advice === undefined ? error : new CatalogError(code, `${message}; ${advice}`);
  }
}

/** Where a deployment may have a file of its manifest, the likeliest first: a host without the handler ignores a query. */
export const manifestPlaces = ({ url, path }: ManifestFile): ReadonlySet<string> => new Set([url, `/${path}`]);

/** Reads files of a deployment. Ending the iteration of a body closes the connection. */
export const smallFiles =
  (request: RequestFile): ReadSmallFile =>
  async (path, maxBytes) => {
    const { status, body } = await request(path);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (status !== 200 || bytes > maxBytes) break;
      chunks.push(chunk);
    }
    if (status === 200 && bytes <= maxBytes) return Buffer.concat(chunks, bytes);
    if (status === 200) throw new CatalogError('malformed', `${path} has more than ${maxBytes} bytes`);
    const code = [404, 410].includes(status) ? 'not-found' : 'unreachable';
    throw new CatalogError(code, `the deployment answers ${status} for ${path}`);
  };
