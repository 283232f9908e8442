import { expect, test } from 'vitest';
import {
  parsePublicKey,
  parseSignature,
  parseTrustedComment,
  publicKeyText,
  signatureText,
  trustedCommentText,
} from '../../../contract/signing/minisign.ts';

const KEY = 'RWQjPo1+C2v0xvYiokRHNsEj4fImQ+IhCd5dzIEWICzw+Fhpr1cRbVfD';
const KEY_FILE = `untrusted comment: minisign public key C6F46B0B7E8D3E23\n${KEY}\n`;

/** As minisign 0.11 wrote it. */
const SIGNATURE = `untrusted comment: signature from minisign secret key
RWQjPo1+C2v0xvQSglECm/d3R7vszjwgfnvjokKDOQfCKrlhiq2oIzlfyDvn+HJ91pimtbRZav/+zo9nPgigmezKAOqwRD8xQgQ=
trusted comment: timestamp:1\tfile:manifest.json
xZH09xk7bsvmnxyB48WvwcQSVc7Vuuhwx4l0h+ZMzQOm1MDsRb35oP99xfoYfIjJqzH/dM9esZjHEXo1jBtjBA==
`;

const ID = Uint8Array.from(Buffer.from(KEY, 'base64').subarray(2, 10));

test('reads a key of minisign, alone or in its file', () => {
  expect(parsePublicKey(KEY)).toMatchObject({ text: KEY, id: 'C6F46B0B7E8D3E23' });
  expect(parsePublicKey(KEY_FILE)?.text).toBe(KEY);
  expect(parsePublicKey(KEY_FILE.replaceAll('\n', '\r\n'))?.text).toBe(KEY);
  expect(publicKeyText(ID, parsePublicKey(KEY)?.bytes as Uint8Array)).toBe(KEY);
});

test.each([
  ['two lines that are swapped', KEY_FILE.trim().split('\n').reverse().join('\n')],
  ['a key that was cut off', KEY.slice(0, -4)],
  ['another algorithm', KEY.replace('RW', 'RU')],
  ['two keys', `${KEY}\n${KEY}`],
  ['something else', 'a'.repeat(56).replace('a', '!')],
  ['nothing', ''],
])('refuses as a key %s', (_, text) => expect(parsePublicKey(text)).toBeNull());

test('reads a signature of minisign, and writes the same', () => {
  const signature = parseSignature(SIGNATURE);
  expect(signature).toMatchObject({ keyId: 'C6F46B0B7E8D3E23', comment: 'timestamp:1\tfile:manifest.json' });
  if (signature) expect(signatureText('signature from minisign secret key', ID, signature)).toBe(SIGNATURE);
});

test.each([
  ['one without its comment', SIGNATURE.split('\n').toSpliced(2, 1).join('\n')],
  ['one with swapped lines', SIGNATURE.split('\n').slice(0, 4).reverse().join('\n')],
  ['one with a line too many', `${SIGNATURE}more\n`],
])('refuses as a signature %s', (_, text) => expect(parseSignature(text)).toBeNull());

test('reads and writes what a trusted comment says', () => {
  const comment = { timestamp: 1, file: 'manifest.json', validUntil: 2, catalog: 'https://catalog.example.org' };
  const text = 'timestamp:1\tfile:manifest.json\tvalid-until:2\tcatalog:https://catalog.example.org';
  expect(trustedCommentText(comment)).toBe(text);
  expect(parseTrustedComment(`${text}\tmore:x`)).toEqual(comment);
  expect(parseTrustedComment(trustedCommentText({ ...comment, validUntil: null }))?.validUntil).toBeNull();
  for (const bad of [`${text}\tfile:other`, text.replace(':1', ':-1'), text.replace(':2', ':x'), 'file:a', ''])
    expect(parseTrustedComment(bad)).toBeNull();
});
