/** The tiles of one server of the catalog on a map: its urlPattern as map programs fill it in, and how its tiles do. */
import * as L from 'leaflet';
import { creditParts } from '../../contract/credit.ts';
import type { PageServer } from '../../contract/pages.ts';
import { fillPlaceholders } from '../../contract/placeholders.ts';
import { htmlElement } from '../elements.ts';
import { type TileCounts, TileTally } from './tile-tally.ts';

/** A layer of tiles. Nothing is asked for outside of the zoom levels of the server. */
export class ServerLayer extends L.TileLayer {
  readonly #server: PageServer;
  readonly #tally = new TileTally();
  readonly #addresses = new Map<string, string>();

  /**
   * @param pane where on the map it is
   * @param changed called whenever a tile is asked for, answered, or gone
   */
  constructor(server: PageServer, pane: string, changed: () => void) {
    const { minZoom, maxZoom } = server;
    super('', { pane, minZoom, maxZoom, attribution: attributionOf(server) });
    this.#server = server;
    const onTile = (events: string, act: (name: string, tile: HTMLImageElement) => void): void => {
      this.on(events, (event) => {
        const { coords, tile } = event as L.TileEvent;
        act(`${coords.z}/${coords.x}/${coords.y}`, tile as HTMLImageElement);
        changed();
      });
    };
    onTile('tileloadstart', (name, { src }) => {
      this.#tally.ask(name, performance.now());
      this.#addresses.set(name, src);
    });
    onTile('tileload', (name) => this.#tally.answer(name, 'loaded'));
    onTile('tileerror', (name) => this.#tally.answer(name, 'failed'));
    onTile('tileunload tileabort', (name) => {
      this.#tally.drop(name);
      this.#addresses.delete(name);
    });
  }

  /** The address of a tile: the hosts take turns. */
  override getTileUrl({ x, y, z }: L.Coords): string {
    const { hosts, urlPattern } = this.#server;
    const host = hosts[Math.abs(x + y) % hosts.length] ?? '';
    return fillPlaceholders(urlPattern, {
      host,
      zoom: z,
      tilex: x,
      tiley: y,
      language: languageOf(navigator.language),
    });
  }

  /** How the tiles of this view do. */
  counts(): TileCounts {
    return this.#tally.counts(performance.now());
  }

  /** The address of a tile that did not come; null where all did. */
  missingTile(): string | null {
    const name = this.#tally.missing();
    return name === null ? null : (this.#addresses.get(name) ?? null);
  }
}

/** The language of a browser as servers of maps expect it: `de` of `de-CH`. */
function languageOf(tag: string): string {
  return /^[a-z]{2,3}/i.exec(tag)?.[0].toLowerCase() ?? 'en';
}

/** The map library takes it as HTML. */
function attributionOf({ copyright }: PageServer): string {
  const pieces = creditParts(copyright).map(({ text, href }) =>
    href === null ? text : htmlElement('a', { attributes: { href } }, text),
  );
  return htmlElement('span', {}, ...pieces).outerHTML;
}
