import * as L from 'leaflet';
import type { Position } from '../../contract/maps/bounding-boxes.ts';
import type { KnownArea } from '../search/typed-position.ts';

export type AreaMarks = ReturnType<typeof areaMarks>;

export function areaMarks(map: L.Map, knownAreas: () => Promise<readonly KnownArea[]>) {
  const layer = L.layerGroup().addTo(map);
  let wanted: string | undefined;
  return {
    /** Also removes the last outline. */
    async point(id: string | undefined): Promise<void> {
      if (id === wanted) return;
      wanted = id;
      const areas = id === undefined ? [] : ((await knownAreas().catch((problem) => console.warn(problem))) ?? []);
      // Another may be wanted by now.
      if (wanted !== id) return;
      layer.clearLayers();
      const { polygons = [] } = areas.find((area) => area.id === id && !area.isWorld) ?? {};
      const outlines = polygons.map((polygon) => polygon.map((ring) => ring.map(([x, y]: Position) => L.latLng(y, x))));
      if (outlines.length > 0) L.polygon(outlines, { className: 'area-mark', interactive: false }).addTo(layer);
    },
  };
}
