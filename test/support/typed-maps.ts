/** Maps of the types that `/v1/` does not have, as the model has them. */
import type { CatalogMap } from '../../build/model/catalog.ts';
import type { NewType } from '../../contract/maps/map-types.ts';
import { fc } from './property.ts';
import { anyXyzMap, xyzMap } from './xyz-maps.ts';

/** The members that only maps of a type have. */
const OWN: Readonly<Record<NewType, object>> = {
  tms: {},
  arcgis: {
    hosts: ['gis.example.org'],
    service: 'https://gis.example.org/arcgis/rest/services/Topo/MapServer',
    layers: ['0', '3'],
    format: 'image/png32',
  },
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

export const typedMap = (type: NewType, changes: object = {}): CatalogMap<NewType> => ofType(type, xyzMap(), changes);

/** What is known of a map of the type `xyz`, as a map of another type. */
const ofType = (type: NewType, { urlPattern, ...known }: CatalogMap<'xyz'>, changes = {}) =>
  ({
    ...known,
    ...(type === 'tms' ? { urlPattern } : {}),
    ...OWN[type],
    list: 'maps',
    type,
    ...changes,
  }) as CatalogMap<NewType>;

export const anyTypedMap = (type: NewType): fc.Arbitrary<CatalogMap<NewType>> =>
  fc
    .tuple(anyXyzMap, fc.boolean())
    .map(([one, overlay]) =>
      ofType(type, one, { name: one.id, fileName: 'one', ...(overlay ? { overlay: true } : {}) }),
    );
