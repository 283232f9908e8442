/** What is wrong with answers, for a catalog that has one of everything. */
import { expect, test } from 'vitest';
import type { Answers } from '../../../../commands/catalog/new/answers.ts';
import { fieldComments, newRecordReviewer } from '../../../../commands/catalog/new/new.ts';
import type { DraftRole } from '../../../../commands/catalog/new/questions.ts';
import { NEW_TYPES } from '../../../../contract/maps/map-types.ts';
import mapSchema from '../../../../schemas/catalog/map.json' with { type: 'json' };
import { memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { CONTEXT, SERVER, SOURCE } from '../../../support/new-answers.ts';

const IN_SMALL = { ...CONTEXT, folder: memoryFolder(SMALL), environment: {}, prefix: 'catalog/' };

test.each(['a', 'z'])('an id that the file %s.yaml would take a second time is a problem', (fileName) => {
  for (const id of ['One', 'one']) {
    const { problems } = newRecordReviewer('mapserver', { ...IN_SMALL, fileName }).review({ ...SERVER, id });
    expect(problems).toEqual([{ flag: 'id', message: expect.stringContaining('mapservers/one.yaml') }]);
  }
});

test.each<[string, DraftRole, Answers, string]>([
  ['a file that cannot be read', 'mapserver', { ...SERVER, id: 'Bad' }, 'mapservers/bad.yaml'],
  ['the folder of a data source', 'datasource', { ...SOURCE, id: 'lost' }, 'datasources/lost/datasource.yaml'],
])('%s is not written over', (_, kind, answers, path) => {
  const folder = memoryFolder({ ...SMALL, 'mapservers/bad.yaml': 'id: [', 'datasources/lost/maps.yaml': 'a.map:\n' });
  const { problems } = newRecordReviewer(kind, { ...IN_SMALL, folder }).review(answers);
  expect(problems).toEqual([{ flag: 'id', message: `catalog/${path} already exists and was not changed` }]);
});

test.each<[string, object]>([
  ['Schweiz', { countries: ['CH'] }],
  ['Switzerland and Austria', { countries: ['CH', 'AT'] }],
  ['Schweiz, Deutschland und Österreich', { countries: ['CH', 'DE', 'AT'] }],
  ['A/ch & Liechtenstein', { countries: ['AT', 'CH', 'LI'] }],
  ['Trinidad and Tobago', { countries: ['TT'] }],
  ['5.9, 45.8, 10.5, 47.9', { area: [{ west: 5.9, south: 45.8, east: 10.5, north: 47.9 }] }],
  ['austria', { area: 'austria' }],
])('the places %s are written as %j', (covers, members) => {
  const folder = memoryFolder({ ...SMALL, 'areas/austria.geojson': '{"type":"Polygon","coordinates":[]}' });
  const { draft } = newRecordReviewer('mapserver', { ...IN_SMALL, folder }).review({ ...SERVER, covers });
  expect(draft.record).toMatchObject(members);
});

test.each(NEW_TYPES)('each field of a map of the type %s has a comment', (type) => {
  const commentsOf = fieldComments({ role: 'map', path: 'maps/a.yaml', record: { type } });
  const empty = Object.keys(mapSchema.$defs[type].properties).filter((field) => commentsOf(field).join() === '# ');
  expect(empty).toEqual([]);
});
