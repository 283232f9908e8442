import { isWebAddress } from '../../contract/base/text.ts';
import { isDrawnFromData } from '../../contract/maps/map-types.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import type { LayerNote } from './layer-note.ts';

export type LayerRole = 'base' | 'with' | 'over';

interface RowActions {
  remove(): void;
  /** Sets the opacity of an overlay, in percent. */
  fade(opacity: number): void;
  goTo(zoom: number): void;
  retry(): void;
  readonly visit: (() => void) | null;
}

const RETRYING_MS = 1_200;

export type LayerRow = ReturnType<typeof layerRow>;

/** The row changes its element in place, which keeps the focus. */
export function layerRow(
  { id, minZoom, maxZoom, page, usage, source, bounds }: PageMap,
  role: LayerRole,
  opacity: number,
  texts: PageTexts['map'],
  { remove, fade, goTo, retry, visit }: RowActions,
) {
  const name = htmlElement('a', { class: 'map-layer-name', href: page }, htmlElement('bdi', {}, id));
  const facts = htmlElement('p', { class: 'map-facts' });
  facts.append(texts.roles[role]);
  // Data is drawn beyond its tiles' zoom levels.
  if (!isDrawnFromData(source?.type)) facts.append(` · ${texts.zoomRange(minZoom, maxZoom)}`);
  if (usage) facts.append(' · ', webLink(...usage));
  if (visit) facts.append(' · ', button('map-text-button', bounds ? texts.visit : texts.visitTiles, visit));
  const remover = button('map-remove', '×', remove);
  remover.ariaLabel = texts.remove(id);
  const element = htmlElement('li', { 'data-role': role }, name, remover, facts);
  if (role === 'over') element.append(opacitySlider(opacity, texts.opacity(id), fade));
  const noteLine = htmlElement('p', { class: 'map-note', role: 'status' });
  element.append(noteLine);
  let shown = '';
  let latest: LayerNote | null = null;
  let isTrying = false;
  /** If a server fails at once, the same message would look as if nothing was tried. */
  const tryAgain = (): void => {
    isTrying = true;
    shown = '';
    noteLine.textContent = texts.retrying;
    setTimeout(() => {
      isTrying = false;
      layer.say(latest);
    }, RETRYING_MS);
    retry();
  };
  const layer = {
    element,
    /** The same note is not announced again. */
    say(note: LayerNote | null): void {
      latest = note;
      const text = JSON.stringify(note);
      if (isTrying || text === shown) return;
      shown = text;
      noteLine.classList.toggle('problem', note?.isProblem === true);
      noteLine.replaceChildren(...(note ? layerNoteContent(note, texts) : []));
      const offer = (name: string, act: () => void): void => noteLine.append(' ', button('map-text-button', name, act));
      const { goTo: zoom, canRetry } = note ?? {};
      if (zoom !== undefined) offer(texts.goTo(zoom), () => goTo(zoom));
      if (!canRetry) return;
      offer(texts.retry, tryAgain);
      if (!document.querySelector('.record-page') || document.querySelector('#alternatives'))
        noteLine.append(' ', htmlElement('a', { href: `${page}#alternatives` }, texts.instead));
    },
  };
  return layer;
}

export function layerNoteContent(note: LayerNote, texts: PageTexts['map']): readonly (Node | string)[] {
  const { text, tile, tokenField } = note;
  if (tokenField !== undefined) return [text, ' ', htmlElement('a', { href: tokenField }, texts.ownToken)];
  if (tile === undefined) return [text];
  return [text, ' ', htmlElement('a', { href: tile, target: '_blank', rel: 'noopener' }, texts.openTile)];
}

function webLink(text: string, href: string): Node | string {
  return isWebAddress(href) ? htmlElement('a', { href }, text) : text;
}

function button(className: string, text: string, act: () => void): HTMLButtonElement {
  return htmlElement('button', { class: className, type: 'button', click: act }, text);
}

function opacitySlider(opacity: number, name: string, fade: (opacity: number) => void): HTMLInputElement {
  const range = { type: 'range', min: '10', max: '100', step: '5', value: String(opacity) };
  return htmlElement('input', {
    class: 'map-opacity',
    ...range,
    'aria-label': name,
    title: name,
    input: ({ value }) => fade(Number(value)),
  });
}
