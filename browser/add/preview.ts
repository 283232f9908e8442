import * as L from 'leaflet';
import { isDrawnFromData } from '../../contract/maps/map-types.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import { canShowMap, layerNote } from '../map/layer-note.ts';
import { layerNoteContent } from '../map/layer-row.ts';
import { type MapLayer, mapLayer } from '../map/map-layer.ts';
import { boxBounds, outlineMap } from '../map/outline-map.ts';
import { whenReleased } from './pressed.ts';

/** Tiles come in bursts: a message follows each burst. */
const PAUSE_MS = 250;

const isSecurePage = location.protocol === 'https:';

export function openPreview(message: HTMLElement, texts: PageTexts): (record: PageMap | null) => void {
  const canvas = htmlElement('div', { class: 'map-canvas' });
  document.querySelector('#map')?.replaceChildren(canvas);
  const map = outlineMap(canvas, texts);
  map.createPane('new').style.zIndex = '210';
  let shown: PageMap | null = null;
  let layer: MapLayer | null = null;
  const area = L.layerGroup().addTo(map);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const say = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void whenReleased().then(sayNow), PAUSE_MS);
  };
  const sayNow = (): void => {
    if (shown === null) {
      message.className = 'add-tiles';
      message.replaceChildren();
      return;
    }
    const situation = layer?.situation() ?? { tiles: null, status: null };
    const page = { zoom: map.getZoom(), isSecurePage, isOffline: !navigator.onLine };
    const note = layerNote({ map: shown, ...situation, ...page }, texts);
    const { hosts, unset, hasOwnToken } = shown;
    const { tiles, status } = situation;
    // Still so while others are requested, as after the map has moved.
    const wasAway = message.classList.contains('away');
    const isAway = tiles?.loaded === 0 && status === null && (wasAway || tiles.failed + tiles.late > 0);
    message.classList.toggle('away', isAway);
    message.classList.toggle('bad', unset.length === 0 && note?.isProblem === true && !isAway);
    if (unset.length > 0) message.replaceChildren(texts.add.needsKey(unset.join(', ')));
    // Without the link to a tile, whose address has the key.
    else if (isAway) message.replaceChildren(texts.add.noAnswer);
    else if (note) message.replaceChildren(...(hasOwnToken ? [note.text] : layerNoteContent(note, texts.map)));
    else message.replaceChildren(layer ? texts.add.shown(hosts.join(', ')) : texts.add.noFrame);
    if (hasOwnToken) message.append(` ${texts.add.ownKey}`);
  };
  map.on('moveend', say);
  const showArea = (bounds: PageMap['bounds']): void => {
    area.clearLayers();
    if (!bounds) return;
    const box = boxBounds(bounds);
    L.rectangle(box, { className: 'area-mark', interactive: false, fill: false }).addTo(area);
    map.fitBounds(box, { animate: false });
  };

  return (record) => {
    if (JSON.stringify(record) === JSON.stringify(shown)) return;
    layer?.remove();
    const hasMoved = JSON.stringify(record?.bounds) !== JSON.stringify(shown?.bounds);
    shown = record;
    if (hasMoved) showArea(record?.bounds);
    layer = record && isDrawable(record) ? mapLayer(record, 'new', say) : null;
    if (record && layer) {
      const { minZoom, maxZoom } = record;
      map.setMaxZoom(maxZoom);
      if (map.getZoom() < minZoom || map.getZoom() > maxZoom) map.setZoom(minZoom);
      layer.addTo(map);
    }
    say();
  };
}

/** Maps drawn from data need a frame, which only a catalog with such maps publishes. */
function isDrawable(record: PageMap): boolean {
  const hasFrame = document.querySelector('form[data-frame]') !== null;
  return canShowMap(record, isSecurePage) && (hasFrame || !isDrawnFromData(record.source?.type));
}
