import { describe, expect, test } from 'vitest';
import { isSelectedFile, maySelectBelow } from '../../../../../commands/upstream/update/listing/selection.ts';
import { inTime } from '../../../../support/in-time.ts';

describe('include', () => {
  test.each<[pattern: string, path: string, takes: boolean]>([
    ['*.zip', 'a.zip', true],
    ['*.zip', 'a.ZIP', false],
    ['*.zip', 'a.zip.md5', false],
    ['a.zip', 'europe/a.zip', false],
    ['/a.zip', 'europe/a.zip', false],
    ['*/a.zip', 'a.zip', true],
    ['*/a.zip', 'europe/extra.zip', false],
    ['*/old/*', 'old/a.zip', true],
    ['*/old/*', 'old', false],
    ['*/old/*', 'europe/bold/a.zip', false],
    ['/old/*', 'europe/old/a.zip', false],
    ['europe/*.map', 'europe/germany/a.map', true],
    ['N??E*', 'N47E008.zip', false],
    ['*ab*ab', 'ab', false],
    ['*ab*ab', 'abab', true],
    ['*Süd west/*', 'S%C3%BCd%20west/a.map', true],
    ['*S%C3%BCd%20west/*', 'S%C3%BCd%20west/a.map', true],
    ['*100%*', '100%25.map', true],
    ['*ä*', 'broken%E4.map', false],
  ])('%s and %s: %s', (pattern, path, takes) => {
    expect(isSelectedFile({ include: [pattern] }, path)).toBe(takes);
    expect(isSelectedFile({ exclude: [pattern] }, path)).toBe(!takes);
  });

  test('none, or an empty list, takes all', () => {
    expect([isSelectedFile({}, 'a'), isSelectedFile({ include: [] }, 'a')]).toEqual([true, true]);
  });

  test('a pattern full of * takes no time', async () => {
    const selection = { include: [`${'*a'.repeat(90)}b`] };
    await inTime(() => expect(isSelectedFile(selection, 'a'.repeat(1000))).toBe(false));
  });
});

describe('folders that need not be read', () => {
  test.each<[source: { include?: string[]; exclude?: string[] }, folder: string, mayTake: boolean]>([
    [{ exclude: ['*/old/*'] }, 'old', false],
    [{ exclude: ['*/old/*'] }, 'europe', true],
    [{ exclude: ['*/old/*.zip'] }, 'old', true],
    [{ exclude: ['*'] }, '', true],
    [{ include: ['europe/*.map'] }, 'europe/germany', true],
    [{ include: ['europe/*.map'] }, 'asia', false],
    [{ include: ['europe/germany/*'] }, 'europe/france', false],
    [{ include: ['*.map'] }, 'asia', true],
    [{ include: ['Süd west/*'] }, 'S%C3%BCd%20west', true],
  ])('%j: %s %s', (source, folder, mayTake) => expect(maySelectBelow(source, folder)).toBe(mayTake));
});
