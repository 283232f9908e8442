import { expect, test } from 'vitest';
import { osmandLink } from '../../../../build/render/programs/osmand.ts';
import { server } from '../../../support/tile-servers.ts';

test.each([
  [
    server({ id: 'Karte & "Weg" 🗺️', minZoom: 2, maxZoom: 17 }),
    {
      name: 'Karte & "Weg" 🗺️',
      min_zoom: '2',
      max_zoom: '17',
      url_template: 'https://tile.example.org/{0}/{1}/{2}.png',
    },
  ],
  [
    server({ hosts: ['a.b', 'c.d'], urlPattern: "http://#{host}/#{tiley}/#{tilex}/#{zoom}?a='b'&c=%41+d" }),
    { name: 'One', min_zoom: '0', max_zoom: '19', url_template: 'http://a.b/{2}/{1}/{0}?a=%27b%27&c=%41+d' },
  ],
])('the link of %o', (one, parameters) => {
  const link = new URL(osmandLink({ kind: 'mapserver', server: one }));
  expect(link.origin + link.pathname).toBe('https://osmand.net/add-tile-source');
  expect(Object.fromEntries(link.searchParams)).toEqual(parameters);
});
