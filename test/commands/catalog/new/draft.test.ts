import { expect, test } from 'vitest';
import { draftFromAnswers } from '../../../../commands/catalog/new/draft.ts';
import { CONTEXT, SERVER } from '../../../support/new-answers.ts';

test.each([
  ['ab', ['a', 'b'], 1],
  ['abc', ['a', 'b', 'c'], 1],
  ['0123', ['0', '1', '2', '3'], 1],
  ['a,b', ['a', 'b'], 0],
  ['a b  c', ['a', 'b', 'c'], 0],
  ['a, b', ['a', 'b'], 0],
  ['a-c', ['a', 'b', 'c'], 0],
  ['1-4', ['1', '2', '3', '4'], 0],
  ['abc,', ['abc'], 0],
  ['a1', ['a1'], 0],
  ['tile', ['tile'], 0],
  ['www', ['www'], 0],
  ['x', ['x'], 0],
])('--subdomains %s is %j', (subdomains, names, count) => {
  const { draft, notes } = draftFromAnswers('mapserver', { ...SERVER, subdomains }, CONTEXT);
  expect(draft.record['hosts']).toEqual(names.map((name) => `${name}.example.org`));
  expect(notes.filter((note) => note.includes('as in Leaflet'))).toHaveLength(count);
});

test.each([
  ['hosts', { hosts: 'b.example.org' }, {}, 'hosts: the address has no #{host}'],
  ['subdomains', { subdomains: 'q,r' }, {}, 'subdomains: the address has no {s}'],
  ['a value', {}, { foo: 'bar' }, 'set: the address has no {foo}'],
])('%s that the address has no place for: refused', (_, answers, values, refused) => {
  const given = { ...SERVER, url: 'https://example.org/{z}/{x}/{y}.png', ...answers };
  const { refusals } = draftFromAnswers('mapserver', given, { ...CONTEXT, values: new Map(Object.entries(values)) });
  expect(refusals.map(({ flag, message }) => `${flag}: ${message}`)).toEqual([refused]);
});

test.each([
  ['https://tiles.example.org/tiles/osm/{z}/{x}/{y}', 'shortbread', { tiles: expect.stringContaining('/osm/{z}') }],
  ['https://tiles.example.org/style.json', 'protomaps', { tiles: 'https://tiles.example.org/style.json' }],
  ['https://tiles.example.org/style.json', '', { style: 'https://tiles.example.org/style.json' }],
])('a map at %s with --schema "%s"', (url, schema, members) => {
  const { draft, refusals } = draftFromAnswers('map', { id: 'New', url, schema, copyright: 'X' }, CONTEXT);
  expect(refusals).toEqual([]);
  expect(draft.record).toMatchObject({ type: 'vector', ...(schema && { schema }), ...members });
});

test.each([
  ['CC BY 4.0', 'CC-BY-4.0'],
  ['ODbL 1.0', 'ODbL-1.0'],
  ['https://creativecommons.org/licenses/by-sa/3.0/', 'CC-BY-SA-3.0'],
  ['https://example.org/licence', 'https://example.org/licence'],
])('the licence %s is written as %s', (licence, written) => {
  const given = { ...SERVER, url: 'https://example.org/{z}/{x}/{y}.png', licence };
  expect(draftFromAnswers('mapserver', given, CONTEXT).draft.record).toMatchObject({ licence: written });
});
