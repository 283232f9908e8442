import { expect, test } from 'vitest';
import { checkCatalog, isSound, pathObjection } from '../../../build/pipeline.ts';
import validators from '../../../contract/generated/catalog.validators.cjs';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';
import { fc } from '../../support/property.ts';

test.each([
  ['berlin.map', null],
  ['Straße/ä b.map', null],
  ['x'.repeat(1000), null],
  ['😀'.repeat(1000), null],
  ['x'.repeat(1001), 'it has more than 1000 characters'],
  ['../a', 'it must not lead upwards with ..'],
  ['a\\b', 'write / instead of \\'],
  ['sub/NUL.txt', 'Windows keeps the name NUL for a device'],
  ['COM1', 'Windows keeps the name COM1 for a device'],
])('%j: %s', (path, why) => {
  expect(pathObjection(path)).toBe(why);
});

test('a path has an objection where the schema refuses it', () => {
  const property = fc.property(fc.string({ unit: 'binary', maxLength: 8 }), (path) => {
    const isValid = validators.files({ a: { fragments: { [path]: [] } } });
    if (!isValid) expect(pathObjection(path)).toMatch(/./);
    else if (pathObjection(path) !== null) expect(pathObjection(path)).toMatch(/^Windows keeps the name/);
  });
  fc.assert(property, { numRuns: 2000 });
});

test.each(['a.map', '', 'a%2Fb', 'NUL', 'a:b', 'a//b', 'x'.repeat(1001)])('check says the same of %j', (path) => {
  const folder = memoryFolder({ ...SMALL, 'datasources/maps/files.yaml': `${JSON.stringify(path)}: {}\n` });
  const { diagnostics } = checkCatalog(folder, OPTIONS);
  expect(isSound(diagnostics)).toBe(pathObjection(path) === null);
});
