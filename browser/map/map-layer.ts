/** The layer of a map, by what it is drawn from: pictures, or data. */
import type * as L from 'leaflet';
import { isDrawnFromData } from '../../contract/maps/map-types.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { FrameLayer } from './frame-layer.ts';
import type { LayerSituation } from './layer-note.ts';
import { PictureLayer } from './picture-layer.ts';

/** A layer that knows how it does. */
export interface MapLayer extends L.Layer {
  situation(): Pick<LayerSituation, 'tiles' | 'status' | 'failure'>;
  /** Asks again for what is missing. */
  retry(): void;
  setOpacity(opacity: number): this;
  setZIndex(order: number): this;
}

let Framed: typeof FrameLayer | null = null;

/** Loads what the layers of some maps need: of pages without maps from data, nothing. */
export async function loadMapLayers(maps: readonly PageMap[]): Promise<void> {
  if (maps.some(({ source }) => isDrawnFromData(source?.type))) Framed = (await import('./frame-layer.ts')).FrameLayer;
}

/** Makes the layer of a map, for which `loadMapLayers` was called. @param changed called whenever its state may have changed */
export function mapLayer(map: PageMap, pane: string, changed: () => void): MapLayer {
  const Layer = Framed !== null && isDrawnFromData(map.source?.type) ? Framed : PictureLayer;
  return new Layer(map, pane, changed);
}
