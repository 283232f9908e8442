/**
 * The test vectors in `clients/vectors/`, for authors of clients: a folder is what a host serves, and `case.json` says what
 * a client must think of it. The keys are made from fixed seeds, so the bytes are always the same.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commentBytes, publicKeyText, signatureText, trustedCommentText } from '../../contract/signing/minisign.ts';
import { ROOT } from './cli.ts';

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

type Row = readonly [
  name: string,
  about: string,
  expected: string,
  minisign: boolean,
  files: VectorFiles,
  more?: Partial<VectorCase>,
];

const ROWS: readonly Row[] = [
  ['good', 'Signed with the first key.', 'ok', true, GOOD],
  ['same-again', 'The manifest that was accepted last.', 'ok', true, GOOD, { lastSeen: SIGNED }],
  [
    'unsigned',
    'There is no signature.',
    'unsigned',
    false,
    Object.fromEntries(Object.entries(GOOD).filter(([path]) => path !== signatureFile)),
  ],
  [
    'changed',
    'A byte of the manifest was changed after it was signed.',
    'wrong-signature',
    false,
    changed('manifest.json', '"v1/map', '"v1/mop'),
  ],
  [
    'changed-comment',
    'The trusted comment was changed: valid for longer.',
    'wrong-comment',
    false,
    changed(signatureFile, `until:${STATEMENT.validUntil}`, `until:${STATEMENT.validUntil + DAY}`),
  ],
  [
    'changed-document',
    'A document is not the one in the manifest. It has the same length.',
    'wrong-document',
    true,
    changed('v1/mapservers/index.json', 'a.example', 'z.example'),
  ],
  [
    'truncated',
    'The signature lacks its last bytes.',
    'malformed',
    false,
    { ...GOOD, [signatureFile]: GOOD[signatureFile]?.slice(0, -9) ?? '' },
  ],
  [
    'prehashed',
    'Signed in the mode `ED` of minisign, of a hash. Catalogs are signed in the mode `Ed`.',
    'malformed',
    true,
    prehashed(),
  ],
  [
    'plain-comment',
    'The trusted comment is the one that minisign writes: it names no catalog.',
    'malformed',
    true,
    site(SIGNING, STATEMENT, DOCUMENTS, `timestamp:${SIGNED}\tfile:manifest.json\thashed`),
  ],
  [
    'carriage-return',
    'The trusted comment ends with a carriage return, which minisign leaves out.',
    'malformed',
    false,
    site(SIGNING, STATEMENT, DOCUMENTS, `${trustedCommentText(STATEMENT)}\r`),
  ],
  ['not-json', 'Signed, but not JSON.', 'malformed', true, notJson()],
  [
    'far-year',
    'Signed in the year 33658: a time has at most 11 digits.',
    'malformed',
    true,
    site(SIGNING, { ...STATEMENT, timestamp: 999_999_999_999 }),
  ],
  ['wrong-key', 'Signed with a key that the client doesn’t have.', 'wrong-key', false, site(STRANGER)],
  ['impostor', 'Signed with another key that has the id of the first one.', 'wrong-signature', false, site(IMPOSTOR)],
  [
    'renamed',
    'The signature of another file.',
    'other-file',
    true,
    site(SIGNING, { ...STATEMENT, file: 'changes.json' }),
  ],
  [
    'other-catalog',
    'A manifest of another catalog, signed with the same key.',
    'other-catalog',
    true,
    site(SIGNING, { ...STATEMENT, catalog: 'https://other.example.org' }),
  ],
  [
    'other-service-url',
    'The manifest states another service URL than its trusted comment.',
    'other-catalog',
    true,
    otherServiceUrl(),
  ],
  ['older', 'Signed before the one that was accepted last.', 'older', true, GOOD, { lastSeen: SIGNED + 1 }],
  ['expired', 'No longer valid.', 'expired', true, GOOD, { now: STATEMENT.validUntil + 1 }],
  ['last-second', 'Valid for the last second.', 'ok', true, GOOD, { now: STATEMENT.validUntil }],
  [
    'from-the-future',
    'Signed more than a day later than the client’s clock says.',
    'not-yet-valid',
    true,
    GOOD,
    { now: SIGNED - DAY - 1 },
  ],
  [
    'rotated',
    'Signed with a new key. The spare key signed the list that names it.',
    'ok',
    false,
    site(NEW, STATEMENT, { ...DOCUMENTS, ...keyList(SPARE, NEW, []) }),
  ],
  [
    'revoked',
    'Signed with the first key, which the spare key revoked.',
    'revoked',
    true,
    site(SIGNING, STATEMENT, { ...DOCUMENTS, ...keyList(SPARE, NEW, [SIGNING]) }),
  ],
  [
    'stolen',
    'Signed with a new key. The first key signed the list that names it: only the spare key may.',
    'wrong-key',
    false,
    site(STRANGER, STATEMENT, { ...DOCUMENTS, ...keyList(SIGNING, STRANGER, [SPARE]) }),
  ],
];

function notJson(): VectorFiles {
  const text = '<!doctype html>\n';
  return { ...GOOD, 'manifest.json': text, [signatureFile]: signatureOf(text, SIGNING) };
}

function otherServiceUrl(): VectorFiles {
  const manifest = manifestOf(DOCUMENTS, 'https://other.example.org');
  return { ...GOOD, 'manifest.json': manifest, [signatureFile]: signatureOf(manifest, SIGNING) };
}

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
    ROWS.map(([name, about, expected, minisign, files, more]) => {
      const base = {
        about,
        ...VECTOR_KEYS,
        catalog: CATALOG,
        now: SIGNED + DAY,
        lastSeen: null,
        document: '/v1/mapservers/',
      };
      const content: VectorCase = { ...base, ...more, expected, minisign };
      return [name, { ...files, 'case.json': `${JSON.stringify(content, null, 2)}\n` }];
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
