/** Which program gets which tile server, and the files that there are. */
import { describe, expect, test } from 'vitest';
import type { TileServer } from '../../../../build/model/catalog.ts';
import { formsOf, type LeftOut, PROGRAMS, type ProgramName } from '../../../../build/render/programs/programs.ts';
import { catalogOf, server } from '../../../support/tile-servers.ts';

const LANGUAGE = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?lang=#{language}';
const catalog = catalogOf([]);

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
