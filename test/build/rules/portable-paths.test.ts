import { describe, expect, test } from 'vitest';
import { checkCatalog, refusalOfPath } from '../../../build/pipeline.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';

describe('whether an entry may have a path', () => {
  test.each<[path: string, refusal: string | null]>([
    ['europe/a.map', null],
    ['S%C3%BCd%20west/räum 2.map', null],
    ['x'.repeat(1000), null],
    ['x'.repeat(1001), 'it has more than 1,000 characters'],
    ['', 'it is empty'],
    ['/a', 'it is absolute; leave out the leading /'],
    ['a/../b', 'it must not lead upwards with ..'],
    ['a%2Fb', '%2F does not survive as part of an address or a file name'],
    ['a/NUL.map', 'Windows keeps the name NUL for a device'],
    ['a\nb', 'it holds a line break'],
    ['a.', 'a part of it ends in a dot or a space, which Windows drops'],
  ])('%j', (path, refusal) => {
    expect(refusalOfPath(path)).toBe(refusal);
  });

  test.each(['a.map', 'a%2Fb', 'NUL', 'a:b', 'a//b', 'x'.repeat(1001)])('check says the same of %s', (path) => {
    const folder = memoryFolder({ ...SMALL, 'datasources/maps/files.yaml': `${JSON.stringify(path)}: {}\n` });
    const { diagnostics } = checkCatalog(folder, { environment: {}, requireTokens: false });
    expect(diagnostics.some(({ code }) => code === 'bad-path' || code === 'too-long')).toBe(
      refusalOfPath(path) !== null,
    );
  });
});
