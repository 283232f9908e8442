/** Invented maps; the largest public lists have 4,000 together. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KINDS = ['street', 'topographic', 'outdoor', 'aerial', 'nautical', 'historic'];
const COUNTRIES = ['AT', 'BR', 'CA', 'CH', 'CZ', 'DE', 'ES', 'FR', 'GB', 'IT', 'JP', 'NL', 'NZ', 'PL', 'SE', 'US'];
const PROVIDERS = 200;

/** The folder must not exist. 40 % of the maps are of the world, 40 % of countries, 20 % of a box. */
export function writeMapsCatalog(root: string, count: number, languages: readonly string[]): void {
  const write = (path: string, lines: readonly string[]): void =>
    writeFileSync(join(root, path), `${lines.join('\n')}\n`);
  for (const folder of ['', 'providers', 'mapservers', 'overlayservers']) mkdirSync(join(root, folder));
  const address = ['serviceUrl: https://catalog.example.org', 'repository: https://git.example.org/catalog'];
  write('site.yaml', ['title: Many maps', ...address, `languages: [${languages}]`, 'maxFiles: 100000']);
  for (let index = 0; index < PROVIDERS; index++) {
    const url = `https://provider-${index}.example.org/`;
    write(`providers/provider-${index}.yaml`, [`name: Provider ${index}`, `homepage: ${url}`, `terms: ${url}terms`]);
  }
  for (let index = 0; index < count; index++) {
    const list = index % 10 === 9 ? 'overlayservers' : 'mapservers';
    write(`${list}/map-${index}.yaml`, map(index));
  }
}

function map(index: number): string[] {
  const kind = KINDS[index % KINDS.length];
  const host = `tile-${index % 700}.example.org`;
  return [
    `id: Map ${index}`,
    `name: Invented ${kind} map ${index}`,
    'minZoom: 0',
    `maxZoom: ${14 + (index % 8)}`,
    `hosts: [a.${host}, b.${host}]`,
    `urlPattern: https://#{host}/map-${index}/#{zoom}/#{tilex}/#{tiley}.png`,
    `copyright: Provider ${index % PROVIDERS}`,
    `kind: ${kind}`,
    areaOf(index),
    `provider: provider-${index % PROVIDERS}`,
  ];
}

function areaOf(index: number): string {
  const share = index % 5;
  if (share < 2) return 'area: world';
  const first = (index >> 2) % COUNTRIES.length;
  if (share < 4) return `countries: [${COUNTRIES.slice(first, first + 1 + (index % 2))}]`;
  const [west, south] = [((index * 37) % 3_400) / 10 - 175, ((index * 13) % 1_300) / 10 - 65];
  return `area: [{ west: ${west.toFixed(1)}, south: ${south.toFixed(1)}, east: ${(west + 4.3).toFixed(1)}, north: ${(south + 3.1).toFixed(1)} }]`;
}
