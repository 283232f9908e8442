import type { Language } from '../../contract/base/languages.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { searchableText } from '../../contract/words/search-text.ts';
import { openMap } from '../map/page-map.ts';
import { type NamedPlace, placeNameIn } from '../search/gazetteer.ts';
import { loadGazetteer } from '../search/load-gazetteer.ts';
import { typedWords } from '../search/search-words.ts';
import { positionAtEnd } from '../search/typed-position.ts';

export function openWhereQuestion({ index: texts }: PageTexts): void {
  const where = document.querySelector<HTMLInputElement>('#where');
  const search = document.querySelector<HTMLInputElement>('#search-text');
  if (where === null || search === null || search.form === null) return;
  const form = search.form;
  openWishes(form);
  where.form?.querySelector('fieldset')?.removeAttribute('disabled');
  where.value = search.value;
  const searchFor = (text: string): void => {
    search.value = text;
    search.dispatchEvent(new Event('input', { bubbles: true }));
  };
  where.addEventListener('input', () => searchFor(where.value));
  form.addEventListener('input', () => {
    where.value = search.value;
  });
  // The search form must have read the address.
  addEventListener('popstate', () => setTimeout(() => (where.value = search.value)));
  where.form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = where.value.trim();
    if (text === '') return where.focus();
    const { place, isComplete = true } = (await placeOf(text)) ?? {};
    document.querySelector('.where-said')?.replaceChildren(place ? '' : texts.unknownPlace(text));
    const view = place && (await openMap());
    if (!place || !view) return;
    // A complete name stays, with the other words of the search: `topographic map of Austria`.
    if (!isComplete) searchFor(placeNameIn(place.names, document.documentElement.lang as Language));
    view.step();
    view.explore();
    if (place.position) view.goTo(place.position);
    else view.goToAll(cornersOf(place));
  });
}

async function placeOf(text: string): Promise<{ readonly place: NamedPlace; readonly isComplete: boolean } | null> {
  const position = positionAtEnd(text);
  if (position) return { place: { names: [], code: '', position, cities: [], size: 0 }, isComplete: true };
  const gazetteer = await loadGazetteer().catch(() => null);
  const words = typedWords(text).map(({ word }) => word);
  const found = gazetteer?.find(words);
  if (found) return { place: found.place, isComplete: true };
  const beginning = words.join(' ');
  const begun = (gazetteer?.similar(beginning) ?? []).flatMap((place) =>
    place.names.filter((name) => searchableText(name).startsWith(beginning)).map(({ length }) => ({ place, length })),
  );
  // `Zuric` means Zurich, not a lake whose longer name begins with it.
  const [nearest] = begun.sort((a, b) => a.length - b.length);
  return nearest ? { place: nearest.place, isComplete: false } : null;
}

function cornersOf({ cities, region }: NamedPlace): NamedPlace['cities'] {
  if (!region) return cities;
  const [west, south, east, north] = region.box;
  return [
    { latitude: south, longitude: west },
    { latitude: north, longitude: east },
  ];
}

/** A link such as “Hiking” searches without loading the page again; a second press ends its search. */
function openWishes(form: HTMLFormElement): void {
  const wishes = [...document.querySelectorAll<HTMLAnchorElement>('.wish')];
  const isChosen = ({ search }: HTMLAnchorElement): boolean => location.search === search;
  const mark = (): void => {
    for (const wish of wishes) wish.toggleAttribute('aria-current', isChosen(wish));
  };
  for (const wish of wishes) {
    wish.addEventListener('click', (event) => {
      event.preventDefault();
      const search = isChosen(wish) ? location.pathname : wish.search;
      history.pushState(history.state, '', search + location.hash);
      dispatchEvent(new PopStateEvent('popstate'));
      document.querySelector('.search-line')?.scrollIntoView({ block: 'nearest' });
    });
  }
  addEventListener('popstate', mark);
  // The search form must have written the address.
  for (const event of ['input', 'reset']) form.addEventListener(event, () => setTimeout(mark));
  mark();
}
