/** How many files know a member of a family by name. Who adds one copies its files, and adds it to the lists. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostsWith } from '../../contract/hosts.ts';
import { ROOT } from '../support/cli.ts';

const FOLDERS = ['build', 'commands', 'contract', 'browser', 'cli', 'edge', 'scripts'];
const NOT_COUNTED = /^(?:contract\/generated|browser\/generated|commands\/templates)\//;

/** The source files; what is generated is left out, and so are templates. */
const FILES = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(?:ts|js|mjs|json)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({ path: file.slice(ROOT.length + 1).replaceAll('\\', '/'), file }))
  .filter(({ path }) => !NOT_COUNTED.test(path))
  .map(({ path, file }) => ({ path, text: readFileSync(file, 'utf8') }));

const knowing = (name: string): string[] =>
  FILES.filter(({ path, text }) => !path.includes(name) && new RegExp(`\\b${name}\\b`, 'i').test(text)).map(
    ({ path }) => path,
  );

/** Folders of a family that are no member, and names that are words of formats, too, or of the libraries of our pages. */
const LEFT_OUT = ['stated', 'id', 'leaflet', 'maplibre', 'ogc', 'tilejson', 'xyz', 'tms', 'vector'];

const membersIn = (family: string): string[] =>
  readdirSync(join(ROOT, family), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !LEFT_OUT.includes(entry.name))
    .map(({ name }) => name);

/** Programs in all three lists, which pages of data sources know, too; of Locus Map, OsmAnd and JOSM also the search. RouteConverter is in texts and schemas of the interface. ArcGIS also has vector tiles, and QGIS a dialog for it. */
const MOST: Readonly<Record<string, number>> = {
  locus: 5,
  osmand: 5,
  oruxmaps: 4,
  josm: 4,
  routeconverter: 10,
  arcgis: 13,
};

test.each(hostsWith('root'))('only the descriptions of hosts and the two lists of servers know %s', (name) => {
  const LISTS = [
    'build/render/hosts/server-configurations.ts',
    'commands/site/server/web-servers.ts',
    'contract/hosts.ts',
  ];
  expect(knowing(name).filter((path) => !LISTS.includes(path))).toEqual([]);
});

test.each(membersIn('build/programs'))('the program %s is known by name in few files outside of its folder', (name) => {
  expect(knowing(name).length, knowing(name).join('\n')).toBeLessThanOrEqual(MOST[name] ?? 3);
});

test.each(membersIn('build/map-types'))('the type %s is known by name in few files outside of its folders', (name) => {
  expect(knowing(name).length, knowing(name).join('\n')).toBeLessThanOrEqual(MOST[name] ?? 9);
});

test('only the list of all aspects asks an aspect of maps by its name', () => {
  const files = FILES.filter(({ path }) => path.startsWith('build/render/aspects/'));
  const names = files.flatMap(({ text }) => /^export const ([A-Z]+) = \{$/m.exec(text)?.[1] ?? []);
  expect(names).toEqual(['ALTERNATIVES', 'CHANGES', 'PICTURE', 'RECORD', 'STATUS']);
  const asks = new RegExp(`import [^;]*\\b(?:${names.join('|')})\\b[^;]* from '[^']*/(?:aspects/)?[a-z-]+[.]ts'`);
  const asking = FILES.filter(({ path, text }) => path.startsWith('build/') && asks.test(text)).map(({ path }) => path);
  expect(asking).toEqual(['build/render/aspects/all-aspects.ts']);
});

test('members are found, and a name in another file', () => {
  expect(membersIn('build/programs')).toEqual(expect.arrayContaining(['gpxsee', 'josm', 'qgis']));
  expect(membersIn('build/map-types')).toEqual(['arcgis', 'pmtiles', 'wms']);
  expect(knowing('josm')).toContain('build/programs/writers.ts');
  expect(knowing('commander')).toContain('cli/terminal/arguments.ts');
});
