/** A place's list has up to four parts: made for it, wide areas, the whole world, near. */
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import { PLACE_PARTS, type PlacePart } from './place-cover.ts';

interface PlacedRow {
  readonly element: HTMLElement;
  readonly part: PlacePart;
  /** Rows with the same value may fold behind the first; null for others. */
  readonly variantOf: string | null;
}

/** The least number of variants that fold behind a row. A single one stays. */
const FOLDED_VARIANTS = 2;

/**
 * @param changed the user opened or closed what is folded
 * @returns writes headings into ordered lists, and returns rows that stay folded; another query folds all
 */
export function placeParts(lists: readonly HTMLElement[], { search }: PageTexts, changed: () => void) {
  const opened = new Set<string>();
  let asked = '';
  const buttons = new Map<string, HTMLElement>();
  const heading = (inside: HTMLElement | string): HTMLElement => htmlElement('li', { class: 'part' }, inside);
  const folding = (key: string, text: string): HTMLElement => {
    const click = (): void => {
      if (!opened.delete(key)) opened.add(key);
      changed();
      buttons.get(key)?.focus();
    };
    const button = htmlElement('button', { type: 'button', 'aria-expanded': String(opened.has(key)), click }, text);
    buttons.set(key, button);
    return heading(button);
  };
  return (rows: readonly PlacedRow[], query: string): ReadonlySet<HTMLElement> => {
    const folded = new Set<HTMLElement>();
    for (const old of document.querySelectorAll('.list .part')) old.remove();
    for (const row of document.querySelectorAll('.folding')) row.classList.remove('folding');
    if (query !== asked) opened.clear();
    asked = query;
    for (const list of lists) {
      const own = rows.filter(({ element }) => list.contains(element));
      const isForHere = own[0]?.part === 'here';
      if (!isForHere && own.some(({ part }) => part === 'world'))
        own[0]?.element.before(htmlElement('li', { class: 'part none' }, search.noneForHere));
      for (const part of PLACE_PARTS) {
        const inPart = own.filter((row) => row.part === part);
        // Without others, maps of the world stay open.
        const isAll = inPart.length === own.length && (part === 'here' || part === 'world');
        if (inPart.length === 0 || isAll) continue;
        const isFoldable = isForHere && (part === 'world' || part === 'near');
        const name = search.parts[part](inPart.length);
        inPart[0]?.element.before(isFoldable ? folding(list.id + part, name) : heading(name));
        if (isFoldable && !opened.has(list.id + part)) for (const { element } of inPart) folded.add(element);
      }
      for (const { key, first, others } of variantsIn(own)) {
        const isOpen = opened.has(list.id + key);
        const { provider = '' } = first.dataset;
        const line = folding(list.id + key, search.variants(others.length, provider));
        line.classList.add('variants');
        first.classList.add('folding');
        first.after(line, ...(isOpen ? others : []));
        if (!isOpen) for (const element of others) folded.add(element);
      }
    }
    return folded;
  };
}

function variantsIn(rows: readonly PlacedRow[]) {
  const groups = new Map<string, { key: string; first: HTMLElement; others: HTMLElement[] }>();
  for (const { element, part, variantOf: key } of rows) {
    if (part !== 'here' || key === null) continue;
    const known = groups.get(key);
    if (known) known.others.push(element);
    else groups.set(key, { key, first: element, others: [] });
  }
  return [...groups.values()].filter(({ others }) => others.length >= FOLDED_VARIANTS);
}
