/** The layer of a map, by what it is drawn from: pictures, or data. */
import type * as L from 'leaflet';
import { isDrawnFromData } from '../../contract/map-types.ts';
import type { PageServer } from '../../contract/pages.ts';
import { FrameLayer } from './frame-layer.ts';
import type { LayerSituation } from './layer-note.ts';
import { ServerLayer } from './server-layer.ts';

/** A layer that knows how it does. */
export interface MapLayer extends L.Layer {
  situation(): Pick<LayerSituation, 'tiles' | 'status' | 'failure'>;
  /** Asks again for what is missing. */
  retry(): void;
  setOpacity(opacity: number): this;
  setZIndex(order: number): this;
}

/** Makes the layer of a map. @param changed called whenever its state may have changed */
export function mapLayer(server: PageServer, pane: string, changed: () => void): MapLayer {
  const Layer = isDrawnFromData(server.source?.type) ? FrameLayer : ServerLayer;
  return new Layer(server, pane, changed);
}
