/** Draws where maps are: that of the row on which somebody is, and those of the countries around a chosen place. */
import * as L from 'leaflet';
import type { Position } from '../../contract/maps/bounding-boxes.ts';
import { readSearchArea } from '../../contract/words/place-search.ts';
import type { NamedPlace } from '../search/gazetteer.ts';
import { coversPlace } from '../search/search-query.ts';
import type { KnownArea } from '../search/typed-position.ts';

/** What draws on a map. */
export type AreaMarks = ReturnType<typeof areaMarks>;

/** Prepares drawing on a map. @param knownAreas loads the areas of all maps */
export function areaMarks(map: L.Map, knownAreas: () => Promise<readonly KnownArea[]>) {
  const pointed = L.layerGroup().addTo(map);
  const around = L.layerGroup().addTo(map);
  let wanted: string | undefined;

  /** Draws the areas of maps by their ids, except for the world, and each outline once. */
  const draw = async (layer: L.LayerGroup, ids: readonly string[], className: string): Promise<void> => {
    const areas = (await knownAreas().catch((problem) => console.warn(problem))) ?? [];
    const asked = areas.filter(({ id, isWorld }) => !isWorld && ids.includes(id));
    const outlines = new Map(asked.map(({ polygons }) => [JSON.stringify(polygons), polygons]));
    layer.clearLayers();
    for (const polygons of outlines.values()) {
      const rings = polygons.map((polygon) => polygon.map((ring) => ring.map(([x, y]: Position) => L.latLng(y, x))));
      L.polygon(rings, { className, interactive: false }).addTo(layer);
    }
  };

  return {
    /** Draws the area of a map; of none if it is missing. */
    async point(id: string | undefined): Promise<void> {
      if (id === wanted) return;
      wanted = id;
      pointed.clearLayers();
      if (id !== undefined) await draw(pointed, [id], 'area-mark');
      if (wanted !== id) pointed.clearLayers();
    },
    /** Outlines the maps that cover a place. */
    async outline(place: NamedPlace): Promise<void> {
      const ids = [...document.querySelectorAll<HTMLElement>('.server.record')].flatMap(({ dataset }) => {
        const { id = '', area } = dataset;
        return area !== undefined && coversPlace({ id, area: readSearchArea(area) }, place) ? [id] : [];
      });
      await draw(around, ids, 'area-outline');
    },
  };
}
