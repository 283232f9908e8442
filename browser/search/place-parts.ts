/** The parts of each list for a place: what is made for it, the whole world, what is near. */
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import type { PlacePart } from './place-cover.ts';

interface PlacedRow {
  readonly element: HTMLElement;
  readonly part: PlacePart;
}

/**
 * @param changed called after the user has opened or closed the maps of the world
 * @returns writes the headings into lists in which rows are in order, and returns the rows that stay folded
 */
export function placeParts(lists: readonly HTMLElement[], { search, maps, number }: PageTexts, changed: () => void) {
  const names: Readonly<Record<PlacePart, (count: number) => string>> = {
    here: () => search.made,
    world: (count) => `${maps.world} (${number(count)})`,
    near: () => search.near,
  };
  const opened = new Set<HTMLElement>();
  const heading = (list: HTMLElement, text: string, isFoldable: boolean): HTMLElement => {
    if (!isFoldable) return htmlElement('li', { class: 'part' }, text);
    const click = (): void => {
      if (!opened.delete(list)) opened.add(list);
      changed();
      list.querySelector<HTMLElement>('.part button')?.focus();
    };
    const state = { type: 'button', 'aria-expanded': String(opened.has(list)), click };
    return htmlElement('li', { class: 'part' }, htmlElement('button', state, text));
  };
  return (rows: readonly PlacedRow[]): ReadonlySet<HTMLElement> => {
    const folded = new Set<HTMLElement>();
    for (const old of document.querySelectorAll('.list .part')) old.remove();
    if (rows.length === 0) opened.clear();
    for (const list of lists) {
      const own = rows.filter(({ element }) => list.contains(element));
      const isForHere = own.some(({ part }) => part === 'here');
      for (const part of ['here', 'world', 'near'] as const) {
        const inPart = own.filter((row) => row.part === part);
        // Maps of the world stay open if they are all that is there.
        if (inPart.length === 0 || (part !== 'near' && inPart.length === own.length)) continue;
        const isFoldable = part === 'world' && isForHere;
        inPart[0]?.element.before(heading(list, names[part](inPart.length), isFoldable));
        if (isFoldable && !opened.has(list)) for (const { element } of inPart) folded.add(element);
      }
    }
    return folded;
  };
}
