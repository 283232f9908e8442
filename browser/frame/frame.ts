/** The script of the frame: draws a map from data with MapLibre, and says what it could not load. It keeps nothing. */
import './frame.css';
import maplibregl from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import type { FrameView, FromFrame, ToFrame } from '../../contract/frame-messages.ts';
import { creditsOf, FailedPart, readStyle } from './read-style.ts';

const tell = (message: FromFrame): void => parent.postMessage(message, '*');
const fail = ({ part, status }: Pick<FailedPart, 'part' | 'status'>): void => tell({ is: 'failed', part, status });

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
  const protocol = new Protocol({ metadata: true });
  maplibregl.addProtocol('pmtiles', protocol.tile);
  const read = await readStyle(source, isOverlay, protocol);
  if (read.isPlain) fail({ part: 'plain', status: null });
  if (read.box) tell({ is: 'box', box: read.box });
  try {
    map = new maplibregl.Map({
      container: 'map',
      style: read.style,
      interactive: false,
      attributionControl: false,
      center: [...latest.center],
      zoom: latest.zoom,
      // The page says what fails; nothing else loads.
      maxTileCacheSize: 100,
    });
  } catch {
    throw new FailedPart('webgl', null);
  }
  const drawn = map;
  drawn.on('error', ({ error }: { readonly error: Error & { readonly status?: number } }) => {
    // Its other errors are faults of the style that it draws around.
    const { status = null } = error;
    const isOfRequest = status !== null || /fetch|load|response/i.test(error.message);
    if (isOfRequest) fail({ part: 'tiles', status: status || null });
  });
  drawn.on('idle', () => tell({ is: 'credits', credits: creditsOf(drawn.getStyle().sources, drawn) }));
}

addEventListener('message', ({ source, data }: MessageEvent<ToFrame>) => {
  if (source !== parent) return;
  if (data.is === 'view') follow(data.view);
  else
    open(data).catch((error: unknown) => fail(error instanceof FailedPart ? error : { part: 'style', status: null }));
});
tell({ is: 'ready' });
