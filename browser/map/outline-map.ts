/** A map of our own: the outline of the world, for which nobody else is asked, and on which tiles or boxes are put. */
import * as L from 'leaflet';
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import { svgElement } from '../elements.ts';
import world from '../generated/world.svg';

/** The picture is too coarse for more; above it, there is only the colour of the map. */
const LAST_OUTLINE_ZOOM = 8;

/** What the map is called, and the names of its buttons. */
export type OutlineTexts = Pick<PageTexts, 'map'>;

/**
 * Opens a map of the world in an empty element, without any tiles, at the zoom level at which the world fills it.
 *
 * It moves without animation where people have asked for that, and is operated by keyboard: arrows, plus and minus.
 */
export function outlineMap(container: HTMLElement, { map: texts }: OutlineTexts): L.Map {
  const isQuiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(container, {
    zoomControl: false,
    zoomAnimation: !isQuiet,
    fadeAnimation: !isQuiet,
    inertia: !isQuiet,
    worldCopyJump: true,
    minZoom: 0,
    maxZoom: 19,
    maxBounds: [
      [-85.06, Number.NEGATIVE_INFINITY],
      [85.06, Number.POSITIVE_INFINITY],
    ],
    maxBoundsViscosity: 1,
  });
  container.setAttribute('role', 'application');
  container.setAttribute('aria-label', texts.name);
  container.setAttribute('aria-description', texts.keys);
  L.control
    .zoom({ zoomInText: '+', zoomInTitle: texts.zoomIn, zoomOutText: '−', zoomOutTitle: texts.zoomOut })
    .addTo(map);
  map.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>');
  // As large as the element allows, so that no side of the map is empty.
  const { x, y } = map.getSize();
  map.setView([25, 10], Math.max(0, Math.min(3, Math.ceil(Math.log2(Math.max(x, y, 256) / 320)))));
  void addOutline(map);
  return map;
}

/** Each tile is a window on the same path, so that its colours are those of the style, by day and by night. */
class OutlineLayer extends L.GridLayer {
  readonly #path: string;
  readonly #size: number;

  constructor(path: string, size: number) {
    super({ pane: 'outline', maxZoom: LAST_OUTLINE_ZOOM, className: 'outline' });
    this.#path = path;
    this.#size = size;
  }

  protected override createTile({ x, y, z }: L.Coords): HTMLElement {
    const size = this.#size / 2 ** z;
    const tile = svgElement('svg', { viewBox: `${x * size} ${y * size} ${size} ${size}`, 'aria-hidden': 'true' });
    tile.append(svgElement('path', { d: this.#path }));
    return tile as unknown as HTMLElement;
  }
}

/** Adds the outline when it is there; a map without it is one all the same. */
async function addOutline(map: L.Map): Promise<void> {
  const response = await fetch(new URL(world, import.meta.url)).catch(() => null);
  const [, size, path] = /viewBox="0 0 (\d+) .*? d="([^"]+)"/.exec((await response?.text()) ?? '') ?? [];
  if (size === undefined || path === undefined) return;
  map.createPane('outline').style.zIndex = '100';
  new OutlineLayer(path, Number(size)).addTo(map);
}
