import { dayOf, daysFrom } from '../contract/base/times.ts';
import { YOUR_KEY } from '../contract/maps/placeholders.ts';
import type { PageMap } from '../contract/pages/page-data.ts';
import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';
import { htmlElement } from './elements.ts';
import { chosenProgram, fillOwnTokens, readStored, storeText, TOKENS_CHANGED } from './stored.ts';

/** Texts that are whole files, by their beginnings. */
const FILE_BEGINNINGS = [
  ['<!', 'html'],
  ['<?xml', 'xml'],
] as const;

export function openProgramForms({ programs, search }: PageTexts): void {
  // A page older than a day says nothing about today.
  const time = document.querySelector<HTMLTimeElement>('time[data-later]');
  if (time && daysFrom(time.dateTime, dayOf(Date.now())) > 1) {
    time.textContent = time.dataset['later'] ?? '';
    delete time.dataset['later'];
  }
  const section = document.querySelector<HTMLElement>('#programs');
  const panels = [...(section?.querySelectorAll<HTMLElement>('.program[data-program]') ?? [])];
  if (panels.length === 0) return;
  makeTabs(panels, programs.title, search.program);
  const [wanted] = wantedPrograms();
  if (wanted && panels.every(({ dataset }) => dataset['program'] !== wanted)) showWhyNot(panels, wanted, programs);
  const data = section?.closest<HTMLElement>('[data-server]')?.dataset['server'] ?? '{}';
  const { unset = [] }: Partial<PageMap> = JSON.parse(data);
  const codes = panels.flatMap((panel) => [...panel.querySelectorAll('code')]);
  const files = panels.flatMap((panel) => [...panel.querySelectorAll<HTMLAnchorElement>('a[data-content]')]);
  const saves = codes.flatMap((code) => {
    const [, ending] = FILE_BEGINNINGS.find(([beginning]) => code.textContent?.startsWith(beginning)) ?? [];
    if (ending === undefined) return [];
    const name = location.pathname.split('/').findLast((part) => part !== '');
    const save = htmlElement('a', { download: `${name}.${ending}` }, programs.saveAs(`.${ending}`));
    code.closest('.program')?.querySelector('.program-actions')?.append(save);
    return [{ code, save, ending }];
  });
  const texts = codes.map((code) => code.textContent);
  const fill = (): void => {
    for (const [at, code] of codes.entries()) code.textContent = fillOwnTokens(texts[at] ?? '', YOUR_KEY, unset);
    for (const { code, save, ending } of saves)
      save.href = `data:text/${ending};charset=utf-8,${encodeURIComponent(code.textContent ?? '')}`;
    for (const file of files) {
      const content = fillOwnTokens(file.dataset['content'] ?? '', YOUR_KEY, unset, inSource);
      file.href = `data:text/xml;charset=utf-8,${encodeURIComponent(content)}`;
      file.hidden = false;
    }
  };
  addEventListener(TOKENS_CHANGED, fill);
  fill();
}

/** A layer's source has a tile's address as an encoded value. */
const inSource = (token: string): string => encodeURIComponent(encodeURIComponent(token));

/** A small screen has no room for tabs: a select replaces them. */
function makeTabs(panels: readonly HTMLElement[], name: string, label: string): void {
  const choose = (index: number): void => {
    for (const [position, panel] of panels.entries()) {
      panel.hidden = position !== index;
      const tab = tabs[position] as HTMLElement;
      tab.ariaSelected = String(position === index);
      tab.tabIndex = position === index ? 0 : -1;
    }
    select.selectedIndex = index;
  };
  const choosePermanently = (index: number): void => {
    choose(index);
    storeText('localStorage', 'tab', panels[index]?.dataset['program'] ?? '');
  };
  const names = panels.map((panel) => panel.querySelector('h3')?.textContent ?? '');
  const select = htmlElement(
    'select',
    { change: ({ selectedIndex }) => choosePermanently(selectedIndex) },
    ...names.map((text) => htmlElement('option', {}, text)),
  );
  const tabs = panels.map((panel, index) => {
    const id = `program-${panel.dataset['program']}`;
    Object.assign(panel, { id, role: 'tabpanel' });
    panel.setAttribute('aria-labelledby', `${id}-tab`);
    const properties = { type: 'button', role: 'tab', id: `${id}-tab`, 'aria-controls': id };
    return htmlElement('button', { ...properties, click: () => choosePermanently(index) }, names[index] ?? '');
  });
  const list = htmlElement('div', { role: 'tablist', 'aria-label': name }, ...tabs);
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const focused = tabs.indexOf(document.activeElement as HTMLButtonElement);
    if (step === undefined || focused < 0) return;
    event.preventDefault();
    const next = tabs[(focused + step + tabs.length) % tabs.length];
    next?.focus();
    next?.click();
  });
  panels[0]?.before(list, htmlElement('label', { class: 'choice' }, label, select));
  const wanted = wantedPrograms().map((id) => panels.findIndex(({ dataset }) => dataset['program'] === id));
  const first = wanted.find((index) => index >= 0) ?? 0;
  choose(first);
  list.scrollLeft = (tabs[first]?.offsetLeft ?? 0) - (tabs[0]?.offsetLeft ?? 0);
}

/** The program of the search that led here, of the last tab, of all searches. */
const wantedPrograms = (): string[] =>
  [
    new URLSearchParams(location.search).get('program') ?? '',
    readStored('localStorage', 'tab') ?? '',
    chosenProgram(),
  ].filter((id) => id !== '');

/** Moves the reason to the tabs. Otherwise, it is below all forms, or hidden. */
function showWhyNot([first]: readonly HTMLElement[], program: string, texts: PageTexts['programs']): void {
  for (const line of document.querySelectorAll<HTMLElement>('#programs > [data-without]')) {
    const name: string | undefined = JSON.parse(line.dataset['without'] ?? '{}')[program];
    if (name === undefined) continue;
    if (line.hidden) line.textContent = texts.notFor(name, line.textContent ?? '');
    line.hidden = false;
    first?.before(line);
  }
}
