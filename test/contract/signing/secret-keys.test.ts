import { expect, test } from 'vitest';
import { isSignedBy } from '../../../build/rules/keys.ts';
import type { PublicKey } from '../../../contract/signing/minisign.ts';
import { newSecretKey, parseSecretKey, secretKeyText, signedFileText } from '../../../contract/signing/secret-keys.ts';

const CATALOG = 'https://catalog.example.org';
const CONTENT = Buffer.from('{"version":1}\n');
const NOW = 1_700_000_000;
const WHAT = { timestamp: NOW, file: 'manifest.json', validUntil: NOW + 21 * 86_400, catalog: CATALOG };
const SECRET = newSecretKey();
const TEXT = signedFileText(SECRET, CONTENT, WHAT);

test.each<[string, boolean, readonly PublicKey[], Buffer, string]>([
  ['what a key signed', true, [newSecretKey().public, SECRET.public], CONTENT, TEXT],
  ['another key', false, [newSecretKey().public], CONTENT, TEXT],
  ['a changed file', false, [SECRET.public], Buffer.from('{"version":2}\n'), TEXT],
  ['a changed comment', false, [SECRET.public], CONTENT, TEXT.replace('valid-until:1', 'valid-until:9')],
  ['a page in its place', false, [SECRET.public], CONTENT, '<!doctype html>'],
])('of %s, says %s', (_, expected, keys, content, text) => expect(isSignedBy(keys, content, text)).toBe(expected));

test('reads its own secret keys, and no others', () => {
  const text = secretKeyText(SECRET);
  expect(parseSecretKey(text)?.public).toEqual(SECRET.public);
  const [comment, key = ''] = text.trim().split('\n');
  expect(parseSecretKey(key)?.public).toEqual(SECRET.public);
  const other = secretKeyText(newSecretKey()).split('\n')[1] as string;
  const mixed = Buffer.concat([Buffer.from(key, 'base64').subarray(0, 94), Buffer.from(other, 'base64').subarray(94)]);
  for (const bad of [`${key}\n${comment}`, `${key}\n${key}`, SECRET.public.text, '', mixed.toString('base64')])
    expect(parseSecretKey(bad)).toBeNull();
});
