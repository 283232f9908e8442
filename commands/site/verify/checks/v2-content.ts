/** Statements about `/v2/` are not applicable if a service publishes nothing there. */

import { isSameData } from '../../../../contract/base/same-data.ts';
import { itemsByKey } from '../../../../contract/base/text.ts';
import type {
  FileHashes,
  MapCollection,
  MapFeature,
  MapHere,
  MapsHere,
  ProviderList,
  StatusList,
  WithdrawnList,
  WorldMaps,
} from '../../../../contract/generated/v2.types.ts';
import { resourceAt, v1Path } from '../../../../contract/interface/v1-routes.ts';
import { INDEX_ZOOM, mapDocumentPath, V2_FILES, v2Path } from '../../../../contract/interface/v2-files.ts';
import { type Deployment, requestPath } from '../deployment.ts';
import {
  type Check,
  checkAnswers,
  type Expectation,
  evenSampleOf,
  expectBody,
  expectDetail,
  expectDocument,
  expectHeader,
  expectSchema,
  expectStatus,
  problemUnless,
  type Requests,
} from '../expectations.ts';
import { FRESH_CACHE_CONTROL } from './response-headers.ts';

const { maps, providers, withdrawn, status: statuses } = V2_FILES;

/** At most this many maps of each type, badges of each list, and data sources are requested. */
const SAMPLED_MAPS = 20;

const TILE_BYTES = 30_000;

/** x and y: Lisbon, the Alps, New York, Tokyo, Sydney, an ocean. */
const TILES = [
  [15, 12],
  [16, 11],
  [9, 12],
  [28, 12],
  [29, 19],
  [2, 16],
].map(([x = 0, y = 0]) => v2Path('at', { x, y }));

const ifPublished =
  <T>(path: string, requestsOf: (document: T) => Requests) =>
  async ({ send }: Deployment): Promise<Requests> => {
    const response = await send({ path });
    return response.status === 200 ? requestsOf(response.json() as T) : [];
  };

const withMaps = (...paths: readonly string[]) => ifPublished(maps.path, () => paths);

const sampleOfEach = <T>(items: readonly T[], keyOf: (item: T) => string): T[] =>
  [...itemsByKey(items, keyOf).values()].flatMap((alike) => evenSampleOf(alike, SAMPLED_MAPS));

const linked =
  <T>(path: string, urlsOf: (document: T) => readonly string[]) =>
  (deployment: Deployment): Promise<Requests> => {
    const { serviceUrl } = deployment;
    const pathOfUrl = (url: string): string => (url.startsWith(`${serviceUrl}/`) ? url.slice(serviceUrl.length) : url);
    return ifPublished<T>(path, (list) => urlsOf(list).map(pathOfUrl))(deployment);
  };

async function featuresOf({ send }: Deployment): Promise<ReadonlyMap<string, MapFeature>> {
  const { features = [] } = (await send({ path: maps.path })).json() as Partial<MapCollection>;
  return new Map(features.map((feature) => [feature.id, feature]));
}

const expectV1Maps: Expectation = async (response, { send }) => {
  const { features = [] } = response.json() as Partial<MapCollection>;
  const problems = (['mapservers', 'overlayservers'] as const).map(async (list) => {
    const v1Maps = (await send({ path: v1Path(list) })).json() as object[];
    const listed = features.map(({ properties }) => properties).filter((properties) => properties.list === list);
    const isSame = (map: object, index: number): boolean =>
      Object.entries(map).every(([key, value]) => {
        return isSameData(value, listed[index]?.[key as keyof (typeof listed)[number]]);
      });
    return problemUnless(listed.length === v1Maps.length && v1Maps.every(isSame), `not the records of ${v1Path(list)}`);
  });
  return (await Promise.all(problems)).flat();
};

/** Schemas check each type's members. */
const expectTypes: Expectation = (response, { serviceUrl }) => {
  const { features = [] } = response.json() as Partial<MapCollection>;
  const typed = features.filter(({ id, properties }) => properties.list === 'maps' || id.startsWith('maps/'));
  return typed.flatMap(({ id, properties: { list, type, url } }) => [
    ...problemUnless(list === 'maps' && type !== 'xyz', `${id} is of the type ${type} in ${list}`),
    ...problemUnless(url === serviceUrl + mapDocumentPath(id), `the url of ${id} is ${url}`),
  ]);
};

/** Programs skip unknown types: only the type xyz may be left out. */
const typeProblems = (known: ReadonlyMap<string, MapFeature>, { id, type }: MapHere): string[] => {
  const expected = known.get(id)?.properties.type ?? type ?? 'xyz';
  return problemUnless(
    type === (expected === 'xyz' ? undefined : expected),
    `${id} is of the type ${type ?? 'xyz'} here`,
  );
};

/** The list simplifies areas, and lacks `providerUrl` and `alternatives`. */
const expectAsListed: Expectation = async (response, deployment) => {
  const { id, geometry, properties } = response.json() as MapFeature;
  const { providerUrl: _, alternatives: __, ...shared } = properties;
  const listed = (await featuresOf(deployment)).get(id);
  const isSame = isSameData(shared, listed?.properties) && !geometry === !listed?.geometry;
  return problemUnless(isSame, `not what ${maps.path} says of ${id}`);
};

const expectProviders: Expectation = async (response, deployment) => {
  const known = new Set((response.json() as ProviderList).providers.map(({ id }) => id));
  const named = [...(await featuresOf(deployment)).values()].map(({ properties }) => properties.provider);
  const missing = [...new Set(named)].filter((id) => id !== undefined && !known.has(id));
  return missing.map((id) => `${id} is missing`);
};

/** A tile must not list the maps of the world if it links to them. */
const expectAreas: Expectation = async (response, deployment) => {
  const known = await featuresOf(deployment);
  const { maps: here, worldUrl } = response.json() as MapsHere;
  return here.flatMap((entry) => {
    const { id } = entry;
    const map = known.get(id);
    const isListedTwice = worldUrl !== undefined && map?.properties.area === 'world';
    return [
      ...problemUnless(Boolean(map?.geometry), `${id} has no area in ${maps.path}`),
      ...problemUnless(!isListedTwice, `${id} is among the maps of the world, too`),
      ...typeProblems(known, entry),
    ];
  });
};

const expectWorld: Expectation = async (response, deployment) => {
  const known = await featuresOf(deployment);
  const worldMaps = [...known.values()].filter(({ properties }) => properties.area === 'world');
  const { maps: entries } = response.json() as WorldMaps;
  const listed = entries.map(({ id }) => id);
  const isSame = isSameData(listed.toSorted(), worldMaps.map(({ id }) => id).sort());
  return [
    ...problemUnless(isSame, `not the maps that cover the world in ${maps.path}`),
    ...entries.flatMap((entry) => typeProblems(known, entry)),
  ];
};

const expectWithdrawn: Expectation = async (response, deployment) => {
  const listed = [...(await featuresOf(deployment)).values()].map(({ properties }) => properties);
  const active = new Map(listed.map(({ list, id, name, active }) => [`${list} ${id ?? name}`, active]));
  return (response.json() as WithdrawnList).withdrawn.flatMap(({ list, id, withdrawn: how }) => {
    const isActive = active.get(`${list} ${id}`);
    return problemUnless(isActive === undefined || (how === 'inactive' && !isActive), `${id} is listed in ${list}`);
  });
};

const expectSameVerdicts: Expectation = async (response, deployment) => {
  const features = await featuresOf(deployment);
  const listed = Object.entries((response.json() as StatusList).maps);
  const others = listed.filter(([id, { verdict }]) => features.get(id)?.properties.status?.verdict !== verdict);
  return others.map(([id]) => `${id} has another verdict in ${maps.path}`);
};

/** The hashes of each data source, by its path; null if it has none. */
async function sampledHashes({ details, send }: Deployment): Promise<ReadonlyMap<string, FileHashes | null>> {
  const known = evenSampleOf(details('datasource'), SAMPLED_MAPS).map(async (path) => {
    const response = await send({ path: hashPathOf(path) });
    return [path, response.status === 200 ? (response.json() as FileHashes) : null] as const;
  });
  return new Map(await Promise.all(known));
}

const hashPathOf = (path: string): string => v2Path('hashes', { id: resourceAt(path)?.id ?? '' });

/** Earlier versions of the program state none. */
async function withLifetimes(deployment: Deployment): Promise<Requests> {
  const known = await sampledHashes(deployment);
  return [...known.values()].some((one) => one?.maxAge !== undefined) ? [...known.keys()] : [];
}

const expectStatedLifetime: Expectation = async (response, deployment) => {
  const maxAge = (await sampledHashes(deployment)).get(requestPath(response))?.maxAge;
  return expectHeader('Cache-Control', maxAge === undefined ? FRESH_CACHE_CONTROL : `max-age=${maxAge}`)(
    response,
    deployment,
  );
};

export const mapChecks = {
  maps: checkAnswers(withMaps(maps.path), [
    expectStatus(200),
    expectHeader('Content-Type', maps.contentType),
    expectSchema('maps'),
    expectV1Maps,
    expectTypes,
  ]),
  'map-documents': checkAnswers(
    linked<MapCollection>(maps.path, ({ features }) =>
      sampleOfEach(features ?? [], ({ properties }) => properties.type).map(({ properties }) => properties.url),
    ),
    [...expectDocument('map'), expectAsListed],
  ),
  providers: checkAnswers(withMaps(providers.path), [...expectDocument('providers'), expectProviders]),
  'maps-here': checkAnswers(
    ifPublished<MapCollection>(maps.path, ({ features }) => (features?.some(({ geometry }) => geometry) ? TILES : [])),
    [
      ...expectDocument('at'),
      ({ text }) => problemUnless(Buffer.byteLength(text) <= TILE_BYTES, 'more than 30 kB'),
      expectBody<MapsHere>(({ tile }) => problemUnless(tile?.[0] === INDEX_ZOOM, 'not a tile of the index')),
      expectAreas,
    ],
  ),
  'maps-of-world': checkAnswers(
    linked<MapsHere>(TILES[0] as string, ({ worldUrl }) => (worldUrl === undefined ? [] : [worldUrl])),
    [...expectDocument('world'), expectWorld],
  ),
  withdrawn: checkAnswers(withMaps(withdrawn.path), [...expectDocument('withdrawn'), expectWithdrawn]),
  'map-status': checkAnswers(
    ifPublished(statuses.path, () => [statuses.path]),
    [...expectDocument('status'), expectSameVerdicts],
  ),
  'map-badges': checkAnswers(
    linked<StatusList>(statuses.path, (list) =>
      sampleOfEach(Object.entries(list.maps), ([id]) => id.replace(/\/.*/, '')).map(([, { badge }]) => badge),
    ),
    expectDocument('badge'),
  ),
  hashes: checkAnswers(
    async (deployment) =>
      [...(await sampledHashes(deployment))].flatMap(([path, known]) => (known ? hashPathOf(path) : [])),
    expectDocument('hashes'),
  ),
  lifetimes: checkAnswers(withLifetimes, expectStatedLifetime),
  'unknown-map': checkAnswers(withMaps(v2Path('map', { id: 'no-such-map' })), expectDetail(404)),
  'maps-any-origin': checkAnswers(
    withMaps(maps.path, providers.path, withdrawn.path),
    expectHeader('Access-Control-Allow-Origin', '*'),
  ),
} satisfies Readonly<Record<string, Check>>;
