import { jsonItemsOf } from '../../contract/base/json-values.ts';
import { mapAddresses, mapHosts } from '../../contract/maps/map-types.ts';
import { ACCESS_TOKEN } from '../../contract/maps/placeholders.ts';
import { fileNameFor } from '../read/file-names.ts';
import { domainOf } from './secrets.ts';
import { normalisedAddress, pieceMeaning, templatePieces } from './template-pieces.ts';

/**
 * The first label of hosts with the same tiles: www, a letter or number before a host's name, or a usual name with a
 * digit. `a.example.org` and `b.example.org` may be two servers.
 */
const SHARD = /^(?:www\.|(?:[a-h]|\d{1,2})\.(?=[^.]+\.[^.]+\.)|(mts?|o?tiles?|server|srv|cdn|wmt?s|t)\d\.)(?=[^.]+\.)/;

/** Their values keep answers out of caches. */
const CACHE_PARAMETER = /^(?:_|cb|cache|nocache|cache_?bust(?:er)?|ts|timestamp|rev|hash)$/i;

/** `tile.example.org` for `a.tile.example.org`; an IPv4 address stays. */
export function commonTileHost(host: string): string {
  return /^[\d.]+$/.test(host)
    ? host
    : host.toLowerCase().replace(SHARD, (_, name?: string) => (name ? `${name}.` : ''));
}

/** Who runs its server names the file of a map whose label cannot. Empty if neither can. */
export function mapFileName(label: string, record: object): string {
  const { provider = '' } = record as { readonly provider?: unknown };
  const [host = ''] = mapHosts(record);
  return fileNameFor(label) || fileNameFor(String(provider || (/^[\d.]+$/.test(host) ? host : domainOf(host))));
}

/** One for each host, or one without hosts. Records that share a key are of the same map. */
export function mapKeys(record: object): string[] {
  const { type = 'xyz', hosts, layers, styles, style } = record as Readonly<Record<string, unknown>>;
  const addresses = mapAddresses(record);
  const deciding = type === 'vector' && style !== undefined ? addresses.filter(([key]) => key === 'style') : addresses;
  const drawn = jsonItemsOf(layers).map((layer, index) => {
    const layerStyle = jsonItemsOf(styles)[index];
    return layerStyle && layerStyle !== 'default' ? [layer, layerStyle] : layer;
  });
  const key = JSON.stringify([type, deciding.map(([, address]) => plainForm(address)), drawn.map(String).sort()]);
  return Array.isArray(hosts) ? [...new Set(mapHosts(record).map((host) => `${commonTileHost(host)} ${key}`))] : [key];
}

/** A record's keys, and the keys of each of its addresses: a style, and the tiles or archive that it draws. */
export function mapKeysWithin(record: object): string[] {
  const addresses = mapAddresses(record);
  if (addresses.length < 2) return mapKeys(record);
  const others = Object.fromEntries(addresses.map(([key]) => [key, undefined]));
  return [record, ...addresses.map(([key, address]) => ({ ...record, ...others, [key]: address }))].flatMap(mapKeys);
}

/** Leaves out scheme, usual port, access keys and parameters for caches, and sorts other parameters. */
function plainForm(address: string): string {
  const written = templatePieces(normalisedAddress(address)).map((piece) => {
    if ('text' in piece) return piece.text.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
    const meaning = pieceMeaning(piece.name);
    if (meaning.is === 'token') return ACCESS_TOKEN;
    return meaning.is === 'known' ? `{${meaning.name}}` : piece.found;
  });
  const [path = '', query = ''] = written.join('').split(/\?(.*)/s);
  const [, host = '', rest = path] = /^https?:\/\/([^/:]*)(?::(?:80|443)(?!\d))?(.*)$/is.exec(path) ?? [];
  const parameters = query.split('&').filter((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2);
    return value !== '' && value !== ACCESS_TOKEN && !CACHE_PARAMETER.test(name);
  });
  return [commonTileHost(host), rest, ...parameters.sort()].join(' ');
}
