import { expect, test } from 'vitest';
import { leafletCode, leafletProviders } from '../../../../build/render/programs/leaflet.ts';
import { server } from '../../../support/tile-servers.ts';

const one = {
  kind: 'mapserver' as const,
  server: server({
    hosts: ['a.example.org', 'b.example.org'],
    urlPattern: 'https://#{host}/#{language}/#{zoom}/#{tilex}/#{tiley}.png',
    copyright: '{attribution.Other} <b>',
  }),
};

test('hosts in turn and the language are options; no credit is markup, or the name of another provider', () => {
  expect(leafletProviders([one], 'de')).toEqual({
    'mapservers/one': {
      url: 'https://{s}.example.org/{language}/{z}/{x}/{y}.png',
      options: {
        minZoom: 0,
        maxZoom: 19,
        attribution: '© &#123;attribution.Other} &lt;b&gt;',
        subdomains: ['a', 'b'],
        language: 'de',
      },
    },
  });
  expect(leafletCode(one).split('\n')).toEqual([
    'L.tileLayer("https://{s}.example.org/{language}/{z}/{x}/{y}.png", {',
    '  minZoom: 0,',
    '  maxZoom: 19,',
    '  attribution: "© &#123;attribution.Other} &lt;b&gt;",',
    '  subdomains: ["a","b"],',
    "  language: navigator.language.split('-')[0],",
    '}).addTo(map);',
  ]);
});
