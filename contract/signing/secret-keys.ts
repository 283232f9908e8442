import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  commentBytes,
  keyLine,
  type PublicKey,
  parsePublicKey,
  publicKeyText,
  signatureText,
  type TrustedComment,
  trustedCommentText,
} from './minisign.ts';

export interface SecretKey {
  readonly public: PublicKey;
  readonly key: KeyObject;
}

const OKP = { kty: 'OKP', crv: 'Ed25519' };

export function newSecretKey(): SecretKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return secretKey(randomBytes(8), privateKey);
}

function secretKey(id: Uint8Array, key: KeyObject): SecretKey {
  const { x = '' } = createPublicKey(key as never).export({ format: 'jwk' });
  return { key, public: parsePublicKey(publicKeyText(id, Buffer.from(x, 'base64url'))) as PublicKey };
}

/** Begins keys without a password: algorithms, then an unused salt and limits. */
const UNENCRYPTED = Buffer.concat([Buffer.from('Ed\0\0B2'), Buffer.alloc(48)]);

/** Like `minisign -G -W`, without a password. */
export function secretKeyText({ key, public: { text } }: SecretKey): string {
  const { d = '' } = key.export({ format: 'jwk' });
  const [idAndKey, seed] = [Buffer.from(text, 'base64').subarray(2), Buffer.from(d, 'base64url')];
  // The id, the secret key, the public key, and an empty checksum.
  const parts = [UNENCRYPTED, idAndKey.subarray(0, 8), seed, idAndKey.subarray(8), Buffer.alloc(32)];
  return `untrusted comment: minisign secret key; keep it secret\n${Buffer.concat(parts).toString('base64')}\n`;
}

/** Null if it is no secret key, or has a password. */
export function parseSecretKey(text: string): SecretKey | null {
  const bytes = Buffer.from(keyLine(text), 'base64');
  if (bytes.length !== 158 || !bytes.subarray(0, UNENCRYPTED.length).equals(UNENCRYPTED)) return null;
  const parts = bytes.subarray(UNENCRYPTED.length);
  const [id, d, x] = [parts.subarray(0, 8), parts.toString('base64url', 8, 40), parts.toString('base64url', 40, 72)];
  const made = secretKey(id, createPrivateKey({ key: { ...OKP, d, x }, format: 'jwk' }));
  return made.public.text === publicKeyText(id, parts.subarray(40, 72)) ? made : null;
}

export function signedFileText(secret: SecretKey, content: Uint8Array, trusted: TrustedComment): string {
  const ofFile = sign(null, content, secret.key);
  const comment = trustedCommentText(trusted);
  const ofComment = sign(null, commentBytes(ofFile, comment), secret.key);
  const id = Buffer.from(secret.public.text, 'base64').subarray(2, 10);
  return signatureText(`signature of ${trusted.catalog}/${trusted.file}`, id, { ofFile, comment, ofComment });
}
