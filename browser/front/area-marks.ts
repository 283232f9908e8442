import * as L from 'leaflet';
import type { Position } from '../../contract/maps/bounding-boxes.ts';
import type { KnownArea } from '../search/typed-position.ts';

export type AreaMarks = ReturnType<typeof areaMarks>;

export function areaMarks(map: L.Map, knownAreas: () => Promise<readonly KnownArea[]>) {
  const pointedArea = L.layerGroup().addTo(map);
  let wanted: string | undefined;

  const draw = async (layer: L.LayerGroup, ids: readonly string[], className: string): Promise<void> => {
    const areas = (await knownAreas().catch((problem) => console.warn(problem))) ?? [];
    const asked = areas.filter(({ id, isWorld }) => !isWorld && ids.includes(id));
    const distinctOutlines = new Map(asked.map(({ polygons }) => [JSON.stringify(polygons), polygons]));
    layer.clearLayers();
    for (const polygons of distinctOutlines.values()) {
      const rings = polygons.map((polygon) => polygon.map((ring) => ring.map(([x, y]: Position) => L.latLng(y, x))));
      L.polygon(rings, { className, interactive: false }).addTo(layer);
    }
  };

  return {
    async point(id: string | undefined): Promise<void> {
      if (id === wanted) return;
      wanted = id;
      pointedArea.clearLayers();
      if (id !== undefined) await draw(pointedArea, [id], 'area-mark');
      if (wanted !== id) pointedArea.clearLayers();
    },
  };
}
