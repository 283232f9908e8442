import { expect, test } from 'vitest';
import { locusXml } from '../../../../build/render/programs/locus.ts';
import { server } from '../../../support/tile-servers.ts';

test('a file, with zoom levels counted from 8', () => {
  const hosts = ['a.example.org', 'b.example.org'];
  const urlPattern = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?a=1&b=2';
  const servers = [server({ id: 'A & B', hosts, urlPattern, minZoom: 3 }), server({ fileName: 'two' })];
  const xml = [
    ...locusXml(
      servers.map((one) => ({ kind: 'overlayserver', server: one })),
      'Ours <1>',
    ),
  ].join('');
  expect(xml.split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<providers>',
    '<provider id="1678160062" type="0" visible="true" background="-1"><name>Ours &lt;1&gt;</name><mode>A &amp; B</mode><url><![CDATA[https://{s}.example.org/{z}/{x}/{y}.png?a=1&b=2]]></url><serverPart>a;b</serverPart><zoomPart>{z}-8</zoomPart><zoomMin>11</zoomMin><zoomMax>27</zoomMax><tileSize>256</tileSize><attribution>© OpenStreetMap</attribution></provider>',
    '<provider id="262188105" type="0" visible="true" background="-1"><name>Ours &lt;1&gt;</name><mode>One</mode><url><![CDATA[https://tile.example.org/{z}/{x}/{y}.png]]></url><zoomPart>{z}-8</zoomPart><zoomMin>8</zoomMin><zoomMax>27</zoomMax><tileSize>256</tileSize><attribution>© OpenStreetMap</attribution></provider>',
    '</providers>',
    '',
  ]);
});
