/** What is loaded when somebody wants it. It can fail: no network, or a new site in which files have other names. */
import type { PageTexts } from '../contract/page-texts/page-texts.ts';
import { htmlElement } from './elements.ts';

/** The same answer for every later call; after a failure the next call tries again. */
export function once<T>(get: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= get().catch((problem) => {
      answer = null;
      throw problem;
    });
    return answer;
  };
}

/** Loads a map. Where it cannot be, it says so at the end of an element, until the next try, and gives null. */
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
    place.append(htmlElement('p', { class: 'problem', attributes: { role: 'alert' } }, map.notLoaded));
    return null;
  }
}
