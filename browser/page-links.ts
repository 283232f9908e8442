import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';
import { htmlElement } from './elements.ts';
import { readStored, storeText } from './stored.ts';

/** Links get this page's search and view before the user follows or copies them. */
export function keepViewInLanguageLinks(): void {
  for (const event of ['pointerdown', 'focusin', 'click']) {
    document.addEventListener(event, ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.bar a[hreflang]') : null;
      if (link) [link.search, link.hash] = [location.search, location.hash];
    });
  }
}

/** Marks the link to the reader's first language, unless they chose one. The mark covers and moves nothing. */
export function offerLanguage(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.bar a[hreflang]')];
  for (const link of links) {
    link.addEventListener('click', () => storeText('localStorage', 'language', link.hreflang));
  }
  if (readStored('localStorage', 'language') !== null) return;
  const { lang: here } = document.documentElement;
  const read = navigator.languages.map((code) => code.split('-', 1).join('').toLowerCase());
  const wanted = read.find((code) => code === here || links.some(({ hreflang }) => hreflang === code));
  links.find(({ hreflang }) => hreflang === wanted)?.classList.add('offered');
}

/** The home page remembers the search; other pages link to it. */
export async function linkBackToSearch(texts: Promise<PageTexts>): Promise<void> {
  if (document.documentElement.dataset['page'] === 'index') {
    addEventListener('pagehide', () =>
      storeText('sessionStorage', 'search', location.search && location.search + location.hash),
    );
    return;
  }
  const [path, home] = [document.querySelector('p.path'), document.querySelector<HTMLAnchorElement>('.brand')];
  const search = readStored('sessionStorage', 'search');
  if (path === null || home === null || search === null) return;
  const link = htmlElement('a', { href: home.href + search }, (await texts).search.back);
  path.append(' · ', link);
  const { length } = history;
  link.addEventListener('click', (event) => {
    const isFromList = document.referrer.split('?', 1)[0] === home.href && history.length === length;
    if (!isFromList || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The user returns to the list as they left it.
    event.preventDefault();
    history.back();
  });
}
