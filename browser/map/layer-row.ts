/** A server in the list of layers: its name, zoom levels, problems and buttons. */
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import type { PageServer } from '../../contract/pages.ts';
import { htmlElement } from '../elements.ts';
import type { LayerNote } from './layer-note.ts';

/** The role of a server on the map. */
export type LayerRole = 'base' | 'with' | 'over';

/** The actions of a row. */
export interface RowActions {
  remove(): void;
  /** In percent; only for overlays. */
  fade(opacity: number): void;
  goTo(zoom: number): void;
  /** Null if the server has no sample location. */
  readonly visit: (() => void) | null;
}

/** A row. It is updated in place to keep the focus. */
export class LayerRow {
  readonly element: HTMLLIElement;
  readonly #note = htmlElement('p', { class: 'map-note', attributes: { role: 'status' } });
  readonly #texts: PageTexts['map'];
  readonly #goTo: RowActions['goTo'];
  #shown = '';

  constructor(server: PageServer, role: LayerRole, opacity: number, texts: PageTexts['map'], actions: RowActions) {
    this.#texts = texts;
    this.#goTo = actions.goTo;
    const { id, minZoom, maxZoom, page } = server;
    const remove = htmlElement(
      'button',
      {
        class: 'map-remove',
        attributes: { type: 'button', 'aria-label': texts.remove(id) },
        on: { click: actions.remove },
      },
      '×',
    );
    const name = htmlElement('a', { class: 'map-layer-name', attributes: { href: page } }, htmlElement('bdi', {}, id));
    const facts = htmlElement(
      'p',
      { class: 'map-facts' },
      `${texts.roles[role]} · ${texts.zoomRange(minZoom, maxZoom)}`,
    );
    const { visit } = actions;
    if (visit) facts.append(' · ', textButton(texts.visit, visit));
    this.element = htmlElement('li', { attributes: { 'data-role': role } }, name, remove, facts);
    if (role === 'over') this.element.append(opacitySlider(opacity, texts.opacity(id), actions.fade));
    this.element.append(this.#note);
  }

  /** Shows a note; the same note is announced once. */
  say(note: LayerNote | null): void {
    const text = JSON.stringify(note);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#note.replaceChildren();
    this.#note.classList.toggle('problem', note?.isProblem === true);
    if (note === null) return;
    this.#note.append(note.text);
    const { tile, goTo } = note;
    if (tile !== undefined) {
      const attributes = { href: tile, target: '_blank', rel: 'noopener' };
      this.#note.append(' ', htmlElement('a', { attributes }, this.#texts.openTile));
    }
    if (goTo !== undefined)
      this.#note.append(
        ' ',
        textButton(this.#texts.goTo(goTo), () => this.#goTo(goTo)),
      );
  }
}

function textButton(text: string, act: () => void): HTMLButtonElement {
  return htmlElement('button', { class: 'map-text-button', attributes: { type: 'button' }, on: { click: act } }, text);
}

function opacitySlider(opacity: number, name: string, fade: (opacity: number) => void): HTMLInputElement {
  const slider = htmlElement('input', {
    class: 'map-opacity',
    attributes: {
      type: 'range',
      min: '10',
      max: '100',
      step: '5',
      value: String(opacity),
      'aria-label': name,
      title: name,
    },
    on: { input: ({ value }) => fade(Number(value)) },
  });
  return slider;
}
