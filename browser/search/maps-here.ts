/** Finds maps on the map of the page: by a click, by its middle, and the other way round, where a map is. */
import * as L from 'leaflet';
import type { Position } from '../../contract/geometry.ts';
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import type { MapPlace } from '../data/file-query.ts';
import { htmlElement } from '../elements.ts';
import { onChoice, wrappedPlace } from '../map/outline-map.ts';
import { knownAreas } from './search-places.ts';

/** Lets users choose a place, and draws the area of the map whose row they are on. @returns marks a place */
export function findOnMap(
  map: L.Map,
  { search: texts }: PageTexts,
  chosen: (place: MapPlace) => void,
): (place: MapPlace | null) => void {
  const marker = L.circleMarker([0, 0], { radius: 7, className: 'place-mark', interactive: false });
  const mark = (place: MapPlace | null): void => {
    if (place === null) return void marker.remove();
    // The world repeats itself on the map: the copy that is seen.
    const turns = Math.round((map.getCenter().lng - place.longitude) / 360);
    marker.setLatLng([place.latitude, place.longitude + 360 * turns]).addTo(map);
  };
  const choose = (position: L.LatLng): void => {
    marker.setLatLng(position).addTo(map);
    chosen(wrappedPlace(position));
  };
  onChoice(map, choose);
  const click = (): void => choose(map.getCenter());
  const button = { class: 'map-here', type: 'button', title: texts.hereHint, click };
  map.getContainer().after(htmlElement('button', button, texts.here));

  const drawn = L.layerGroup().addTo(map);
  let wanted: string | undefined;
  const point = async ({ target }: Event): Promise<void> => {
    const { id } = (target as Element).closest<HTMLElement>('.server.record')?.dataset ?? {};
    if (id === wanted) return;
    wanted = id;
    drawn.clearLayers();
    if (id === undefined) return;
    const areas = await knownAreas().catch((problem) => console.warn(problem));
    const area = areas?.find((one) => one.id === id);
    if (!area || area.isWorld || wanted !== id) return;
    const rings = area.polygons.map((polygon) => polygon.map((ring) => ring.map(([x, y]: Position) => L.latLng(y, x))));
    L.polygon(rings, { className: 'area-mark', interactive: false }).addTo(drawn);
  };
  const finder = document.querySelector('.finder');
  for (const event of ['pointerover', 'focusin', 'pointerleave']) finder?.addEventListener(event, point);
  return mark;
}
