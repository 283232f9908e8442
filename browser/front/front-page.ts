/** The home page's script is one file, without the marks of areas: on a slow connection, the search answers sooner. */
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { completeHomeLists } from '../further-rows.ts';
import { memoizePromise } from '../loading.ts';
import { openedMap, openMap } from '../map/page-map.ts';
import { openPage } from '../open-page.ts';
import { openSearchForm } from '../search/search-form.ts';
import { loadKnownAreas } from '../search/search-places.ts';
import { readStored } from '../stored.ts';
import { yieldToBrowser } from '../yield-to-browser.ts';
import type { AreaMarks } from './area-marks.ts';
import { connectFilterPanel } from './filter-panel.ts';
import { connectMapButton } from './map-button.ts';
import { orderForReader, untilPageDrawn } from './reader-order.ts';

/** The site's address, if no link led here, is that of the page in the language that the reader chose. */
function keepLanguage(): void {
  if (document.body.dataset['root'] !== './' || document.referrer + location.search + location.hash !== '') return;
  const chosen = readStored('localStorage', 'language');
  const link = chosen && document.querySelector<HTMLAnchorElement>(`.bar a[hreflang="${CSS.escape(chosen)}"]`);
  if (link) location.replace(link.href);
}

async function openFrontPage(texts: PageTexts): Promise<void> {
  const loadMarks = memoizePromise(async () =>
    (await import('./area-marks.ts')).areaMarks((await openedMap).leaflet, loadKnownAreas),
  );
  const isMapSeen = (): boolean => document.querySelector('.map-panel')?.checkVisibility() === true;
  const marks = async (): Promise<AreaMarks | null> => (isMapSeen() && (await openMap()) ? loadMarks() : null);
  keepLanguage();
  connectFilterPanel();
  connectMapButton();
  await completeHomeLists();
  await orderForReader();
  const search = openSearchForm(texts);
  markPointedRows(marks);
  await search;
  // Draws the hidden page, list by list, so that nothing moves when it is shown, and no part takes long.
  const { classList } = document.documentElement;
  if (classList.contains('searching')) {
    for (const list of document.querySelectorAll('.list:not([hidden])')) {
      list.classList.add('drawn');
      await untilPageDrawn();
    }
  }
  if (classList.replace('searching', 'ordering') || classList.contains('ordering')) await untilPageDrawn();
  if (isMapSeen()) setTimeout(openMap, document.documentElement.matches('.bound') ? 0 : AFTER_SEARCH_MS);
}

/**
 * Outlines on the map the area of the row that has the pointer or focus, otherwise of the shown map. A row of the whole
 * world does not load the map.
 */
function markPointedRows(marks: () => Promise<AreaMarks | null>): void {
  const rowOf = (element: Element | null) => element?.closest<HTMLElement>('.server.record');
  let isDrawn = false;
  let latest: string | undefined;
  const point = async ({ type, target }: Event): Promise<void> => {
    const pointed = type === 'pointerover' || type === 'focusin' ? rowOf(target as Element) : null;
    const row = pointed ?? rowOf(document.activeElement) ?? document.querySelector<HTMLElement>('.server.record.shown');
    const { id, area = 'world' } = row?.dataset ?? {};
    latest = area === 'world' ? undefined : id;
    if (latest === undefined && !isDrawn) return;
    isDrawn = true;
    const drawn = await marks();
    await drawn?.point(latest);
  };
  const finder = document.querySelector('.finder');
  for (const event of ['pointerover', 'pointerleave', 'focusin', 'focusout']) finder?.addEventListener(event, point);
}

/** The map loads without a click, but after the search on a slow line. A map that goes to a place does not wait. */
const AFTER_SEARCH_MS = 500;

// A phone has evaluated the script for 100 ms.
await yieldToBrowser();
// The lists are hidden until they match the address and the reader, so that nothing moves.
await openPage({ hasMap: true }, openFrontPage).finally(() =>
  document.documentElement.classList.remove('searching', 'ordering'),
);
