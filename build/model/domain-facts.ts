import type { MapSource, TileServerSource } from '../../contract/generated/catalog.types.ts';
import { mapHosts } from '../../contract/maps/map-types.ts';
import { domainOf } from '../tile-url/secrets.ts';

/**
 * By domain and field of the form, what its maps state alike; empty if they differ. A domain of which one host is known may
 * belong to many, as one of a cloud does: then by host.
 */
export function factsOfDomains(maps: readonly (TileServerSource | MapSource)[]) {
  const domains: Record<string, Record<string, string>> = {};
  const sizes = new Map<string, number>();
  for (const domain of [...new Set(maps.flatMap(mapHosts))].map(domainOf))
    sizes.set(domain, (sizes.get(domain) ?? 0) + 1);
  const nameOf = (host: string): string => {
    const domain = domainOf(host);
    return (sizes.get(domain) ?? 0) > 1 ? domain : host;
  };
  for (const { copyright, countries, area, provider, terms, ...map } of maps)
    for (const domain of new Set(mapHosts(map).map(nameOf))) {
      domains[domain] ??= {};
      const covers = area === 'world' ? area : countries?.join(', ');
      for (const [name, value] of Object.entries({ copyright, covers, provider, terms }))
        if (value) domains[domain][name] = (domains[domain][name] ?? value) === value ? value : '';
    }
  return domains;
}
