import { expect, test } from 'vitest';
import { isExampleAddress } from '../../contract/example-address.ts';
import { textsIn } from '../support/words.ts';

test.each(
  textsIn(`
  https://catalog.example.org | https://example.com/maps | http://EXAMPLE.net | https://maps.example
  https://maps.test | https://maps.invalid. | http://localhost:8788 | http://maps.localhost | http://127.0.0.1:8788
  http://127.1 | http://0.0.0.0 | http://[::1]:8788 | http://[::]`),
)('%s is an example', (url) => expect(isExampleAddress(url)).toBe(true));

test.each([
  ...textsIn(`
  https://example.org.maps.ch | https://myexample.org | https://maps.pages.dev | https://latest.ch | http://10.0.0.1
  http://192.0.2.1 | not an address`),
  '',
])('%s is none', (url) => expect(isExampleAddress(url)).toBe(false));
