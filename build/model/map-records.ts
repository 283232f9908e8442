import { withoutUndefined } from '../../contract/base/json-values.ts';
import type { MapSource, ProviderSource, TileServerSource } from '../../contract/generated/catalog.types.ts';
import { PROVIDER_MEMBERS } from '../../contract/interface/v2-members.ts';
import type { Polygon } from '../../contract/maps/bounding-boxes.ts';
import { type MapList, mapAddresses, mapHosts } from '../../contract/maps/map-types.ts';
import { type Environment, fillTokens, tokenNames, unsetTokens } from '../../contract/maps/placeholders.ts';
import { mapAreaOf } from './areas.ts';
import type { CatalogMap } from './catalog.ts';

interface References {
  /** Null keeps the names of access tokens in addresses. */
  readonly environment: Environment | null;
  readonly providers: ReadonlyMap<string, ProviderSource>;
  readonly areas: ReadonlyMap<string, readonly Polygon[]>;
}

/** A record in `maps/` has its name as its id. */
export function catalogMapOf<List extends MapList>(
  list: List,
  fileName: string,
  source: TileServerSource | MapSource,
  { environment, providers, areas }: References,
): Extract<CatalogMap, { readonly list: List }> {
  const { active = true, probe = null, area, since, until, updates, provider, ...others } = source;
  const { overlay, ...rest } = others as typeof others & { readonly overlay?: boolean };
  const providerSource: Partial<ProviderSource> = providers.get(provider ?? '') ?? {};
  const inherited = Object.fromEntries(PROVIDER_MEMBERS.map((key) => [key, providerSource[key]]));
  const addresses = mapAddresses(source);
  const tokens = addresses.flatMap(([, address]) => tokenNames(address));
  const map = {
    type: 'xyz',
    id: source.name,
    ...withoutUndefined(inherited),
    ...rest,
    ...(overlay ? { overlay } : {}),
    // Example providers are not published.
    ...withoutUndefined({ provider: providers.has(provider ?? '') ? provider : undefined }),
    ...withoutUndefined({ since: since?.toString(), until: until?.toString(), updates: updates?.toString() }),
    ...(environment && Object.fromEntries(addresses.map(([key, address]) => [key, fillTokens(address, environment)]))),
    list,
    fileName,
    active,
    area: mapAreaOf(rest.countries, area, areas),
    probe,
    hosts: mapHosts(source),
    unsetTokens: [...new Set(addresses.flatMap(([, address]) => unsetTokens(address, environment ?? {})))],
    needsToken: tokens[0] ?? null,
  };
  return map as unknown as Extract<CatalogMap, { readonly list: List }>;
}
