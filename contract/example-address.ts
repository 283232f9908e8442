/** Addresses that cannot be published: examples, and this machine. */
import { mapHosts } from './maps/map-types.ts';

/** Names that RFC 2606 and RFC 6761 reserve for examples, tests and the local machine, and all names below them. */
const RESERVED = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/;

/** Those reserved for examples. Nobody has a server there. */
const EXAMPLES = /(?:^|\.)(?:example\.(?:com|net|org)|example)$/;

/** IP addresses of the local machine, as `URL` writes them. */
const OWN_NUMBER = /^(?:127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');

/** Whether an address cannot be a service URL, because only this machine could follow its links. */
export function isExampleAddress(url: string): boolean {
  return RESERVED.test(hostOf(url)) || OWN_NUMBER.test(hostOf(url));
}

/** The example domain that a map, data source or provider is in; null if one of its addresses is elsewhere. */
export function exampleDomain(record: object): string | null {
  const { baseUrl, homepage } = record as { readonly baseUrl?: unknown; readonly homepage?: unknown };
  const named = mapHosts(record).map((host) => `https://${host}`);
  const hosts = (named.length > 0 ? named : [String(baseUrl ?? homepage)]).map(hostOf);
  return hosts.every((host) => EXAMPLES.test(host)) ? (hosts[0] as string) : null;
}

/** What to do about such an address in `site.yaml`; the end of a sentence. */
export const SET_SERVICE_URL = 'set serviceUrl in catalog/site.yaml to the address that the catalog is published at';
