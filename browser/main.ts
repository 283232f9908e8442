/** The script of every page. What only some pages need is loaded by those. */
import './styles/style.css';
import type { Texts } from '../contract/page-texts/page-texts.ts';
import type { Language } from '../contract/pages.ts';

/** Only the texts of the page's language are loaded. */
const TEXTS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('../contract/page-texts/en.ts')).EN,
  de: async () => (await import('../contract/page-texts/de.ts')).DE,
};

const texts = TEXTS[document.documentElement.lang as Language]();

if (document.body.dataset['page'] === 'index') {
  const { openSearch } = await import('./search/search-form.ts');
  openSearch(await texts);
}

if (document.body.dataset['page'] === 'datasource') {
  const { openDataSource } = await import('./data/data-source-view.ts');
  await openDataSource(document, await texts);
}
