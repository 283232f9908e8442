/** The page has only visible rows, however many files there are. */
import { type FileRow, fileAddress, isoDay, type ListColumn } from '../../contract/data-sources/file-list.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';

interface FileTableListener {
  pointed(file: FileRow | null): void;
  chosen(file: FileRow): void;
  sorted(column: ListColumn, isDescending: boolean): void;
}

/** Extra rows above and below the visible ones, so that scrolling and the Tab key find the next row. */
const MARGIN_ROWS = 20;

export function openFileTable(
  scroller: HTMLElement,
  baseUrl: string,
  texts: PageTexts,
  listener: FileTableListener,
): (files: readonly FileRow[], notes: ReadonlyMap<FileRow, string>) => void {
  const table = scroller.querySelector('table') as HTMLTableElement;
  const body = table.tBodies[0] as HTMLTableSectionElement;
  const heads = [...table.querySelectorAll<HTMLElement>('[data-column]')];
  const columns = heads.map(({ dataset }) => dataset['column'] as ListColumn);
  const [above, below] = [spacer(), spacer()];
  const rows = new Map<number, HTMLTableRowElement>();
  let files: readonly FileRow[] = [];
  let notes: ReadonlyMap<FileRow, string> = new Map();
  let rowHeight = 0;
  let frame = 0;

  const rowOf = (index: number): HTMLTableRowElement => {
    const file = files[index] as FileRow;
    const cells = columns.map((column) => {
      const head = column === 'path' ? { scope: 'row' } : {};
      const content = cellContent(file, column, baseUrl, texts);
      const note = column === 'path' ? notes.get(file) : undefined;
      const noteBelow = note === undefined ? [] : [htmlElement('span', { class: 'also' }, note)];
      const look = { class: note === undefined ? column : 'path noted', ...head };
      return htmlElement(column === 'path' ? 'th' : 'td', look, content, ...noteBelow);
    });
    // Row 1 is the head.
    return htmlElement('tr', { 'aria-rowindex': String(index + 2) }, ...cells);
  };
  /** The style gives all rows one height. */
  const measure = (): number => {
    if (files.length === 0) return 1;
    const row = rowOf(0);
    body.insertBefore(row, below);
    const { height } = row.getBoundingClientRect();
    row.remove();
    return height || 1;
  };
  const draw = (): void => {
    const count = files.length;
    rowHeight ||= measure();
    const seen = Math.floor(scroller.scrollTop / rowHeight);
    const first = Math.max(0, Math.min(seen - MARGIN_ROWS, count));
    const end = Math.min(count, seen + Math.ceil(scroller.clientHeight / rowHeight) + MARGIN_ROWS);
    for (const [index, row] of rows) {
      if (index >= first && index < end) continue;
      if (row.contains(document.activeElement)) scroller.focus({ preventScroll: true });
      row.remove();
      rows.delete(index);
    }
    let next: Element = below;
    for (let index = end - 1; index >= first; index--) {
      const row = rows.get(index) ?? rowOf(index);
      if (!rows.has(index)) body.insertBefore(row, next);
      rows.set(index, row);
      next = row;
    }
    above.style.height = `${first * rowHeight}px`;
    below.style.height = `${(count - end) * rowHeight}px`;
  };
  const drawSoon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  };
  const fileOf = (target: EventTarget | null): FileRow | null => {
    const row = target instanceof Element ? target.closest('tr') : null;
    return files[Number(row?.ariaRowIndex ?? 0) - 2] ?? null;
  };

  scroller.querySelector('.rest')?.remove();
  for (const [index, head] of heads.entries()) {
    const column = columns[index] as ListColumn;
    const sort = (): void => {
      const isDescending = head.ariaSort === null ? column !== 'path' : head.ariaSort === 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.ariaSort = isDescending ? 'descending' : 'ascending';
      listener.sorted(column, isDescending);
    };
    const button = htmlElement('button', { type: 'button', click: sort }, head.textContent ?? '');
    head.replaceChildren(button);
  }
  scroller.addEventListener('scroll', drawSoon, { passive: true });
  new ResizeObserver(() => {
    rowHeight = 0;
    drawSoon();
  }).observe(scroller);
  const point = ({ target }: Event): void => listener.pointed(fileOf(target));
  body.addEventListener('pointerover', point);
  body.addEventListener('focusin', point);
  body.addEventListener('pointerleave', () => listener.pointed(null));
  body.addEventListener('click', ({ target }) => {
    const file = fileOf(target);
    if (file && !(target as Element).closest('a')) listener.chosen(file);
  });
  return (newFiles, newNotes) => {
    files = newFiles;
    notes = newNotes;
    table.ariaRowCount = String(files.length + 1);
    rows.clear();
    body.replaceChildren(above, below);
    scroller.scrollTop = 0;
    draw();
  };
}

function spacer(): HTMLTableRowElement {
  return htmlElement('tr', { class: 'spacer', 'aria-hidden': 'true' });
}

function cellContent(file: FileRow, column: ListColumn, baseUrl: string, { data, number }: PageTexts): string | Node {
  const { path, size, day, versions, parts } = file;
  switch (column) {
    case 'path':
      return linkTo(path, baseUrl);
    case 'size':
      return size === null ? '' : data.size(size);
    case 'day':
      return day === null ? '' : htmlElement('time', { datetime: isoDay(day) }, data.date(isoDay(day)));
    case 'versions':
      return versions === 0 ? '' : number(versions);
    case 'parts': {
      const label = `${number(parts)}: ${data.file.show(path)}`;
      const attributes = { type: 'button', 'aria-label': label };
      return parts === 0 ? '' : htmlElement('button', attributes, number(parts));
    }
  }
}

function linkTo(path: string, baseUrl: string): HTMLAnchorElement {
  const link = htmlElement('a', { href: fileAddress(baseUrl, path), title: path });
  const end = path.lastIndexOf('/') + 1;
  if (end > 0) link.append(htmlElement('bdi', { class: 'folder' }, path.slice(0, end)));
  link.append(htmlElement('bdi', { class: 'name' }, path.slice(end)));
  return link;
}
