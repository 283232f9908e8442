import { expect, test } from 'vitest';
import { fileNameFor } from '../../../commands/format/file-name.ts';

test.each([
  ['OpenStreetMap', 'openstreetmap'],
  ['Österreich basemap.at (grau)', 'osterreich-basemap-at-grau'],
  ['ČÚZK Základní mapa', 'cuzk-zakladni-mapa'],
  ['Straße, Łódź & Ærø', 'strasse-lodz-aero'],
  ["Carte de l'état-major", 'carte-de-l-etat-major'],
  ['Ｆｕｌｌ №1', 'full-no1'],
  ['日本', ''],
  ['--', ''],
  [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
])('the file for %s is %s', (label, name) => {
  expect(fileNameFor(label)).toBe(name);
});
