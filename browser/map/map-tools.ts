import * as L from 'leaflet';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement, svgElement } from '../elements.ts';

const CORNERS = 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4';
const CROSSHAIR = 'M8 0v4M8 12v4M0 8h4M12 8h4M8 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8z';

const POSITION_ZOOM = 14;

export function addMapTools(map: L.Map, { map: texts }: PageTexts, say: (text: string) => void): void {
  const imperial = /-(?:GB|US)$/.test(navigator.language);
  L.control.scale({ imperial, position: 'bottomright' }).addTo(map);
  const panel = map.getContainer().closest<HTMLElement>('.map-panel');
  const whole = tool(CORNERS, texts.whole, () => panel && toggleWhole(panel));
  const tools = new L.Control({ position: 'topleft' });
  tools.onAdd = () => {
    const bar = htmlElement(
      'div',
      { class: 'map-tools' },
      ...(panel ? [whole] : []),
      tool(CROSSHAIR, texts.position, locate),
    );
    L.DomEvent.disableClickPropagation(bar);
    return bar;
  };
  tools.addTo(map);
  panel?.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && panel.classList.contains('whole')) toggleWhole(panel);
  });
  panel?.addEventListener('fullscreenchange', () => setWhole(panel, document.fullscreenElement === panel));

  let mark: L.LayerGroup | null = null;
  function locate(): void {
    say(texts.locating);
    map.locate({ setView: true, maxZoom: Math.max(map.getZoom(), POSITION_ZOOM) });
  }
  map.on('locationfound', ({ latlng, accuracy }: L.LocationEvent) => {
    say('');
    mark?.remove();
    const look = { className: 'map-position', interactive: false };
    mark = L.layerGroup([
      L.circle(latlng, { ...look, radius: accuracy }),
      L.circleMarker(latlng, { ...look, radius: 5 }),
    ]);
    mark.addTo(map);
  });
  map.on('locationerror', () => say(texts.noPosition));
}

/** Some phones have no full screen: the map fills the page. */
function toggleWhole(panel: HTMLElement): void {
  const isWhole = !panel.classList.contains('whole');
  setWhole(panel, isWhole);
  if (isWhole) void panel.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) void document.exitFullscreen();
}

function setWhole(panel: HTMLElement, isWhole: boolean): void {
  panel.classList.toggle('whole', isWhole);
  panel.querySelector('.map-tools button')?.setAttribute('aria-pressed', String(isWhole));
}

function tool(lines: string, name: string, act: () => void): HTMLButtonElement {
  const picture = svgElement('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' });
  picture.append(svgElement('path', { d: lines }));
  return htmlElement('button', { type: 'button', 'aria-label': name, title: name, click: act }, picture);
}
