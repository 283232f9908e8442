import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';

export interface ChosenFilter {
  readonly control: HTMLSelectElement | HTMLInputElement;
  readonly name: string;
  turnOff(): void;
}

export function chosenFilters(form: HTMLFormElement): readonly ChosenFilter[] {
  const filters = form.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, [type="checkbox"]');
  return [...filters].flatMap((control) => {
    const isBox = control instanceof HTMLInputElement;
    if (isBox ? !control.checked : control.value === '') return [];
    const name = filterName(form, control.name, control.value) ?? '';
    const turnOff = (): void => {
      Object.assign(control, isBox ? { checked: false } : { value: '' });
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
    };
    return [{ control, name, turnOff }];
  });
}

/** Such as `Kind of map: Hiking map`; null without such a filter. */
export function filterName(form: HTMLFormElement, field: string, value: string): string | null {
  const choice = form.querySelector(
    `input[name="${field}"][value="${value}"], select[name="${field}"] [value="${value}"]`,
  );
  const label = choice?.closest('label');
  const words = choice?.textContent ? [label?.firstChild?.textContent, choice.textContent] : [label?.textContent];
  return label ? words.map((text) => text?.trim()).join(': ') : null;
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
