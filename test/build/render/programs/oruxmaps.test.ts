import { expect, test } from 'vitest';
import { oruxMapsXml } from '../../../../build/render/programs/oruxmaps.ts';
import { server } from '../../../support/tile-servers.ts';

test('a file', () => {
  const hosts = ['a.example.org', 'b.example.org'];
  const urlPattern = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?a=1&b=2';
  const servers = [server({ id: 'A & B', hosts, urlPattern }), server({ fileName: 'two' })];
  const xml = [...oruxMapsXml(servers.map((one) => ({ kind: 'mapserver', server: one })))].join('');
  expect(xml.split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<onlinemapsources>',
    '<onlinemapsource uid="1198445127"><name>A &amp; B</name><url><![CDATA[https://{$s}.example.org/{$z}/{$x}/{$y}.png?a=1&b=2]]></url><minzoom>0</minzoom><maxzoom>19</maxzoom><projection>MERCATORESFERICA</projection><servers>a,b</servers><cacheable>1</cacheable><downloadable>0</downloadable></onlinemapsource>',
    '<onlinemapsource uid="751357616"><name>One</name><url><![CDATA[https://tile.example.org/{$z}/{$x}/{$y}.png]]></url><minzoom>0</minzoom><maxzoom>19</maxzoom><projection>MERCATORESFERICA</projection><cacheable>1</cacheable><downloadable>0</downloadable></onlinemapsource>',
    '</onlinemapsources>',
    '',
  ]);
});
