/** After a failure (no network, a new site with other file names), the next call tries again. */
import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';
import { htmlElement } from './elements.ts';

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

export function addressFromRoot(path: string): string {
  return (document.body.dataset['root'] ?? './') + path;
}

let hasLeftPage = false;
addEventListener('pagehide', () => (hasLeftPage = true));
addEventListener('pageshow', () => (hasLeftPage = false));

/** A request that ends because the reader leaves has not failed: it starts again when the reader is back. */
export async function loadJson<T>(address: string): Promise<T> {
  const response = await fetch(address).catch(async (problem) => {
    if (!hasLeftPage) throw problem;
    await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
    return fetch(address);
  });
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return await response.json();
}

/** After a failure, the element ends with a message until the next try. */
export async function loadMap<T>(
  load: () => Promise<T>,
  container: Element,
  texts: PageTexts | Promise<PageTexts>,
): Promise<T | null> {
  container.querySelector(':scope > .problem')?.remove();
  try {
    return await load();
  } catch (problem) {
    console.warn(problem);
    const { map } = await texts;
    container.append(htmlElement('p', { class: 'problem', role: 'alert' }, map.notLoaded));
    return null;
  }
}
