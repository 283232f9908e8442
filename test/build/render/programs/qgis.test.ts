import { expect, test } from 'vitest';
import { qgisXml } from '../../../../build/render/programs/qgis.ts';
import { server } from '../../../support/tile-servers.ts';

test('names of connections are unlike each other and have no slashes, of which QGIS would make folders', () => {
  const ids = ['One', 'A/B', 'A\\B', 'A-B'].map((id) => ({ kind: 'mapserver' as const, server: server({ id }) }));
  const overlay = { kind: 'overlayserver' as const, server: server({ id: 'One' }) };
  const xml = [...qgisXml([...ids, overlay])].join('');
  expect([...xml.matchAll(/ name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'One',
    'A-B',
    'A-B (base map)',
    'A-B (base map) (base map)',
    'One (overlay)',
  ]);
});

test('a file', () => {
  const hosts = ['a.example.org', 'b.example.org'];
  const urlPattern = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?a=1&b=2';
  expect([...qgisXml([{ kind: 'mapserver', server: server({ hosts, urlPattern }) }])].join('').split('\n')).toEqual([
    '<!DOCTYPE connections>',
    '<qgsXYZTilesConnections version="1.0">',
    '<xyztiles name="One" url="https://a.example.org/{z}/{x}/{y}.png?a=1&amp;b=2" zmin="0" zmax="19" tilePixelRatio="0" authcfg="" username="" password="" referer=""/>',
    '</qgsXYZTilesConnections>',
    '',
  ]);
});
