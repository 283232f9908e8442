import type * as L from 'leaflet';
import { isDrawnFromData } from '../../contract/maps/map-types.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { FrameLayer } from './frame-layer.ts';
import type { LayerSituation } from './layer-note.ts';
import { PictureLayer } from './picture-layer.ts';

export interface MapLayer extends L.Layer {
  situation(): Pick<LayerSituation, 'tiles' | 'status' | 'failure'>;
  retry(): void;
  setOpacity(opacity: number): this;
  setZIndex(order: number): this;
}

let Framed: typeof FrameLayer | null = null;

export async function loadMapLayers(maps: readonly PageMap[]): Promise<void> {
  if (maps.some(({ source }) => isDrawnFromData(source?.type))) Framed = (await import('./frame-layer.ts')).FrameLayer;
}

/** Maps drawn from data need `loadMapLayers` first. @param changed called when the state may have changed */
export function mapLayer(map: PageMap, pane: string, changed: () => void): MapLayer {
  const Layer = Framed !== null && isDrawnFromData(map.source?.type) ? Framed : PictureLayer;
  return new Layer(map, pane, changed);
}
