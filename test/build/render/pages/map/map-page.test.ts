import { expect, test } from 'vitest';
import { type MapStatus, mapStatusesIn } from '../../../../../build/model/statuses.ts';
import { conditionsList, verdictLine } from '../../../../../build/render/pages/map/map-page.ts';
import type { ObservedStatus } from '../../../../../contract/generated/reports.types.ts';
import { DE } from '../../../../../contract/words/page-texts/de.ts';
import { EN } from '../../../../../contract/words/page-texts/en.ts';
import { observed } from '../../../../support/observed.ts';
import { catalogOf } from '../../../../support/xyz-maps.ts';

const ONE = { list: 'mapservers', id: 'A' };

const statusOf = (status: Partial<ObservedStatus>) => {
  const servers = [observed('mapserver', 'A', status), observed('mapserver', 'B', {})];
  return mapStatusesIn({ version: 1, servers })?.byMap.get('mapservers A') ?? null;
};

/** What a site has that knows this of the map, and of others. */
const of = (status: MapStatus | null) => ({
  catalog: catalogOf([]),
  statuses: { byMap: new Map(status ? [['mapservers A', status]] : []) },
});

test.each([
  [
    'de',
    { licence: 'CC-BY-NC-4.0', needsToken: 'K', unsetTokens: ['K'] },
    null,
    'Noch nicht geprüft · CC BY-NC 4.0 · nicht kommerziell · braucht einen Schlüssel',
  ],
  [
    'en',
    { licence: 'CC-BY-4.0' },
    statusOf({ days: `${'w'.repeat(29)}d` }),
    'Works today · 96.7\u00a0% of 30 days · CC BY 4.0 · commercial use allowed · no key',
  ],
  [
    'en',
    { active: false, urlPattern: 'http:', offReason: { de: 'Zu <alt>' } },
    statusOf({ until: '2026-09-01', days: 'u' }),
    'Programs show this map only after somebody turns it on there: Zu &lt;alt&gt;\nNot checked since 1 Sep 2026 · licence unknown · no key · http only',
  ],
  [
    'de',
    { active: false, offReason: { de: 'Umgezogen.' }, ends: { date: '2023-10-31', source: 'https://a.example.org/' } },
    null,
    'Abgeschaltet am 31. Okt. 2023: Umgezogen.',
  ],
] as const)('the line under the title answers in %s: %j', (language, more, status, expected) => {
  const map = { ...ONE, active: true, urlPattern: 'https:', needsToken: null, unsetTokens: [], ...more } as never;
  const { text } = verdictLine({ texts: { en: EN, de: DE }[language], language, ...of(status) } as never, map);
  expect(text.replace(/<[^>]+>/g, '')).toBe(expected);
});

test('where nobody looks, maps do not wait for being checked', () => {
  const map = { ...ONE, active: true, urlPattern: 'https:', needsToken: null, unsetTokens: [] } as never;
  const { text } = verdictLine({ texts: EN, language: 'en', statuses: null, catalog: catalogOf([]) } as never, map);
  expect(text.replace(/<[^>]+>/g, '')).toMatch('Not checked yet (this copy of the site does not check maps)');
});

const FOUND = { from: 13, to: 15, day: '2026-11-21', maxZoom: 17 };

test.each([
  [EN, {}, null, []],
  [EN, { active: false, ends: { date: '2023-10-31', source: 'https://a.example.org/' } }, null, []],
  [EN, {}, { cors: { allowed: true }, deepest: { ...FOUND, maxZoom: 18 } }, ['In web pages: yes (CORS)']],
  [
    DE,
    {
      ends: { date: '2026-12-20', source: 'https://a.example.org/' },
      needs: ['referer', 'user-agent'],
      quota: { tiles: 2000, per: 'month', source: 'https://a.example.org/' },
    },
    { cors: { allowed: false }, deepest: FOUND },
    [
      'Ende: 20. Dez. 2026',
      'Kacheln gefunden bis: Zoom 13–15',
      'In Webseiten: mit Leaflet, nicht mit MapLibre (kein CORS)',
      'Anfragen brauchen: Referer, User-Agent',
      'Kostenlos: 2.000 Kacheln pro Monat',
    ],
  ],
])('what to know before building on a map is said in a word each: %#', (texts, more, status, expected) => {
  const context = { texts, ...of(status as never) } as never;
  const { text = '' } = conditionsList(context, { ...ONE, maxZoom: 17, active: true, ...more } as never) ?? {};
  const rows = text.split('\n').filter((row) => row.includes('<dt>'));
  expect(rows.map((row) => row.replace('</dt>', ': ').replace(/<[^>]+>/g, ''))).toEqual(expected);
});
