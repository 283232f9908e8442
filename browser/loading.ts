/** Loads parts on demand. That can fail: no network, or a new site with other file names. */
import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';
import { htmlElement } from './elements.ts';

/** Memoizes a promise; after a failure the next call tries again. */
export function memoizePromise<T>(get: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= get().catch((problem) => {
      answer = null;
      throw problem;
    });
    return answer;
  };
}

/** The address of a file of the site. @param path from its root */
export function addressFromRoot(path: string): string {
  return (document.body.dataset['root'] ?? './') + path;
}

/** Loads a JSON file. */
export async function loadJson<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return await response.json();
}

/** Loads a map. If that fails, shows a message at the end of an element until the next try, and returns null. */
export async function loadMap<T>(
  load: () => Promise<T>,
  place: Element,
  texts: PageTexts | Promise<PageTexts>,
): Promise<T | null> {
  place.querySelector('.problem')?.remove();
  try {
    return await load();
  } catch (problem) {
    console.warn(problem);
    const { map } = await texts;
    place.append(htmlElement('p', { class: 'problem', role: 'alert' }, map.notLoaded));
    return null;
  }
}
