/** Addresses that cannot be published: examples, and this machine. */

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

/** The host of an address in an example domain; null for any other address, also for the local machine. */
export function exampleHost(url: string): string | null {
  const host = hostOf(url);
  return EXAMPLES.test(host) ? host : null;
}

/** Explains why a data source on an example host is not asked for its files. */
export function notAsked(id: string, host: string): string {
  return `${id} is skipped: ${host} is an example host without a server.`;
}

/** What to do about such an address in `site.yaml`; the end of a sentence. */
export const SET_SERVICE_URL = 'set serviceUrl in catalog/site.yaml to the address that the catalog is published at';
