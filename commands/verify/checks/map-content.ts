/** Statements about what is known of maps. A service that does not publish it need not have it. */
import type { MapCollection, MapFeature, MapsHere, ProviderList } from '../../../contract/generated/v2.types.ts';
import { INDEX_ZOOM, MAP_FILES, mapFilePath } from '../../../contract/map-files.ts';
import { pathOf } from '../../../contract/routes.ts';
import { isSameData } from '../../../contract/same-data.ts';
import type { Deployment } from '../deployment.ts';
import {
  body,
  type Expectation,
  header,
  isJson,
  type Requests,
  type Statements,
  shape,
  status,
} from '../expectations.ts';

const { maps, providers } = MAP_FILES;

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

/** The requests, if the deployment publishes maps. */
const ifPublished =
  (requestsOf: (features: readonly MapFeature[], serviceUrl: string) => Requests) =>
  async ({ send, serviceUrl }: Deployment): Promise<Requests> => {
    const response = await send({ path: maps.path });
    return response.status === 200 ? requestsOf((response.json() as MapCollection).features ?? [], serviceUrl) : [];
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
      asks: ifPublished(() => [maps.path]),
      expect: [status(200), header('Content-Type', maps.contentType), shape('maps'), hasTileServers],
    },
    'map-documents': {
      says: 'Each map has a document with its exact area, and what the list says of it',
      asks: ifPublished((features, serviceUrl) => {
        const step = Math.ceil(features.length / SAMPLED_MAPS);
        const urls = features.filter((_, index) => index % step === 0).map(({ properties }) => properties.url);
        return urls.map((url) => (url.startsWith(`${serviceUrl}/`) ? url.slice(serviceUrl.length) : url));
      }),
      expect: [
        status(200),
        isJson,
        shape('map'),
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
      asks: ifPublished(() => [providers.path]),
      expect: [
        status(200),
        isJson,
        shape('providers'),
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
      asks: ifPublished((features) => (features.some(({ geometry }) => geometry) ? TILES : [])),
      expect: [
        status(200),
        isJson,
        shape('at'),
        (response) => (Buffer.byteLength(response.text) > TILE_BYTES ? ['more than 30 kB'] : []),
        body<MapsHere>(({ tile }) => (tile?.[0] === INDEX_ZOOM ? [] : ['not a tile of the index'])),
        async (response, deployment) => {
          const known = await featuresOf(deployment);
          const unknown = (response.json() as MapsHere).maps.filter(({ id }) => !known.get(id)?.geometry);
          return unknown.map(({ id }) => `${id} has no area in ${maps.path}`);
        },
      ],
    },
    'maps-any-origin': {
      says: 'Any origin may read what is known of maps',
      asks: ifPublished(() => [maps.path, providers.path]),
      expect: header('Access-Control-Allow-Origin', '*'),
    },
  },
};
