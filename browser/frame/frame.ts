import './frame.css';
import maplibregl, { type LayerSpecification, type SourceSpecification } from 'maplibre-gl';
import { PMTiles, Protocol, TileType } from 'pmtiles';
import { isTileTemplate } from '../../contract/maps/map-formats.ts';
import type { FramedSource, FramePart, FrameView, FromFrame, ToFrame } from '../frame-messages.ts';

const tell = (message: FromFrame): void => parent.postMessage(message, '*');
const report = (part: FramePart, status: number | null): void => tell({ is: 'failed', part, status });

const protocol = new Protocol({ metadata: true });
maplibregl.addProtocol('pmtiles', protocol.tile);

let map: maplibregl.Map | null = null;
let latest: FrameView | null = null;

function follow(view: FrameView): void {
  latest = view;
  const place = { center: [...view.center] as [number, number], zoom: view.zoom };
  if (view.duration === 0) map?.jumpTo(place);
  else map?.easeTo({ ...place, duration: view.duration, essential: true });
}

async function open({ source, isOverlay, view }: Extract<ToFrame, { is: 'map' }>): Promise<void> {
  latest = view;
  const tiles = await tilesOf(source);
  const isRaster = tiles.type === 'raster';
  const layers = isRaster ? [{ id: 'map', type: 'raster', source: 'map' } as const] : isOverlay ? [] : [GROUND];
  try {
    map = new maplibregl.Map({
      container: 'map',
      style: source.style ?? { version: 8, sources: { map: tiles }, layers },
      interactive: false,
      attributionControl: false,
      // The view may have changed while the archive was read.
      center: [...latest.center],
      zoom: latest.zoom,
      maxTileCacheSize: 100,
    });
  } catch {
    report('webgl', null);
    return;
  }
  const openedMap = map;
  let isStyled = false;
  openedMap.once('style.load', () => (isStyled = true));
  openedMap.on('error', ({ error }: { readonly error: Error & { readonly status?: number } }) => {
    // Other errors are mistakes in the style: the library draws the rest.
    const { status = null, message } = error;
    const isFailedRequest = status !== null || /fetch|load|response/i.test(message);
    if (isFailedRequest || !isStyled) report(isStyled ? 'tiles' : 'style', status || null);
  });
  let hasTiles = false;
  openedMap.on('data', (event) => (hasTiles ||= 'tile' in event));
  openedMap.on('idle', () => tell({ is: 'drawn', credits: creditsOf(openedMap), hasTiles }));
  if (source.style === undefined && !isRaster) openedMap.once('load', () => drawPlainly(openedMap, source));
}

/** Tells the page an archive's box. @throws if it cannot be read */
async function tilesOf(source: FramedSource): Promise<SourceSpecification> {
  if (source.type === 'vector') {
    const { tiles = '' } = source;
    return isTileTemplate(tiles) ? { type: 'vector', tiles: [tiles] } : { type: 'vector', url: tiles };
  }
  const archive = new PMTiles(source.url);
  protocol.add(archive);
  const { minLon, minLat, maxLon, maxLat, tileType } = await archive.getHeader();
  tell({ is: 'box', box: [minLon, minLat, maxLon, maxLat] });
  const url = `pmtiles://${source.url}`;
  const isData = tileType === TileType.Mvt || tileType === TileType.Mlt;
  return isData ? { type: 'vector', url } : { type: 'raster', url, tileSize: 256 };
}

const LANDMARK_LAYERS: Readonly<Partial<Record<string, readonly string[]>>> = {
  shortbread: ['ocean', 'land', 'water_polygons', 'water_lines', 'buildings', 'streets', 'boundaries', 'place_labels'],
  openmaptiles: ['landcover', 'landuse', 'water', 'waterway', 'building', 'transportation', 'boundary', 'place'],
  protomaps: ['earth', 'landcover', 'landuse', 'water', 'buildings', 'roads', 'boundaries', 'places'],
};

const COLOURS = { ground: '#f4f1ea', water: '#8fb8cf', other: '#8a8471', line: '#5d5848' };

const GROUND: LayerSpecification = {
  id: 'ground',
  type: 'background',
  paint: { 'background-color': COLOURS.ground },
};

function drawPlainly(drawn: maplibregl.Map, source: FramedSource): void {
  const { vectorLayerIds } = drawn.getSource('map') as { readonly vectorLayerIds?: readonly string[] };
  const names = vectorLayerIds ?? LANDMARK_LAYERS[('schema' in source && source.schema) || 'other'] ?? [];
  for (const name of names) {
    const color = /water|ocean|lake|river|sea/i.test(name) ? COLOURS.water : COLOURS.other;
    const looks = [
      { type: 'fill', filter: 'Polygon', paint: { 'fill-color': color, 'fill-opacity': 0.35 } },
      { type: 'line', filter: 'LineString', paint: { 'line-color': COLOURS.line } },
      { type: 'circle', filter: 'Point', paint: { 'circle-radius': 2, 'circle-color': color } },
    ] as const;
    for (const { type, filter, paint } of looks) {
      const layer = { id: `${name} ${type}`, source: 'map', 'source-layer': name } as const;
      drawn.addLayer({ ...layer, type, filter: ['==', ['geometry-type'], filter], paint } as LayerSpecification);
    }
  }
  report(names.length > 0 ? 'plain' : 'unlisted', null);
}

function creditsOf(drawn: maplibregl.Map): string[] {
  const ids = Object.keys(drawn.getStyle().sources);
  const texts = ids.map((id) => (drawn.getSource(id) as { readonly attribution?: string } | undefined)?.attribution);
  const plain = (text: unknown) => new DOMParser().parseFromString(String(text ?? ''), 'text/html').body.textContent;
  return texts.map((text) => plain(text)?.trim() ?? '').filter((text) => text !== '');
}

addEventListener('message', ({ source, data }: MessageEvent<ToFrame>) => {
  if (source !== parent) return;
  if (data.is === 'view') follow(data.view);
  else
    open(data).catch((error: unknown) => {
      // The library reports the status in words.
      report('archive', Number(/response code: (\d{3})/.exec(String(error))?.[1]) || null);
    });
});
tell({ is: 'ready' });
