import * as L from 'leaflet';
import { isWebAddress } from '../../contract/base/text.ts';
import { attributionParts } from '../../contract/maps/credit.ts';
import { mercatorBox, mercatorTemplate } from '../../contract/maps/get-map.ts';
import { fillPlaceholders } from '../../contract/maps/placeholders.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import { htmlElement } from '../elements.ts';
import { countTileStates, type LayerSituation, type RequestedTile, TILE_PATIENCE_MS } from './layer-note.ts';

const TILE_SIZE = '256';

export class PictureLayer extends L.TileLayer {
  readonly #record: PageMap;
  readonly #tiles = new Map<string, RequestedTile>();
  readonly #changed: () => void;
  #status: number | null | undefined;
  #patience: ReturnType<typeof setTimeout> | null = null;

  constructor(record: PageMap, pane: string, changed: () => void) {
    const { minZoom, maxZoom } = record;
    super('', { pane, minZoom, maxZoom, attribution: layerAttribution(record) });
    this.#record = record;
    this.#changed = changed;
    const onTile = (events: string, act: (name: string, tile: HTMLImageElement) => void): void => {
      this.on(events, (event) => {
        const { coords, tile } = event as L.TileEvent;
        act(`${coords.z}/${coords.x}/${coords.y}`, tile as HTMLImageElement);
        changed();
      });
    };
    onTile('tileloadstart', (name, { src }) => {
      this.#tiles.set(name, { address: src, since: performance.now(), state: 'asked' });
      this.#patience ??= setTimeout(() => {
        this.#patience = null;
        changed();
      }, TILE_PATIENCE_MS);
    });
    const answer = (state: RequestedTile['state']) => (name: string) => {
      const tile = this.#tiles.get(name);
      // None if the tile has left the map.
      if (tile) tile.state = state;
    };
    onTile('tileload', answer('loaded'));
    onTile('tileerror', answer('failed'));
    onTile('tileunload tileabort', (name) => this.#tiles.delete(name));
  }

  override getTileUrl({ x, y, z }: L.Coords): string {
    const { hosts, urlPattern, source } = this.#record;
    if (source && 'service' in source) {
      // In this projection, both versions of such a service write east before north.
      const bbox = mercatorBox(z, x, y).join(',');
      return mercatorTemplate(source, bbox, TILE_SIZE) ?? '';
    }
    // Servers expect `de` for `de-CH`.
    const [language = 'en'] = navigator.language.toLowerCase().split('-');
    const host = hosts[Math.abs(x + y) % hosts.length] ?? '';
    const tiley = source?.type === 'tms' ? 2 ** z - 1 - y : y;
    return fillPlaceholders(urlPattern, { host, zoom: z, tilex: x, tiley, language });
  }

  /** Requests the first failed tile again, for the HTTP status. */
  situation(): Pick<LayerSituation, 'tiles' | 'status'> {
    const tiles = countTileStates([...this.#tiles.values()], performance.now());
    if (tiles.failed > 0 && tiles.example !== null && this.#status === undefined) void this.#askWhy(tiles.example);
    return { tiles, status: this.#status ?? null };
  }

  retry(): void {
    this.#status = undefined;
    this.redraw();
  }

  async #askWhy(address: string): Promise<void> {
    this.#status = null;
    this.#status = await statusOf(address);
    this.#changed();
  }
}

/** Escapes text: Leaflet takes credits as HTML. */
export function layerAttribution(record: PageMap): string {
  const pieces = attributionParts(record).map(({ text, href }) =>
    href === null || !isWebAddress(href) ? text : htmlElement('a', { href }, text),
  );
  return pieces.length > 0 ? htmlElement('span', {}, ...pieces).outerHTML : '';
}

const WAIT_MS = 5_000;

/** The HTTP status, or null: browsers reveal it only for an image requested with CORS, if the server allows it. */
function statusOf(address: string): Promise<number | null> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByName(address)) {
        const { responseStatus } = entry as PerformanceResourceTiming;
        if (responseStatus > 0) finish(responseStatus);
      }
    });
    const finish = (status: number | null): void => {
      observer.disconnect();
      resolve(status);
    };
    observer.observe({ type: 'resource' });
    const image = new Image();
    image.crossOrigin = 'anonymous';
    // The entry appears shortly after the image's end.
    image.onerror = () => setTimeout(finish, 200, null);
    image.onload = image.onerror;
    setTimeout(finish, WAIT_MS, null);
    image.src = address;
  });
}
