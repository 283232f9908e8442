/** A service imported into a catalog that has records already. */
import { describe, expect, test } from 'vitest';
import { LISTS, pathOf } from '../../../contract/routes.ts';
import { SMALL } from '../../support/catalogs.ts';
import { BASE, type Documents, importFrom, SERVER, SOURCE, sum } from '../../support/import-from.ts';

const SHA1 = '483AF8EEF96B20864776F019D4537B3750C1173D';
const line = (time: string, length: number, sha1: string | null): string =>
  `    - { lastModified: ${time}, contentLength: ${length}, sha1: ${sha1 === null ? 'null' : `"${sha1}"`} }`;

const maps = (more: object): Documents => ({
  '/v1/datasources/': [{ id: 'maps', url: `${BASE}/v1/datasources/maps/` }],
  '/v1/datasources/maps/': { ...SOURCE, name: 'Maps', directory: 'maps/test', action: 'Extract', ...more },
});

/** The only XML of a data source in the small catalog. */
const xmlOfMaps = (inside: string): string =>
  `<catalog xmlns="http://api.routeconverter.com/v1/schemas/datasource-catalog"><datasource id="maps" name="Maps" baseUrl="https://files.example.org/maps/" directory="maps/test" action="Extract">${inside}</datasource></catalog>`;
const XML_PATH = '/v1/datasources/maps/?format=xml&includeSource=true';

describe('without --prune', () => {
  test('nothing that is not served is removed', async () => {
    expect((await importFrom({}, SMALL)).files).toEqual({});
  });

  test('a record is found by its id, keeps its file and its comments, and changes', async () => {
    const catalog = {
      ...SMALL,
      'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}`.replace('\n', ' # the label\n'),
    };
    const { files, notes } = await importFrom({ '/v1/mapservers/': [{ ...SERVER, maxZoom: 20 }] }, catalog);
    expect(notes).toEqual([]);
    expect(files).toEqual({
      'mapservers/one.yaml': `# yaml-language-server: $schema=../../schemas/catalog/tileserver.json\n${catalog['mapservers/one.yaml'].replace('19', '20')}`,
    });
  });

  test('a new record gets a file of its own, whatever files there are', async () => {
    const servers = ['Ône!', 'One?', '日本', 'con'].map((id) => ({ ...SERVER, id, name: id }));
    const { files } = await importFrom({ '/v1/mapservers/': servers }, SMALL);
    expect(Object.keys(files)).toEqual([
      'mapservers/mapserver-con.yaml',
      'mapservers/mapserver.yaml',
      'mapservers/one-2.yaml',
      'mapservers/one-3.yaml',
    ]);
  });

  test('histories are joined, oldest first and nothing twice; what is known stays', async () => {
    const { files, notes } = await importFrom(
      maps({
        maps: {
          'a.zip': {
            checksums: [
              sum('2024-02-29T23:59:59Z', 0, SHA1),
              sum('2025-01-01T00:00:00Z', 415),
              sum('2026-01-01T00:00:00Z', 5),
            ],
          },
        },
        files: { 'b.zip': {}, 'c.zip': { checksums: [sum('2026-01-01T00:00:00Z', 5)] } },
      }),
      SMALL,
    );
    expect(notes).toEqual([]);
    expect(files['datasources/maps/maps.yaml']?.split('\n').slice(1, 9)).toEqual([
      'a.zip:',
      '  checksums:',
      line('2024-02-29T23:59:59Z', 0, SHA1),
      line('2025-01-01T00:00:00Z', 415, SHA1),
      line('2026-01-01T00:00:00Z', 5, null),
      '  fragments:',
      '    a.map:',
      `  ${line('2024-02-29T23:59:59Z', 7, null)}`,
    ]);
    // A file is in one group.
    expect(files['datasources/maps/maps.yaml']).not.toContain('b.zip');
    expect(files['datasources/maps/files.yaml']).toContain('b.zip: {}\n');
    expect(files['datasources/maps/datasource.yaml']).toContain('maxAge: 7200\nsource:\n');
  });

  test('what services do not publish stays, and so does what is only concluded of them', async () => {
    const catalog = {
      ...SMALL,
      'datasources/maps/datasource.yaml':
        'name: Maps\nbaseUrl: https://files.example.org/maps/\ndirectory: maps/test\naction: Extract\nsource:\n  url: https://files.example.org/maps/\n  level: 2\n  exclude: [a.zip]\n  group: maps\n  download: ["*.zip"]\n  downloadLimit: 10\n',
    };
    const { files, notes } = await importFrom(
      {
        ...maps({ baseUrl: 'https://files.example.org/maps/', files: {} }),
        [XML_PATH]: xmlOfMaps(
          '<source url="https://other.example.org/"><include>b*</include></source><map uri="b.zip"/>',
        ),
      },
      catalog,
    );
    expect(notes).toEqual([]);
    expect(Object.keys(files)).toEqual(['datasources/maps/datasource.yaml']);
    expect(files['datasources/maps/datasource.yaml']?.split('\n').slice(5, -1)).toEqual([
      'source:',
      '  url: https://other.example.org/',
      '  include: [b*]',
      '  group: maps',
      '  download: ["*.zip"]',
      '  downloadLimit: 10',
    ]);
  });

  test('categories change in their places, and new ones follow', async () => {
    const category = (id: number, name: string, parent: number | null): object => ({
      name,
      url: `${BASE}/v1/categories/${id}/`,
      parent: parent && `${BASE}/v1/categories/${parent}/`,
    });
    const served = [category(10, 'Bikes', 1), category(30, 'New', null), category(20, 'Newer', 30)];
    const { files } = await importFrom({ '/v1/categories/': served }, SMALL);
    expect(files['categories.yaml']?.split('\n').slice(1, -1)).toEqual([
      '- { id: 1, name: "" }',
      '- { id: 10, name: Bikes, parent: 1 }',
      '- { id: 2, name: Å, parent: 10 }',
      '- { id: 20, name: Newer, parent: 30 }',
      '- { id: 30, name: New }',
    ]);
  });

  const inList = (id: number, name: string): object => ({ name, url: `${BASE}/v1/categories/${id}/` });
  const ofCategory = (id: number, parent: number | null): Documents => ({
    [`/v1/categories/${id}/`]: { id, parent: parent && `${BASE}/v1/categories/${parent}/` },
  });

  test.each([false, true])(
    'a category whose detail cannot be read stays where it is, with --prune: %s',
    async (prune) => {
      const { files, notes, unreadCount } = await importFrom(
        {
          '/v1/mapservers/': '<html></html>',
          '/v1/overlayservers/': '<html></html>',
          '/v1/datasources/': '<html></html>',
          '/v1/editions/': '<html></html>',
          '/v1/categories/': [inList(1, ''), inList(10, 'Bikes'), inList(2, 'Å'), inList(3, 'New'), inList(4, 'Below')],
          ...ofCategory(1, null),
          ...ofCategory(2, 3),
          ...ofCategory(4, 3),
        },
        SMALL,
        prune,
      );
      expect(unreadCount).toBe(6);
      const lost = 'left out: below which category it is could not be read, so it is not taken';
      expect(notes.filter((note) => note.includes('categor'))).toEqual([
        '/v1/categories/10/# left out: its detail cannot be read: the answer is 404',
        '/v1/categories/3/# left out: its detail cannot be read: the answer is 404',
        `/v1/categories/#/2 ${lost}`,
        `/v1/categories/#/3 ${lost}`,
        `/v1/categories/#/4 ${lost}`,
      ]);
      expect(files['categories.yaml']?.split('\n').slice(1, -1)).toEqual([
        '- { id: 1, name: "" }',
        '- { id: 10, name: Bikes, parent: 1 }',
        '- { id: 2, name: Å, parent: 10 }',
      ]);
    },
  );

  test('a category of which the service does not say below which it is, stays there', async () => {
    const documents = { '/v1/categories/': [inList(10, 'Bikes')], '/v1/categories/10/': { id: 10 } };
    const { files, notes } = await importFrom(documents, SMALL);
    expect(files['categories.yaml']).toContain('- { id: 10, name: Bikes, parent: 1 }\n');
    expect(notes).toEqual([
      '/v1/categories/#/0/parent left out: the service does not say below which category this one is',
    ]);
  });

  test('an edition whose detail cannot be read stays as it is, and a new one is not taken', async () => {
    const editions = ['offline', 'other'].map((id) => ({ url: `${BASE}/v1/editions/${id}/` }));
    const sources = ['maps', 'empty'].map((id) => ({ id, url: `${BASE}/v1/datasources/${id}/` }));
    const lists = ['mapservers', 'overlayservers', 'categories'].map((list) => [`/v1/${list}/`, '<html></html>']);
    const { files, notes, errors } = await importFrom(
      { ...Object.fromEntries(lists), '/v1/datasources/': sources, '/v1/editions/': editions },
      SMALL,
      true,
    );
    expect([errors, files]).toEqual([[], {}]);
    expect(notes.at(-1)).toBe('/v1/editions/#/1 left out: what belongs to it is not known, so it is not taken');
  });

  test('an edition gets data sources and keeps those it has', async () => {
    const edition = { id: 'offline', name: 'Other', datasources: [{ id: 'empty' }] };
    const { files } = await importFrom({ '/v1/editions/': [edition] }, SMALL);
    expect(files['editions/offline.yaml']).toContain('name: Other\ndatasources:\n  - maps\n  - empty\n');
  });

  test('an edition and hosts keep their order, and what the service does not list', async () => {
    const edition = { id: 'offline', name: 'Offline', datasources: ['empty', 'maps'].map((id) => ({ id })) };
    const hosts = ['c', 'b'].map((name) => ({ host: `${name}.example.org` }));
    const documents = { '/v1/editions/': [edition], '/v1/mapservers/': [{ ...SERVER, hosts }] };
    const { files } = await importFrom(documents, SMALL);
    expect(Object.keys(files)).toEqual(['mapservers/one.yaml']);
    expect(files['mapservers/one.yaml']).toContain('hosts: [a.example.org, c.example.org, b.example.org]\n');
    const moved = { ...SERVER, hosts, urlPattern: SERVER.urlPattern.replace('.png', '.jpg') };
    const other = await importFrom({ '/v1/mapservers/': [moved] }, SMALL);
    expect(other.files['mapservers/one.yaml']).toContain('hosts: [c.example.org, b.example.org]\n');
  });

  test('what removals.yaml lists is not imported again', async () => {
    const removals =
      '- { url: /v1/mapservers/, id: Three, reason: gone }\n- { url: /v1/datasources/maps/, file: c.zip, reason: gone }\n';
    const documents = {
      '/v1/mapservers/': [{ ...SERVER, id: 'Three' }],
      ...maps({ maps: { 'c.zip': {} }, files: {} }),
    };
    const { files, notes } = await importFrom(documents, { ...SMALL, 'removals.yaml': removals });
    expect(notes).toEqual([
      '/v1/mapservers/#/0 left out: removals.yaml of the catalog lists it as removed',
      '/v1/datasources/maps/#/maps/c.zip left out: removals.yaml of the catalog lists it as removed',
    ]);
    expect(Object.keys(files)).toEqual(['datasources/maps/datasource.yaml']);
  });

  test('an id that looks like one that is there is left out, and that one stays', async () => {
    const { files, notes } = await importFrom({ '/v1/mapservers/': [{ ...SERVER, id: 'ONE' }] }, SMALL);
    expect(notes).toEqual([
      expect.stringMatching(/^\/v1\/mapservers\/#\/0\/id left out: The id "ONE" differs from "One"/),
    ]);
    expect(files).toEqual({});
  });
});

describe('with --prune', () => {
  test('checksums of fragments stay where the service has only XML, which has none of them', async () => {
    const list = (root: string, inside = ''): string =>
      `<catalog xmlns="http://api.routeconverter.com/v1/schemas/${root}">${inside}</catalog>`;
    const items = ['maps', 'empty'].map((id) => `<datasource id="${id}" href="${BASE}/v1/datasources/${id}/"/>`);
    const others = ['/v1/', '/v1/datasources/maps/', ...LISTS.map((name) => pathOf(name))];
    const documents = Object.fromEntries(others.map((path) => [path, '<html></html>']));
    const { files } = await importFrom(
      {
        ...documents,
        '/v1/datasources/?format=xml': list('datasource-catalog', items.join('')),
        [XML_PATH]: xmlOfMaps(
          `<map uri="a.zip"><checksum lastModified="2026-01-01T00:00:00Z" contentLength="5"/><fragment key="a.map"/></map>`,
        ),
      },
      SMALL,
      true,
    );
    expect(files['datasources/maps/maps.yaml']?.split('\n').slice(1, 6)).toEqual([
      'a.zip:',
      '  checksums:',
      line('2026-01-01T00:00:00Z', 5, null),
      '  fragments:',
      '    a.map:',
    ]);
    expect(files['datasources/maps/maps.yaml']).toContain(line('2024-02-29T23:59:59Z', 7, null));
  });

  test('what is not served is removed, and removals.yaml says so', async () => {
    const { files, errors } = await importFrom(
      { ...maps({ maps: { 'a.zip': { checksums: [sum('2026-01-01T00:00:00Z', 5)] } } }), '/v1/mapservers/': [SERVER] },
      SMALL,
      true,
    );
    expect(errors).toEqual([]);
    const removed = Object.entries(files).filter(([, text]) => text === null);
    expect(removed.map(([path]) => path)).toEqual([
      'datasources/empty/datasource.yaml',
      'editions/offline.yaml',
      'overlayservers/two.yaml',
    ]);
    expect(files['categories.yaml']).toContain('\n[]\n');
    expect(files['datasources/maps/maps.yaml']?.split('\n').slice(1, -1)).toEqual([
      'a.zip:',
      '  checksums:',
      line('2026-01-01T00:00:00Z', 5, null),
      '  boundingbox: { northEastLongitude: 13.77, northEastLatitude: 52.69, southWestLongitude: 13.07, southWestLatitude: 52.32 }',
    ]);
    const reason = 'reason: "No longer published by https://api.example.org on 2026-09-19." }';
    expect(files['removals.yaml']?.split('\n').slice(1, -1)).toEqual(
      [
        '- { url: /v1/overlayservers/, id: Two, ',
        '- { url: /v1/datasources/empty/, ',
        '- { url: /v1/editions/offline/, ',
        '- { url: /v1/datasources/maps/, file: b.zip, ',
        '- { url: /v1/categories/1/, ',
        '- { url: /v1/categories/10/, ',
        '- { url: /v1/categories/2/, ',
      ].map((start) => start + reason),
    );
  });

  test('a list that cannot be read removes nothing, nor does a data source', async () => {
    const page = '<html></html>';
    const documents = { '/v1/overlayservers/': page, '/v1/categories/': page, '/v1/editions/': page };
    const sources = ['maps', 'empty'].map((id) => ({ id, url: `${BASE}/v1/datasources/${id}/` }));
    const { files, unreadCount } = await importFrom(
      { ...documents, '/v1/mapservers/': [SERVER], '/v1/datasources/': sources, '/v1/datasources/maps/': page },
      SMALL,
      true,
    );
    expect(files).toEqual({});
    expect(unreadCount).toBe(5);
  });

  test('more than a tenth of a kind goes only where that is allowed', async () => {
    const server = (id: number): string =>
      `${SMALL['mapservers/one.yaml']}`.replaceAll('One', `S${id}`).replaceAll('.example.org', `${id}.example.org`);
    const many = Array.from({ length: 30 }, (_, id) => [`mapservers/s${id}.yaml`, server(id)]);
    const catalog = { 'site.yaml': SMALL['site.yaml'] as string, ...Object.fromEntries(many) };
    const served = (count: number): Documents => {
      const ids = Array.from({ length: count }, (_, id) => id);
      const hosts = (id: number) => ['a', 'b'].map((name) => ({ host: `${name}${id}.example.org` }));
      return { '/v1/mapservers/': ids.map((id) => ({ ...SERVER, id: `S${id}`, hosts: hosts(id) })) };
    };
    await expect(importFrom(served(26), catalog, true, false)).rejects.toThrow('4 of 30 map servers would be removed');
    expect(Object.keys((await importFrom(served(27), catalog, true, false)).files)).toHaveLength(4);
    expect(Object.keys((await importFrom(served(26), catalog, true, true)).files)).toHaveLength(5);
  });

  test('what would break a record that stays is an error, and nothing is changed', async () => {
    const documents = { '/v1/mapservers/': [SERVER], '/v1/editions/': '<html></html>' };
    const { files, errors } = await importFrom(documents, SMALL, true);
    expect(errors.map(({ code, file }) => `${file} ${code}`)).toEqual([
      'editions/offline.yaml unknown-datasource',
      'editions/offline.yaml unknown-datasource',
    ]);
    expect(files).toEqual({});
  });

  test('what is served as it is changes nothing', async () => {
    const catalog = {
      'site.yaml': SMALL['site.yaml'] as string,
      'mapservers/one.yaml': SMALL['mapservers/one.yaml'] as string,
    };
    expect((await importFrom({ '/v1/mapservers/': [SERVER] }, catalog, true)).files).toEqual({});
  });
});
