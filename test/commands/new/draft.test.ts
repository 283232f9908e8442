import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkCatalog, isSound } from '../../../build/pipeline.ts';
import { convert } from '../../../build/tile-url/convert.ts';
import { catalogFolder } from '../../../cli/files.ts';
import { draftFrom } from '../../../commands/new/answers.ts';
import { draftText, fileNameFor } from '../../../commands/new/draft.ts';
import { problemsOf } from '../../../commands/new/new.ts';
import type { Answers, DraftKind } from '../../../commands/new/questions.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { ROOT } from '../../support/cli.ts';

const OPTIONS = { environment: {}, requireTokens: false };
const CONTEXT = { values: new Map(), variables: new Map(), isInactive: false, fileName: null };

test.each([
  ['OpenStreetMap', 'openstreetmap'],
  ['Österreich basemap.at (grau)', 'osterreich-basemap-at-grau'],
  ['ČÚZK Základní mapa', 'cuzk-zakladni-mapa'],
  ['Straße, Łódź & Ærø', 'strasse-lodz-aero'],
  ["Carte de l'état-major", 'carte-de-l-etat-major'],
  ['Ｆｕｌｌ №1', 'full-no1'],
  ['日本', ''],
  ['--', ''],
  [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
])('the file for %s is %s', (label, name) => {
  expect(fileNameFor(label)).toBe(name);
});

describe('our own tile servers', () => {
  const { content } = checkCatalog(catalogFolder(join(ROOT, 'catalog')), OPTIONS);
  const servers = content.tileServers();

  test('have patterns that the conversion leaves as they are', () => {
    expect(servers.length).toBeGreaterThan(100);
    for (const { value } of servers) {
      const { hosts = [], urlPattern = '' } = value;
      const given = { url: urlPattern, subdomains: null, values: new Map(), variables: new Map() };
      expect(convert({ ...given, hosts })).toEqual({ hosts, urlPattern, notes: [] });
    }
  });

  test('have files named after their ids', () => {
    const other = servers.filter(({ file, value }) => file.name !== fileNameFor(value.id ?? ''));
    expect(other.map(({ file }) => file.path)).toEqual([]);
  });
});

const SERVER = {
  id: 'New',
  name: 'New',
  url: 'https://{s}.example.org/{z}/{x}/{y}',
  'min-zoom': '0',
  'max-zoom': '9',
  copyright: 'X',
};
const SOURCE = { id: 'new', name: 'New', 'base-url': 'https://example.org/', directory: 'new', action: 'Copy' };
const EDITION = { id: 'new', name: 'New', datasources: 'maps' };

/** The problems that `new` reports of answers, for a catalog that has one of everything. */
function codes(subject: DraftKind, answers: Answers): string[] {
  const { draft, refusals } = draftFrom(subject, answers, CONTEXT);
  return [
    ...refusals.map(({ name }) => `--${name}`),
    ...problemsOf(memoryFolder(SMALL), draft, OPTIONS).map(({ code }) => code),
  ];
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
      expect(problemsOf(memoryFolder(SMALL), draft, OPTIONS)).toMatchObject([
        { code, file: `mapservers/${fileName}.yaml`, details: { id, other: 'mapservers/one.yaml' } },
      ]);
    }
  },
);

test.each<[DraftKind, Answers]>([
  ['mapserver', SERVER],
  ['overlayserver', SERVER],
  ['datasource', SOURCE],
  [
    'datasource',
    { ...SOURCE, 'base-url': 'https://example.org/a', 'max-age': '60', 'source-url': 'https://example.org' },
  ],
  ['edition', EDITION],
  ['edition', { ...EDITION, datasources: '' }],
])('the file of a %s is sound, with comments and without', (subject, answers) => {
  const { draft } = draftFrom(subject, answers, CONTEXT);
  for (const withComments of [true, false]) {
    const text = draftText(draft, withComments);
    expect(/^# The /m.test(text)).toBe(withComments);
    expect(isSound(checkCatalog(memoryFolder({ ...SMALL, [draft.path]: text }), OPTIONS).diagnostics)).toBe(true);
  }
});

test.each([
  ['abc', ['a', 'b', 'c'], 1],
  ['0123', ['0', '1', '2', '3'], 1],
  ['a,b', ['a', 'b'], 0],
  ['abc,', ['abc'], 0],
  ['a1', ['a1'], 0],
  ['tile', ['tile'], 0],
  ['www', ['www'], 0],
  ['x', ['x'], 0],
])('--subdomains %s is %j', (subdomains, names, count) => {
  const { draft, notes } = draftFrom('mapserver', { ...SERVER, subdomains }, CONTEXT);
  expect(draft.record['hosts']).toEqual(names.map((name) => `${name}.example.org`));
  expect(notes.filter((note) => note.includes('as in Leaflet'))).toHaveLength(count);
});
