import { expect, test } from 'vitest';
import { pathObjection } from '../../../build/diagnostics/portable-path.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { fold } from '../../../contract/base/fold.ts';
import validators from '../../../contract/generated/catalog.validators.cjs';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';
import { anyCharacter, fc } from '../../support/property.ts';

test('a path has an objection where the schema refuses it', () => {
  const property = fc.property(fc.string({ unit: anyCharacter, maxLength: 8 }), (path) => {
    const isValid = validators.files({ a: { fragments: { [path]: [] } } });
    if (!isValid) expect(pathObjection(path)).toMatch(/./);
    else if (pathObjection(path) !== null) expect(pathObjection(path)).toMatch(/is the name of a device on Windows$/);
  });
  fc.assert(property, { numRuns: 600 });
});

const part = fc.constantFrom(
  ...['con', 'CON', 'Con.txt', 'con x', 'conin$', 'CONOUT$', 'cont', 'acon', 'prn', 'aux.b', 'AUX'],
  ...['auxx', 'nul', 'NUL .'],
  ...['com1', 'COM9', 'com0', 'com¹', 'lpt³.x', 'LPT', 'lpt1', 'c\u030fon', '#on', 'C/ON', 'a', 'ab', 'co'],
);

test('a path has a device where some part of it is the name of one, and nowhere else', () => {
  const device = /^(?:con(?:in\$|out\$)?|prn|aux|nul|(?:com|lpt)[1-9¹²³])(?:[. ].*)?$/i;
  const property = fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
    const path = parts.join('/');
    const isPath = validators.files({ [path]: {} });
    const hasDevice = path.split('/').some((one) => device.test(one));
    if (isPath) expect(pathObjection(path) !== null).toBe(hasDevice);
  });
  fc.assert(property, { numRuns: 600 });
});

test('two paths are reported exactly where they are one on some disk, or one is a folder of the other', () => {
  const name = fc.constantFrom('a', 'A', 'b', 'a-', 'a.b', 'é', 'e\u0301', 'E\u0301', 'k', '\u212a', 'a%62', 'ab');
  const path = fc.array(name, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('/'));
  const same = (one: string): string => fold(decodeURIComponent(one));
  const property = fc.property(fc.uniqueArray(path, { maxLength: 6 }), (paths) => {
    const text = paths.map((one) => `${JSON.stringify(one)}: {}\n`).join('') || '{}\n';
    const { diagnostics } = checkCatalog(memoryFolder({ ...SMALL, 'datasources/maps/files.yaml': text }), OPTIONS);
    const found = paths.some((one, index) =>
      paths.some((two, other) => {
        if (index === other) return false;
        return same(one) === same(two) || same(two).startsWith(`${same(one)}/`);
      }),
    );
    expect(diagnostics.filter(({ file }) => file === 'datasources/maps/files.yaml').length > 0).toBe(found);
  });
  fc.assert(property, { numRuns: 300 });
});
