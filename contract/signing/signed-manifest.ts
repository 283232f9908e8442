/**
 * The client, `verify`, `mirror` and `sign` accept a manifest by these steps, which `docs/clients.md` lists. Runs on
 * every platform.
 */
import type { Manifest } from '../generated/v1.types.ts';
import { type KeyList, parseKeysJson } from './key-list.ts';
import {
  type PublicKey,
  parsePublicKey,
  parseSignature,
  parseTrustedComment,
  SIGNATURE_BYTES,
  SIGNATURE_ENDING,
  type TrustedComment,
} from './minisign.ts';

/** `docs/clients.md` explains each code. */
type RefusalCode =
  | 'unreachable'
  | 'not-found'
  | 'unsigned'
  | 'malformed'
  | 'wrong-key'
  | 'revoked'
  | 'wrong-signature'
  | 'wrong-comment'
  | 'other-file'
  | 'other-catalog'
  | 'older'
  | 'not-yet-valid'
  | 'expired'
  | 'wrong-document'
  | 'store-failed'
  | 'unsupported';

export class CatalogError extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Texts that a client has read, by name; a `Map`, for example. */
export interface CatalogStore {
  get(name: string): string | null | undefined | Promise<string | null | undefined>;
  set(name: string, text: string): unknown;
}

export interface TrustOptions {
  readonly keys: readonly string[];
  /** Keys that sign lists of keys. */
  readonly spares: readonly string[];
  readonly serviceUrl: string;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  /** A person accepts an expired manifest, or one from the future. */
  readonly ignoreClock: boolean;
}

export interface ManifestSource {
  readonly base: string;
  /**
   * Cuts a text that is too long.
   * @param limit in bytes
   * @param isFresh reads all, even if the host says that it has not changed
   * @throws CatalogError `not-found` or `unreachable`
   */
  read(path: string, limit: number, isFresh: boolean): Promise<string>;
}

export interface SignedManifest {
  readonly manifest: Manifest;
  readonly text: string;
  readonly signature: string;
}

type SignedFile = Omit<SignedManifest, 'manifest'> & { readonly name: string };

interface KeptList {
  readonly timestamp: number;
  readonly list: string;
}

/** The most bytes of the manifest, and of the list of keys. */
const MANIFEST_BYTES = 16 * 1024 * 1024;

export const MANIFEST_PATH = '/manifest.json';

const KEYS = '/v2/keys.json';

const NO_KEYS: KeyList = { signing: [], spares: [], revoked: [] };

/** A clock may be slow by this. */
const CLOCK_SECONDS = 86_400;

/**
 * A manifest and a signature that do not match are read again: they may be of two moments.
 * @param store remembers what was accepted
 * @throws CatalogError if refused, and what the source throws
 */
export async function verifySignedManifest(
  source: ManifestSource,
  store: CatalogStore,
  options: TrustOptions,
): Promise<SignedManifest> {
  try {
    return await readManifest(source, store, options, false);
  } catch (error) {
    if (!(error instanceof CatalogError && error.code.startsWith('wrong-'))) throw error;
    return readManifest(source, store, options, true);
  }
}

async function readManifest(
  source: ManifestSource,
  store: CatalogStore,
  options: TrustOptions,
  isFreshManifest: boolean,
): Promise<SignedManifest> {
  const { serviceUrl, now, ignoreClock } = options;
  const [keys, spares] = [options.keys.map(publicKey), options.spares.map(publicKey)];
  const readSigned = async (path: string, isFresh: boolean): Promise<SignedFile> => {
    const [name, text] = [source.base + path, await source.read(path, MANIFEST_BYTES, isFresh)];
    const signaturePath = path + SIGNATURE_ENDING;
    const signature = await source.read(signaturePath, SIGNATURE_BYTES, true).catch((error) => {
      if (error.code !== 'not-found') throw error;
      return refusing(name)('unsigned', `is not signed: there is no ${signaturePath}`);
    });
    return { name, text, signature };
  };
  // The name has the keys, so that a list accepted under other keys, of an older program, is not used.
  const [timeName, keysName] = [`time ${serviceUrl}`, `keys ${serviceUrl} ${options.keys} ${options.spares}`];

  const file = await readSigned(MANIFEST_PATH, isFreshManifest);
  const kept = parseJsonOr<Partial<KeptList> | null>(null, (await store.get(keysName)) ?? '');
  const { timestamp: lastListed = 0, list: lastList = '' } = kept ?? {};
  let known = parseKeysJson(lastList) ?? NO_KEYS;
  const verify = (one: SignedFile, by: readonly PublicKey[]): Promise<TrustedComment> =>
    verifiedComment(one, [...by, ...spares], known.revoked, serviceUrl);
  if (file.text.includes(`"${KEYS}${SIGNATURE_ENDING}"`)) {
    const list = await readSigned(KEYS, true);
    // Only spare keys sign it: the key of every day is easier to steal.
    const comment = await verify(list, known.spares).catch((error) => {
      // Without a known spare key's signature, a list changes nothing.
      if (!(error instanceof CatalogError) || error.code === 'unsupported') throw error;
    });
    const { timestamp = -1 } = comment ?? {};
    const listed = timestamp >= lastListed ? parseKeysJson(list.text) : null;
    if (listed) {
      known = listed;
      await store.set(keysName, JSON.stringify({ timestamp, list: list.text } satisfies KeptList));
    }
  }

  const { timestamp, validUntil } = await verify(file, [...keys, ...known.signing]);
  const refuse = refusing(file.name);
  const [seconds, last] = [now() / 1000, Number((await store.get(timeName)) ?? 0)];
  if (timestamp < last)
    refuse(
      'older',
      `was signed on ${momentText(timestamp)}, before one that was accepted already and signed on ${momentText(last)}`,
    );
  const isEarly = timestamp > seconds + CLOCK_SECONDS;
  if (isEarly && !ignoreClock)
    refuse('not-yet-valid', `was signed on ${momentText(timestamp)}, but the clock here says ${momentText(seconds)}`);
  if (validUntil !== null && validUntil < seconds && !ignoreClock)
    refuse('expired', `was valid until ${momentText(validUntil)}, but the clock here says ${momentText(seconds)}`);
  const manifest = parseJsonOr<Manifest | null>(null, file.text) ?? refuse('malformed', 'is not JSON');
  if (manifest.serviceUrl !== serviceUrl)
    refuse('other-catalog', `is made for ${manifest.serviceUrl}, not for ${serviceUrl}`);
  // A person may accept a manifest from the future. Its time would refuse all later ones as older.
  if (!isEarly) await store.set(timeName, String(timestamp));
  return { ...file, manifest };
}

export function parseJsonOr<Value>(otherwise: Value, text: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

function refusing(name: string): (code: RefusalCode, why: string) => never {
  return (code, why) => {
    throw new CatalogError(code, `${name} ${why}`);
  };
}

function publicKey(text: string): PublicKey {
  return parsePublicKey(text) ?? refusing(text)('malformed', 'is not a public key of minisign');
}

async function verifiedComment(
  { name, text, signature: signatureText }: SignedFile,
  keys: readonly PublicKey[],
  revoked: readonly PublicKey[],
  serviceUrl: string,
): Promise<TrustedComment> {
  const refuse = refusing(name);
  const signature = parseSignature(signatureText) ?? refuse('malformed', 'has a damaged signature');
  const { keyId, ofFile, ofComment, signedComment } = signature;
  const by = `is signed with the key ${keyId}`;
  if (revoked.some(({ id }) => id === keyId)) refuse('revoked', `${by}, which was revoked`);
  const key =
    keys.find(({ id }) => id === keyId) ??
    refuse('wrong-key', `${by}, not with ${keys.map(({ id }) => id).join(' or ')}`);
  if (!(await isSigned(key, new TextEncoder().encode(text), ofFile)))
    refuse('wrong-signature', `is not what was signed with the key ${keyId}: one of the two was changed`);
  if (!(await isSigned(key, signedComment, ofComment)))
    refuse('wrong-comment', `has another trusted comment than the one that was signed with the key ${keyId}`);
  const comment =
    parseTrustedComment(signature.comment) ?? refuse('malformed', 'has a trusted comment that is not of a catalog');
  if (!name.endsWith(`/${comment.file}`)) refuse('other-file', `has the signature of another file: ${comment.file}`);
  if (comment.catalog !== serviceUrl)
    refuse('other-catalog', `is from another catalog: ${comment.catalog}, not ${serviceUrl}`);
  return comment;
}

async function isSigned(
  { bytes }: PublicKey,
  content: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature, content);
  } catch {
    const needed = 'Node 20, Chrome 137, Firefox 130 or Safari 17, and https';
    throw new CatalogError('unsupported', `Ed25519 signatures cannot be verified here: that needs ${needed}`);
  }
}

function momentText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
