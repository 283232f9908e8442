/**
 * One finger and the wheel scroll the page. Two fingers move the map; the wheel zooms it with Ctrl, while the map has
 * the focus, or if the page scrolls beside it. In full screen, the map takes all.
 */
import type * as L from 'leaflet';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';

const SHOWN_MS = 1_500;

export function shareGestures(map: L.Map, { map: texts }: PageTexts): void {
  const canvas = map.getContainer();
  const hint = htmlElement('p', { class: 'map-gesture', 'aria-hidden': 'true' });
  hint.hidden = true;
  canvas.append(hint);
  let pause: ReturnType<typeof setTimeout> | undefined;
  const explain = (text: string): void => {
    hint.textContent = text;
    hint.hidden = false;
    clearTimeout(pause);
    pause = setTimeout(() => (hint.hidden = true), SHOWN_MS);
  };
  const isWhole = (): boolean => canvas.closest('.whole') !== null;

  canvas.parentElement?.addEventListener(
    'wheel',
    (event) => {
      const isMeant = event.ctrlKey || event.metaKey || canvas.contains(document.activeElement);
      if (isMeant || isWhole() || isBesideText(canvas)) return;
      event.stopPropagation();
      explain(texts.wheel);
    },
    { capture: true, passive: true },
  );
  canvas.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      if (pointerType === 'touch' && !isWhole()) map.dragging.disable();
      else map.dragging.enable();
    },
    { capture: true },
  );
  canvas.addEventListener(
    'touchmove',
    ({ touches }) => {
      if (touches.length === 1 && !isWhole()) explain(texts.twoFingers);
    },
    { passive: true },
  );
}

function isBesideText(canvas: HTMLElement): boolean {
  const panel = canvas.closest('.map-panel');
  return panel !== null && getComputedStyle(panel).position === 'sticky';
}
