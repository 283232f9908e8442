/** A handle that divides the map: one pane on the left, another on the right. It is a slider, so keys move it. */
import type * as L from 'leaflet';
import { htmlElement } from '../elements.ts';

/** The width of the handle, wide enough for a finger; `map.css` repeats it. */
const HANDLE = 44;

/** The handle, while it is on the map. */
export class Swipe {
  readonly #map: L.Map;
  readonly #panes: readonly [left: HTMLElement, right: HTMLElement];
  readonly #slider: HTMLInputElement;
  readonly #line = htmlElement('div', { class: 'map-swipe-line' });

  /** @param name the label for screen readers */
  constructor(map: L.Map, panes: readonly [left: HTMLElement, right: HTMLElement], name: string) {
    this.#map = map;
    this.#panes = panes;
    this.#slider = htmlElement('input', {
      class: 'map-swipe',
      attributes: { type: 'range', min: '0', max: '100', value: '50', 'aria-label': name },
      on: { input: () => this.#clip() },
    });
    // Dragging the handle must not drag the map, so the handle is outside of the map's container.
    map.getContainer().after(this.#slider);
    map.getContainer().append(this.#line);
    map.on('move zoom viewreset resize', this.#clip, this);
    this.#clip();
  }

  /** Removes the handle; both panes are fully visible again. */
  remove(): void {
    this.#map.off('move zoom viewreset resize', this.#clip, this);
    this.#line.remove();
    this.#slider.remove();
    for (const pane of this.#panes) pane.style.clipPath = '';
  }

  /** Clips are in the coordinates of the pane, which move with the map. */
  #clip(): void {
    const { x: width, y: height } = this.#map.getSize();
    const at = HANDLE / 2 + (Number(this.#slider.value) / 100) * (width - HANDLE);
    this.#line.style.left = `${at}px`;
    const { x, y } = this.#map.containerPointToLayerPoint([0, 0]);
    const between = (from: number, to: number): string => {
      const corners = [
        [from, 0],
        [to, 0],
        [to, height],
        [from, height],
      ] as const;
      return `polygon(${corners.map(([right, down]) => `${x + right}px ${y + down}px`).join(', ')})`;
    };
    const [left, right] = this.#panes;
    left.style.clipPath = between(0, at);
    right.style.clipPath = between(at, width);
  }
}
