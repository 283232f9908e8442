import { createPublicKey, verify } from 'node:crypto';
import type { KeysSource } from '../../contract/generated/catalog.types.ts';
import { keyListProblems, keysJson, keysSignature } from '../../contract/signing/key-list.ts';
import { type PublicKey, parsePublicKey, parseSignature } from '../../contract/signing/minisign.ts';
import { type Diagnostic, diagnosing, valueAt } from '../diagnostics/diagnostic.ts';
import { error, type Problems } from '../diagnostics/messages.ts';
import type { Content } from '../validate/content.ts';
import { ruleSet } from './run-rules.ts';

const KEY_PROBLEMS = {
  'bad-keys': error(({ why }: { why: string }) => why),
  'bad-keys-signature': error(
    () => 'No spare key has signed this list for this serviceUrl. Sign it again: cartalog keys sign --spare FILE',
  ),
} as const satisfies Problems;

const diagnostic = diagnosing(KEY_PROBLEMS);

function* trustedKeys(content: Content): Generator<Diagnostic> {
  const serviceUrl = content.of('site')[0]?.value.serviceUrl;
  for (const { file, value: list } of content.of('keys')) {
    const { keys = [], revoked = [] } = list;
    for (const why of keyListProblems(list)) yield diagnostic('bad-keys', file.path, valueAt('keys'), { why });
    if (!serviceUrl || !content.isWhole('keys')) continue;
    const signature = keysSignature(list as KeysSource, serviceUrl.replace(/\/+$/, ''));
    // Programs come with the first two keys, and learn others from a signed list.
    const isFirstList = keys.length <= 2 && revoked.length === 0;
    // A revoked spare key may have signed its own revocation.
    const spares = [...keys.filter(({ use }) => use === 'spare').map(({ key }) => key), ...revoked];
    const known = spares.flatMap((key) => parsePublicKey(String(key)) ?? []);
    if (signature === null ? !isFirstList : !isSignedBy(known, Buffer.from(keysJson(list as KeysSource)), signature))
      yield diagnostic('bad-keys-signature', file.path, valueAt(signature === null ? 'keys' : 'signed'), null);
  }
}

export const KEY_RULES = ruleSet(KEY_PROBLEMS, { catalog: [trustedKeys] });

/** One key made both signatures: of the content, and of the trusted comment. */
export function isSignedBy(keys: readonly PublicKey[], content: Uint8Array, text: string): boolean {
  const signature = parseSignature(text);
  const signer = keys.find(({ id }) => id === signature?.keyId);
  if (!signature || !signer) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(signer.bytes).toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return (
    verify(null, content, key, signature.ofFile) && verify(null, signature.signedComment, key, signature.ofComment)
  );
}
