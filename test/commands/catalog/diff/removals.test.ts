/** `removals.yaml` as a file of the catalog. */
import { describe, expect, test } from 'vitest';
import { messageOf } from '../../../../build/diagnostics/diagnostic.ts';
import { parse } from '../../../../build/parse/parse.ts';
import { oneFileFolder } from '../../../../build/read/folder.ts';
import { checkCatalog } from '../../../../build/run/check-catalog.ts';
import { loadFile } from '../../../../build/run/load-file.ts';
import { offeredLine } from '../../../../commands/catalog/diff/removals.ts';
import { nameOfTarget, type Target } from '../../../../contract/targets.ts';
import { memoryFolder, SMALL } from '../../../support/catalogs.ts';

function problemsOf(entry: string): string[] {
  const folder = memoryFolder({ ...SMALL, 'removals.yaml': `- ${entry}\n` });
  const { diagnostics } = checkCatalog(folder, { environment: {}, requireTokens: false });
  return diagnostics.map((diagnostic) => `${diagnostic.file} ${diagnostic.code} ${messageOf(diagnostic, '')}`);
}

describe('an entry', () => {
  test.each([
    '{ url: /v1/datasources/gone/, reason: Gone. }',
    '{ url: /v1/mapservers/, id: Gone, reason: Gone. }',
    '{ url: /v1/overlayservers/, id: One, reason: "It is a map server, not an overlay server." }',
    '{ url: /v1/datasources/maps/, file: gone.zip, reason: Gone. }',
    '{ url: /v1/datasources/maps/, file: a.zip, field: boundingbox, reason: Fields are not looked at here. }',
    '{ url: /v1/categories/7/, reason: Gone. }',
    '{ url: /about.html, reason: Gone. }',
  ])('%s is fine', (entry) => {
    expect(problemsOf(entry)).toEqual([]);
  });

  test.each([
    ['{ url: /v1/datasources/maps/, reason: x }', '/v1/datasources/maps/'],
    ['{ url: /v1/mapservers/, id: One, reason: x }', '"One" in /v1/mapservers/'],
    ['{ url: /v1/datasources/maps/, file: a.zip, reason: x }', 'the file "a.zip" of /v1/datasources/maps/'],
    ['{ url: /v1/categories/10/, reason: x }', '/v1/categories/10/'],
    ['{ url: /v1/editions/offline/, reason: x }', '/v1/editions/offline/'],
    ['{ url: /v1/editions/, reason: x }', '/v1/editions/'],
  ])('%s names what is there', (entry, target) => {
    expect(problemsOf(entry)).toEqual([
      `removals.yaml removal-not-done ${target} is listed as removed, but it is still published; delete this entry, or what it names`,
    ]);
  });

  test.each([
    ['{ url: /v1/x/ }', /missing-key/],
    ['{ url: /v1/x/, reason: "" }', /empty-value/],
    ['{ url: /v1/x/, reason: " x" }', /bad-text/],
    ['{ url: https://catalog.example.org/v1/x/, reason: x }', /bad-url .* write the path alone/],
    ['{ url: v1/x/, reason: x }', /bad-url .* it must begin with \//],
    ['{ url: "/v1/x y/", reason: x }', /bad-url .* it contains a space/],
    ['{ url: "/v1/x/?format=api", reason: x }', /bad-url .* leave out what begins with \?/],
    ['{ url: "/v1/<x>/", reason: x }', /bad-url .* "<" is not allowed in an address/],
    ['{ url: /v1/x/, name: x, reason: x }', /unknown-key/],
  ])('%s is refused', (entry, problem) => {
    expect(problemsOf(entry)).toEqual([expect.stringMatching(problem)]);
  });
});

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
  const { value, diagnostics } = parse('removals.yaml', Buffer.from(`${offeredLine(target)}\n`));
  expect({ value, diagnostics }).toEqual({ value: [{ ...target, reason: '' }], diagnostics: [] });
  // With a reason, an entry for what must go can be written, also for a path that can no longer be published.
  const list = offeredLine(target).replace('reason: ""', 'reason: Gone');
  const file = { path: 'removals.yaml', kind: 'removals', name: null } as const;
  if (target.file) expect(loadFile(oneFileFolder(Buffer.from(list)), file).diagnostics).toEqual([]);
  expect(nameOfTarget(target)).toBe(name);
});
