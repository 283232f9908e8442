import type { Language } from '../../contract/base/languages.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import type { ChosenFilter } from './filter-buttons.ts';
import { placeNameIn } from './gazetteer.ts';
import type { SearchAnswer } from './search-answer.ts';
import { areForNoUse, isOfPrinting, isPostcode, otherProgramOf, wordStemOf } from './search-words.ts';

interface NoteActions {
  replaceWord(word: string, name: string): void;
  leaveOut(word: string): void;
  pointOnMap(): void;
  focus(): void;
}

export function searchNotesOn(
  { found, typedPlace, others: words, unknown, mayBePlace, lacking, firstLacks, corrected, suggested }: SearchAnswer,
  hasFailed: boolean,
  /** Filters to turn off, and how many records then match. */
  otherwise: readonly { readonly left: readonly Pick<ChosenFilter, 'name' | 'turnOff'>[]; readonly many: number }[],
  /** Turns on the filter for commercial use; null if it is on, or no record would match. */
  commercial: HTMLInputElement | null,
  { search: texts, index }: PageTexts,
  { replaceWord, leaveOut, pointOnMap, focus }: NoteActions,
): readonly HTMLElement[] {
  const language = document.documentElement.lang as Language;
  const quoted = (words: readonly string[]): string => words.map(texts.quote).join(', ');
  const note = (...inside: readonly (Node | string)[]): HTMLElement => htmlElement('p', { class: 'note' }, ...inside);
  const button = (text: string, click: () => void): HTMLElement =>
    htmlElement('button', { type: 'button', click }, text);
  const notes: HTMLElement[] = [];
  const buttons = otherwise.flatMap(({ left, many }) => {
    const click = (): void => {
      for (const { turnOff } of left) turnOff();
      focus();
    };
    return [' ', button(texts.withoutFilter(quoted(left.map(({ name }) => name)), many), click)];
  });
  const names = new Set(otherwise.flatMap(({ left }) => left.map(({ name }) => name)));
  const excluding =
    names.size > 1 && otherwise.every(({ left }) => left.length === 1) ? texts.notTogether : texts.notWithFilter;
  const isOfNoUse = areForNoUse(unknown);
  const leftOut = lacking.length > 0 && !isOfNoUse ? [` ${texts.leftOut(quoted(lacking))}`] : [];
  const nothing =
    lacking.length > 0 && names.size === 1 && names.has(typedPlace)
      ? texts.nothingFor(texts.quote(typedPlace), quoted(lacking))
      : excluding(quoted([...names]));
  if (buttons.length > 0) notes.push(note(nothing, ...buttons, ...leftOut));
  for (const [typed, searched] of corrected)
    if (wordStemOf(typed.toLowerCase()) !== searched)
      notes.push(note(texts.corrected(texts.quote(typed), texts.quote(searched))));
  if (words.some(isOfPrinting))
    notes.push(
      note(
        texts.printing,
        ...(commercial
          ? [
              ' ',
              texts.forFlyers,
              ' ',
              button(commercial.labels?.[0]?.textContent.trim() ?? '', () => commercial.click()),
            ]
          : []),
      ),
    );
  if (hasFailed) notes.push(note(texts.placesFailed));
  for (const word of unknown) {
    const program = otherProgramOf(word);
    if (program === null) continue;
    const others = document.querySelector<HTMLSelectElement>('select[name="program"]');
    const chooseOther = (): void => {
      leaveOut(word);
      others?.focus();
      others?.showPicker();
    };
    const next = [
      ...(others ? [' ', button(texts.otherProgram, chooseOther)] : []),
      ' ',
      button(texts.showAnyway, () => leaveOut(word)),
    ];
    notes.push(note(texts.otherPrograms[program](texts.quote(word)), ...(isOfNoUse ? next : [])));
  }
  const others = unknown.filter((word) => otherProgramOf(word) === null);
  if (others.length > 0) {
    const said = (found.length > 0 ? texts.without : texts.unknown)(quoted(others));
    const text = others.some(isPostcode) ? `${texts.postcode} ${said}` : said;
    const names = suggested.map(([word, place]) => [word, placeNameIn(place, language)] as const);
    const choices = names.flatMap(([word, name]) => [' ', button(name, () => replaceWord(word, name))]);
    const suggestions = choices.length > 0 ? [` ${texts.didYouMean}`, ...choices] : [];
    notes.push(note(text, ...suggestions, ...(mayBePlace ? [' ', button(index.explore, pointOnMap)] : [])));
  }
  if (found.length > 0 && found.every(({ role }) => role === 'overlayserver')) notes.push(note(texts.onlyOverlays));
  if (firstLacks.length > 0) notes.push(note(texts.firstLacks(quoted(firstLacks))));
  if (buttons.length === 0 && leftOut.length > 0) notes.push(note(texts.lacking, ...leftOut));
  return notes;
}
