import { expect, test } from 'vitest';
import { mapStatusesIn } from '../../../../build/model/statuses.ts';
import { STATUS } from '../../../../build/render/aspects/status.ts';
import type { Html } from '../../../../build/render/pages/layout/html.ts';
import type { ObservedStatus } from '../../../../contract/generated/reports.types.ts';
import { DE } from '../../../../contract/words/page-texts/de.ts';
import { EN } from '../../../../contract/words/page-texts/en.ts';
import { observed } from '../../../support/observed.ts';

const inWords = (context: object, status: never): Html => {
  const [[, what] = []] = STATUS.facts(status, { maxZoom: 17 } as never, context as never);
  return what as Html;
};

const statusOf = (status: Partial<ObservedStatus>) => {
  const servers = [observed('mapserver', 'A', status), observed('mapserver', 'B', {})];
  return mapStatusesIn({ version: 1, servers })?.byMap.get('mapservers A') as never;
};

test('an old status is no claim about today: no tag, and no filter but those of the record', () => {
  const status = statusOf({ verdict: 'dead', until: '2026-09-01' });
  const map = { active: true, urlPattern: 'https://#{host}/', needsToken: null } as never;
  expect(STATUS.flags(statusOf({ verdict: 'dead' }), map)).toEqual({ works: false, broken: true });
  expect(STATUS.flags(status, map)).toEqual({ works: false, broken: false });
  expect(STATUS.tags(status, map, { texts: EN } as never)).toEqual([]);
});

test('the words name the reason in English, and the days', () => {
  const status = statusOf({
    verdict: 'refused',
    reason: 'it answers 403 <&>',
    since: '2026-09-02',
    until: '2026-09-03',
    days: 'wrr',
  });
  const { text } = inWords({ texts: DE }, status);
  expect(text.replace(/<svg.*<\/svg>/, '')).toBe(`<p>Nicht geprüft seit dem 3. Sep. 2026. Bis dahin:</p>
<p>Verweigert Anfragen. Seit dem 2. Sep. 2026.</p>
<p lang="en"><bdi>it answers 403 &lt;&amp;&gt;.</bdi></p>

<p class="soft days-axis"><span>1. Sep. 2026</span> <span>33,3\u00a0% von 3 Tagen</span> <span>30. Sep. 2026</span></p>
<p class="soft">Zuletzt hat sie am 30. Sep. 2026 funktioniert.</p>`);
});

test('a German page has the reason in German if that is known', () => {
  const inGerman = (reason: ObservedStatus['reason']) =>
    inWords({ texts: DE, language: 'de' }, statusOf({ verdict: 'refused', reason })).text.split('\n')[1];
  expect(inGerman(['some-tiles', ['answers', 403], 5, 7])).toBe(
    '<p><bdi>Der Server antwortet mit 403 bei 5 von 7 Kacheln.</bdi></p>',
  );
  // As versions without codes wrote it.
  expect(inGerman('it answers 403; ECONNX <b>')).toBe('<p lang="en"><bdi>it answers 403; ECONNX &lt;b&gt;.</bdi></p>');
});
