import { describe, expect, test } from 'vitest';
import { dryRunTable } from '../../../../commands/upstream/import/dry-run-table.ts';
import { importFile } from '../../../../commands/upstream/import/import.ts';
import { type Files, memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { importFrom, SERVER, SOURCE } from '../../../support/import-from.ts';

const KNOWN: Files = {
  ...SMALL,
  'mapservers/known.yaml':
    'id: Known\nname: Known\nminZoom: 0\nmaxZoom: 9\nhosts: [a.tile.example.net, b.tile.example.net]\nurlPattern: https://#{host}/t/#{zoom}/#{tilex}/#{tiley}.png?key=${MAPS_API_KEY}\ncopyright: K\n',
  'site.yaml': `${SMALL['site.yaml']}accessTokens: [MAPS_API_KEY]\n`,
};

const countsIn = (table: string): string[] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.replace(/(?<=\S) {2,}/g, ' | '));

function tableOf(body: string): string[] {
  const plan = importFile(memoryFolder(KNOWN), Buffer.from(body), 'maps.csv', {}, 0);
  return countsIn(dryRunTable(plan, [...plan.changes()]));
}

test('each row is counted once, with what happens to it', () => {
  const rows = [
    'New,https://new.example.net/{z}/{x}/{y}.png,N,9,street',
    'Odd kind,https://odd.example.net/{z}/{x}/{y}.png,N,9,strange',
    'Again,http://NEW.example.net:80/{zoom}/{x}/{y}.png,N,9,street',
    ',https://unnamed.example.net/{z}/{x}/{y}.png,N,9,',
    'No credit,https://c.example.net/{z}/{x}/{y}.png,,9,',
    'Page,https://c.example.net/,N,9,',
    'Key,https://c.example.net/{z}/{x}/{y}.png?apikey=0123456789abcdef,N,9,',
  ];
  expect(tableOf(`name,url,attribution,maxZoom,kind\n${rows.join('\n')}\n`)).toEqual([
    'RECORDS | COUNT | WHERE',
    'taken | 2',
    '  new | 2 | mapservers/new.yaml, mapservers/odd-kind.yaml',
    'left out | 5',
    '  twice in the list | 1 | /row/4',
    '  no name, or no address | 1 | /row/5',
    '  nobody is credited | 1 | /row/6',
    '  an address or type that the catalog does not have | 1 | /row/7',
    '  needs a header or an access token | 1 | /row/8',
    'values left out | 1 | /row/3/kind',
  ]);
});

describe('a map that the catalog has is counted as such', () => {
  test.each([
    'https://tile.example.net/t/{z}/{x}/{y}.png',
    'http://c.tile.example.net:80/t/{z}/{x}/{y}.png',
    'https://{s}.tile.example.net/t/${z}/${x}/${y}.png',
    'https://www.tile.example.net/t/{zoom}/{x}/{y}.png?key=0123456789abcdef',
    'https://{switch:a,b}.TILE.example.net/t/{z}/{x}/{y}.png?_=1',
    'https://#{host}/t/#{zoom}/#{tilex}/#{tiley}.png',
  ])('%s', (url) => {
    const table = tableOf(`name\turl\thosts\tattribution\tmaxZoom\nX\t${url}\ttile.example.net\tX\t9\n`);
    expect(table.slice(1)).toEqual(['taken | 0', 'left out | 1', '  in the catalog already | 1 | /row/2']);
  });

  test('but not another map of its name', () => {
    const table = tableOf('name,url,attribution,maxZoom\nKnown,https://other.example.org/{z}/{x}/{y}.png,X,9\n');
    expect(table.slice(1)).toEqual(['taken | 0', 'left out | 1', '  name is taken | 1 | /row/2']);
  });

  test('though its row lacks what a new map needs', () => {
    const table = tableOf(
      'name,url\nX,https://tile.example.net/t/{z}/{x}/{y}.png\nY,https://tile.example.net/t/{z}/{x}/{y}.png',
    );
    expect(table.at(-1)).toBe('  in the catalog already | 2 | /row/2, /row/3');
  });
});

test('records of a service are new, changed or unchanged, and a map with two ids is named', async () => {
  const first = await importFrom({
    '/v1/mapservers/': [SERVER, { ...SERVER, id: 'Two', urlPattern: `${SERVER.urlPattern}?2` }],
  });
  const served = [SERVER, { ...SERVER, id: 'Two', minZoom: 3 }, { ...SERVER, id: 'Other' }, { ...SERVER, id: 'Other' }];
  const { plan } = await importFrom({ '/v1/mapservers/': served }, first.files as Files);
  expect(countsIn(dryRunTable(plan, [...plan.changes()]))).toEqual([
    'RECORDS | COUNT | WHERE',
    'taken | 2',
    '  new | 1 | mapservers/other.yaml',
    '  new, with the tiles of a map in the catalog | 1 | mapservers/other.yaml',
    '  changed | 1 | mapservers/two.yaml',
    'unchanged | 1 | mapservers/one.yaml',
    'left out | 1',
    '  twice in the list | 1 | /3',
  ]);
});

test('of a service, each record that is left out has a reason, and a document that is not read is no record', async () => {
  const { plan } = await importFrom({
    '/v1/mapservers/': [SERVER, 'One', { ...SERVER, id: 'Two', provider: 'x' }],
    '/v1/datasources/': [SOURCE, { ...SOURCE, id: 'a/b' }, { ...SOURCE }, { ...SOURCE, id: 'lost' }],
    '/v1/datasources/maps/': SOURCE,
    '/v1/datasources/lost/': '<html>',
    '/v1/categories/': [
      { id: 'x', name: 'X', parent: null },
      { id: 7, name: 'x'.repeat(5_000), parent: null },
    ],
    '/v1/editions/': [{ id: 'all', name: 'All', datasources: null }],
  });
  expect(countsIn(dryRunTable(plan, [])).slice(2)).toEqual([
    'left out | 6',
    '  not valid | 3 | /1, /0/datasources, /1/name',
    '  no id that the catalog can have | 2 | /0, /1',
    '  twice in the list | 1 | /2',
    'values left out | 1 | /2/provider',
    'documents not read | 1 | /v1/datasources/lost/',
  ]);
});

test('values that a column has are counted, not the column', () => {
  const row = (name: string) => `${name},https://${name}.example.net/{z}/{x}/{y}.png,N,9,1,2\n`;
  const table = tableOf(`name,url,attribution,maxZoom,one,two\n${row('a')}${row('b')}`);
  expect(table.at(-1)).toBe('values left out | 4 | maps.csv');
});
