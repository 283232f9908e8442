import { expect, test } from 'vitest';
import { type AssetPiece, textAsset } from '../../../build/render/asset.ts';
import { fc } from '../../support/property.ts';

/** Whole characters: half of one in each of two pieces is not what pieces are. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  // Longer than what is encoded at once, and than the memory that small files share.
  fc.tuple(fc.constantFrom('a', 'ß', '地', '😀'), fc.nat(400_000)).map(([part, times]) => part.repeat(times)),
);
const piece: fc.Arbitrary<AssetPiece> = fc.oneof(text, fc.uint8Array({ maxLength: 50 }));

const bytesOf = (pieces: readonly AssetPiece[]): Buffer =>
  Buffer.concat(pieces.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

test('a file has the bytes of its pieces, whatever is made after it', () => {
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 5 }), (files) => {
      const assets = files.map((pieces) => textAsset('a', pieces, null));
      for (const [index, { content }] of assets.entries()) {
        expect(bytesOf(files[index] as AssetPiece[]).equals(content)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('a text is a file of one piece', () => {
  fc.assert(
    fc.property(text, (whole) => {
      expect(Buffer.from(whole).equals(textAsset('a', whole, null).content)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('files can be made while the pieces of another one are', () => {
  const inner: Uint8Array[] = [];
  const pieces = function* (): Generator<string> {
    for (const letter of ['a', 'b', 'c']) {
      yield letter.repeat(100_000);
      inner.push(textAsset('inner', [letter.repeat(50_000), letter], null).content);
    }
  };
  const { content } = textAsset('outer', pieces(), null);
  expect(Buffer.from(content).toString()).toBe(`${'a'.repeat(100_000)}${'b'.repeat(100_000)}${'c'.repeat(100_000)}`);
  expect(inner.map((bytes) => Buffer.from(bytes).toString())).toEqual(
    ['a', 'b', 'c'].map((letter) => letter.repeat(50_001)),
  );
});
