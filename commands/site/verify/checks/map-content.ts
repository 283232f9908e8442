/** Statements about what is known of maps. A service that does not publish it need not have it. */
import type {
  MapCollection,
  MapFeature,
  MapsHere,
  ProviderList,
  StatusList,
  WithdrawnList,
} from '../../../../contract/generated/v2.types.ts';
import { INDEX_ZOOM, MAP_FILES, mapFilePath } from '../../../../contract/map-files.ts';
import { pathOf } from '../../../../contract/routes.ts';
import { isSameData } from '../../../../contract/same-data.ts';
import type { Deployment } from '../deployment.ts';
import {
  body,
  document,
  type Expectation,
  header,
  type Requests,
  type Statements,
  sampleOf,
  shape,
  status,
} from '../expectations.ts';

const { maps, providers, withdrawn, status: statuses } = MAP_FILES;

/** About how many documents of maps are requested. */
const SAMPLED_MAPS = 20;

/** The maximum bytes of the document of a tile. */
const TILE_BYTES = 30_000;

/** Tiles around the world: Lisbon, the Alps, New York, Tokyo, Sydney, and an ocean. */
const TILES = [
  [15, 12],
  [16, 11],
  [9, 12],
  [28, 12],
  [29, 19],
  [2, 16],
].map(([x = 0, y = 0]) => mapFilePath('at', { x, y }));

/** The requests that follow from a document, if the deployment publishes it. */
const ifPublished =
  <T>(path: string, requestsOf: (document: T) => Requests) =>
  async ({ send }: Deployment): Promise<Requests> => {
    const response = await send({ path });
    return response.status === 200 ? requestsOf(response.json() as T) : [];
  };

const withMaps = (...paths: readonly string[]) => ifPublished(maps.path, () => paths);

/** A sample of what a document links to. */
const linked =
  <T>(path: string, urlsOf: (document: T) => readonly string[]) =>
  (deployment: Deployment): Promise<Requests> => {
    const { serviceUrl } = deployment;
    const pathOfUrl = (url: string): string => (url.startsWith(`${serviceUrl}/`) ? url.slice(serviceUrl.length) : url);
    return ifPublished<T>(path, (list) => sampleOf(urlsOf(list), SAMPLED_MAPS).map(pathOfUrl))(deployment);
  };

async function featuresOf({ send }: Deployment): Promise<ReadonlyMap<string, MapFeature>> {
  const { features } = (await send({ path: maps.path })).json() as MapCollection;
  return new Map(features.map((feature) => [feature.id, feature]));
}

/** The maps must be the tile servers of both lists, with the same members. */
const hasTileServers: Expectation = async (response, { send }) => {
  const { features } = response.json() as MapCollection;
  const problems = (['mapservers', 'overlayservers'] as const).map(async (list) => {
    const servers = (await send({ path: pathOf(list) })).json() as object[];
    const own = features.map(({ properties }) => properties).filter((properties) => properties.list === list);
    const isSame = (server: object, index: number): boolean =>
      Object.entries(server).every(([key, value]) =>
        isSameData(value, own[index]?.[key as keyof (typeof own)[number]]),
      );
    return own.length === servers.length && servers.every(isSame) ? [] : [`not the records of ${pathOf(list)}`];
  });
  return (await Promise.all(problems)).flat();
};

/** Statements about what is known of maps. */
export const mapStatements: Statements = {
  maps: {
    maps: {
      says: 'The maps are GeoJSON with every tile server of both lists',
      asks: withMaps(maps.path),
      expect: [status(200), header('Content-Type', maps.contentType), shape('maps'), hasTileServers],
    },
    'map-documents': {
      says: 'Each map has a document with its exact area, and what the list says of it',
      asks: linked<MapCollection>(maps.path, ({ features }) =>
        (features ?? []).map(({ properties }) => properties.url),
      ),
      expect: [
        ...document('map'),
        async (response, deployment) => {
          const { id, geometry, properties } = response.json() as MapFeature;
          const { providerUrl: _, ...shared } = properties;
          const listed = (await featuresOf(deployment)).get(id);
          const isSame = isSameData(shared, listed?.properties) && !geometry === !listed?.geometry;
          return isSame ? [] : [`not what ${maps.path} says of ${id}`];
        },
      ],
    },
    providers: {
      says: 'The providers are those that maps name',
      asks: withMaps(providers.path),
      expect: [
        ...document('providers'),
        async (response, deployment) => {
          const known = new Set((response.json() as ProviderList).providers.map(({ id }) => id));
          const named = [...(await featuresOf(deployment)).values()].map(({ properties }) => properties.provider);
          const missing = [...new Set(named)].filter((id) => id !== undefined && !known.has(id));
          return missing.map((id) => `${id} is missing`);
        },
      ],
    },
    'maps-here': {
      says: `If the area of a map is known, each tile of zoom level ${INDEX_ZOOM} has a list of its maps, with at most 30 kB`,
      asks: ifPublished<MapCollection>(maps.path, ({ features }) =>
        features?.some(({ geometry }) => geometry) ? TILES : [],
      ),
      expect: [
        ...document('at'),
        (response) => (Buffer.byteLength(response.text) > TILE_BYTES ? ['more than 30 kB'] : []),
        body<MapsHere>(({ tile }) => (tile?.[0] === INDEX_ZOOM ? [] : ['not a tile of the index'])),
        async (response, deployment) => {
          const known = await featuresOf(deployment);
          const unknown = (response.json() as MapsHere).maps.filter(({ id }) => !known.get(id)?.geometry);
          return unknown.map(({ id }) => `${id} has no area in ${maps.path}`);
        },
      ],
    },
    withdrawn: {
      says: 'What is withdrawn is no longer listed, or listed as switched off',
      asks: withMaps(withdrawn.path),
      expect: [
        ...document('withdrawn'),
        async (response, deployment) => {
          const listed = [...(await featuresOf(deployment)).values()].map(({ properties }) => properties);
          const active = new Map(listed.map(({ list, id, active }) => [`${list} ${id}`, active]));
          return (response.json() as WithdrawnList).withdrawn.flatMap(({ list, id, withdrawn: how }) => {
            const isActive = active.get(`${list} ${id}`);
            return isActive === undefined || (how === 'inactive' && !isActive) ? [] : [`${id} is listed in ${list}`];
          });
        },
      ],
    },
    'map-status': {
      says: 'The status of maps is that of maps of this catalog, with the verdicts that their documents have',
      asks: ifPublished(statuses.path, () => [statuses.path]),
      expect: [
        ...document('status'),
        async (response, deployment) => {
          const features = await featuresOf(deployment);
          const listed = Object.entries((response.json() as StatusList).maps);
          const others = listed.filter(([id, { verdict }]) => features.get(id)?.properties.status?.verdict !== verdict);
          return others.map(([id]) => `${id} has another verdict in ${maps.path}`);
        },
      ],
    },
    'map-badges': {
      says: 'Each status has a badge in the form that shields.io reads',
      asks: linked<StatusList>(statuses.path, (list) => Object.values(list.maps).map(({ badge }) => badge)),
      expect: document('badge'),
    },
    'maps-any-origin': {
      says: 'Any origin may read what is known of maps',
      asks: withMaps(maps.path, providers.path, withdrawn.path),
      expect: header('Access-Control-Allow-Origin', '*'),
    },
  },
};
