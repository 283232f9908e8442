/** The script of every page but the home page. */
import './styles/style.css';
import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';
import { openPage } from './open-page.ts';

const openForms = async (texts: PageTexts): Promise<void> =>
  (await import('./program-forms.ts')).openProgramForms(texts);

const PARTS: Readonly<Record<string, (texts: PageTexts) => Promise<void>>> = {
  add: async (texts) => (await import('./add/add-form.ts')).openAddForm(texts),
  mapserver: openForms,
  overlayserver: openForms,
  map: openForms,
  changes: async (texts) => (await import('./changes-view.ts')).openChangesPage(texts),
  'not-found': async (texts) => (await import('./not-found.ts')).openNotFound(texts),
  datasource: async (texts) => (await import('./data/data-source-view.ts')).openDataSource(texts),
};

const { page = '' } = document.documentElement.dataset;
// These two pages open maps of their own.
await openPage({ hasMap: page !== 'add' && page !== 'datasource' }, PARTS[page]);
