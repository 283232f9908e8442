/** Files that are valid or not, without the words of `check`. */
import { expect, test } from 'vitest';
import { oneFileFolder } from '../../../build/read/folder.ts';
import { readAgainstSchema, readValidFile } from '../../../build/run/valid-file.ts';
import { memoryFolder } from '../../support/catalogs.ts';

const REMOVALS = { path: 'removals.yaml', role: 'removals', name: null } as const;
const SITE = 'title: A\nserviceUrl: https://a.example.org\nrepository: https://git.example.org/a\n';

test.each<[text: string, problems: readonly string[]]>([
  ['[]', []],
  ['- { url: /v1/editions/a/, reason: Gone. }\n', []],
  ['- { url: /v1/editions/a/ }\n', ['required']],
  ['a: 1', ['type']],
  ['', ['empty-file']],
  ['- [\n', ['yaml-syntax']],
  ['- \u0000', ['yaml-syntax']],
])('%j has the problems %j', (text, problems) => {
  expect(readAgainstSchema(oneFileFolder(Buffer.from(text)), REMOVALS).problems).toEqual(problems);
});

test('a valid file has its value', () => {
  const text = Buffer.from('- { url: /v1/editions/a/, reason: Gone. }\n');
  expect(readAgainstSchema(oneFileFolder(text), REMOVALS).value).toEqual([{ url: '/v1/editions/a/', reason: 'Gone.' }]);
});

test.each([
  [{}, 'missing'],
  [{ 'site.yaml': 'title: A\n' }, 'faulty'],
  [{ 'site.yaml': SITE }, 'valid'],
])('site.yaml of %j is %s', (files, state) => expect(readValidFile(memoryFolder(files), 'site').state).toBe(state));
