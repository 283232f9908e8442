import { expect, test } from 'vitest';
import { historyOf } from '../../../../build/model/history.ts';
import { html } from '../../../../build/render/pages/html.ts';
import { mapFacts } from '../../../../build/render/pages/map-facts.ts';
import { webLink } from '../../../../build/render/pages/map-summary.ts';
import { pageContext } from '../../../../build/render/pages/page-layout.ts';
import { knownServers } from '../../../../build/render/pages/server-facts.ts';
import { serverPage } from '../../../../build/render/pages/server-page.ts';
import type { Language } from '../../../../contract/pages.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';

const PARTS = { script: 'assets/main.js', style: 'assets/main.css', files: [] };

const PROVIDER = `name: <b>Office</b>
homepage: https://office.example.org/?a=1&b=2
terms: https://office.example.org/terms
privacy: https://office.example.org/privacy
licence: CC-BY-SA-4.0
attribution: [{ text: <i>Office</i>, url: https://office.example.org/ }, { text: Nobody }]
signUp: https://office.example.org/token
forbids: [bulk-download, offline-copies]
`;

function catalogWith(members: string) {
  return modelled({
    ...SMALL,
    'site.yaml': `${SMALL['site.yaml']}accessTokens: [PAID_KEY]\n`,
    'providers/office.yaml': PROVIDER,
    'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}${members}`,
  });
}

/** The facts of a map with these members, as HTML by their term. */
function facts(members: string, language: Language = 'en'): Record<string, string> {
  const catalog = catalogWith(members);
  const [server] = catalog.mapservers;
  const rows = server ? mapFacts(pageContext({ catalog, parts: PARTS }, 'index', language), server) : [];
  return Object.fromEntries(
    rows.filter(([, what]) => what !== false).map(([term, what]) => [term, html`${what}`.text.trim()]),
  );
}

const link = (address: string, text: string): string => `<a href="${address}"><bdi>${text}</bdi></a>`;

test('a map has all that its record and its provider state, in words', () => {
  const members =
    'kind: aerial\ncountries: [CH, LI]\nprovider: office\nsince: 2020\nuntil: "2021-12-31"\nlanguages: [de, pt-BR, rm]\n';
  expect(facts(members)).toEqual({
    Kind: 'Aerial photos',
    Area: 'Switzerland, Liechtenstein',
    Time: '2020 to 31 Dec 2021',
    Languages: 'German, Brazilian Portuguese, Romansh',
    Provider: link('https://office.example.org/?a=1&amp;b=2', '&lt;b&gt;Office&lt;/b&gt;'),
    'May be used': link('https://spdx.org/licenses/CC-BY-SA-4.0.html', 'CC BY-SA 4.0'),
    'Terms of use': link('https://office.example.org/terms', 'https://office.example.org/terms'),
    'Privacy policy': link('https://office.example.org/privacy', 'https://office.example.org/privacy'),
    'Not allowed': 'downloading many tiles at once, keeping tiles to use them offline',
    'To be credited': `${link('https://office.example.org/', '&lt;i&gt;Office&lt;/i&gt;')}, Nobody`,
  });
  expect(facts(members, 'de')).toMatchObject({
    Art: 'Luftbilder',
    Stand: '2020 bis 31. Dez. 2021',
    Sprachen: 'Deutsch, Portugiesisch (BR), Rätoromanisch',
    'Nicht erlaubt': 'viele Kacheln auf einmal herunterladen, Kacheln zur Nutzung ohne Verbindung aufbewahren',
  });
});

test.each([
  ['', 'en', { 'Not stated': 'kind, area, provider, licence, terms of use, privacy policy, what is not allowed' }],
  ['kind: relief\nprovider: office\n', 'de', { 'Nicht angegeben': 'Gebiet' }],
  [
    'licence: https://example.org/free\n',
    'en',
    { 'May be used': link('https://example.org/free', 'https://example.org/free') },
  ],
  [
    'licence: CC-BY-NC-SA-3.0\n',
    'en',
    { 'May be used': link('https://spdx.org/licenses/CC-BY-NC-SA-3.0.html', 'CC BY-NC-SA 3.0') },
  ],
  ['licence: MIT\n', 'en', { 'May be used': link('https://spdx.org/licenses/MIT.html', 'MIT') }],
  ['until: "1945-05"\n', 'en', { Time: 'until May 1945' }],
  ['since: 1945\nuntil: 1945\n', 'en', { Time: '1945' }],
  ['area: world\n', 'de', { Gebiet: 'ganze Welt' }],
  [
    'area: [{ west: 5, south: 45, east: 10.5, north: 48 }]\n',
    'en',
    { Area: '45°\u00a0N to 48°\u00a0N, 5°\u00a0E to 10.5°\u00a0E' },
  ],
  ['languages: [qaa, de-CH, tlh-Latn]\n', 'en', { Languages: 'qaa, Swiss High German, tlh-Latn' }],
] as const)('%j', (members, language, expected) => {
  expect(facts(members, language)).toMatchObject(expected);
});

test('what has an address that is not of the web stays text', () => {
  expect(webLink('javascript:alert(1)', 'Terms "<b>"').text).toBe('<bdi>Terms &quot;&lt;b&gt;&quot;</bdi>');
  expect(webLink('data:text/html,x', 'x').text).toBe('<bdi>x</bdi>');
});

test.each([
  ['', false],
  ['urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?key=${PAID_KEY}\n', true],
])('the page of a map that needs a token links to where it is given: %j', (pattern, isLinked) => {
  const one = String(SMALL['mapservers/one.yaml']);
  const catalog = modelled({
    ...SMALL,
    'site.yaml': `${SMALL['site.yaml']}accessTokens: [PAID_KEY]\n`,
    'providers/office.yaml': PROVIDER,
    'mapservers/one.yaml': `${pattern === '' ? one : one.replace(/urlPattern:.*\n/, () => pattern)}provider: office\n`,
  });
  const input = { catalog, history: historyOf(null), parts: PARTS };
  const [known] = knownServers(input);
  if (!known) throw new Error('no map');
  const page = Buffer.from(serverPage(input, known, 'en').content).toString();
  expect(/<dt>Access token<\/dt>.*<a href="https:\/\/office\.example\.org\/token">/.test(page)).toBe(isLinked);
});
