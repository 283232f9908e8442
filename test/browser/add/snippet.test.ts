import { expect, test } from 'vitest';
import { readSnippet } from '../../../browser/add/snippet.ts';

const TOPO = 'https://{s}.tile.opentopomap.org/{z}/{x}/{y}.png';

test.each<[string, object | null]>([
  [TOPO, null],
  ['', null],
  ['L.tileLayer(address).addTo(map);', null],
  [
    `L.tileLayer('${TOPO}', { maxZoom: 17, subdomains: 'abc', attribution: '&copy; <a href="https://a.example/">OpenStreetMap</a> contributors' }).addTo(map);`,
    { url: TOPO, 'max-zoom': '17', subdomains: 'abc', copyright: 'OpenStreetMap contributors' },
  ],
  [
    `var a = new L.tileLayer( "${TOPO}",{"minZoom":3,\n"maxZoom":22,"maxNativeZoom":19,subdomains:["a", "b"], attribution:"It\\"s" })`,
    { url: TOPO, 'min-zoom': '3', 'max-zoom': '19', subdomains: 'a,b', copyright: 'It"s' },
  ],
  [
    "L.tileLayer(`https://tiles.example.org/{id}/{z}/{x}/{y}?key={key}`, {id: 'streets', subdomains: 'abc'})",
    { url: 'https://tiles.example.org/streets/{z}/{x}/{y}?key={key}' },
  ],
  [
    'type=xyz&url=https%3A%2F%2Ftile.example.org%2F%7Bz%7D%2F%7Bx%7D%2F%7By%7D.png%3Fa%3D1%26b%3D2&zmax=19&zmin=0',
    { url: 'https://tile.example.org/{z}/{x}/{y}.png?a=1&b=2', 'min-zoom': '0', 'max-zoom': '19' },
  ],
  ['type=wms&url=https://example.org/', null],
])('%s', (text, fields) => {
  expect(readSnippet(text)).toEqual(fields);
});
