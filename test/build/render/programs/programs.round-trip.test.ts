/** What map programs get, imported again: the same hosts and patterns. */
import { expect, test } from 'vitest';
import { importFile } from '../../../../commands/import/import.ts';
import { memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';
import { catalogOf, server } from '../../../support/tile-servers.ts';
import { allProgramFiles } from '../../../support/whole-site.ts';

const MAPS = [
  server({ id: 'Hills', fileName: 'hills', hosts: ['tile.hills.example.org'] }),
  server({ id: 'Trails', fileName: 'trails', hosts: ['a.trails.example.org', 'b.trails.example.org'], minZoom: 2 }),
  server({ id: 'Air', fileName: 'air', urlPattern: 'http://#{host}/air?z=#{zoom}&y=#{tiley}&x=#{tilex}' }),
];
const OVERLAYS = [server({ id: 'Lines', fileName: 'lines', hosts: ['maps-a.example.org', 'maps-b.example.org'] })];
const FILES = new Map(allProgramFiles(catalogOf(MAPS, OVERLAYS)).map(({ path, content }) => [path, content]));

const { 'mapservers/one.yaml': _, 'overlayservers/two.yaml': __, ...EMPTY } = SMALL;

test.each([
  ['programs/josm.xml', [...MAPS, ...OVERLAYS], 2],
  ['programs/leaflet-providers.json', [...MAPS, ...OVERLAYS], 2],
  ['programs/qgis.xml', [...MAPS, ...OVERLAYS], 1],
  ['mapservers/trails/tilejson.json', MAPS.slice(1, 2), 2],
])('%s', (path, servers, mostHosts) => {
  const body = Buffer.from(FILES.get(path) as Uint8Array);
  const options = { overlays: false, copyright: 'OpenStreetMap', maxZoom: null };
  const plan = importFile(memoryFolder(EMPTY), { body, name: path }, options, Date.parse('2027-01-01T00:00:00Z'));
  expect(plan.errors).toEqual([]);
  const files = Object.fromEntries([...plan.changes()].map(({ path: file, text }) => [file, text as string]));
  const { mapservers, overlayservers } = modelled({ ...EMPTY, ...files });
  const facts = (of: typeof mapservers): unknown =>
    of
      .map(({ hosts, urlPattern, minZoom, maxZoom }) => ({
        hosts: hosts.slice(0, mostHosts),
        urlPattern,
        minZoom,
        maxZoom,
      }))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  expect(facts([...mapservers, ...overlayservers])).toEqual(facts(servers));
});
