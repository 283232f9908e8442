import { expect, test } from 'vitest';
import { exampleHost, isExampleAddress } from '../../contract/example-address.ts';

test.each([
  'https://catalog.example.org',
  'https://example.com/maps',
  'http://EXAMPLE.net',
  'https://maps.example',
  'https://maps.test',
  'https://maps.invalid.',
  'http://localhost:8788',
  'http://maps.localhost',
  'http://127.0.0.1:8788',
  'http://127.1',
  'http://0.0.0.0',
  'http://[::1]:8788',
  'http://[::]',
])('%s is an example', (url) => expect(isExampleAddress(url)).toBe(true));

test.each([
  'https://example.org.maps.ch',
  'https://myexample.org',
  'https://maps.pages.dev',
  'https://latest.ch',
  'http://10.0.0.1',
  'http://192.0.2.1',
  'not an address',
  '',
])('%s is none', (url) => expect(isExampleAddress(url)).toBe(false));

test.each([
  ['https://files.example.org/maps/', 'files.example.org'],
  ['https://EXAMPLE.com.', 'example.com'],
  ['https://maps.example', 'maps.example'],
  // Somebody may have a server there.
  ['http://127.0.0.1:8788', null],
  ['http://localhost', null],
  ['https://maps.test', null],
  ['https://myexample.org', null],
  ['not an address', null],
])('the host for examples in %s is %j', (url, host) => expect(exampleHost(url)).toBe(host));
