/** The map of the form: shows the server that is typed, and the state of its tiles. */
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import type { PageServer } from '../../contract/pages.ts';
import { htmlElement } from '../elements.ts';
import { layerNote } from '../map/layer-note.ts';
import { outlineMap } from '../map/outline-map.ts';
import { ServerLayer } from '../map/server-layer.ts';

/** The map of the form. */
export interface Preview {
  /** Replaces the server on the map; null shows none. The same server is not requested again. */
  show(server: PageServer | null): void;
}

/** Tiles arrive in bursts. */
const PAUSE_MS = 250;

/**
 * Replaces the content of an element by the map.
 *
 * @param message the element for the state of the tiles
 */
export function openPreview(container: HTMLElement, message: HTMLElement, texts: PageTexts): Preview {
  const canvas = htmlElement('div', { class: 'map-canvas' });
  container.replaceChildren(canvas);
  const map = outlineMap(canvas, texts);
  map.createPane('new').style.zIndex = '210';
  let shown: { readonly server: PageServer; readonly layer: ServerLayer | null } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const say = (): void => {
    clearTimeout(timer);
    timer = setTimeout(sayNow, PAUSE_MS);
  };
  const sayNow = (): void => {
    if (shown === null) {
      message.textContent = '';
      return;
    }
    const { server, layer } = shown;
    if (layer === null) {
      message.textContent = texts.add.needsKey(server.unset.join(', '));
      return;
    }
    const isSecurePage = location.protocol === 'https:';
    const note = layerNote({ server, zoom: map.getZoom(), ...layer.situation(), isSecurePage }, texts);
    message.classList.toggle('bad', note?.isProblem === true);
    message.replaceChildren(note?.text ?? texts.add.shown(server.hosts.join(', ')));
    const { tile } = note ?? {};
    if (tile !== undefined) {
      const attributes = { href: tile, target: '_blank', rel: 'noopener' };
      message.append(' ', htmlElement('a', { attributes }, texts.map.openTile));
    }
  };
  map.on('moveend', say);

  return {
    show(server) {
      if (JSON.stringify(server) === JSON.stringify(shown?.server ?? null)) return;
      shown?.layer?.remove();
      shown = server && { server, layer: server.unset.length > 0 ? null : new ServerLayer(server, 'new', say) };
      if (server !== null && shown?.layer) {
        const { minZoom, maxZoom } = server;
        map.setMaxZoom(maxZoom);
        if (map.getZoom() < minZoom || map.getZoom() > maxZoom) map.setZoom(minZoom);
        shown.layer.addTo(map);
      }
      say();
    },
  };
}
