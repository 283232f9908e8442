/** What options and arguments may be. */
import { describe, expect, test } from 'vitest';
import { deploymentUrl, folder, hostName, listenAddress, port, publishedUrl, webUrl } from '../../cli/arguments.ts';

describe('--service-url', () => {
  test.each([
    ['https://a.example.org', 'https://a.example.org'],
    ['http://127.0.0.1:8788//', 'http://127.0.0.1:8788'],
    ['https://a.example.org/below/', 'https://a.example.org/below'],
  ])('%s gives %s', (text, url) => {
    expect(webUrl(text)).toBe(url);
  });

  test.each([
    'https://a.example.org/\uFFFE',
    'https://a.example.org/\u0001',
    'a b',
    '',
    'ftp://a.example.org',
    'https://a.example.org/#top',
    'https://me@a.example.org',
    'https://ö.example.org',
  ])('%s is refused', (text) => {
    expect(() => webUrl(text)).toThrow('is not an address like');
  });
});

test.each(['https://a.example.org:99999', 'https://a..b/', 'https://a.example.org/%zz', 'https://a.example.org/[b]'])(
  'links cannot begin with %s',
  (text) => {
    expect(() => publishedUrl(text)).toThrow(/cannot be followed by the paths|has a path|is not an address like/);
  },
);

test.each(['https://maps.foo.net/v1/', 'https://user.github.io/maps', 'https://a.example.org/%2e%2e/b'])(
  'links cannot begin with %s, which has a path',
  (text) => {
    expect(() => publishedUrl(text)).toThrow(
      `has a path, and a catalog is at the root of its host: ${new URL(text).origin}.`,
    );
  },
);

test('links can begin with the number of a machine', () => {
  expect(publishedUrl('http://[::1]:8788/')).toBe('http://[::1]:8788');
  expect(publishedUrl('http://127.0.0.1:8788')).toBe('http://127.0.0.1:8788');
});

test.each(['8123', '127.0.0.1:8123', '[::1]:80', 'maps.example.org:8080'])('a server can listen on %s', (text) => {
  expect(listenAddress(text)).toBe(text);
});

test.each(['', '0', 'a', '127.0.0.1', ':80', 'a b:80', 'a;:80', '1:99999', '80:80', '999.1.1.1:80', '[:::]:80'])(
  'a server cannot listen on %j',
  (text) => {
    expect(() => listenAddress(text)).toThrow(/is not a (?:port|host name)/);
  },
);

test.each(["a'b", 'a;b', '{a}', 'a:80'])('%s is no name of a host', (text) => {
  expect(() => hostName(text)).toThrow('is not a host name');
});

test('a deployment is the root of its host', () => {
  expect(deploymentUrl('https://a.example.org:8443/')).toBe('https://a.example.org:8443');
  expect(() => deploymentUrl('https://a.example.org/v1/')).toThrow('name the deployment alone: https://a.example.org.');
});

test.each(['0', '65536', '80x', '-1', '1e3', '', ' 80'])('%j is not a port', (text) => {
  expect(() => port(text)).toThrow('is not a port; name a number from 1 to 65535.');
});

test('a port, and a folder', () => {
  expect([port('1'), port('65535'), folder('.')]).toEqual([1, 65_535, '.']);
  expect(() => folder('')).toThrow('The name of a folder is empty');
});
