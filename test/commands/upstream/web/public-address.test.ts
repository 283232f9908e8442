import { describe, expect, test } from 'vitest';
import { isPublicAddress, parseAddress } from '../../../../commands/upstream/web/public-address.ts';
import { WebError } from '../../../../commands/upstream/web/request.ts';
import { textsIn } from '../../../support/words.ts';

const PUBLIC = textsIn(`
  8.8.8.8 | 172.15.255.255 | 172.32.0.1 | 100.63.255.255 | 100.128.0.1 | 2a00:1450:4001:82a::200e | ::ffff:8.8.8.8
  64:ff9b::8.8.8.8`);

const NOT_PUBLIC = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  'link-local': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  'shared by customers of a provider': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'tests of speed': ['198.18.0.1', '2001:2::1'],
  reserved: ['192.0.0.1', '240.0.0.1', '100::1', '5f00::1', '4000::1'],
  'IPv4 mapped into IPv6': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1'],
  'IPv4 translated into IPv6': ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::8.8.8.8', '::127.0.0.1'],
  'IPv4 tunnelled in IPv6': ['2002:7f00:1::1', '2001:0:4136:e378::1'],
  'no IP address': ['', 'localhost', 'example.org', '1.2.3.4.5', '8.8.8.8 '],
};

describe('isPublicAddress', () => {
  test.each(PUBLIC)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each(Object.entries(NOT_PUBLIC).flatMap(([what, list]) => list.map((one) => [one, what] as const)))(
    '%s is not: %s',
    (address) => expect(isPublicAddress(address)).toBe(false),
  );
});

function read(text: string, options: { allowPrivate?: boolean; base?: string } = {}): string {
  try {
    return parseAddress(text, { allowPrivate: false, ...options }).href;
  } catch (error) {
    return error instanceof WebError ? `${error.failure}: ${error.message}` : String(error);
  }
}

describe('parseAddress', () => {
  test.each([
    ['https://example.org', 'https://example.org/'],
    ['http://example.org:8080/a%2Fb/../ü?q#part', 'http://example.org:8080/%C3%BC?q'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['', 'address: it is not a valid address'],
    ['example.org/file', 'address: it is not a valid address'],
    ['http://exa mple.org/', 'address: it is not a valid address'],
    ['ftp://example.org/', 'address: only http and https are requested'],
    ['file:///etc/passwd', 'address: only http and https are requested'],
    ['data:text/plain,x', 'address: only http and https are requested'],
    ['https://user@example.org/', 'address: an address with a user name or a password is not requested'],
    ['https://:secret@example.org/', 'address: an address with a user name or a password is not requested'],
    ['http://127.0.0.1/', 'address: 127.0.0.1 is not a public address (--allow-private requests it too)'],
    ['http://127.1/', 'address: 127.0.0.1 is not a public address (--allow-private requests it too)'],
    ['http://2130706433/', 'address: 127.0.0.1 is not a public address (--allow-private requests it too)'],
    ['http://0x7f.0.0.1/', 'address: 127.0.0.1 is not a public address (--allow-private requests it too)'],
    ['http://0177.0.0.01/', 'address: 127.0.0.1 is not a public address (--allow-private requests it too)'],
    ['http://127.0.0.1./', 'address: 127.0.0.1 is not a public address (--allow-private requests it too)'],
    ['http://１２７.０.０.１/', 'address: 127.0.0.1 is not a public address (--allow-private requests it too)'],
    ['http://[::1]/', 'address: [::1] is not a public address (--allow-private requests it too)'],
    ['http://[::ffff:10.0.0.1]/', 'address: [::ffff:a00:1] is not a public address (--allow-private requests it too)'],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected));

  test('allows private addresses where the person does, and nothing else', () => {
    const allowPrivate = true;
    expect(read('http://127.0.0.1/', { allowPrivate })).toBe('http://127.0.0.1/');
    expect(read('http://[::1]:8080/', { allowPrivate })).toBe('http://[::1]:8080/');
    expect(read('http://user:secret@127.0.0.1/', { allowPrivate })).toMatch(/^address: /);
    expect(read('file:///etc/passwd', { allowPrivate })).toMatch(/^address: /);
  });

  test('reads relative addresses', () => {
    const base = 'https://example.org/a/b';
    expect(read('../c', { base })).toBe('https://example.org/c');
    expect(read('//10.0.0.1/c', { base })).toBe(
      'address: 10.0.0.1 is not a public address (--allow-private requests it too)',
    );
  });
});
