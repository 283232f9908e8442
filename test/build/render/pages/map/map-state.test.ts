import { expect, test } from 'vitest';
import { mapStatusesIn } from '../../../../../build/model/statuses.ts';
import { html } from '../../../../../build/render/pages/layout/html.ts';
import { mapConditions, statusInWords, verdictLine } from '../../../../../build/render/pages/map/map-state.ts';
import { isBroken, mapFlags } from '../../../../../build/render/pages/map/shown-maps.ts';
import type { ObservedStatus } from '../../../../../contract/generated/reports.types.ts';
import { DE } from '../../../../../contract/words/page-texts/de.ts';
import { EN } from '../../../../../contract/words/page-texts/en.ts';
import { observed } from '../../../../support/observed.ts';

const statusOf = (status: Partial<ObservedStatus>) => {
  const servers = [observed('mapserver', 'A', status), observed('mapserver', 'B', {})];
  return mapStatusesIn({ version: 1, servers })?.byMap.get('mapservers A') as never;
};

test('an old status is no claim about today: no tag, and no filter but those of the record', () => {
  const status = statusOf({ verdict: 'dead', until: '2026-09-01' });
  expect(isBroken(status)).toBe(false);
  const map = { active: true, urlPattern: 'https://#{host}/', needsToken: null } as never;
  const flags = (its: never) => mapFlags(map, its).split(' ');
  expect(flags(statusOf({ verdict: 'dead' })).at(-1)).toBe('broken');
  expect(flags(status)).not.toContain('broken');
});

test('the words name the reason in English, and the days', () => {
  const status = statusOf({
    verdict: 'refused',
    reason: 'it answers 403 <&>',
    since: '2026-09-02',
    until: '2026-09-03',
    days: 'wrr',
  });
  const { text } = statusInWords({ texts: DE } as never, status);
  expect(
    text.replace(/<svg.*<\/svg>/, ''),
  ).toBe(`<p>Unbekannt seit dem 3. Sep. 2026: Seitdem wurde nicht geprüft. Bis dahin:</p>
<p>Verweigert Anfragen. Seit dem 2. Sep. 2026.</p>
<p lang="en"><bdi>it answers 403 &lt;&amp;&gt;.</bdi></p>

<p class="soft days-axis"><span>1. Sep. 2026</span> <span>33,3\u00a0% von 3 Tagen</span> <span>30. Sep. 2026</span></p>
<p class="soft">Zuletzt hat sie am 30. Sep. 2026 funktioniert.</p>`);
});

test('a German page has the reason in German if that is known', () => {
  const inGerman = (reason: ObservedStatus['reason']) =>
    statusInWords({ texts: DE, language: 'de' } as never, statusOf({ verdict: 'refused', reason })).text.split('\n')[1];
  expect(inGerman(['some-tiles', ['answers', 403], 5, 7])).toBe(
    '<p><bdi>Der Server antwortet mit 403 bei 5 von 7 Kacheln.</bdi></p>',
  );
  // As versions without codes wrote it.
  expect(inGerman('it answers 403; ECONNX <b>')).toBe('<p lang="en"><bdi>it answers 403; ECONNX &lt;b&gt;.</bdi></p>');
});

test.each([
  [
    'de',
    { licence: 'CC-BY-NC-4.0', needsToken: 'K', unsetTokens: ['K'] },
    null,
    'Noch nicht geprüft · CC BY-NC 4.0 · keine kommerzielle Nutzung · braucht einen Schlüssel',
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
    'Off by default: Zu &lt;alt&gt;\nNot observed since 1 Sep 2026 · no key · not encrypted',
  ],
] as const)('the line under the title answers in %s: %j', (language, more, status, expected) => {
  const map = { active: true, urlPattern: 'https:', needsToken: null, unsetTokens: [], ...more } as never;
  const { text } = verdictLine({ texts: { en: EN, de: DE }[language], language } as never, map, status);
  expect(text.replace(/<[^>]+>/g, '')).toBe(expected);
});

test('where nobody looks, maps do not wait for being checked', () => {
  const map = { active: true, urlPattern: 'https:', needsToken: null, unsetTokens: [] } as never;
  const { text } = verdictLine({ texts: EN, language: 'en', isUnobserved: true } as never, map, null);
  expect(text).toContain('Not checked yet</span> (this copy of the site has no observations)');
});

const FOUND = { from: 13, to: 15, day: '2026-11-21', maxZoom: 17 };

test.each([
  [EN, {}, null, []],
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
      'Angekündigtes Ende: 20. Dez. 2026',
      'Kacheln gefunden bis: Zoom 13–15',
      'In Webseiten: mit Leaflet, nicht mit MapLibre (kein CORS)',
      'Anfragen brauchen: Referer, User-Agent',
      'Kostenlos: 2.000 Kacheln pro Monat',
    ],
  ],
])('what to know before building on a map is said in a word each: %#', (texts, more, status, expected) => {
  const rows = mapConditions({ texts }, { maxZoom: 17, ...more } as never, status as never);
  const shown = rows.filter(([, what]) => what !== false);
  expect(shown.map(([term, what]) => html`${term}: ${what}`.text.replace(/<[^>]+>/g, ''))).toEqual(expected);
});
