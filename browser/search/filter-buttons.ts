import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';

/** A button for each filter that is on, which turns it off. */
export function filterButtons(form: HTMLFormElement, { search }: PageTexts): readonly HTMLElement[] {
  const filters = form.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, [type="checkbox"]');
  return [...filters].flatMap((filter) => {
    const isBox = filter instanceof HTMLInputElement;
    if (isBox ? !filter.checked : filter.value === '') return [];
    const [label] = filter.labels ?? [];
    const words = isBox ? [label?.textContent] : [label?.firstChild?.textContent, filter.selectedOptions[0]?.text];
    const name = words.map((text) => text?.trim()).join(': ');
    const click = (): void => {
      Object.assign(filter, isBox ? { checked: false } : { value: '' });
      for (const type of ['input', 'change']) filter.dispatchEvent(new Event(type, { bubbles: true }));
      const next = document.querySelector<HTMLElement>('.search-line button');
      (next ?? form.querySelector<HTMLElement>('.filters > summary'))?.focus();
    };
    return [
      htmlElement('button', { type: 'button', class: 'chip', 'aria-label': search.removeFilter(name), click }, name),
    ];
  });
}
