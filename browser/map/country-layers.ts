/** Draws tiles as SVG. The style sheet has their colours by day, by night and on paper. */
import * as L from 'leaflet';
import { svgElement } from '../elements.ts';
import countries from '../generated/countries.txt';
import { memoizePromise } from '../loading.ts';
import { yieldToBrowser } from '../yield-to-browser.ts';
import { LAST_DRAWN_ZOOM, namesThatFit } from './country-names.ts';

/** In pixels. The margin hides edges of clipped land. */
const [TILE_SIZE, MARGIN, MIN_STEP] = [256, 4, 1.5];

/** @param scale pixels per unit */
type Draw = (corner: L.Point, scale: number, zoom: number) => readonly SVGElement[];

const loadCountries = memoizePromise(async () => {
  const response = await fetch(new URL(countries, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${countries}`);
  const parts = (await response.text()).split('\n\n').map((part) => part.split('\n'));
  const [[size] = [], land = [], borders = [], places = []] = parts;
  const spellings = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(document.documentElement.lang, { type: 'region', style }),
  );
  const names = places.map((line) => {
    const [code = '', ...numbers] = line.split(' ');
    const [x = 0, y = 0, width = 0] = numbers.map(Number);
    return { spellings: spellings.map((names) => names.of(code) ?? code), x, y, width };
  });
  return { size: Number(size), land: land.map(pointsOf), borders: borders.map(pointsOf), names };
});

export async function addCountries(map: L.Map): Promise<void> {
  const { size, land, borders, names } = await loadCountries();
  await yieldToBrowser();
  // The map may be gone.
  if (!map.getPane('mapPane')) return;
  map.createPane('countries').style.zIndex = '100';
  const drawLand: Draw = (corner, scale) => {
    const at = (pixels: number): L.Point => corner.add(L.point(pixels, pixels).divideBy(scale));
    const near = L.bounds(at(-MARGIN), at(TILE_SIZE + MARGIN));
    const isNear = ({ bounds }: Line): boolean => bounds.intersects(near);
    const clipped = land.filter(isNear).map(({ points }) => L.PolyUtil.clipPolygon(points, near));
    const lines = borders.filter(isNear).map(({ points }) => points);
    const path = (parts: readonly L.Point[][], end: string) =>
      parts.map((points) => pathOf(points, corner, scale, end)).join('');
    return [
      svgElement('path', { class: 'land', d: path(clipped, 'z') }),
      svgElement('path', { class: 'border', d: path(lines, '') }),
    ];
  };
  const shown = new Map<number, ReturnType<typeof namesThatFit>>();
  const drawNames: Draw = (corner, scale, zoom) => {
    if (!shown.has(zoom)) shown.set(zoom, namesThatFit(names, scale, zoom));
    return (shown.get(zoom) ?? []).flatMap(({ text, ...middle }) => {
      const [x, y] = [(middle.x - corner.x) * scale, (middle.y - corner.y) * scale];
      if (Math.min(x, y) < 0 || Math.max(x, y) >= TILE_SIZE) return [];
      const element = svgElement('text', { x: x.toFixed(1), y: y.toFixed(1) });
      element.append(text);
      return [element];
    });
  };
  // All names are above all land: a name may leave its tile.
  new DrawnLayer(size, drawLand, 'country-tile').addTo(map);
  new DrawnLayer(size, drawNames, 'country-tile country-names').addTo(map);
  const container = map.getContainer();
  const markOutlined = (zoom: number): void => {
    for (const element of [container, container.closest('.map')])
      element?.classList.toggle('outlined', zoom <= LAST_DRAWN_ZOOM);
  };
  map.on('zoomanim', ({ zoom }) => markOutlined(zoom));
  map.on('zoomend', () => markOutlined(map.getZoom()));
  markOutlined(map.getZoom());
}

class DrawnLayer extends L.GridLayer {
  readonly #size: number;
  readonly #draw: Draw;
  readonly #class: string;

  constructor(size: number, draw: Draw, name: string) {
    super({ pane: 'countries', maxZoom: LAST_DRAWN_ZOOM });
    this.#size = size;
    this.#draw = draw;
    this.#class = name;
  }

  protected override createTile({ x, y, z }: L.Coords): HTMLElement {
    const scale = (TILE_SIZE * 2 ** z) / this.#size;
    const tile = svgElement('svg', { class: this.#class, 'aria-hidden': 'true' });
    tile.append(...this.#draw(L.point(x, y).multiplyBy(TILE_SIZE / scale), scale, z));
    return tile as unknown as HTMLElement;
  }
}

type Line = ReturnType<typeof pointsOf>;

function pointsOf(path: string) {
  const [x = 0, y = 0, ...steps] = path.match(/-?\d+/g)?.map(Number) ?? [];
  const points = [L.point(x, y)];
  for (let index = 0; index < steps.length; index += 2)
    points.push((points.at(-1) as L.Point).add([steps[index] as number, steps[index + 1] as number]));
  return { points, bounds: L.bounds(points) };
}

/** Leaves out points that nearly repeat the last one. */
function pathOf(points: readonly L.Point[], corner: L.Point, scale: number, end: string): string {
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  let path = '';
  for (const point of points) {
    const [x, y] = [(point.x - corner.x) * scale, (point.y - corner.y) * scale];
    if (Math.abs(x - lastX) + Math.abs(y - lastY) < MIN_STEP) continue;
    path += `${path === '' ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    [lastX, lastY] = [x, y];
  }
  return path && path + end;
}
