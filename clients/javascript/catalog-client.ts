/**
 * Reads the documents of a catalog in browsers, Node, Deno and workers, and verifies them with its public keys. See
 * `docs/clients.md`.
 */
import type {
  Category,
  CategoryItem,
  DataSource,
  DataSourceItem,
  Edition,
  EditionItem,
  Service,
  TileServer,
  WholeCatalog,
} from '../../contract/generated/v1.types.ts';
import type {
  MapCollection,
  MapFeature,
  MapsHere,
  ProviderList,
  StatusList,
  WorldMaps,
} from '../../contract/generated/v2.types.ts';
import { fillPlaceholders, type TilePlace } from '../../contract/maps/placeholders.ts';
import {
  CatalogError,
  type CatalogStore,
  MANIFEST_PATH,
  parseJsonOr,
  type TrustOptions,
  verifySignedManifest,
} from '../../contract/signing/signed-manifest.ts';
import { type FetchFunction, textSource } from './text-source.ts';

export { CatalogError } from '../../contract/signing/signed-manifest.ts';

/** With `keys` or `spares`, everything is verified; otherwise nothing. */
export interface ClientOptions extends Partial<TrustOptions> {
  /** For texts and the last manifest's time; by default, memory. */
  readonly store?: CatalogStore;
  /** By default, the global `fetch`. */
  readonly fetch?: FetchFunction;
}

/** The most bytes of a document that is not verified; the manifest states the size of others. */
const DOCUMENT_BYTES = 64 * 1024 * 1024;

/** Documents by path. */
export interface DocumentTypes {
  readonly '/v1/': Service;
  readonly '/v1/mapservers/': readonly TileServer[];
  readonly '/v1/overlayservers/': readonly TileServer[];
  readonly '/v1/datasources/': readonly DataSourceItem[];
  readonly [datasource: `/v1/datasources/${string}/`]: DataSource;
  readonly '/v1/categories/': readonly CategoryItem[];
  readonly [category: `/v1/categories/${string}/`]: Category;
  readonly '/v1/editions/': readonly EditionItem[];
  readonly [edition: `/v1/editions/${string}/`]: Edition;
  readonly '/v1/all.json': WholeCatalog;
  readonly '/v2/maps.geojson': MapCollection;
  readonly [map: `/v2/mapservers/${string}.json`]: MapFeature;
  readonly [overlay: `/v2/overlayservers/${string}.json`]: MapFeature;
  readonly [typed: `/v2/maps/${string}.json`]: MapFeature;
  readonly '/v2/providers.json': ProviderList;
  readonly [place: `/v2/at/5/${string}.json`]: MapsHere;
  readonly '/v2/at/world.json': WorldMaps;
  readonly '/v2/status.json': StatusList;
}

export type DocumentAt<Path> = Path extends keyof DocumentTypes ? DocumentTypes[Path] : unknown;

/** Made by `openCatalog`. */
export interface OpenCatalog {
  /** Opened with keys: everything is verified. */
  readonly isVerified: boolean;
  /**
   * @param path such as `/v1/mapservers/`
   * @throws CatalogError if there is no such document, it cannot be read, or it is not what was signed
   */
  read<Path extends string>(path: Path): Promise<DocumentAt<Path>>;
  /**
   * Maps at a place, the best first, maps of the world last.
   * @param longitude in degrees, like the latitude
   * @param types the types that the program can show; other maps are left out
   * @throws CatalogError `not-found` if the catalog knows the area of no map
   */
  mapsAt(longitude: number, latitude: number, types?: readonly string[]): Promise<MapsHere>;
}

/**
 * With keys, the manifest is verified first; open the catalog again to see what was published since.
 * @param url its service URL, or a mirror's address
 * @throws CatalogError if the manifest cannot be read or is refused, or an option is not as described
 */
export async function openCatalog(url: string, options: ClientOptions = {}): Promise<OpenCatalog> {
  const base = withoutSlash(url);
  const { keys, spares, store = new Map<string, string>(), now = Date.now, ignoreClock = false, ...others } = options;
  const { fetch: fetchUrl, serviceUrl: stated, ...unknown } = others;
  const safeStore = refusingStore(store);
  const source = textSource(base, safeStore, fetchUrl ?? ((address, init) => fetch(address, init)));
  const serviceUrl = withoutSlash(stated ?? base);
  // With missing or misspelt keys, a program would verify nothing.
  for (const name of Object.keys(unknown)) throw new CatalogError('malformed', `There is no option ${name}`);
  for (const name of ['keys', 'spares'] as const)
    if (name in options && !isListOfTexts(options[name]))
      throw new CatalogError('malformed', `${name} must be a list of texts`);
  const trust = { keys: keys ?? [], spares: spares ?? [], serviceUrl, now, ignoreClock };
  const verify = async () => {
    const accepted = await verifySignedManifest(source, safeStore, trust);
    await source.keep(MANIFEST_PATH, accepted.text);
    return accepted;
  };
  let signed = (keys ?? spares) ? await verify() : null;

  const text = async (path: string): Promise<string> => {
    if (!signed) return source.keep(path, await source.read(path, DOCUMENT_BYTES, false));
    // Tries again with a new manifest: something may have been published meanwhile.
    for (const isFresh of [false, true]) {
      if (isFresh) signed = await verify();
      const file = signed.manifest.files.find((listed) => listed.url === path);
      if (!file) throw new CatalogError('not-found', `The manifest of ${serviceUrl} has no ${path}`);
      const kept = await source.kept(path);
      if (kept !== undefined && (await sha256(kept)) === file.sha256) return kept;
      const read = await source.read(path, file.size, isFresh);
      if ((await sha256(read)) === file.sha256) return source.keep(path, read);
    }
    throw new CatalogError('wrong-document', `${base}${path} is not what was signed`);
  };

  const read = async <Path extends string>(path: Path): Promise<DocumentAt<Path>> => {
    const value = parseJsonOr(undefined, await text(path));
    if (value === undefined) throw new CatalogError('malformed', `${base}${path} is not JSON`);
    return value;
  };
  return {
    isVerified: signed !== null,
    read,
    async mapsAt(longitude, latitude, types = ['xyz']) {
      const { worldUrl, ...here } = await read(`/v2/at/5/${columnOf(longitude)}/${rowOf(latitude)}.json`);
      // Catalogs of earlier versions have the maps of the world in these files.
      const world = worldUrl ? (await read('/v2/at/world.json')).maps : [];
      return { ...here, maps: here.maps.concat(world).filter(({ type = 'xyz' }) => types.includes(type)) };
    },
  };
}

/** A map from `/v1/`, or the `properties` of one from `/v2/`. */
export interface TileTemplate {
  /** `tms` counts rows from the south. */
  readonly type?: string;
  readonly urlPattern?: string;
  readonly hosts?: readonly { readonly host: string }[];
}

/** Hosts take turns. @param tile zoom level, column and row; English labels by default */
export function tileAddress(
  { type, urlPattern = '', hosts = [] }: TileTemplate,
  tile: Pick<TilePlace, 'zoom' | 'tilex' | 'tiley'> & Partial<TilePlace>,
): string {
  const host = hosts[(tile.tilex + tile.tiley) % hosts.length]?.host ?? '';
  const tiley = type === 'tms' ? 2 ** tile.zoom - 1 - tile.tiley : tile.tiley;
  return fillPlaceholders(urlPattern, { host, language: 'en', ...tile, tiley });
}

/** Columns and rows of the index of tiles. */
const INDEX_TILES = 32;

/** Maps that repeat the world have longitudes beyond 180 degrees. */
function columnOf(longitude: number): number {
  const column = Math.floor(((longitude + 180) / 360) * INDEX_TILES) % INDEX_TILES;
  return column < 0 ? column + INDEX_TILES : column;
}

/** A latitude beyond all tiles has the first or last row. */
function rowOf(latitude: number): number {
  const share = (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2;
  return Math.min(Math.max(Math.floor(share * INDEX_TILES), 0), INDEX_TILES - 1);
}

/** Errors of the store are refusals: without the last manifest, a program would accept older ones. */
function refusingStore(store: CatalogStore): CatalogStore {
  const orRefuse = async <Value>(use: () => Value): Promise<Awaited<Value>> => {
    try {
      return await use();
    } catch (error) {
      throw new CatalogError('store-failed', `The store cannot be used: ${(error as Error)?.message}`);
    }
  };
  return {
    get: (name) => orRefuse(() => store.get(name)),
    set: (name, text) => orRefuse(() => store.set(name, text)),
  };
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function withoutSlash(url: string): string {
  if (typeof url !== 'string') throw new CatalogError('malformed', 'The address of a catalog must be a text');
  return url.replace(/\/+$/, '');
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
