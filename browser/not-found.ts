import { LANGUAGES, type Language } from '../contract/base/languages.ts';
import type { WithdrawnList } from '../contract/generated/v2.types.ts';
import { pathReadByPages } from '../contract/interface/v2-paths.ts';
import { RECORD_FOLDERS } from '../contract/pages/pages.ts';
import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';
import { htmlElement } from './elements.ts';
import { loadTexts } from './load-texts.ts';
import { addressFromRoot, loadJson } from './loading.ts';
import { readStored } from './stored.ts';

const ADDRESS = /[/]((?:map|overlay)servers)[/]([\w-]+)[/]?$/;

export async function openNotFound(own: PageTexts): Promise<void> {
  const language = keepOnly(readersLanguage());
  const { notFound } = language === undefined ? own : await loadTexts[language]();
  const back = document.querySelector<HTMLAnchorElement>('main a.main');
  if (back === null) return;
  const searchFor = (words: string): void => {
    back.search = `?q=${encodeURIComponent(words)}`;
    back.textContent = notFound.search(words);
  };
  const words = wordsOfAddress();
  if (words !== '') searchFor(words);
  const [, list, file] = ADDRESS.exec(location.pathname) ?? [];
  if (file === undefined) return;
  const { withdrawn } = await loadJson<WithdrawnList>(addressFromRoot(pathReadByPages('withdrawn').slice(1)));
  const map = withdrawn.find(
    (listed) => listed.withdrawn === 'removed' && listed.list === list && listed.file === file,
  );
  if (map === undefined) return;
  const { id, reason = notFound.text, replacedBy = id } = map;
  document.title = notFound.removed(id);
  document.querySelector('h1')?.replaceChildren(htmlElement('bdi', {}, document.title));
  document.querySelector('h1 + p')?.replaceChildren(htmlElement('bdi', {}, reason));
  searchFor(replacedBy);
}

/** Of the address, of the reader's choice, or of the browser. */
function readersLanguage(): Language | undefined {
  const [folder] = pathParts();
  const wanted = [
    folder,
    readStored('localStorage', 'language'),
    ...navigator.languages.map((code) => code.slice(0, 2)),
  ];
  return wanted.find((code): code is Language => LANGUAGES.some((known) => known === code));
}

/** Many hosts have one page, in every language, for all addresses. @returns the language if it is not the page's */
function keepOnly(language: Language | undefined): Language | undefined {
  const others = [...document.querySelectorAll<HTMLElement>('main section[lang]')];
  const wanted = others.find(({ lang }) => lang === language);
  for (const other of others) other.remove();
  if (language === undefined || wanted === undefined) return undefined;
  const title = htmlElement('h1', {}, wanted.querySelector('h2')?.textContent ?? '');
  const article = document.querySelector<HTMLElement>('main article');
  wanted.querySelector('h2')?.replaceWith(title);
  article?.replaceChildren(...wanted.children);
  article?.setAttribute('lang', language);
  return language;
}

function pathParts(): string[] {
  const root = new URL(addressFromRoot(''), location.href).pathname;
  return location.pathname.slice(root.length).split('/');
}

function wordsOfAddress(): string {
  const folders = new Set<string>([...LANGUAGES, ...Object.values(RECORD_FOLDERS)]);
  const words = pathParts().filter((part) => !folders.has(part));
  return decoded(words.join(' '))
    .replace(/\.(?:html?|json|xml|php)$/, '')
    .replace(/[-_.+\s]+/g, ' ')
    .trim()
    .slice(0, 100);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
