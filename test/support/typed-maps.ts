/** Maps of the types that `/v1/` does not have, as the model has them. */
import type { CatalogMap, TypedMap } from '../../build/model/catalog.ts';
import type { NewType } from '../../contract/maps/map-types.ts';
import { fc } from './property.ts';
import { anyServer, server } from './tile-servers.ts';

/** The members that only maps of a type have. */
const OWN: Readonly<Record<NewType, object>> = {
  tms: {},
  wms: {
    hosts: ['ows.example.org'],
    service: 'https://ows.example.org/wms?map=one',
    layers: ['topo', 'names & places'],
    format: 'image/png',
    version: '1.3.0',
    crs: ['EPSG:3857', 'EPSG:4326'],
  },
  vector: {
    hosts: ['vector.example.org'],
    style: 'https://vector.example.org/style.json',
    tiles: 'https://vector.example.org/{z}/{x}/{y}.mvt',
  },
  pmtiles: {
    hosts: ['data.example.org'],
    url: 'https://data.example.org/map.pmtiles',
    style: 'https://data.example.org/style.json',
  },
};

/** A map of a type, without anything special but for some changes. */
export function typedMap(type: NewType, changes: Readonly<Record<string, unknown>> = {}): TypedMap {
  return ofType(type, server(), changes);
}

/** What is known of a tile server, as a map of a type. */
function ofType(type: NewType, { urlPattern, ...known }: CatalogMap['server'] & { urlPattern: string }, changes = {}) {
  return { ...known, ...(type === 'tms' ? { urlPattern } : {}), ...OWN[type], type, ...changes } as TypedMap;
}

/** Any map of a type. */
export const anyTypedMap = (type: NewType): fc.Arbitrary<TypedMap> =>
  fc
    .tuple(anyServer, fc.boolean())
    .map(([one, overlay]) =>
      ofType(type, one, { name: one.id, fileName: 'one', ...(overlay ? { overlay: true } : {}) }),
    );
