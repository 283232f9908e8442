import { expect, test } from 'vitest';
import { diagnosticMessage } from '../../../build/diagnostics/diagnostic.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { type Files, memoryFolder, SMALL } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';

const messagesOf = (files: Files): string[] =>
  checkCatalog(memoryFolder({ ...SMALL, ...files }), OPTIONS).diagnostics.map((one) => diagnosticMessage(one, ''));

function messages(urlPattern: string): string[] {
  const server = String(SMALL['mapservers/one.yaml']);
  return messagesOf({
    'mapservers/one.yaml': server.replace(/^urlPattern: .*/m, () => `urlPattern: ${JSON.stringify(urlPattern)}`),
  });
}

test.each([
  'https://{s}.example.org/{z}/{x}/{y}.png?apikey=6170aad10dfd42a38d4d8c709a536f38',
  'https://#{host}/{z}/{x}/{y}.png?key={6170aad10dfd42a38d4d8c709a536f38}',
  `https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?key=$\{6170AAD10DFD42A38D4D8C709A536F38}`,
  'https://#{host}/{z}/{x}/6170aad10dfd42a38d4d8c709a536f38.png',
])('the key of a urlPattern is never repeated: %s', (text) => {
  expect(messages(text).length).toBeGreaterThan(0);
  expect(messages(text).join('\n')).not.toMatch(/6170aad1/i);
});

function messagesAbout(url: string): string[] {
  const site = `title: T\nserviceUrl: ${JSON.stringify(url)}\nrepository: https://git.example.org/?a=b\n`;
  return messagesOf({ 'site.yaml': site });
}

test.each(['https://a.example.org', 'http://127.0.0.1:8788/'])('%s', (url) => expect(messagesAbout(url)).toEqual([]));

test.each([
  ['https://a.example.org/?key=1', 'leave out the ? and what follows'],
  ['https://a.example.org?key=1', 'leave out the ? and what follows'],
  ['https://a.example.org/#top', 'leave out what begins with #'],
  ['a.example.org', 'it is relative'],
  ['https://a.example.org/v1/', 'leave out /v1/: every link adds /v1/ by itself'],
  ['https://a.example.org/maps/v1', 'leave out /maps/v1: every link adds /v1/ by itself'],
  ['https://a.example.org/below/here', 'leave out the path: a catalog is at the root of its host'],
  ['https://a.example.org//', 'leave out the path'],
  ['https://a.example.org/[b]', 'leave out the path'],
])('%s: %s', (url, why) => expect(messagesAbout(url)).toEqual([expect.stringContaining(why)]));
