/** Addresses that nobody can publish at: those of examples, and of the machine itself. */

/** Names that RFC 2606 and RFC 6761 keep for examples, tests and the machine itself, with all names below them. */
const RESERVED = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/;

/** Numbers by which a machine reaches itself, as `URL` writes them. */
const OWN_NUMBER = /^(?:127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** Whether the links of a catalog cannot begin with an address, because nobody but this machine could follow them. */
export function isExampleAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/\.$/, '');
  return RESERVED.test(host) || OWN_NUMBER.test(host);
}

/** Domains that are there for examples alone, in which nobody has a server. */
const EXAMPLES = /(?:^|\.)(?:example\.(?:com|net|org)|example)$/;

/** The host of an address whose domain is there for examples; null for any other, and for the machine itself. */
export function exampleHost(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const host = new URL(url).hostname.replace(/\.$/, '');
  return EXAMPLES.test(host) ? host : null;
}

/** Why a data source is not asked for its files, given its id and its host, which is an example's. */
export function notAsked(id: string, host: string): string {
  return `${id} is an example, and is not asked: nobody has a server at ${host}.`;
}

/** What to do about such an address in `site.yaml`, as the end of a sentence. */
export const SET_SERVICE_URL = 'set serviceUrl in catalog/site.yaml to the address that the catalog is published at';
