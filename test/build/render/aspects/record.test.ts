import { expect, test } from 'vitest';
import { RECORD } from '../../../../build/render/aspects/record.ts';
import { html } from '../../../../build/render/pages/layout/html.ts';
import { webPageLink } from '../../../../build/render/pages/map/map-summary.ts';
import type { Language } from '../../../../contract/base/languages.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';
import { contextOf } from '../../../support/page-context.ts';

const PROVIDER = `name: <b>Office</b>
homepage: https://office.example.org/?a=1&b=2
terms: https://office.example.org/terms
privacy: https://office.example.org/privacy
licence: CC-BY-SA-4.0
attribution: [{ text: <i>Office</i>, url: https://office.example.org/ }, { text: Nobody }]
signUp: https://office.example.org/token
forbids: [bulk-download, offline-copies]
`;

const catalogWith = (members: string) =>
  modelled({
    ...SMALL,
    'site.yaml': `${SMALL['site.yaml']}accessTokens: [PAID_KEY]\n`,
    'providers/office.yaml': PROVIDER,
    'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}${members}`,
  });

function facts(members: string, language: Language = 'en'): Record<string, string> {
  const catalog = catalogWith(members);
  const [server] = catalog.mapservers;
  const rows = server ? RECORD.facts(null, server, contextOf(catalog, language)) : [];
  return Object.fromEntries(
    rows.filter(([, what]) => what !== false).map(([term, what]) => [term, html`${what}`.text.trim()]),
  );
}

const link = (address: string, text: string): string => `<a href="${address}"><bdi>${text}</bdi></a>`;

test.each([
  [
    'licence: https://example.org/free\n',
    'en',
    { Licence: link('https://example.org/free', 'https://<wbr>example<wbr>.org/<wbr>free') },
  ],
  [
    'licence: CC-BY-NC-SA-3.0\n',
    'en',
    {
      Licence: link('https://spdx.org/licenses/CC-BY-NC-SA-3.0.html', 'CC BY-NC-SA 3.0'),
      'Commercial use': link('https://spdx.org/licenses/CC-BY-NC-SA-3.0.html', 'not allowed, or only for a payment'),
    },
  ],
  ['licence: MIT\n', 'en', { Licence: link('https://spdx.org/licenses/MIT.html', 'MIT') }],
  [
    'provider: office\ncommercialUse: { state: forbidden, source: https://office.example.org/tiles }\n',
    'de',
    { 'Kommerzielle Nutzung': link('https://office.example.org/tiles', 'nicht erlaubt, oder nur gegen Bezahlung') },
  ],
  ['until: "1945-05"\n', 'en', { 'Date of the data': 'until May 1945' }],
  ['since: 1945\nuntil: 1945\n', 'en', { 'Date of the data': '1945' }],
  ['area: world\n', 'de', { Gebiet: 'ganze Welt' }],
  [
    'area: [{ west: 5, south: 45, east: 10.5, north: 48 }]\n',
    'en',
    { Area: '45°\u00a0N to 48°\u00a0N, 5°\u00a0E to 10.5°\u00a0E' },
  ],
  ['updates: weekly\n', 'en', { Updated: 'every week' }],
  ['updates: 1850\n', 'de', { Aktualisiert: 'nicht mehr; zeigt das Jahr 1850' }],
  ['needs: [referer]\n', 'en', { 'Requests need': 'the address of the page or program that shows the map (Referer)' }],
  [
    'ends: { date: "2028-06-30", source: https://office.example.org/end }\nquota: { tiles: 5000000, per: month, source: https://office.example.org/free }\n',
    'en',
    {
      End: link('https://office.example.org/end', '30 June 2028'),
      'Free of charge': link('https://office.example.org/free', '5,000,000 tiles a month'),
    },
  ],
  ['languages: [qaa, de-CH, tlh-Latn]\n', 'en', { Languages: 'qaa, Swiss High German, tlh-Latn' }],
] as const)('%j', (members, language, expected) => expect(facts(members, language)).toMatchObject(expected));

test('what a record does not state has no row, but every map has one for its licence', () => {
  expect(Object.keys(facts(''))).toEqual(['Description', 'Licence', 'Copyright', 'Servers']);
  expect(facts('')['Licence']).toBe(link('https://www.openstreetmap.org/copyright', 'ODbL (OSM)'));
  expect(facts('attribution: [{ text: Office }]\n', 'de')['Lizenz']).toBe('nicht angegeben');
  const [data, terms] = [facts('')['Licence'], link('https://office.example.org/terms', 'Terms of use')];
  expect(facts('terms: https://office.example.org/terms\n')['Licence']).toBe(`${data} · ${terms}`);
  expect(facts('terms: https://office.example.org/terms\nattribution: [{ text: Office }]\n')['Licence']).toBe(terms);
  expect(Object.keys(facts('kind: relief\nprovider: office\n', 'de'))).not.toContain('Gebiet');
});

test.each([
  ['site.yaml', 'en', '<bdi>Map &lt;one&gt;</bdi>'],
  ['site.yaml', 'de', '<bdi lang="en">Map &lt;one&gt;</bdi> <span class="soft">(Englisch)</span>'],
  ['languages: [de, en]\n', 'de', '<bdi>Map &lt;one&gt;</bdi>'],
  ['languages: [de, en]\n', 'en', '<bdi lang="de">Map &lt;one&gt;</bdi> <span class="soft">(German)</span>'],
  ['name: One', 'en', undefined],
] as const)('a description names the language that it is in: %s, %s', (change, language, expected) => {
  const one = String(SMALL['mapservers/one.yaml']).replace(
    /^name: .*$/m,
    change.startsWith('name') ? change : 'name: Map <one>',
  );
  const site = `${SMALL['site.yaml']}${change.startsWith('languages') ? change : ''}`;
  const catalog = modelled({ ...SMALL, 'site.yaml': site, 'mapservers/one.yaml': one });
  const [map] = catalog.mapservers;
  const rows = map ? RECORD.facts(null, map, contextOf(catalog, language)) : [];
  const [, what] = rows.find(([term]) => /^Des|^Besch/.test(term)) ?? [];
  expect(what ? html`${what}`.text : undefined).toBe(expected);
});

test('what has an address that is not of the web stays text', () => {
  expect(webPageLink('javascript:alert(1)', 'Terms "<b>"').text).toBe('<bdi>Terms &quot;&lt;b&gt;&quot;</bdi>');
  expect(webPageLink('data:text/html,x', 'x').text).toBe('<bdi>x</bdi>');
});

test.each([
  ['', 'hidden in programs', 'in Programmen ausgeblendet'],
  ['ends: { date: "2023-10-31", source: https://example.org/ }\n', 'switched off in 2023', 'abgeschaltet 2023'],
])('a map that is off says so, with its year if known: %j', (members, ...expected) => {
  const catalog = catalogWith(`active: false\n${members}`);
  const [server] = catalog.mapservers;
  const texts = (['en', 'de'] as const).map(
    (language) => server && RECORD.tags(null, server, contextOf(catalog, language))[0],
  );
  expect(texts).toEqual(expected.map((text) => [true, text, '']));
});
