/** The script of every page. It loads the code that only some pages need. */
import './styles/style.css';
import type { PageTexts } from '../contract/page-texts/page-texts.ts';
import type { Language } from '../contract/pages.ts';
import { connectMap } from './map/page-map.ts';
import { keepAddress, linkSearch } from './page-links.ts';

/** Loads only the texts of the page's language. */
const TEXTS: Readonly<Record<Language, () => Promise<PageTexts>>> = {
  en: async () => (await import('../contract/page-texts/en.ts')).EN,
  de: async () => (await import('../contract/page-texts/de.ts')).DE,
};

const openForms = async (texts: PageTexts): Promise<void> => (await import('./program-forms.ts')).openForms(texts);

/** The first page. Its lists are hidden until they are those of the address and the reader, so that nothing moves. */
const openIndex = async (texts: PageTexts): Promise<void> => {
  try {
    const [{ openFrontPage }, { openSearch }] = await Promise.all([
      import('./front/front-page.ts'),
      import('./search/search-form.ts'),
    ]);
    await openFrontPage(texts, () => openSearch(texts));
  } finally {
    document.body.classList.remove('searching');
  }
};

/** The code for each kind of page. */
const PARTS: Readonly<Record<string, (texts: PageTexts) => Promise<void>>> = {
  index: openIndex,
  add: async (texts) => (await import('./add/add-form.ts')).openAddForm(texts),
  mapserver: openForms,
  overlayserver: openForms,
  map: openForms,
  changes: async (texts) => (await import('./changes-view.ts')).openChanges(texts),
  'not-found': async (texts) => (await import('./not-found.ts')).openNotFound(texts),
  datasource: async (texts) => (await import('./data/data-source-view.ts')).openDataSource(texts),
};

const { page = '' } = document.body.dataset;
const texts = TEXTS[document.documentElement.lang as Language]();
if (page === 'index' && location.search !== '') document.body.classList.add('searching');
// The map of an address is higher than its preview, and several maps are higher still: at once, so that nothing moves.
if (/[#&](?:map|base|over|with)=/.test(location.hash)) document.body.classList.add('showing');
if (/[#&]with=/.test(location.hash)) document.body.classList.add('comparing');
keepAddress();
void linkSearch(texts);
// These two have their own maps.
if (page !== 'add' && page !== 'datasource') connectMap(texts);
await PARTS[page]?.(await texts);
if (document.querySelector('button.copy')) (await import('./copy.ts')).addCopying(document);
if ('live' in document.documentElement.dataset) void (await import('./live.ts')).followFiles(await texts);
