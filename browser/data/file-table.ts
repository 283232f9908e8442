/** The table of all files of a data source. Only visible rows are in the page, however many files there are. */
import { type FileRow, fileAddress, isoDay, type ListColumn } from '../../contract/file-list.ts';
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';

/** The events of the table. */
export interface FileTableListener {
  /** The pointer or the focus is on a row; null when it leaves. */
  pointed(file: FileRow | null): void;
  chosen(file: FileRow): void;
  sorted(column: ListColumn, isDescending: boolean): void;
}

/** Rows above and below the visible ones, so that scrolling and the Tab key find the next row. */
const MARGIN = 20;

/** The table of a page, which initially contains the first rows. */
export class FileTable {
  readonly #scroller: HTMLElement;
  readonly #table: HTMLTableElement;
  readonly #body: HTMLTableSectionElement;
  readonly #above = spacer();
  readonly #below = spacer();
  readonly #rows = new Map<number, HTMLTableRowElement>();
  readonly #baseUrl: string;
  readonly #texts: PageTexts;
  readonly #listener: FileTableListener;
  readonly #columns: readonly ListColumn[];
  #files: readonly FileRow[] = [];
  #rowHeight = 0;
  #isDrawing = false;

  constructor(scroller: HTMLElement, baseUrl: string, texts: PageTexts, listener: FileTableListener) {
    this.#scroller = scroller;
    this.#table = scroller.querySelector('table') as HTMLTableElement;
    this.#body = this.#table.tBodies[0] as HTMLTableSectionElement;
    this.#columns = this.#heads().map(({ dataset }) => dataset['column'] as ListColumn);
    this.#baseUrl = baseUrl;
    this.#texts = texts;
    this.#listener = listener;
    scroller.querySelector('.rest')?.remove();
    this.#makeSortable();
    this.#listen();
  }

  /** Shows these files from the beginning. */
  show(files: readonly FileRow[]): void {
    this.#files = files;
    this.#table.ariaRowCount = String(files.length + 1);
    this.#rows.clear();
    this.#body.replaceChildren(this.#above, this.#below);
    this.#scroller.scrollTop = 0;
    this.#draw();
  }

  /** Marks the column that the files are sorted by. */
  markSorted(column: ListColumn, isDescending: boolean): void {
    for (const head of this.#heads()) {
      const isIt = head.dataset['column'] === column;
      if (isIt) head.ariaSort = isDescending ? 'descending' : 'ascending';
      else head.removeAttribute('aria-sort');
    }
  }

  #heads(): HTMLElement[] {
    return [...this.#table.querySelectorAll<HTMLElement>('[data-column]')];
  }

  #makeSortable(): void {
    for (const head of this.#heads()) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener('click', () => {
        const column = head.dataset['column'] as ListColumn;
        // Users look for the newest and the largest first.
        const isDescending = head.ariaSort === null ? column !== 'path' : head.ariaSort === 'ascending';
        this.#listener.sorted(column, isDescending);
      });
    }
  }

  #listen(): void {
    this.#scroller.addEventListener('scroll', () => this.#drawSoon(), { passive: true });
    new ResizeObserver(() => {
      this.#rowHeight = 0;
      this.#drawSoon();
    }).observe(this.#scroller);
    const point = (event: Event): void => this.#listener.pointed(this.#fileOf(event.target));
    this.#body.addEventListener('pointerover', point);
    this.#body.addEventListener('focusin', point);
    this.#body.addEventListener('pointerleave', () => this.#listener.pointed(null));
    this.#body.addEventListener('click', (event) => {
      const file = this.#fileOf(event.target);
      const isLink = event.target instanceof Element && event.target.closest('a') !== null;
      if (file && !isLink) this.#listener.chosen(file);
    });
  }

  #fileOf(target: EventTarget | null): FileRow | null {
    const row = target instanceof Element ? target.closest('tr') : null;
    return this.#files[Number(row?.ariaRowIndex ?? 0) - 2] ?? null;
  }

  #drawSoon(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#draw();
    });
  }

  #draw(): void {
    const count = this.#files.length;
    if (this.#rowHeight === 0) this.#rowHeight = this.#measure();
    const { scrollTop, clientHeight } = this.#scroller;
    const seen = Math.floor(scrollTop / this.#rowHeight);
    const first = Math.max(0, Math.min(seen - MARGIN, count));
    const end = Math.min(count, seen + Math.ceil(clientHeight / this.#rowHeight) + MARGIN);
    for (const [index, row] of this.#rows) {
      if (index >= first && index < end) continue;
      if (row.contains(document.activeElement)) this.#scroller.focus({ preventScroll: true });
      row.remove();
      this.#rows.delete(index);
    }
    let next: Element = this.#below;
    for (let index = end - 1; index >= first; index--) {
      const row = this.#rows.get(index) ?? this.#rowOf(this.#files[index] as FileRow, index);
      if (!this.#rows.has(index)) {
        this.#rows.set(index, row);
        this.#body.insertBefore(row, next);
      }
      next = row;
    }
    this.#above.style.height = `${first * this.#rowHeight}px`;
    this.#below.style.height = `${(count - end) * this.#rowHeight}px`;
  }

  /** All rows have the same height, set by the style. */
  #measure(): number {
    const [file] = this.#files;
    if (!file) return 1;
    const row = this.#rowOf(file, 0);
    this.#body.insertBefore(row, this.#below);
    const { height } = row.getBoundingClientRect();
    row.remove();
    return height || 1;
  }

  #rowOf(file: FileRow, index: number): HTMLTableRowElement {
    const row = document.createElement('tr');
    row.ariaRowIndex = String(index + 2);
    for (const column of this.#columns) {
      const cell = document.createElement(column === 'path' ? 'th' : 'td');
      if (column === 'path') cell.scope = 'row';
      cell.className = column;
      cell.append(this.#cellContent(file, column));
      row.append(cell);
    }
    return row;
  }

  #cellContent(file: FileRow, column: ListColumn): string | Node {
    const { path, size, day, versions, parts } = file;
    const { data, number } = this.#texts;
    switch (column) {
      case 'path':
        return linkTo(path, this.#baseUrl);
      case 'size':
        return size === null ? '' : data.size(size);
      case 'day':
        return day === null ? '' : timeOf(day, data.date);
      case 'versions':
        return versions === 0 ? '' : number(versions);
      case 'parts':
        return parts === 0 ? '' : this.#insideButton(file);
    }
  }

  #insideButton({ path, parts }: FileRow): HTMLButtonElement {
    const many = this.#texts.number(parts);
    const label = `${many}: ${this.#texts.data.file.show(path)}`;
    return htmlElement('button', { attributes: { type: 'button', 'aria-label': label } }, many);
  }
}

function spacer(): HTMLTableRowElement {
  return htmlElement('tr', { class: 'spacer', attributes: { 'aria-hidden': 'true' } });
}

function linkTo(path: string, baseUrl: string): HTMLAnchorElement {
  const link = htmlElement('a', { attributes: { href: fileAddress(baseUrl, path), title: path } });
  const end = path.lastIndexOf('/') + 1;
  if (end > 0) link.append(htmlElement('bdi', { class: 'folder' }, path.slice(0, end)));
  link.append(htmlElement('bdi', { class: 'name' }, path.slice(end)));
  return link;
}

/** A day of the list in the format of the language. */
function timeOf(day: number, date: (iso: string) => string): HTMLTimeElement {
  const iso = isoDay(day);
  return htmlElement('time', { attributes: { datetime: iso } }, date(iso));
}
