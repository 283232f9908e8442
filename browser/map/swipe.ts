/** The handle is a slider, so that the keyboard can move it, too. */
import type * as L from 'leaflet';
import { htmlElement } from '../elements.ts';
import { addNamesToCorner, mapLabel } from './side-map.ts';

/** In pixels, for a finger; `map.css` repeats it. */
const HANDLE_WIDTH = 44;

/** @param label of the slider @returns removes the handle */
export function addSwipe(
  map: L.Map,
  panes: readonly [left: string, right: string],
  ids: readonly [left: string, right: string],
  label: string,
): () => void {
  const styles = panes.map((pane) => (map.getPane(pane) as HTMLElement).style);
  const labels = ids.map((id) => htmlElement('div', {}, mapLabel(id)));
  const names = htmlElement('div', { class: 'map-swipe-names' }, ...labels);
  const removeNames = addNamesToCorner(map, names);
  const line = htmlElement('div', { class: 'map-swipe-line' });
  /** Clips in the coordinates of panes, which move with the map. */
  const clip = (): void => {
    const { x: width, y: height } = map.getSize();
    const dividedAt = HANDLE_WIDTH / 2 + (Number(slider.value) / 100) * (width - HANDLE_WIDTH);
    names.style.setProperty('--at', `${dividedAt}px`);
    const { x, y } = map.containerPointToLayerPoint([0, 0]);
    Object.assign(line.style, { left: `${x + dividedAt}px`, top: `${y}px`, height: `${height}px` });
    for (const [index, style] of styles.entries()) {
      const [from, to] = index === 0 ? [0, dividedAt] : [dividedAt, width];
      style.clipPath = `inset(${y}px ${-x - to}px ${-y - height}px ${x + from}px)`;
    }
  };
  const slider = htmlElement('input', {
    class: 'map-swipe',
    type: 'range',
    min: '0',
    max: '100',
    value: '50',
    'aria-label': label,
    input: clip,
  });
  // Outside of the container: dragging must not move the map.
  map.getContainer().after(slider);
  const pane = map.getPane('divide') ?? map.createPane('divide');
  pane.style.zIndex = '300';
  pane.append(line);
  map.on('move zoom viewreset resize', clip);
  clip();
  return () => {
    map.off('move zoom viewreset resize', clip);
    line.remove();
    removeNames();
    slider.remove();
    for (const style of styles) style.clipPath = '';
  };
}
