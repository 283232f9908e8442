import { BlockList, isIP } from 'node:net';
import { parseUrl } from '../../../contract/base/text.ts';
import { WebError } from './request.ts';

/** Special uses in IANA's registry. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24',
  '203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
].join(' ');

/** Special uses in the assigned range. */
const SPECIAL_IPV6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20';

/** The assigned range, and IPv4 in IPv6. All others have a special use. */
const ASSIGNED = networks('2000::/3 64:ff9b::/96 ::ffff:0:0/96');

const SPECIAL = networks(`${SPECIAL_IPV4} ${SPECIAL_IPV6}`);

function networks(text: string): BlockList {
  const list = new BlockList();
  for (const network of text.split(' ')) {
    const [address = '', length] = network.split('/');
    const isIpv4 = isIP(address) === 4;
    list.addSubnet(address, Number(length), isIpv4 ? 'ipv4' : 'ipv6');
    for (const prefix of isIpv4 ? ['::ffff:', '64:ff9b::'] : [])
      list.addSubnet(prefix + address, 96 + Number(length), 'ipv6');
  }
  return list;
}

/** IPv4 inside IPv6, mapped or translated (NAT64), counts as IPv4. */
export function isPublicAddress(address: string): boolean {
  // A link-local address may have a zone after `%`.
  const plain = address.replace(/%.*$/s, '');
  const version = isIP(plain);
  if (version === 4) return !SPECIAL.check(plain);
  return version === 6 && ASSIGNED.check(plain, 'ipv6') && !SPECIAL.check(plain, 'ipv6');
}

export const HOW_TO_ALLOW_PRIVATE = '(--allow-private requests it too)';

/** IPv6 without brackets, as for name servers. */
export function addressHostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Resolves no host name. @throws WebError `address` if it must not be requested */
export function parseAddress(text: string, { allowPrivate, base }: { allowPrivate: boolean; base?: string }): URL {
  const refused = (message: string): WebError => new WebError('address', message);
  const url = parseUrl(text, base);
  if (!url) throw refused('it is not a valid address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('only http and https are requested');
  if (url.username || url.password) throw refused('an address with a user name or a password is not requested');
  const host = addressHostOf(url);
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    throw refused(`${url.hostname} is not a public address ${HOW_TO_ALLOW_PRIVATE}`);
  url.hash = '';
  return url;
}
