/** What is wrong with answers, for a catalog that has one of everything. */
import { expect, test } from 'vitest';
import type { CatalogFolder } from '../../../build/pipeline.ts';
import { draftFrom } from '../../../commands/new/draft.ts';
import { reviewerOf } from '../../../commands/new/new.ts';
import type { Answers, DraftKind } from '../../../commands/new/questions.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { CONTEXT, EDITION, SERVER, SOURCE } from '../../support/new-answers.ts';

const IN_SMALL = { ...CONTEXT, folder: memoryFolder(SMALL), environment: {}, prefix: 'catalog/' };
const REVIEWER = reviewerOf('mapserver', IN_SMALL);

/** The flags whose answers are refused, and the codes of the problems with the draft. */
function codes(subject: DraftKind, answers: Answers): string[] {
  const { draft, refusals } = draftFrom(subject, answers, CONTEXT);
  return [...refusals.map(({ name }) => `--${name}`), ...REVIEWER.problemsOf(draft).map(({ code }) => code)];
}

test.each<[DraftKind, Answers, string[]]>([
  ['overlayserver', { ...SERVER, id: 'One' }, []],
  ['mapserver', { ...SERVER, id: ' ' }, ['--id', 'bad-text']],
  ['mapserver', { ...SERVER, id: 'con' }, ['--id']],
  ['mapserver', { ...SERVER, 'min-zoom': '10' }, ['zoom-range']],
  ['mapserver', { ...SERVER, 'max-zoom': '9.5' }, ['wrong-type']],
  ['mapserver', { ...SERVER, url: 'https://example.org/{q}' }, ['--url', 'missing-key', 'missing-key']],
  ['datasource', { ...SOURCE, id: '../x' }, ['--id']],
  ['datasource', { ...SOURCE, action: 'copy' }, ['not-allowed']],
  ['datasource', { ...SOURCE, directory: '/etc' }, ['bad-path']],
  ['edition', { ...EDITION, datasources: 'map' }, ['unknown-datasource']],
  ['edition', { ...EDITION, datasources: 'maps,maps' }, ['repeated-item']],
])('%s %o: %j', (subject, answers, expected) => {
  expect(codes(subject, answers)).toEqual(expected);
});

test.each(['a', 'z'])(
  'an id that the file %s.yaml would take a second time is a problem of the new file',
  (fileName) => {
    for (const [id, code] of [
      ['One', 'duplicate-id'],
      ['one', 'similar-id'],
    ]) {
      const { draft } = draftFrom('mapserver', { ...SERVER, id: id as string }, { ...CONTEXT, fileName });
      expect(REVIEWER.problemsOf(draft)).toMatchObject([
        { code, file: `mapservers/${fileName}.yaml`, details: { id, other: 'mapservers/one.yaml' } },
      ]);
    }
  },
);

test('the catalog is read once, however many answers are reviewed', () => {
  const reads = new Map<string, number>();
  const all = memoryFolder(SMALL);
  const folder: CatalogFolder = {
    ...all,
    read(path) {
      reads.set(path, (reads.get(path) ?? 0) + 1);
      return all.read(path);
    },
  };
  const reviewer = reviewerOf('mapserver', { ...CONTEXT, folder, environment: {}, prefix: 'catalog/' });
  for (const id of ['New', 'One', 'one', 'New']) {
    const { problems } = reviewer.review({ ...SERVER, id });
    expect(problems.map(({ flag }) => flag)).toEqual(id === 'New' ? [] : ['id']);
  }
  expect([...reads.values()]).toEqual(Object.keys(SMALL).map(() => 1));
});
