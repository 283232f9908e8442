/** The details of one file: the one under the pointer, or the chosen one. */
import { type FileContents, type FileRow, fileAddress, isoDay } from '../../contract/file-list.ts';
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';

/** The number of names inside an archive that are shown at first. */
const FIRST_INSIDE = 20;

/** The part of the page about one file. */
export class ChosenFile {
  readonly #place: HTMLElement;
  readonly #baseUrl: string;
  readonly #texts: PageTexts;
  readonly #loadContents: () => Promise<FileContents>;
  readonly #empty: readonly Node[];
  #chosen: FileRow | null = null;
  #shown: FileRow | null = null;

  /** @param loadContents loads the contents of the archives; called when the user first asks for them */
  constructor(place: HTMLElement, baseUrl: string, texts: PageTexts, loadContents: () => Promise<FileContents>) {
    this.#place = place;
    this.#baseUrl = baseUrl;
    this.#texts = texts;
    this.#loadContents = loadContents;
    this.#empty = [...place.childNodes];
  }

  /** Shows a file while the pointer is on it, then the chosen one again. */
  point(file: FileRow | null): void {
    this.#show(file ?? this.#chosen);
  }

  /** Chooses a file, or none. */
  choose(file: FileRow | null): void {
    this.#chosen = file;
    this.#show(file);
  }

  /** Shows a file and its contents, and moves the focus there for keyboard users. */
  open(file: FileRow): void {
    this.#shown = null;
    this.choose(file);
    if (file.parts > 0) void this.#showContents(file);
    this.#focus();
  }

  #focus(): void {
    this.#place.tabIndex = -1;
    this.#place.focus();
  }

  #show(file: FileRow | null): void {
    if (file === this.#shown) return;
    this.#shown = file;
    if (!file) {
      this.#place.replaceChildren(...this.#empty);
      return;
    }
    const { data } = this.#texts;
    const href = fileAddress(this.#baseUrl, file.path);
    const link = htmlElement('a', { attributes: { href } }, htmlElement('bdi', {}, file.path));
    const name = htmlElement('p', { class: 'file-name' }, link);
    const facts = [
      // Everything here is a file, so this needs no label.
      file.kind === 'files' ? null : data.kinds[file.kind],
      file.size === null ? null : data.size(file.size),
      file.day === null ? null : data.date(isoDay(file.day)),
      file.versions === 0 ? null : data.counts.versions(file.versions),
      file.parts === 0 ? null : data.file.inside(file.parts),
    ].filter((fact) => fact !== null);
    this.#place.replaceChildren(name);
    if (facts.length > 0) this.#place.append(htmlElement('p', { class: 'file-facts' }, facts.join(' · ')));
    if (file.box) {
      this.#place.append(
        htmlElement('p', { class: 'file-box' }, `${data.file.covers}: ${data.file.edges(...file.box)}`),
      );
    }
  }

  async #showContents(file: FileRow): Promise<void> {
    const { file: texts } = this.#texts.data;
    const status = htmlElement('p', { class: 'status' }, texts.loading);
    this.#place.append(status);
    try {
      const inside = namesAndSizes((await this.#loadContents())[file.index] ?? []);
      if (this.#shown !== file) return;
      const list = htmlElement('ul', {}, ...inside.slice(0, FIRST_INSIDE).map((one) => this.#insideItem(one)));
      status.replaceWith(list);
      if (inside.length > FIRST_INSIDE) this.#place.append(this.#allButton(list, inside));
    } catch {
      status.textContent = texts.failed;
    }
  }

  #insideItem({ name, size }: Inside): HTMLLIElement {
    const item = htmlElement('li', {}, htmlElement('bdi', {}, name));
    if (size !== null) item.append(' ', htmlElement('span', { class: 'count' }, this.#texts.data.size(size)));
    return item;
  }

  #allButton(list: HTMLUListElement, inside: readonly Inside[]): HTMLButtonElement {
    const showRest = (button: HTMLButtonElement): void => {
      const rest = inside.slice(FIRST_INSIDE).map((one) => this.#insideItem(one));
      for (const item of rest) list.append(item);
      this.#focus();
      button.remove();
    };
    return htmlElement(
      'button',
      { attributes: { type: 'button' }, on: { click: showRest } },
      this.#texts.data.file.all(inside.length),
    );
  }
}

interface Inside {
  readonly name: string;
  readonly size: number | null;
}

function namesAndSizes(contents: FileContents[number]): Inside[] {
  return Array.from({ length: contents.length / 2 }, (_, index) => ({
    name: String(contents[index * 2]),
    size: contents[index * 2 + 1] as number | null,
  }));
}
