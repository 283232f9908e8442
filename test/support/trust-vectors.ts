/**
 * The test vectors in `clients/vectors/`, for authors of clients: a folder is what a host serves, and `case.json` says what
 * a client must think of it. The keys are made from fixed seeds, so the bytes are always the same.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commentBytes, publicKeyText, signatureText, trustedCommentText } from '../../contract/signing/minisign.ts';
import { ROOT } from './cli.ts';
import { rowsIn } from './words.ts';

/** What `case.json` says. Times are in seconds since 1970. */
export interface VectorCase {
  readonly about: string;
  readonly keys: readonly string[];
  /** The spare keys that it has, which sign lists of other keys. */
  readonly spares: readonly string[];
  readonly catalog: string;
  readonly now: number;
  /** When the manifest was signed that the client accepted last; null if it is the first. */
  readonly lastSeen: number | null;
  readonly document: string;
  /** `ok`, or the code with which it refuses. */
  readonly expected: string;
  /** Whether `minisign -V -P` with the first key accepts the manifest. It knows nothing of catalogs and clocks. */
  readonly minisign: boolean;
}

type TestKey = { readonly id: Uint8Array; readonly secret: KeyObject; readonly public: string };

/** An Ed25519 key of PKCS #8, without the seed at its end. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function testKey(name: string, idName = name): TestKey {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8, hash(name)]), format: 'der', type: 'pkcs8' });
  const id = hash(`id of ${idName}`).subarray(0, 8);
  const bytes = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { id, secret, public: publicKeyText(id, bytes) };
}

const SIGNING = testKey('signing');
const SPARE = testKey('spare');
const NEW = testKey('new');
const STRANGER = testKey('stranger');
/** A key of somebody else that claims to be the one that signs. */
const IMPOSTOR = testKey('stranger', 'signing');

const CATALOG = 'https://maps.example.org';
const DAY = 86_400;
const SIGNED = Date.UTC(2026, 0, 15, 12) / 1000;
const STATEMENT = { timestamp: SIGNED, file: 'manifest.json', validUntil: SIGNED + 30 * DAY, catalog: CATALOG };

const MAPS = `[{"id":"Hills","name":"Hills","minZoom":0,"maxZoom":17,"active":true,"hosts":[{"host":"a.example.org"},{"host":"b.example.org"}],"urlPattern":"https://#{host}/#{zoom}/#{tilex}/#{tiley}.png","copyright":"Example"}]\n`;

type VectorFiles = Readonly<Record<string, string>>;

/** Signs a text. @param comment replaces the trusted comment */
function signatureOf(
  text: string,
  key: TestKey,
  statement = STATEMENT as Parameters<typeof trustedCommentText>[0],
  comment?: string,
): string {
  const trusted = comment ?? trustedCommentText(statement);
  const ofFile = sign(null, Buffer.from(text), key.secret);
  const ofComment = sign(null, commentBytes(ofFile, trusted), key.secret);
  return signatureText('signature of a test vector', key.id, { ofFile, comment: trusted, ofComment });
}

function manifestOf(files: VectorFiles, serviceUrl = CATALOG): string {
  const lines = Object.entries(files).map(([path, text]) => {
    const url = `/${path.replace(/index\.json$/, '')}`;
    const sha256 = createHash('sha256').update(text).digest('hex');
    return `\n${JSON.stringify({ path, url, size: Buffer.byteLength(text), sha256, lastModified: null })}`;
  });
  return `{"version":1,"serviceUrl":${JSON.stringify(serviceUrl)},"files":[${lines.join(',')}\n]}\n`;
}

const DOCUMENTS = { 'v1/mapservers/index.json': MAPS };

function site(key = SIGNING, statement = STATEMENT, documents: VectorFiles = DOCUMENTS, comment?: string): VectorFiles {
  const manifest = manifestOf(documents);
  const signature = signatureOf(manifest, key, statement, comment);
  return { 'manifest.json': manifest, 'manifest.json.minisig': signature, ...documents };
}

function keyList(signer: TestKey, signing: TestKey, revoked: readonly TestKey[]): VectorFiles {
  const keys = [
    { key: signing.public, use: 'signing' },
    { key: SPARE.public, use: 'spare' },
  ];
  const text = `${JSON.stringify({ keys, revoked: revoked.map((key) => key.public) })}\n`;
  const statement = { ...STATEMENT, timestamp: SIGNED - DAY, file: 'keys.json', validUntil: null };
  return { 'v2/keys.json': text, 'v2/keys.json.minisig': signatureOf(text, signer, statement) };
}

const GOOD = site();
const signatureFile = 'manifest.json.minisig';
const changed = (file: string, from: string, to: string): VectorFiles => ({
  ...GOOD,
  [file]: GOOD[file]?.replace(from, to) ?? '',
});

/** Signed in the other mode of minisign: the signature is of the BLAKE2b hash. */
function prehashed(): VectorFiles {
  const manifest = GOOD['manifest.json'] as string;
  const comment = trustedCommentText(STATEMENT);
  const ofFile = sign(null, createHash('blake2b512').update(manifest).digest(), SIGNING.secret);
  const ofComment = sign(null, commentBytes(ofFile, comment), SIGNING.secret);
  const first = Buffer.concat([Buffer.from('ED'), SIGNING.id, ofFile]).toString('base64');
  const lines = [
    'untrusted comment: prehashed',
    first,
    `trusted comment: ${comment}`,
    ofComment.toString('base64'),
    '',
  ];
  return { ...GOOD, [signatureFile]: lines.join('\n') };
}

function notJson(): VectorFiles {
  const text = '<!doctype html>\n';
  return { ...GOOD, 'manifest.json': text, [signatureFile]: signatureOf(text, SIGNING) };
}

function otherServiceUrl(): VectorFiles {
  const manifest = manifestOf(DOCUMENTS, 'https://other.example.org');
  return { ...GOOD, 'manifest.json': manifest, [signatureFile]: signatureOf(manifest, SIGNING) };
}

/** What a host serves, by the name of the vector; and what else is special about some. */
const FILES: Readonly<Record<string, VectorFiles>> = {
  unsigned: Object.fromEntries(Object.entries(GOOD).filter(([path]) => path !== signatureFile)),
  changed: changed('manifest.json', '"v1/map', '"v1/mop'),
  'changed-comment': changed(signatureFile, `until:${STATEMENT.validUntil}`, `until:${STATEMENT.validUntil + DAY}`),
  'changed-document': changed('v1/mapservers/index.json', 'a.example', 'z.example'),
  truncated: { ...GOOD, [signatureFile]: GOOD[signatureFile]?.slice(0, -9) ?? '' },
  prehashed: prehashed(),
  'plain-comment': site(SIGNING, STATEMENT, DOCUMENTS, `timestamp:${SIGNED}\tfile:manifest.json\thashed`),
  'carriage-return': site(SIGNING, STATEMENT, DOCUMENTS, `${trustedCommentText(STATEMENT)}\r`),
  'not-json': notJson(),
  'far-year': site(SIGNING, { ...STATEMENT, timestamp: 999_999_999_999 }),
  'wrong-key': site(STRANGER),
  impostor: site(IMPOSTOR),
  renamed: site(SIGNING, { ...STATEMENT, file: 'changes.json' }),
  'other-catalog': site(SIGNING, { ...STATEMENT, catalog: 'https://other.example.org' }),
  'other-service-url': otherServiceUrl(),
  rotated: site(NEW, STATEMENT, { ...DOCUMENTS, ...keyList(SPARE, NEW, []) }),
  revoked: site(SIGNING, STATEMENT, { ...DOCUMENTS, ...keyList(SPARE, NEW, [SIGNING]) }),
  stolen: site(STRANGER, STATEMENT, { ...DOCUMENTS, ...keyList(SIGNING, STRANGER, [SPARE]) }),
};
const SPECIAL: Readonly<Record<string, Partial<VectorCase>>> = {
  'same-again': { lastSeen: SIGNED },
  older: { lastSeen: SIGNED + 1 },
  expired: { now: STATEMENT.validUntil + 1 },
  'last-second': { now: STATEMENT.validUntil },
  'from-the-future': { now: SIGNED - DAY - 1 },
};

/** The name of each vector, what a client must think of it, whether minisign accepts it, and what it is. */
const ROWS = rowsIn(`
  good | ok | accepted | Signed with the first key.
  same-again | ok | accepted | The manifest that was accepted last.
  unsigned | unsigned | refused | There is no signature.
  changed | wrong-signature | refused | A byte of the manifest was changed after it was signed.
  changed-comment | wrong-comment | refused | The trusted comment was changed: valid for longer.
  changed-document | wrong-document | accepted | A document is not the one in the manifest. It has the same length.
  truncated | malformed | refused | The signature lacks its last bytes.
  prehashed | malformed | accepted | Signed in the mode \`ED\` of minisign, of a hash. Catalogs are signed in the mode \`Ed\`.
  plain-comment | malformed | accepted | The trusted comment is the one that minisign writes: it names no catalog.
  carriage-return | malformed | refused | The trusted comment ends with a carriage return, which minisign leaves out.
  not-json | malformed | accepted | Signed, but not JSON.
  far-year | malformed | accepted | Signed in the year 33658: a time has at most 11 digits.
  wrong-key | wrong-key | refused | Signed with a key that the client doesn’t have.
  impostor | wrong-signature | refused | Signed with another key that has the id of the first one.
  renamed | other-file | accepted | The signature of another file.
  other-catalog | other-catalog | accepted | A manifest of another catalog, signed with the same key.
  other-service-url | other-catalog | accepted | The manifest states another service URL than its trusted comment.
  older | older | accepted | Signed before the one that was accepted last.
  expired | expired | accepted | No longer valid.
  last-second | ok | accepted | Valid for the last second.
  from-the-future | not-yet-valid | accepted | Signed more than a day later than the client’s clock says.
  rotated | ok | refused | Signed with a new key. The spare key signed the list that names it.
  revoked | revoked | accepted | Signed with the first key, which the spare key revoked.
  stolen | wrong-key | refused | Signed with a new key. The first key signed the list that names it: only the spare key may.`);

export const VECTOR_KEYS = { keys: [SIGNING.public], spares: [SPARE.public] };

/** When vectors are signed, in seconds since 1970. They are valid for 30 days. */
export const VECTOR_TIME = SIGNED;

/** A signed site with other documents, of another time or another catalog. */
export function signedSite(documents: VectorFiles = DOCUMENTS, timestamp = SIGNED, catalog = CATALOG): VectorFiles {
  const manifest = manifestOf(documents, catalog);
  const statement = { ...STATEMENT, timestamp, validUntil: timestamp + 30 * DAY, catalog };
  return {
    'manifest.json': manifest,
    'manifest.json.minisig': signatureOf(manifest, SIGNING, statement),
    ...documents,
  };
}

/** The files of every vector, by the name of the vector and the path. */
export const trustVectors = (): ReadonlyMap<string, VectorFiles> =>
  new Map(
    ROWS.map(([name = '', expected = '', minisign, about = '']) => {
      const times = { now: SIGNED + DAY, lastSeen: null };
      const base = { about, ...VECTOR_KEYS, catalog: CATALOG, ...times, document: '/v1/mapservers/' };
      const content: VectorCase = { ...base, ...SPECIAL[name], expected, minisign: minisign === 'accepted' };
      return [name, { ...(FILES[name] ?? GOOD), 'case.json': `${JSON.stringify(content, null, 2)}\n` }];
    }),
  );

export const VECTORS = join(ROOT, 'clients', 'vectors');

/** A vector as it is in its folder. */
export type Vector = { readonly name: string; readonly files: VectorFiles; readonly wanted: VectorCase };

export const readVectors = (): readonly Vector[] =>
  readdirSync(VECTORS)
    .sort()
    .map((name) => {
      const folder = join(VECTORS, name);
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
      const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
      return { name, files, wanted: JSON.parse(files['case.json'] as string) };
    });
