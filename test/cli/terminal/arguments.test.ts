/** What options and arguments may be. */
import { expect, test } from 'vitest';
import {
  parseDeploymentUrl,
  parseFolderName,
  parseHostName,
  parseListenAddress,
  parsePort,
  parsePublishedUrl,
  parseWebUrl,
} from '../../../cli/terminal/arguments.ts';

const READERS = {
  webUrl: parseWebUrl,
  publishedUrl: parsePublishedUrl,
  listenAddress: parseListenAddress,
  hostName: parseHostName,
  deploymentUrl: parseDeploymentUrl,
  port: parsePort,
  folder: parseFolderName,
};

test.each<[keyof typeof READERS, text: string, value?: unknown]>([
  ['webUrl', 'https://a.example.org'],
  ['webUrl', 'http://127.0.0.1:8788//', 'http://127.0.0.1:8788'],
  ['webUrl', 'https://a.example.org/below/', 'https://a.example.org/below'],
  ['publishedUrl', 'http://[::1]:8788/', 'http://[::1]:8788'],
  ['publishedUrl', 'http://127.0.0.1:8788'],
  ['deploymentUrl', 'https://a.example.org:8443/', 'https://a.example.org:8443'],
  ...['8123', '127.0.0.1:8123', '[::1]:80', 'maps.example.org:8080'].map((text): [keyof typeof READERS, string] => [
    'listenAddress',
    text,
  ]),
  ['port', '1', 1],
  ['port', '65535', 65_535],
  ['folder', '.'],
])('%s takes %j', (reader, text, value = text) => expect(READERS[reader](text)).toBe(value));

test.each<[keyof typeof READERS, texts: readonly string[]]>([
  ['webUrl', ['https://a.example.org/\uFFFE', 'https://a.example.org/\u0001', 'a b', '', 'ftp://a.example.org']],
  ['webUrl', ['https://a.example.org/#top', 'https://me@a.example.org', 'https://ö.example.org']],
  ['publishedUrl', ['https://a.example.org:99999', 'https://a..b/', 'https://a.example.org/%zz', 'https://a.org/[b]']],
  ['publishedUrl', ['https://maps.foo.net/v1/', 'https://user.github.io/maps', 'https://a.example.org/%2e%2e/b']],
  [
    'listenAddress',
    ['', '0', 'a', '127.0.0.1', ':80', 'a b:80', 'a;:80', '1:99999', '80:80', '999.1.1.1:80', '[:::]:80'],
  ],
  ['hostName', ["a'b", 'a;b', '{a}', 'a:80']],
  ['deploymentUrl', ['https://a.example.org/v1/']],
  ['port', ['0', '65536', '80x', '-1', '1e3', '', ' 80']],
  ['folder', ['']],
])('%s refuses %j', (reader, texts) => {
  for (const text of texts) expect(() => READERS[reader](text), text).toThrowErrorMatchingSnapshot();
});
