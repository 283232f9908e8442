/** What was taken out is found in real histories, as git has them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shownCommitSubject } from '../../../../build/render/v2/withdrawn.ts';
import type { WithdrawnList, WithdrawnRecord } from '../../../../contract/generated/v2.types.ts';
import validators from '../../../../contract/generated/v2.validators.cjs';
import { type Files, folderWithCatalog, SMALL } from '../../../support/catalogs.ts';
import { ROOT } from '../../../support/cli.ts';
import { contentOf } from '../../../support/files.ts';
import { commitAll, git } from '../../../support/git.ts';
import { inProcess } from '../../../support/in-process.ts';

const ONE = String(SMALL['mapservers/one.yaml']);
const TWO = { list: 'overlayservers', id: 'Two', name: 'Overlay two', file: 'two', withdrawn: 'inactive' };

type Step = readonly [subject: string, files: Readonly<Record<string, string | null>>];

/** Makes a repository of commits, one a day from 1 January 2026. */
function repositoryOf(steps: readonly Step[], first: Files = SMALL): string {
  const folder = folderWithCatalog(first);
  commitAll(folder, '2026-01-01T12:00:00Z', 'Begin');
  for (const [index, [subject, files]] of steps.entries()) {
    change(folder, files);
    commitAll(folder, `2026-01-${String(index + 2).padStart(2, '0')}T12:00:00Z`, subject);
  }
  return folder;
}

function change(folder: string, files: Step[1]): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'catalog', path);
    mkdirSync(join(file, '..'), { recursive: true });
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
  }
}

async function withdrawnIn(folder: string, ...options: string[]): Promise<WithdrawnRecord[]> {
  const { status, stderr } = await inProcess(['build', '--no-pages', '--target', 'generic', ...options], folder);
  expect([status, stderr.replace(/^Built.*/s, '')]).toEqual([0, '']);
  const document = JSON.parse(readFileSync(join(folder, 'dist/v2/withdrawn.json'), 'utf8'));
  expect([validators.withdrawn(document), validators.withdrawn.errors]).toEqual([true, null]);
  const { withdrawn, $schema } = document as WithdrawnList;
  expect($schema).toMatch(/^https:.*\/v2\/schemas\/withdrawn\.json$/);
  // It is switched off in all of these catalogs.
  return withdrawn.filter(({ id, when }) => id !== 'Two' || when !== '2026-01-01T12:00:00Z');
}

const removal = (members: string): string => `- { ${members} }\n`;
const GONE = removal('url: /v1/mapservers/, id: One, reason: Its server is gone.');
const OLD_GONE = removal('url: /v2/maps/old.json, reason: It ended.');
const VECTOR = 'type: vector\nname: A style\nstyle: https://tiles.example.org/style.json\ncopyright: Esri\n';
const OTHER = ONE.replace('id: One', 'id: Other').replaceAll('example.org', 'other.example.org');
const one = (when: string, more: object) => ({
  list: 'mapservers',
  id: 'One',
  file: 'one',
  name: 'Server one',
  withdrawn: 'removed',
  when: `2026-01-${when}T12:00:00Z`,
  ...more,
});

/** What is withdrawn is in the snapshot. */
test.each<[name: string, steps: readonly Step[]]>([
  ['nothing', []],
  [
    'one with a reason, which may be deleted again',
    [
      ['x', { 'mapservers/one.yaml': null, 'removals.yaml': GONE }],
      ['y', { 'removals.yaml': null }],
    ],
  ],
  ['not a file with another name', [['x', { 'mapservers/one.yaml': null, 'mapservers/uno.yaml': ONE }]]],
  [
    'another id, then another one',
    [
      ['x', { 'mapservers/one.yaml': ONE.replace('One', 'Uno') }],
      ['y', { 'mapservers/one.yaml': ONE.replace('One', 'Eins') }],
    ],
  ],
  [
    'the last of two removals',
    [
      ['x', { 'mapservers/one.yaml': null }],
      ['y', { 'mapservers/one.yaml': ONE.replace('Server one', 'Uno') }],
      ['z', { 'mapservers/one.yaml': null }],
    ],
  ],
  [
    'a server that is switched off, and changed after that',
    [
      ['x', { 'mapservers/one.yaml': `${ONE}active: false\n` }],
      ['y', { 'mapservers/one.yaml': `${ONE.replace('19', '18')}active: false\n` }],
    ],
  ],
  [
    'a map of another type, which removals.yaml names by its address',
    [
      ['x', { 'maps/old.yaml': VECTOR }],
      ['y', { 'maps/old.yaml': VECTOR.replace('A style', 'The style') }],
      ['z', { 'maps/old.yaml': null, 'removals.yaml': OLD_GONE }],
    ],
  ],
  [
    'no map of another type that has another name',
    [
      ['x', { 'maps/old.yaml': VECTOR }],
      ['y', { 'maps/old.yaml': VECTOR.replace('A style', 'The style') }],
    ],
  ],
  ['a map of another type before the history', [['x', { 'removals.yaml': OLD_GONE }]]],
  [
    'no content that was no record',
    [
      ['x', { 'mapservers/bad.yaml': 'id: [' }],
      ['y', { 'mapservers/bad.yaml': '- One' }],
      ['z', { 'mapservers/bad.yaml': null }],
    ],
  ],
  [
    'what strangers wrote',
    [
      ['x', { 'mapservers/bad.yaml': OTHER.replace('id: Other', 'id: "<b>\\u202Ex"') }],
      ['\u001b[31mMail to a@example.org', { 'mapservers/bad.yaml': null }],
    ],
  ],
])('%s', async (_, steps) => expect(await withdrawnIn(repositoryOf(steps))).toMatchSnapshot());

test('uncommitted changes have no time, and a commit is built the same again', async () => {
  const folder = repositoryOf([['x', { 'mapservers/two.yaml': OTHER }]]);
  change(folder, {
    'mapservers/two.yaml': null,
    'mapservers/one.yaml': `${ONE}active: false\n`,
  });
  const { when: _, ...off } = one('', { withdrawn: 'inactive' });
  expect([await withdrawnIn(folder), await withdrawnIn(folder, '--at', 'HEAD')]).toEqual([[off], []]);
});

test('without a history, what is switched off and removals.yaml are known', async () => {
  const folder = repositoryOf([['x', { 'mapservers/one.yaml': null, 'removals.yaml': GONE }]]);
  rmSync(join(folder, '.git'), { recursive: true });
  const { status } = await inProcess(['build', '--no-pages', '--target', 'generic'], folder);
  const { withdrawn } = JSON.parse(readFileSync(join(folder, 'dist/v2/withdrawn.json'), 'utf8'));
  expect([status, withdrawn]).toEqual([
    0,
    [{ list: 'mapservers', id: 'One', withdrawn: 'removed', reason: 'Its server is gone.' }, TWO],
  ]);
});

test('a merge withdraws when it is merged, and an object that is missing makes only its own content unknown', async () => {
  const folder = repositoryOf([]);
  git(folder, ['checkout', '--quiet', '-b', 'side']);
  change(folder, { 'mapservers/one.yaml': null });
  commitAll(folder, '2026-01-03T12:00:00Z', 'Written');
  git(folder, ['checkout', '--quiet', 'main']);
  git(folder, ['merge', '--quiet', '--no-ff', '--message', 'Merged', 'side'], '2026-01-09T12:00:00Z');
  expect(await withdrawnIn(folder)).toEqual([one('09', { reason: 'Merged' })]);
  const blob = git(folder, ['rev-parse', 'HEAD~1:catalog/mapservers/one.yaml']).trim();
  rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  expect(await withdrawnIn(folder)).toEqual([]);
});

/** What earlier versions of `init` wrote. */
const EXAMPLES = contentOf(join(ROOT, 'test/fixtures/old-examples'));
const EXAMPLE = String(EXAMPLES['mapservers/example.yaml']);
const REAL = { 'site.yaml': String(SMALL['site.yaml']).replace('catalog.example.org', 'maps.alps.net') };

test('what init wrote as examples is told nowhere in a catalog with an address of its own, until it is a record of its own', async () => {
  const real = (text: unknown): string => String(text).replaceAll('example.org', 'alps.net');
  const changed = EXAMPLE.replace('maxZoom: 19', 'maxZoom: 17');
  const folder = repositoryOf(
    [
      ['Changes one', { 'mapservers/example.yaml': changed }],
      ['Deletes some', { 'overlayservers/example-overlay.yaml': null, 'editions/example.yaml': null }],
      [
        'A map and a provider of our own',
        {
          'mapservers/example.yaml': real(EXAMPLE),
          'providers/example.yaml': real(EXAMPLES['providers/example.yaml']),
        },
      ],
      ['Another one', { 'mapservers/other.yaml': real(OTHER) }],
      [
        'They are gone',
        { 'mapservers/other.yaml': null, 'mapservers/example.yaml': null, 'maps/example-wms.yaml': null },
      ],
    ],
    { ...EXAMPLES, ...REAL, 'categories.yaml': String(SMALL['categories.yaml']) },
  );
  expect(await inProcess(['build', '--target', 'generic'], folder)).toMatchObject({ status: 0 });
  const { withdrawn } = JSON.parse(readFileSync(join(folder, 'dist/v2/withdrawn.json'), 'utf8'));
  expect(withdrawn.map(({ id }: { id: string }) => id)).toEqual(['Example', 'Other']);
  const feed = JSON.parse(readFileSync(join(folder, 'dist/changes.json'), 'utf8'));
  expect(feed.items.map((item: { content_text: string }) => item.content_text.split('\n').slice(0, -1))).toMatchObject([
    ['Example is gone', 'Other is gone'],
    ['Other is new'],
    ['Example is new'],
  ]);
});

test.each([
  ['', ''],
  ['Fix a <b>tile</b> & "more"', 'Fix a <b>tile</b> & "more"'],
  ['Merge from a.person+x@mail.example.org', 'Merge from …'],
  ['Thanks to <a@b.example>', 'Thanks to <…>'],
  ['\u001b[31mred\u0000\u202e', '\\u001b[31mred\\u0000\\u202e'],
  ['::error::x', '\\u003a:error::x'],
  [`${'x'.repeat(300)}`, `${'x'.repeat(200)}…`],
])('the subject %j is shown as %j', (subject, title) => {
  expect(shownCommitSubject(subject)).toBe(title);
});
