/** The script of every page. What only some pages need is loaded by those. */
import './styles/style.css';
import type { Texts } from '../contract/page-texts/page-texts.ts';
import type { Language } from '../contract/pages.ts';
import { connectMap } from './map/page-map.ts';

/** Only the texts of the page's language are loaded. */
const TEXTS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('../contract/page-texts/en.ts')).EN,
  de: async () => (await import('../contract/page-texts/de.ts')).DE,
};

const texts = await TEXTS[document.documentElement.lang as Language]();
const { page } = document.body.dataset;

if (page === 'add') {
  const { openAddForm } = await import('./add/add-form.ts');
  await openAddForm(texts);
} else connectMap(texts);

if ('live' in document.documentElement.dataset) {
  const { followFiles } = await import('./live.ts');
  void followFiles(texts);
}

if (page === 'index') {
  const { openSearch } = await import('./search/search-form.ts');
  openSearch(texts);
}
