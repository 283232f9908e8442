import * as L from 'leaflet';
import { isDrawnFromData } from '../../contract/maps/map-types.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import { FRAME_PAGE } from '../../contract/pages/pages.ts';
import { htmlElement } from '../elements.ts';
import type { FramedSource, FrameView, FromFrame, ToFrame } from '../frame-messages.ts';
import { addressFromRoot } from '../loading.ts';
import type { Failure, LayerSituation } from './layer-note.ts';
import { boxBounds } from './outline-map.ts';
import { layerAttribution } from './picture-layer.ts';

const READY_WITHIN_MS = 20_000;

/** As long as Leaflet's animation. */
const ZOOM_MS = 250;

const MOST_CREDITS = { count: 6, characters: 200 };

export class FrameLayer extends L.Layer {
  readonly #record: PageMap;
  readonly #changed: () => void;
  readonly #frame: HTMLIFrameElement;
  #situation: { readonly status: number | null; readonly failure: Failure | null } = { status: null, failure: null };
  #credits: readonly string[] = [];
  #hasTiles = false;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(record: PageMap, pane: string, changed: () => void) {
    super();
    L.setOptions(this, { pane, attribution: layerAttribution(record) });
    this.#record = record;
    this.#changed = changed;
    const look = { class: 'map-frame', title: record.id, tabindex: '-1' };
    this.#frame = htmlElement('iframe', { ...look, sandbox: 'allow-scripts', src: addressFromRoot(FRAME_PAGE) });
  }

  override onAdd(): this {
    window.addEventListener('message', this.#listen);
    this.#open();
    return this;
  }

  override onRemove(map: L.Map): this {
    window.removeEventListener('message', this.#listen);
    this.#close(map);
    return this;
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    const follow = (): void => {
      this.#fitToMap();
      this.#tell({ is: 'view', view: viewOf(this._map.getCenter(), this._map.getZoom()) });
    };
    const zoom = (event: L.LeafletEvent): void => {
      const { center, zoom: level } = event as L.ZoomAnimEvent;
      this.#tell({ is: 'view', view: viewOf(center, level, ZOOM_MS) });
    };
    return { move: follow, viewreset: follow, resize: follow, zoomanim: zoom };
  }

  situation(): Pick<LayerSituation, 'tiles' | 'status' | 'failure'> {
    const total = Number(this.#hasTiles);
    const tiles = { total, failed: 0, late: 0, loaded: total, example: null };
    return { tiles, ...this.#situation };
  }

  retry(): void {
    this.#close(this._map);
    this.#open();
  }

  setOpacity(opacity: number): this {
    this.#frame.style.opacity = String(opacity);
    return this;
  }

  setZIndex(order: number): this {
    this.#frame.style.zIndex = String(order);
    return this;
  }

  #open(): void {
    this.#patience = setTimeout(() => this.#setFailure('frame', null), READY_WITHIN_MS);
    this.getPane()?.append(this.#frame);
    this.#fitToMap();
    this.#setFailure('loading', null);
  }

  #close(map: L.Map): void {
    clearTimeout(this.#patience);
    this.#frame.remove();
    for (const credit of this.#credits) map.attributionControl?.removeAttribution(credit);
    this.#credits = [];
    this.#hasTiles = false;
    this.#setFailure(null, null);
  }

  #setFailure(failure: Failure | null, status: number | null): void {
    this.#situation = { status, failure };
    this.#changed();
  }

  #fitToMap(): void {
    const { x: width, y: height } = this._map.getSize();
    L.DomUtil.setPosition(this.#frame, this._map.containerPointToLayerPoint([0, 0]));
    Object.assign(this.#frame.style, { width: `${width}px`, height: `${height}px` });
  }

  /** Only `*` addresses a frame without an origin; its window is ours. */
  #tell(message: ToFrame): void {
    this.#frame.contentWindow?.postMessage(message, '*');
  }

  readonly #listen = ({ source, data }: MessageEvent<FromFrame>): void => {
    if (source === null || source !== this.#frame.contentWindow) return;
    const { failure } = this.#situation;
    const isLoading = failure === 'loading';
    if (data.is === 'ready') {
      clearTimeout(this.#patience);
      const { kind, source: ownSource } = this.#record;
      if (!ownSource || !isDrawnFromData(ownSource.type)) return;
      const view = viewOf(this._map.getCenter(), this._map.getZoom());
      this.#tell({ is: 'map', source: ownSource as FramedSource, isOverlay: kind === 'overlayserver', view });
    } else if (data.is === 'failed') {
      // A failed part matters more than `plain`, a map without its own style.
      if (data.part !== 'plain' || isLoading || failure === null) this.#setFailure(data.part, data.status);
    } else if (data.is === 'drawn') {
      this.#hasTiles = data.hasTiles;
      if (isLoading) this.#setFailure(null, null);
      else this.#changed();
      this.#credit(data.credits);
    } else this.#visit(data.box);
  };

  /** Shows credits, which are texts of strangers. Called again whenever the map is drawn. */
  #credit(credits: readonly string[]): void {
    const known = layerAttribution(this.#record);
    const others = credits.map((text) => htmlElement('span', {}, text.slice(0, MOST_CREDITS.characters)).outerHTML);
    const wanted = [...new Set(others)].filter((credit) => !known.includes(credit)).slice(0, MOST_CREDITS.count);
    for (const credit of wanted)
      if (!this.#credits.includes(credit)) this._map.attributionControl?.addAttribution(credit);
    this.#credits = [...new Set([...this.#credits, ...wanted])];
  }

  #visit(edges: Extract<FromFrame, { is: 'box' }>['box']): void {
    const { bounds, probe } = this.#record;
    const box = boxBounds(edges);
    if (bounds || probe || !box.isValid() || this._map.getBounds().intersects(box)) return;
    this._map.fitBounds(box, { animate: false });
  }
}

function viewOf({ lng, lat }: L.LatLng, zoom: number, duration = 0): FrameView {
  // At zoom level 0, Leaflet's world is 256 pixels wide, not 512.
  return { center: [lng, lat], zoom: zoom - 1, duration };
}
