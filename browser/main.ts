/** The script of every page. What only some pages need is loaded by those. */
import { TEXTS } from '../contract/page-texts/page-texts.ts';
import type { Language } from '../contract/pages.ts';
import './styles/style.css';

const texts = TEXTS[document.documentElement.lang as Language];

if (document.body.dataset['page'] === 'datasource') {
  const { openDataSource } = await import('./data/data-source.ts');
  await openDataSource(document, texts);
}
