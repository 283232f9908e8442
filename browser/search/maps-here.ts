import * as L from 'leaflet';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import type { MapPlace } from '../data/file-query.ts';
import { htmlElement } from '../elements.ts';
import { onPositionChosen, wrappedPlace } from '../map/outline-map.ts';

/** The least zoom level at which the middle of the map counts as a place that somebody means. */
const LEAST_ZOOM = 4;

/** The button at a tapped place: half its width, and its height. */
const QUESTION = [80, 52] as const;

/** `mark` marks and names the place of the search, and has the other words on the button that searches here. */
export function choosePlaceOnMap(map: L.Map, { search: texts }: PageTexts, chosen: (place: MapPlace) => void) {
  const marker = L.circleMarker([0, 0], { radius: 7, className: 'place-mark', interactive: false });
  const mark = (place: MapPlace | null, words: string, name: string): void => {
    button.textContent = words === '' ? texts.here : texts.wordsHere(words.replace(/^(.{20}).+$/, '$1…'));
    button.title = words === '' ? texts.hereHint : texts.wordsHereHint(texts.quote(words));
    if (place === null) return void marker.remove();
    // The world repeats itself: marks the nearest copy.
    const turns = Math.round((map.getCenter().lng - place.longitude) / 360);
    marker.setLatLng([place.latitude, place.longitude + 360 * turns]).addTo(map);
    const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
    title.textContent = name;
    marker.getElement()?.replaceChildren(title);
  };
  const canvas = map.getContainer();
  const invitation = htmlElement('p', { class: 'map-gesture inviting', role: 'status' });
  const invite = (): void => {
    canvas.parentElement?.append(invitation);
    invitation.textContent = texts.tap;
    canvas.focus();
  };
  canvas.parentElement?.addEventListener('keydown', ({ key }) => key === 'Escape' && invitation.remove());
  const choose = (position: L.LatLng): void => {
    invitation.remove();
    question.remove();
    marker.setLatLng(position).addTo(map);
    chosen(wrappedPlace(position));
  };
  /** A finger may hit the map by accident: a button asks first. */
  const ask = (position: L.LatLng, isTouch: boolean): void => {
    question.remove();
    if (!isTouch || !canvas.closest('.listed')) return void choose(position);
    const { x, y } = map.latLngToContainerPoint(position);
    const [left, top] = [Math.max(QUESTION[0], Math.min(x, map.getSize().x - QUESTION[0])), Math.max(y, QUESTION[1])];
    question = htmlElement('button', { class: 'map-ask', type: 'button', click: () => choose(position) }, texts.here);
    L.DomEvent.disableClickPropagation(question);
    L.DomUtil.setPosition(question, map.containerPointToLayerPoint([left, top]));
    map.getPane('popupPane')?.append(question);
  };
  let question: HTMLElement = htmlElement('button');
  onPositionChosen(map, ask);
  map.on('zoomstart', () => question.remove());
  const button = htmlElement('button', { class: 'map-here', type: 'button', click: () => choose(map.getCenter()) });
  const follow = (): void => {
    button.hidden = map.getZoom() < LEAST_ZOOM;
  };
  map.on('zoomend', follow);
  follow();
  canvas.after(button);
  return { mark, invite };
}
