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

/** What to do about such an address in `site.yaml`, as the end of a sentence. */
export const SET_SERVICE_URL = 'set serviceUrl in catalog/site.yaml to the address that the catalog is published at';
