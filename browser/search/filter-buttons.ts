import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';

export interface ChosenFilter {
  readonly control: HTMLSelectElement | HTMLInputElement;
  /** Such as `Kind of map: Hiking map`. */
  readonly name: string;
  turnOff(): void;
}

export function chosenFilters(form: HTMLFormElement): readonly ChosenFilter[] {
  const filters = form.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, [type="checkbox"]');
  return [...filters].flatMap((control) => {
    const isBox = control instanceof HTMLInputElement;
    if (isBox ? !control.checked : control.value === '') return [];
    const [label] = control.labels ?? [];
    const words = isBox ? [label?.textContent] : [label?.firstChild?.textContent, control.selectedOptions[0]?.text];
    const name = words.map((text) => text?.trim()).join(': ');
    const turnOff = (): void => {
      Object.assign(control, isBox ? { checked: false } : { value: '' });
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
    };
    return [{ control, name, turnOff }];
  });
}

/** Each turns a filter off. A chip that is pressed has none. */
export function filterButtons(
  form: HTMLFormElement,
  filters: readonly ChosenFilter[],
  { search }: PageTexts,
): readonly HTMLElement[] {
  return filters.flatMap(({ control: { name: field, value }, name, turnOff }) => {
    if (form.querySelector(`.chip[data-filter="${field}"][value="${value}"]`)) return [];
    const click = (): void => {
      turnOff();
      const next = document.querySelector<HTMLElement>('.search-line button');
      (next ?? form.querySelector<HTMLElement>('.filters > summary'))?.focus();
    };
    // A program is remembered from an earlier visit, and must not be overlooked.
    const text = field === 'program' ? `${name} · ${search.showAll}` : name;
    const label = search.removeFilter(text);
    return htmlElement('button', { type: 'button', class: 'chip', 'aria-label': label, click }, text);
  });
}
