import { expect, test } from 'vitest';
import { LOCUS_READER } from '../../../../build/programs/locus/read.ts';
import { firstStated } from '../../../support/stated-maps.ts';

const provider = (attributes: string, more = ''): string =>
  `<providers><theme/><provider id="10020" ${attributes}><name>Hills</name><mode>Hike</mode><area></area><usage>photo</usage>
  <url><![CDATA[http://mt{s}.example.org/{z}/{x}/{y}.png?a&b]]></url><serverPart>0;1</serverPart>${more || '<zoomPart>{z}-8</zoomPart>'}
  <zoomMin>8</zoomMin><zoomMax>27</zoomMax><tileSize>512</tileSize><attribution><![CDATA[(c) <a href="https://h.example.org">Hills</a>]]></attribution>
  <extraHeader><![CDATA[User-Agent#Mozilla/5.0]]></extraHeader><extraHeader>Referer#http://h.example.org/</extraHeader></provider></providers>`;

test('an online map by people has the name of its group and its own', () => {
  const { map, unread } = firstStated(LOCUS_READER, provider('type="0" background="-1"'));
  expect(unread).toEqual(['1 <theme>']);
  expect(map).toEqual({
    path: ['provider', 0],
    name: 'Hills Hike',
    url: 'http://mt{s}.example.org/{z}/{x}/{y}.png?a&b',
    subdomains: ['0', '1'],
    minZoom: 0,
    maxZoom: 19,
    isFlipped: false,
    credit: '(c) <a href="https://h.example.org">Hills</a>',
    headers: ['User-Agent', 'Referer'],
    known: { tileSize: 512 },
    others: ['usage'],
    remark: null,
  });
});

test.each<[string, string, string, object]>([
  ['rows from the south', 'type="1"', '', { isFlipped: true }],
  ['the ellipsoid', 'type="2"', '', { problem: expect.stringContaining('EPSG:3395') }],
  ['another type', 'type="5"', '', { problem: expect.stringContaining('counts tiles in another way') }],
  [
    'shifted zoom levels',
    '',
    '<zoomPart>17-{z}</zoomPart>',
    { problem: expect.stringContaining('shifts zoom levels') },
  ],
  ['countries', '', '<countries>DE; AT</countries>', { known: { countries: ['DE', 'AT'] }, others: ['usage'] }],
  ['a country by its name', '', '<region>Schweiz</region>', { known: { countries: ['CH'] } }],
  ['the world', '', '<countries>World</countries>', { area: 'world', others: ['usage'] }],
  ['a region', '', '<region>Tirol</region>', { known: {}, others: ['usage', 'region'] }],
  ['a map below', 'background="1000"', '', { remark: expect.stringContaining('over another map') }],
])('%s', (_, attributes, more, stated) =>
  expect(firstStated(LOCUS_READER, provider(attributes, more)).map).toMatchObject(stated),
);
