import { expect, test } from 'vitest';
import { readSnippet } from '../../../build/map-types/snippet.ts';
import { casesIn } from '../../support/words.ts';

test.each(casesIn('snippets/code.txt'))('%s is %s', (text, fields) =>
  expect(readSnippet(text)).toEqual(fields === 'none' ? null : JSON.parse(fields)),
);

test('code of several lines is read, and no code is none', () => {
  const code = `var a = new L.tileLayer( "https://x.org/{z}/{x}/{y}",{"minZoom":3,\n"maxZoom":22,"maxNativeZoom":19,subdomains:["a", "b"], attribution:"It\\"s" })`;
  const fields = { url: 'https://x.org/{z}/{x}/{y}', 'min-zoom': '3', 'max-zoom': '19', copyright: 'It"s' };
  expect([readSnippet(code), readSnippet('')]).toEqual([fields, null]);
});
