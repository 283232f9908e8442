import { expect, test } from 'vitest';
import { ORUXMAPS_READER } from '../../../../build/programs/oruxmaps/read.ts';
import { firstStated } from '../../../support/stated-maps.ts';

const source = (more: string, projection = 'MERCATORESFERICA'): string =>
  `<onlinemapsources><onlinemapsource uid="1"><name>Scan</name><url><![CDATA[https://{$s}.example.org/{$z}/{$x}/{$y}?hl={$l}]]></url>
  <website><![CDATA[<a href="https://scan.example.org">Scan</a>]]></website><minzoom>2</minzoom><maxzoom>16</maxzoom>
  <projection>${projection}</projection><servers>a,b</servers><httpparam name="User-Agent">{om}</httpparam><httpparam name=""></httpparam>
  <cacheable>1</cacheable><downloadable>1</downloadable><maxtilesday>0</maxtilesday><maxthreads>0</maxthreads><xop></xop><yop></yop>${more}</onlinemapsource></onlinemapsources>`;

test('a source by people credits its web site, which an editor should check', () => {
  const { map, unread } = firstStated(ORUXMAPS_READER, source('<tilesize>512</tilesize>'));
  expect(unread).toEqual([]);
  expect(map).toEqual({
    path: ['onlinemapsource', 0],
    name: 'Scan',
    url: 'https://{$s}.example.org/{$z}/{$x}/{$y}?hl={lang}',
    subdomains: ['a', 'b'],
    minZoom: 2,
    maxZoom: 16,
    credit: '<a href="https://scan.example.org">Scan</a>',
    headers: ['User-Agent', ''],
    others: ['tilesize'],
    remark: 'who is credited is what its <website> says',
  });
});

test.each<[string, string, string]>([
  ['a script', source('<zop>17-z</zop>'), 'it changes the numbers of tiles by a script (<zop>)'],
  [
    'the ellipsoid',
    source('', 'MERCATORELIPSOIDAL'),
    'its tiles are in MERCATORELIPSOIDAL and not in Web Mercator (EPSG:3857)',
  ],
])('%s leaves a source out', (_, text, problem) =>
  expect(firstStated(ORUXMAPS_READER, text).map).toMatchObject({ problem }),
);
