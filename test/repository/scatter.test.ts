/** How many files know a map program or a type of maps by name: a member of a family is its folder, and a line of each list. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';

const ROOMS = ['build', 'commands', 'contract', 'browser', 'cli', 'edge', 'scripts'];

/** The sources and their data, without what is generated and what is copied into a catalog. */
const FILES = ROOMS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|js|mjs|json)$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ROOT.length + 1)
        .replaceAll('\\', '/'),
    ),
)
  .filter((path) => !/(?:^|\/)(?:generated|templates)\//.test(path))
  .map((path) => ({ path: path.toLowerCase(), text: readFileSync(join(ROOT, path), 'utf8') }));

/** The files that name a member, and are not named after it. */
function filesNaming(member: string): string[] {
  const named = new RegExp(`\\b${member}\\b`, 'i');
  return FILES.filter(({ path, text }) => !path.includes(member) && named.test(text)).map(({ path }) => path);
}

/** Names that are words of formats, too, or of the libraries of our own pages. */
const ALSO_WORDS = ['id', 'leaflet', 'maplibre', 'tilejson', 'xyz', 'tms', 'vector'];

const membersIn = (family: string): string[] =>
  readdirSync(join(ROOT, family), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !ALSO_WORDS.includes(entry.name))
    .map(({ name }) => name);

/** Of Locus Map the search and the data of BRouter know, too. */
const MOST: Readonly<Record<string, number>> = { locus: 4 };

test.each(membersIn('build/programs'))('the program %s is known by name in few files outside of its folder', (name) => {
  expect(filesNaming(name).length, filesNaming(name).join('\n')).toBeLessThanOrEqual(MOST[name] ?? 3);
});

test.each(membersIn('build/map-types'))('the type %s is known by name in few files outside of its folders', (name) => {
  expect(filesNaming(name).length, filesNaming(name).join('\n')).toBeLessThanOrEqual(8);
});

test('members are found', () => {
  expect(membersIn('build/programs')).toEqual(expect.arrayContaining(['gpxsee', 'josm', 'qgis']));
  expect(membersIn('build/map-types')).toEqual(['pmtiles', 'wms']);
  expect(filesNaming('josm')).toContain('build/programs/writers.ts');
});
