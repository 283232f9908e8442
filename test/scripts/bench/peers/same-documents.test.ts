import { expect, test } from 'vitest';
import { compareDocuments } from '../../../../scripts/bench/peers/same-documents.ts';
import { temporaryFolder, writeFiles } from '../../../support/catalogs.ts';

const SITE = {
  'v1/index.json': '{"a":1,"b":[1,2]}',
  'v1/editions/index.json': '[]',
  'v1/editions/index.xml': '<editions/>',
  'manifest.json': '{}',
};

test.each([
  ['the members in another order', { 'v1/index.json': '{ "b": [1, 2], "a": 1 }\n' }, []],
  ['what is no document', { 'v1/editions/index.xml': '', 'manifest.json': '[]' }, []],
  ['a list in another order', { 'v1/index.json': '{"a":1,"b":[2,1]}' }, ['v1/index.json']],
  ['one more', { 'v1/x/index.json': '1' }, ['v1/x/index.json']],
])('%s: %j', (_, changed, differing) => {
  const [site, other] = [temporaryFolder(), temporaryFolder()];
  writeFiles(site, SITE);
  writeFiles(other, { ...SITE, ...changed });
  expect(compareDocuments(site, other)).toEqual({ documents: 2, differing });
});

test('one that is missing', () => {
  const [site, other] = [temporaryFolder(), temporaryFolder()];
  writeFiles(site, SITE);
  writeFiles(other, { 'v1/index.json': SITE['v1/index.json'] });
  expect(compareDocuments(site, other).differing).toEqual(['v1/editions/index.json']);
});
