/** Which program gets which tile server, and the files that there are. */
import { describe, expect, test } from 'vitest';
import type { TileServer } from '../../../../build/model/catalog.ts';
import {
  formsOf,
  type LeftOut,
  PROGRAMS,
  type ProgramName,
  programCounts,
} from '../../../../build/render/programs/programs.ts';
import { catalogOf, server } from '../../../support/tile-servers.ts';
import { allProgramFiles } from '../../../support/whole-site.ts';

const LANGUAGE = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?lang=#{language}';
const catalog = catalogOf([]);
const text = ({ content }: { content: Uint8Array }): string => Buffer.from(content).toString();

describe('a server is left out', () => {
  type Expected = Partial<Record<ProgramName, LeftOut | undefined>>;
  const everywhere = (why: LeftOut): Expected => Object.fromEntries(PROGRAMS.map((program) => [program, why]));
  test.each<[string, 'mapserver' | 'overlayserver', Partial<TileServer>, Expected]>([
    ['nothing special', 'mapserver', {}, {}],
    ['an overlay', 'overlayserver', {}, { maplibre: 'overlay' }],
    ['a token that is set', 'mapserver', { needsToken: 'A_KEY' }, {}],
    [
      'a token that is not set',
      'mapserver',
      { needsToken: 'A_KEY', unsetTokens: ['A_KEY'] },
      { osmand: 'token', oruxmaps: 'token', locus: 'token' },
    ],
    ['a language', 'mapserver', { urlPattern: LANGUAGE }, { ...everywhere('language'), leaflet: undefined }],
    ['zoom levels from 25', 'mapserver', { minZoom: 25, maxZoom: 30 }, { josm: 'zoom' }],
    ['zoom levels up to 30', 'mapserver', { maxZoom: 30 }, {}],
    ['out of service', 'mapserver', { active: false }, { oruxmaps: 'inactive', locus: 'inactive' }],
  ])('%s', (_, kind, changes, expected) => {
    const forms = formsOf(catalog, { kind, server: server(changes) });
    const leftOut = forms.map(({ program, leftOut: why }) => [program, why ?? undefined]);
    expect(Object.fromEntries(leftOut)).toEqual(
      Object.fromEntries(PROGRAMS.map((program) => [program, expected[program]])),
    );
    for (const form of forms) {
      const has = form.path !== null || form.text !== null || form.link !== null;
      expect(has, form.program).toBe(form.leftOut === null);
    }
  });
});

const MANY = catalogOf(
  [
    server(),
    server({ id: 'Off', fileName: 'off', active: false }),
    server({ id: 'No token', fileName: 'no-token', unsetTokens: ['A_KEY'] }),
  ],
  [server({ fileName: 'two', urlPattern: LANGUAGE }), server({ fileName: 'near', minZoom: 25, maxZoom: 26 })],
);

test('are counted', () => {
  const counts = programCounts(MANY).map(({ program, carried, leftOut }) => [
    program,
    [carried, Object.fromEntries(leftOut)],
  ]);
  expect(Object.fromEntries(counts)).toEqual({
    maplibre: [2, { token: 1, overlay: 2 }],
    leaflet: [3, { inactive: 1, token: 1 }],
    tilejson: [3, { token: 1, language: 1 }],
    qgis: [2, { inactive: 1, token: 1, language: 1 }],
    josm: [1, { inactive: 1, token: 1, language: 1, zoom: 1 }],
    osmand: [3, { token: 1, language: 1 }],
    oruxmaps: [2, { inactive: 1, token: 1, language: 1 }],
    locus: [2, { inactive: 1, token: 1, language: 1 }],
  });
});

test('the files', () => {
  const files = allProgramFiles(MANY);
  expect(files.map(({ path, origin }) => [path, origin])).toEqual([
    ['programs/leaflet-providers.json', null],
    ['programs/qgis.xml', null],
    ['programs/josm.xml', null],
    ['programs/onlinemapsources.xml', null],
    ['programs/locus.xml', null],
    ['programs/locus-actions.xml', null],
    ['mapservers/one/style.json', 'mapservers/one.yaml'],
    ['mapservers/one/tilejson.json', 'mapservers/one.yaml'],
    ['mapservers/off/style.json', 'mapservers/off.yaml'],
    ['mapservers/off/tilejson.json', 'mapservers/off.yaml'],
    ['overlayservers/near/tilejson.json', 'overlayservers/near.yaml'],
  ]);
  // Nothing of a server that would answer nobody.
  expect(files.filter((file) => /No token|no-token|ACCESS_TOKEN/.test(text(file)))).toEqual([]);
});
