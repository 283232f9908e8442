/** What is loaded when somebody wants it. It can fail: no network, or a new site in which files have other names. */
import type { Texts } from '../contract/page-texts/page-texts.ts';
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

/** Says at the end of an element that the map could not be loaded, and in the console why. */
export function sayNoMap(place: Element, texts: Texts, problem: unknown): void {
  place.append(htmlElement('p', { class: 'problem', attributes: { role: 'alert' } }, texts.map.notLoaded));
  console.warn(problem);
}
