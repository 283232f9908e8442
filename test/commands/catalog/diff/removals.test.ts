/** Lines for `removals.yaml`. What may be in it is in the bad catalog `removals`. */
import { expect, test } from 'vitest';
import { parseCatalogFile } from '../../../../build/parse/parse.ts';
import { oneFileFolder } from '../../../../build/read/folder.ts';
import { loadCatalogFile } from '../../../../build/run/load-file.ts';
import { offeredLine } from '../../../../commands/catalog/diff/removals.ts';
import { nameOfTarget, type Target } from '../../../../contract/interface/removal-targets.ts';

test.each<[Target, string]>([
  [{ url: '/v1/datasources/old/' }, '/v1/datasources/old/'],
  [{ url: '/v1/mapservers/', id: 'A: "b" # {c}, \n' }, '"A: \\"b\\" # {c}, \\n" in /v1/mapservers/'],
  [{ url: '/v1/\uffff/', id: '\u2028\ufeff' }, '"\u2028\ufeff" in /v1/\uffff/'],
  [{ url: '/v1/a,b/', file: '- x', field: 'no' }, 'the field "no" of the file "- x" of /v1/a,b/'],
  ...['sub/aux', 'con.txt', '../a.zip', 'a:b?c#d', 'a%2fb', 'ends in a dot.', '\u202egnp.zip', ' '].map(
    (file): [Target, string] => [
      { url: '/v1/datasources/maps/', file },
      `the file ${JSON.stringify(file)} of /v1/datasources/maps/`,
    ],
  ),
])('the line that is offered for %j means just that', (target, name) => {
  const { value, diagnostics } = parseCatalogFile('removals.yaml', Buffer.from(`${offeredLine(target)}\n`));
  expect({ value, diagnostics }).toEqual({ value: [{ ...target, reason: '' }], diagnostics: [] });
  // With a reason, an entry for what must go can be written, also for a path that can no longer be published.
  const list = offeredLine(target).replace('reason: ""', 'reason: Gone');
  const file = { path: 'removals.yaml', role: 'removals', name: null } as const;
  if (target.file) expect(loadCatalogFile(oneFileFolder(Buffer.from(list)), file).diagnostics).toEqual([]);
  expect(nameOfTarget(target)).toBe(name);
});
