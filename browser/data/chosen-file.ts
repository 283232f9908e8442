import { type FileContents, type FileRow, fileAddress, isoDay } from '../../contract/data-sources/file-list.ts';
import type { Section } from '../../contract/data-sources/sections.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';

const SHOWN_INSIDE = 20;

/** With these, Mapsforge programs on Android (c:geo, Cruiser) install files. */
const MAPSFORGE_SCHEMES: Partial<Record<Section, string>> = { maps: 'mf-v4-map:', themes: 'mf-theme:' };

export function openChosenFile(
  place: HTMLElement,
  baseUrl: string,
  { data }: PageTexts,
  loadContents: () => Promise<FileContents>,
) {
  const empty = [...place.childNodes];
  let chosen: FileRow | null = null;
  let shown: FileRow | null = null;

  const show = (file: FileRow | null): void => {
    if (file === shown) return;
    shown = file;
    place.replaceChildren(...(file ? detailsOf(file, baseUrl, data) : empty));
  };
  const choose = (file: FileRow | null): void => {
    chosen = file;
    show(file);
  };
  const focus = (): void => {
    place.tabIndex = -1;
    place.focus();
  };
  const showContents = async (file: FileRow): Promise<void> => {
    const status = htmlElement('p', { class: 'status' }, data.file.loading);
    place.append(status);
    try {
      const [sha1, ...contents] = (await loadContents())[file.index] ?? [null];
      const items = insideItems(contents, data);
      if (shown !== file) return;
      if (sha1) status.before(htmlElement('p', { class: 'file-box' }, 'SHA-1: ', htmlElement('code', {}, sha1)));
      const list = htmlElement('ul', {}, ...items.slice(0, SHOWN_INSIDE));
      status.replaceWith(...(items.length > 0 ? [list] : []));
      if (items.length <= SHOWN_INSIDE) return;
      const showRest = (button: HTMLButtonElement): void => {
        for (const item of items.slice(SHOWN_INSIDE)) list.append(item);
        focus();
        button.remove();
      };
      const text = data.file.all(items.length);
      place.append(htmlElement('button', { type: 'button', click: showRest }, text));
    } catch {
      status.textContent = data.file.failed;
    }
  };

  return {
    point: (file: FileRow | null): void => show(file ?? chosen),
    choose,
    open(file: FileRow): void {
      shown = null;
      choose(file);
      if (file.parts > 0 || file.versions > 0) void showContents(file);
      focus();
    },
  };
}

function detailsOf(
  { path, section, size, day, versions, parts, box }: FileRow,
  baseUrl: string,
  data: PageTexts['data'],
) {
  const address = fileAddress(baseUrl, path);
  const link = htmlElement('a', { href: address }, htmlElement('bdi', {}, path));
  const download = data.file.download + (size === null ? '' : ` (${data.size(size)})`);
  const scheme = MAPSFORGE_SCHEMES[section];
  // The programs always request https.
  const isInstallable = scheme !== undefined && address.startsWith('https:') && /\.(map|zip|xml)$/.test(path);
  const install = isInstallable ? address.replace('https:', scheme) : null;
  const facts = [
    section !== 'files' && data.kinds[section],
    size !== null && data.size(size),
    day !== null && data.date(isoDay(day)),
    versions > 0 && data.counts.versions(versions),
    parts > 0 && data.file.inside(parts),
  ].filter((fact) => fact !== false);
  return [
    htmlElement('p', { class: 'file-name' }, link),
    ...(facts.length > 0 ? [htmlElement('p', { class: 'file-facts' }, facts.join(' · '))] : []),
    ...(box ? [htmlElement('p', { class: 'file-box' }, `${data.file.covers}: ${data.file.edges(...box)}`)] : []),
    htmlElement('p', {}, htmlElement('a', { class: 'button main', href: address }, download)),
    ...(install
      ? [htmlElement('p', { class: 'file-box' }, htmlElement('a', { href: install }, data.file.install))]
      : []),
  ];
}

function insideItems(contents: readonly (string | number | null)[], data: PageTexts['data']): HTMLLIElement[] {
  return Array.from({ length: contents.length / 2 }, (_, index) => {
    const item = htmlElement('li', {}, htmlElement('bdi', {}, String(contents[index * 2])));
    const size = contents[index * 2 + 1] as number | null;
    if (size !== null) item.append(' ', htmlElement('span', { class: 'count' }, data.size(size)));
    return item;
  });
}
