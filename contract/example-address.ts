import { parseUrl } from './base/text.ts';
import { mapHosts } from './maps/map-types.ts';

/** RFC 2606 and RFC 6761 reserve these, and names below them, for examples, tests and the local machine. */
const RESERVED = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/;

/** Nobody has a server under these. */
const EXAMPLES = /(?:^|\.)(?:example\.(?:com|net|org)|example)$/;

/** As `URL` writes them. */
const LOCAL_ADDRESS = /^(?:127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** Only some machines can reach these: RFC 1918, 3927, 4193 and 6598, loopback, and names that are never public. */
const PRIVATE =
  /^(?:(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254|100\.(?:6[4-9]|[789]\d|1[01]\d|12[0-7]))\.[\d.]+|0\.0\.0\.0|\[(?:::1?|f[cd][^\]]*|fe[89ab][^\]]*)\]|[\w-]+|(?:.*\.)?(?:localhost|local|internal|lan|home\.arpa|localdomain))$/i;

/** @param host as an address writes it */
export const isPrivateHost = (host: string): boolean => PRIVATE.test(host);

const hostOf = (url: string): string => parseUrl(url)?.hostname.replace(/\.$/, '') ?? '';

/** At most this machine could follow links of such a site. */
export function isExampleAddress(url: string): boolean {
  return RESERVED.test(hostOf(url)) || LOCAL_ADDRESS.test(hostOf(url));
}

/** The first host of the record, if all are examples. */
export function exampleDomain(record: object): string | null {
  const { baseUrl, homepage } = record as { readonly baseUrl?: unknown; readonly homepage?: unknown };
  const named = mapHosts(record).map((host) => `https://${host}`);
  const hosts = (named.length > 0 ? named : [String(baseUrl ?? homepage)]).map(hostOf);
  return hosts.every((host) => EXAMPLES.test(host)) ? (hosts[0] as string) : null;
}

export const SET_SERVICE_URL = 'set serviceUrl in catalog/site.yaml to the address that the catalog is published at';
