/** The example records that earlier versions of `init` wrote are neither published nor told of. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diagnosticMessage } from '../../../build/diagnostics/diagnostic.ts';
import { withoutExamples } from '../../../build/history/examples.ts';
import { historyObjectsOf, memoizedValues, recordHistoryOf } from '../../../build/history/record-history.ts';
import { catalogModelOf } from '../../../build/model/model.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { type Files, memoryFolder } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';
import { ROOT } from '../../support/cli.ts';
import { contentOf } from '../../support/files.ts';
import { type MadeCommit, madeLog } from '../../support/made-commits.ts';

/** What the last version with examples wrote, byte for byte. */
const EXAMPLES = contentOf(join(ROOT, 'test/fixtures/old-examples'));

const SITE = 'title: Test\nserviceUrl: https://maps.alps.ch\nrepository: https://git.example.org/catalog\n';
const OWN: Files = {
  'site.yaml': SITE,
  'categories.yaml': '- { id: 1, name: "" }\n',
  'mapservers/own.yaml':
    'id: Own\nname: Own\nminZoom: 0\nmaxZoom: 19\nhosts: [tile.alps.ch]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: OpenStreetMap\n',
};

const EXAMPLE = String(EXAMPLES['mapservers/example.yaml']);
const SOURCE = String(EXAMPLES['datasources/example/datasource.yaml']);
const REAL_SOURCE = SOURCE.replace('//files.example.org', '//files.alps.ch');
const CHANGED = EXAMPLE.replace('maxZoom: 19', 'maxZoom: 17').replace('name: Example of', 'name: Mine of');
const REAL = EXAMPLE.replace('tile.example.org]', 'tile.peaks.ch]');

describe('in a catalog that has an address', () => {
  const publishedOf = (files: Files) => {
    const { content, diagnostics } = checkCatalog(memoryFolder({ ...OWN, ...files }), OPTIONS);
    const { mapservers, overlayservers, maps, datasources, editions, providers } = catalogModelOf(content, {
      serviceUrl: null,
      environment: {},
    });
    const lists = [mapservers, overlayservers, maps, datasources, editions, providers];
    return { ids: lists.map((list) => list.map(({ id }) => id)), diagnostics };
  };

  test('they are not published, and check says what to do', () => {
    const { ids, diagnostics } = publishedOf(EXAMPLES);
    expect(ids).toEqual([['Own'], [], [], [], [], []]);
    expect(diagnostics.map((one) => `${one.severity} ${one.code} ${one.file}`)).toEqual([
      'warning example-address mapservers/example.yaml',
      'warning example-address overlayservers/example-overlay.yaml',
      'warning example-address maps/example-wms.yaml',
      'warning example-address datasources/example/datasource.yaml',
      'warning example-address providers/example.yaml',
    ]);
    expect(diagnosticMessage(diagnostics[0] as (typeof diagnostics)[0], '')).toBe(
      '"tile.example.org" is an example, where nobody has a server, so this is not published; write addresses of your own, or delete mapservers/example.yaml and what names it',
    );
    // Done as they say, that is the end of it.
    const deleted = diagnostics.map(({ details }) => (details as { path: string }).path);
    const left = Object.entries(EXAMPLES).filter(
      ([path, text]) => !deleted.some((one) => path.startsWith(one)) && !/^ {2}- example$/m.test(text),
    );
    expect(publishedOf(Object.fromEntries(left)).diagnostics.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'unused-file areas/example.geojson',
    ]);
  });

  test.each<[name: string, Files, ids: unknown]>([
    ['a changed one', { 'mapservers/example.yaml': CHANGED }, [['Own'], [], [], [], [], []]],
    [
      'one with Windows line ends',
      { 'mapservers/example.yaml': EXAMPLE.replaceAll('\n', '\r\n') },
      [['Own'], [], [], [], [], []],
    ],
    [
      'one that became real, with the provider and area of the example',
      { 'mapservers/example.yaml': REAL },
      [['Example', 'Own'], [], [], [], [], []],
    ],
    [
      'a data source that became real, and the edition of it',
      { 'datasources/example/datasource.yaml': REAL_SOURCE },
      [['Own'], [], [], ['example'], ['example'], []],
    ],
    [
      'an edition without data sources',
      { 'editions/none.yaml': 'name: None\ndatasources: []\n' },
      [['Own'], [], [], [], ['none'], []],
    ],
  ])('%s', (_, files, ids) => expect(publishedOf({ ...EXAMPLES, ...files }).ids).toEqual(ids));

  test('an example of a catalog publishes them', () => {
    const { ids, diagnostics } = publishedOf({ ...EXAMPLES, 'site.yaml': SITE.replace('alps.ch', 'example.org') });
    expect(ids).toEqual([
      ['Example', 'Own'],
      ['Example overlay'],
      ['Example of a WMS'],
      ['example'],
      ['example'],
      ['example'],
    ]);
    expect(diagnostics).toEqual([]);
  });
});

describe('in the history', () => {
  const removed = (files: Files): Record<string, null> =>
    Object.fromEntries(Object.keys(files).map((path) => [path, null]));

  const toldOf = (...steps: MadeCommit['files'][]) => {
    const { log, contents } = madeLog(
      [{ ...(OWN as Record<string, string>), ...EXAMPLES }, ...steps].map((files, index) => ({
        time: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
        subject: `Commit ${index}`,
        files,
      })),
    );
    const asked = new Set(historyObjectsOf(log).flat());
    const read = memoizedValues(new Map([...contents].filter(([id]) => asked.has(id))));
    const { changes, former } = recordHistoryOf(withoutExamples(log, read), read);
    const line = ({ change, role, name }: (typeof changes)[0]): string => `${change} ${role} ${name}`;
    return { told: changes.map(line), former: former.map(({ list, id }) => `${list} ${id}`) };
  };
  const BEGIN = ['added mapserver own', 'added site '];

  test.each<[name: string, steps: MadeCommit['files'][], told: readonly string[], former: readonly string[]]>([
    ['of those that are there', [], [], []],
    ['of those that were deleted', [removed(EXAMPLES)], [], []],
    ['of one that was changed and deleted', [{ 'mapservers/example.yaml': CHANGED }, removed(EXAMPLES)], [], []],
    [
      'of one that became real, which was added then, and is withdrawn later',
      [{ 'mapservers/example.yaml': REAL }, { 'mapservers/example.yaml': null }],
      ['removed mapserver example', 'added mapserver example'],
      ['mapservers Example'],
    ],
    [
      'of entries of one that became real',
      [{ 'datasources/example/datasource.yaml': REAL_SOURCE }, { 'datasources/example/files.yaml': 'a.txt: {}\n' }],
      ['changed datasource example', 'added datasource example'],
      [],
    ],
  ])('%s', (_, steps, told, former) => expect(toldOf(...steps)).toEqual({ told: [...told, ...BEGIN], former }));
});
