import type { Language } from '../contract/base/languages.ts';
import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';
import { loadTexts } from './load-texts.ts';
import { connectMapButtons } from './map/page-map.ts';
import { keepViewInLanguageLinks, linkBackToSearch, offerLanguage } from './page-links.ts';

export async function openPage(
  { hasMap }: { readonly hasMap: boolean },
  open?: (texts: PageTexts) => Promise<void>,
): Promise<void> {
  const texts = loadTexts[document.documentElement.lang as Language]();
  keepViewInLanguageLinks();
  offerLanguage();
  void linkBackToSearch(texts);
  if (hasMap) connectMapButtons(texts);
  await open?.(await texts);
  if (document.querySelector('button.copy')) (await import('./copy.ts')).addCopyButtons(document);
  if ('live' in document.documentElement.dataset) void (await import('./live.ts')).pollLiveReport(await texts);
}
