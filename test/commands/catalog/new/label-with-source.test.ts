import { expect, test } from 'vitest';
import { labelWithSource } from '../../../../commands/catalog/new/label-with-source.ts';
import { rowsIn } from '../../../support/words.ts';

test.each(
  rowsIn(`
    Topographic map 1:25000 | Geoportal of Bohemia; cuzk.cz | Geoportal of Bohemia, Topographic map 1:25000
    Basemap | WMS Service; ČÚZK | ČÚZK, Basemap
    Basemap | Basemap of Bohemia; cuzk.cz | Basemap of Bohemia
    Orthophoto 2022 | ; OpenStreetMap; example.org | example.org, Orthophoto 2022
    Luftbild (Grau) | A service of the office that surveys the land, with all of its maps; example.org | example.org, Luftbild (Grau)
    10 | GeoServer Web Map Service; example.org | example.org, 10
    0 | Geoportal of Bohemia; cuzk.cz | Geoportal of Bohemia
    Layer 1 | Geoportal of Bohemia; cuzk.cz | Geoportal of Bohemia
    layer1 | ; cuzk.cz | cuzk.cz, layer1
    Layer | Geoportal of Bohemia | Geoportal of Bohemia
    2022 | Orthophotos of Bohemia | Orthophotos of Bohemia
    basemap.at | Geoland; example.org | basemap.at
    National Map 1:25000 | Geoportal | National Map 1:25000
    Planet | Geoportal | Planet
    World Imagery | Esri | World Imagery
    Basemap | web | Basemap`),
)('the label of %s, of %s, is %s', (title, sources, label) => {
  expect(
    labelWithSource(
      title as string,
      (sources as string).split(';').map((one) => one.trim()),
    ),
  ).toBe(label);
});

test('without a title, there is no label', () => {
  expect(labelWithSource('', ['Geoportal'])).toBe('');
});
