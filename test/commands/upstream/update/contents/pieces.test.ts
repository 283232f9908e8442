import { describe, expect, test } from 'vitest';
import { Pieces } from '../../../../../commands/upstream/update/contents/pieces.ts';
import { fileOf } from '../../../../support/watched-file.ts';

const BYTES = Buffer.from('0123456789');

describe('pieces of a file', () => {
  test('are read as they are taken, or ahead', async () => {
    const file = fileOf(BYTES);
    const pieces = new Pieces(file, 100);
    expect(String(await pieces.take(0, 2, 6))).toBe('01');
    expect(String(await pieces.take(3, 3))).toBe('345');
    expect(String(await pieces.take(5, 2))).toBe('56');
    expect(String(await pieces.take(8, 1, 100))).toBe('8');
    expect(String(await pieces.take(9, 1))).toBe('9');
    expect(file.reads).toEqual([
      { offset: 0, length: 6 },
      { offset: 5, length: 2 },
      { offset: 8, length: 2 },
    ]);
  });

  test('of nothing take no request', async () => {
    const file = fileOf(BYTES);
    expect(await new Pieces(file, 100).take(10, 0)).toHaveLength(0);
    expect(file.reads).toEqual([]);
  });

  test.each([
    [-1, 2],
    [9, 2],
    [10, 1],
    [0, -1],
    [Number.MAX_SAFE_INTEGER, 1],
  ])('at %i of length %i are refused', async (offset, length) => {
    const file = fileOf(BYTES);
    await expect(new Pieces(file, 100).take(offset, length)).rejects.toThrow('ends after 10 bytes');
    expect(file.reads).toEqual([]);
  });

  test('have a limit, all together', async () => {
    const file = fileOf(BYTES);
    const pieces = new Pieces(file, 8);
    await pieces.take(0, 5);
    await expect(pieces.take(5, 4)).rejects.toThrow('more than 8 bytes');
    expect(file.reads).toHaveLength(1);
  });
});
