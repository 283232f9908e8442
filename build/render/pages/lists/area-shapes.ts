/** A row without a picture shows the shape of its area, beside the kind that the style draws. */
import countryShapes from '../../../../contract/generated/country-shapes.json' with { type: 'json' };
import { type Box, joinedExtent, type Position, ringExtent } from '../../../../contract/maps/bounding-boxes.ts';
import type { MapArea } from '../../../../contract/maps/geometry.ts';
import type { CatalogMap } from '../../../model/catalog.ts';
import { fromAspects } from '../../aspects/all-aspects.ts';
import { type Html, html } from '../layout/html.ts';
import type { PageContext } from '../layout/page-layout.ts';

/** In the Mercator world of 65,536 by 65,536, from the north-west. Numbers in `path` are multiples of `unit`. */
type Shape = Readonly<{ box: Box; unit: number; path: string }>;

const SHAPES: Readonly<Record<string, Shape | null>> = countryShapes;

/** Defines each shape once: rows refer to it. */
export function countryShapesOf(context: PageContext, maps: readonly CatalogMap[]): Html | null {
  const drawn = maps.filter((map) => fromAspects('thumb', map, context).length === 0);
  const shown = drawn.flatMap(({ area }) => shapesIn(area));
  const paths = [...new Map(shown)].map(
    ([code, { unit, path }]) => html`<path id="in-${code}" transform="scale(${unit})" d="${path}"/>`,
  );
  return paths.length === 0
    ? null
    : html`<svg class="shapes" width="0" height="0" aria-hidden="true"><defs>${paths}</defs></svg>\n`;
}

/** What names of styles say of their colours; the first that matches. */
const LOOKS = { dark: /\b(?:dark|night)\b/i, grey: /\b(?:gr[ae]y|positron)\b/i, pale: /\b(?:light|pale)\b/i };

/** @param name may say how the map looks */
export function areaSketch(area: MapArea | null, name = ''): Html {
  const [look] = Object.entries(LOOKS).find(([, words]) => words.test(name)) ?? [];
  return html`<span class="sketch"${look !== undefined && html` data-look="${look}"`}>${areaShape(area)}</span>\n`;
}

function areaShape(area: MapArea | null): Html | false {
  const shapes = shapesIn(area);
  if (shapes.length > 0) {
    const uses = shapes.map(([code]) => html`<use href="#in-${code}"/>`);
    return shapeIn(joinedExtent(shapes.map(([, { box }]) => box)), html`${uses}`);
  }
  if (area === null || area === 'world' || !('polygons' in area)) return false;
  const outlines = area.polygons.map(([outline = []]) => outline);
  const { south, north } = joinedExtent(outlines.map(ringExtent));
  // Coordinates are tenths of a degree of longitude; a degree of latitude is longer.
  const latitudeScale = 10 / Math.cos((((south + north) / 2) * Math.PI) / 180);
  const rings = outlines.map((outline) =>
    outline.map(([x, y]): Position => [Math.round(x * 10), Math.round(-y * latitudeScale)]),
  );
  // `M` begins after the first position, which is also the last; `z` closes the ring.
  const lines = rings.map((ring) =>
    ring
      .slice(1)
      .map((at) => at.join(' '))
      .filter((at, index, all) => at !== all[index - 1]),
  );
  const path = lines.map((line) => `M${line.join('L')}z`).join('');
  return shapeIn(joinedExtent(rings.map(ringExtent)), html`<path d="${path}"/>`);
}

/** @param box in a picture's coordinates: `south` is the top */
function shapeIn({ west, south, east, north }: Box, inside: Html): Html {
  const edge = 0.08 * Math.max(east - west, north - south);
  const view = [west - edge, south - edge, east - west + 2 * edge, north - south + 2 * edge].map(Math.round).join(' ');
  return html`<svg viewBox="${view}" aria-hidden="true">${inside}</svg>`;
}

/** The largest country, and countries near it. */
function shapesIn(area: MapArea | null): readonly (readonly [code: string, shape: Shape])[] {
  const codes = area !== null && area !== 'world' && 'countries' in area ? area.countries : [];
  const shapes = codes.flatMap((code) => (SHAPES[code] ? [[code, SHAPES[code]] as const] : []));
  const sizeOf = ({ west, south, east, north }: Box): number => Math.max(east - west, north - south);
  const [largest] = shapes.toSorted(([, a], [, b]) => sizeOf(b.box) - sizeOf(a.box));
  if (!largest) return [];
  return shapes.filter(([, { box }]) => sizeOf(joinedExtent([box, largest[1].box])) < 3 * sizeOf(largest[1].box));
}
