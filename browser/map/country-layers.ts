/** Countries in tiles of SVG, so that the style sets their colours: by day, by night, on paper. */
import * as L from 'leaflet';
import { yieldToBrowser } from '../breathe.ts';
import { svgElement } from '../elements.ts';
import countries from '../generated/countries.txt';
import { memoizePromise } from '../loading.ts';
import { type CountryName, namesThatFit } from './country-names.ts';
import { LAST_DRAWN_ZOOM } from './outline-map.ts';

/** In pixels. */
const [TILE_SIZE, MIN_STEP] = [256, 1.5];

/** In pixels around a tile, so that the edges of clipped land are not seen. */
const MARGIN = 4;

interface Countries {
  readonly size: number;
  readonly land: readonly Line[];
  readonly borders: readonly Line[];
  readonly names: readonly CountryName[];
}

interface Line {
  readonly points: L.Point[];
  readonly bounds: L.Bounds;
}

/** As `scripts/compile/drawn-countries.ts` writes them. */
const loadCountries = memoizePromise(async (): Promise<Countries> => {
  const response = await fetch(new URL(countries, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${countries}`);
  const [size, ...parts] = (await response.text()).split('\n\n');
  const [land = [], borders = [], names = []] = parts.map((part) => part.split('\n'));
  return { size: Number(size), land: land.map(lineOf), borders: borders.map(lineOf), names: names.map(nameReader()) };
});

export async function addCountries(map: L.Map): Promise<void> {
  const drawn = await loadCountries();
  await yieldToBrowser();
  // Meanwhile the map may have been removed.
  if (!map.getPane('mapPane')) return;
  map.createPane('countries').style.zIndex = '100';
  // A name may reach beyond its tile, so all names are above all land.
  for (const layer of [new LandLayer(drawn), new NameLayer(drawn)]) layer.addTo(map);
  const markOutlined = (zoom: number): void =>
    void map.getContainer().classList.toggle('outlined', zoom <= LAST_DRAWN_ZOOM);
  map.on('zoomanim', ({ zoom }) => markOutlined(zoom));
  map.on('zoomend', () => markOutlined(map.getZoom()));
  markOutlined(map.getZoom());
}

abstract class CountryLayer extends L.GridLayer {
  readonly drawn: Countries;

  constructor(drawn: Countries, className: string) {
    super({ pane: 'countries', maxZoom: LAST_DRAWN_ZOOM, className });
    this.drawn = drawn;
  }

  /** @param origin the corner of a tile in units of the drawn world @param scale the pixels of a unit */
  protected abstract shapesIn(origin: L.Point, scale: number, zoom: number): readonly SVGElement[];

  protected override createTile({ x, y, z }: L.Coords): HTMLElement {
    const scale = (TILE_SIZE * 2 ** z) / this.drawn.size;
    const tile = svgElement('svg', { viewBox: `0 0 ${TILE_SIZE} ${TILE_SIZE}`, 'aria-hidden': 'true' });
    tile.append(...this.shapesIn(L.point(x, y).multiplyBy(TILE_SIZE / scale), scale, z));
    return tile as unknown as HTMLElement;
  }
}

class LandLayer extends CountryLayer {
  constructor(drawn: Countries) {
    super(drawn, 'countries');
  }

  protected override shapesIn(origin: L.Point, scale: number): readonly SVGElement[] {
    const cornerAt = (pixels: number): L.Point => origin.add(L.point(pixels, pixels).divideBy(scale));
    const near = L.bounds(cornerAt(-MARGIN), cornerAt(TILE_SIZE + MARGIN));
    const { land, borders } = this.drawn;
    const path = (lines: readonly Line[], isClosed: boolean): string =>
      lines
        .filter(({ bounds }) => bounds.intersects(near))
        .map(({ points }) => (isClosed ? L.PolyUtil.clipPolygon(points, near) : points))
        .map((points) => pathOf(points, origin, scale) + (isClosed ? 'z' : ''))
        .filter((text) => text.includes('L'))
        .join('');
    return [
      svgElement('path', { class: 'land', d: path(land, true) }),
      svgElement('path', { class: 'border', d: path(borders, false) }),
    ];
  }
}

class NameLayer extends CountryLayer {
  readonly #shown = new Map<number, ReturnType<typeof namesThatFit>>();

  constructor(drawn: Countries) {
    super(drawn, 'country-names');
  }

  protected override shapesIn(origin: L.Point, scale: number, zoom: number): readonly SVGElement[] {
    const shown = this.#shown.get(zoom) ?? namesThatFit(this.drawn.names, scale, zoom);
    this.#shown.set(zoom, shown);
    return shown.flatMap(({ text, ...middle }) => {
      const [x, y] = [(middle.x - origin.x) * scale, (middle.y - origin.y) * scale];
      if (Math.min(x, y) < 0 || Math.max(x, y) >= TILE_SIZE) return [];
      const element = svgElement('text', { x: x.toFixed(1), y: y.toFixed(1) });
      element.append(text);
      return [element];
    });
  }
}

function lineOf(path: string): Line {
  const steps = path.match(/-?\d+/g)?.map(Number) ?? [];
  const points: L.Point[] = [];
  for (let index = 0; index + 1 < steps.length; index += 2) {
    const step = L.point(steps[index] as number, steps[index + 1] as number);
    points.push(points.at(-1)?.add(step) ?? step);
  }
  return { points, bounds: L.bounds(points) };
}

function nameReader(): (line: string) => CountryName {
  const spellings = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(document.documentElement.lang, { type: 'region', style }),
  );
  return (line) => {
    const [code = '', ...numbers] = line.split(' ');
    const [x = 0, y = 0, width = 0] = numbers.map(Number);
    return { spellings: spellings.map((names) => names.of(code) ?? code), x, y, width };
  };
}

/** Leaves out points that are nearly at the last one. */
function pathOf(points: readonly L.Point[], origin: L.Point, scale: number): string {
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  let path = '';
  for (const point of points) {
    const [x, y] = [(point.x - origin.x) * scale, (point.y - origin.y) * scale];
    if (Math.abs(x - lastX) + Math.abs(y - lastY) < MIN_STEP) continue;
    path += `${path === '' ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    [lastX, lastY] = [x, y];
  }
  return path;
}
