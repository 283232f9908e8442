import { expect, test } from 'vitest';
import { likelyLabel } from '../../../browser/add/likely-label.ts';
import { rowsIn } from '../../support/words.ts';

test.each(
  rowsIn(`
    {"type": "wms", "service": "https://wms.geo.example.org/", "layers": ["ch.office.pixelkarte-grau"]} | Pixelkarte grau
    {"type": "wms", "service": "https://geo.example.org/ows?map=a", "layers": ["topp:tasmania_roads", "b"]} | Tasmania roads
    {"type": "wms", "service": "https://geo.example.org/hills/wms", "layers": ["0"]} | Hills
    {"type": "wms", "service": "https://wms.geo.alps.ch/"}
    {"type": "wms", "service": "https://wms.geo.alps.ch/", "layers": ["0"]}
    {"hosts": ["tile.example.org"], "urlPattern": "https://#{host}/#{zoom}/#{tilex}/#{tiley}.png"}
    {"type": "wms", "service": "https://geo.example.org/wms"}
    {"type": "arcgis", "service": "https://example.org/arcgis/rest/services/Base/World_Topo_Map/MapServer", "layers": ["3"]} | World Topo Map
    {"hosts": ["geo.alps.org"], "urlPattern": "https://#{host}/arcgis/rest/services/World_Topo_Map/MapServer/tile/#{zoom}/#{tiley}/#{tilex}"} | World Topo Map
    {"hosts": ["a.tile.alps.org"], "urlPattern": "https://#{host}/#{zoom}/#{tilex}/#{tiley}.png"} | Alps
    {"hosts": ["tile.alps.co.uk"], "urlPattern": "https://#{host}/tiles/winter-hikes/#{zoom}/#{tilex}/#{tiley}.png"} | Alps winter hikes
    {"hosts": ["wmts.example.org"], "urlPattern": "https://#{host}/1.0.0/ch.office.relief/default/current/3857/#{zoom}/#{tilex}/#{tiley}.png"} | Relief
    {"hosts": ["192.0.2.7"], "urlPattern": "https://#{host}/#{zoom}/#{tilex}/#{tiley}.png"}
    {"type": "vector", "style": "https://tiles.example.org/styles/bright.json"} | Example bright
    {"type": "vector", "style": "https://api.example.org/maps/streets/style.json"} | Example streets
    {"type": "pmtiles", "url": "https://example.org/files/rivers_of_home.pmtiles"} | Example rivers of home
    {}`),
)('the likely label of %s is %s', (record, label = '') => {
  expect(likelyLabel(JSON.parse(record as string))).toBe(label);
});
