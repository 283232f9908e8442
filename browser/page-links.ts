import type { Language } from '../contract/base/languages.ts';
import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';
import { htmlElement } from './elements.ts';
import { readStored, storeText } from './stored.ts';

/** Links get the search and view of this page when the user might follow them or copy their address. */
export function keepViewInLanguageLinks(): void {
  for (const event of ['pointerdown', 'focusin', 'click']) {
    document.addEventListener(event, ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.bar a[hreflang]') : null;
      if (link) [link.search, link.hash] = [location.search, location.hash];
    });
  }
}

/** Offers the page in the language that the reader has chosen, or else reads. Nothing else moves. */
export async function offerLanguage(textsIn: (language: Language) => Promise<PageTexts>): Promise<void> {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.bar a[hreflang]')];
  const keep = (language: string): void => storeText('localStorage', 'language', language);
  for (const link of links) link.addEventListener('click', () => keep(link.hreflang));
  const { lang: here } = document.documentElement;
  const chosen = readStored('localStorage', 'language');
  const read = (chosen === null ? navigator.languages : [chosen]).map((code) =>
    code.split('-', 1).join('').toLowerCase(),
  );
  const wanted = read.find((code) => code === here || links.some(({ hreflang }) => hreflang === code));
  const link = links.find(({ hreflang }) => hreflang === wanted);
  if (!link) return;
  const { offer, share } = await textsIn(link.hreflang as Language);
  const { href, hreflang } = link;
  const offered = htmlElement('a', { href, hreflang, click: () => keep(hreflang) }, offer);
  const dismiss = (): void => {
    keep(here);
    line.remove();
  };
  const close = htmlElement('button', { type: 'button', 'aria-label': share.close, click: dismiss }, '×');
  const line = htmlElement('p', { class: 'offer', lang: hreflang }, offered, close);
  document.querySelector('.bar')?.append(line);
}

/** The home page remembers the search; other pages link back to it. */
export async function linkBackToSearch(texts: Promise<PageTexts>): Promise<void> {
  if (document.body.dataset['page'] === 'index') {
    addEventListener('pagehide', () =>
      storeText('sessionStorage', 'search', location.search && location.search + location.hash),
    );
    return;
  }
  const [path, home] = [document.querySelector('p.path'), document.querySelector<HTMLAnchorElement>('.brand')];
  const search = readStored('sessionStorage', 'search');
  if (path === null || home === null || search === null) return;
  path.append(' · ', htmlElement('a', { href: home.href + search }, (await texts).search.back));
}
