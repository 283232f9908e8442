/** Restricts requests to the public internet: http or https, public addresses, no password. */
import ipaddr from 'ipaddr.js';
import { WebError } from './request.ts';

/** The assigned range of IPv6; all other addresses have a special use. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** IPv4 hosts in networks without IPv4 (NAT64): the last four bytes are the IPv4 address. */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address belongs to the public internet. Private, loopback, link-local, shared (CGNAT), multicast,
 * documentation and reserved addresses do not, nor does other text. IPv4 inside IPv6, mapped or translated (NAT64),
 * counts as the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/s, '');
  if (!ipaddr.isValid(plain)) return false;
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (parsed.match(TRANSLATED)) return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).range() === 'unicast';
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST);
}

/** The option with which commands request other addresses. */
export const HOW_TO_ALLOW = '(--allow-private requests it too)';

/** The host of an address in the form that name servers and `isPublicAddress` use: IPv6 without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * Parses an address for a request. The fragment is dropped. The host name is not resolved here.
 *
 * @param base the base of a relative address
 * @throws WebError of the kind `address` if it must not be requested
 */
export function readAddress(text: string, { allowPrivate, base }: { allowPrivate: boolean; base?: string }): URL {
  const refused = (message: string): WebError => new WebError('address', message);
  if (!URL.canParse(text, base)) throw refused('it is not a valid address');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('only http and https are requested');
  if (url.username || url.password) throw refused('an address with a user name or a password is not requested');
  const host = hostOf(url);
  if (!allowPrivate && ipaddr.isValid(host) && !isPublicAddress(host))
    throw refused(`${url.hostname} is not a public address ${HOW_TO_ALLOW}`);
  url.hash = '';
  return url;
}
