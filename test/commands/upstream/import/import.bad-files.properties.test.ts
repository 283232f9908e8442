/** Files of programs that were cut off, damaged, or called something else: refused, or read; never an import of a half. */
import { expect, test } from 'vitest';
import { catalogMaps } from '../../../../build/model/catalog.ts';
import { programFormsOf } from '../../../../build/programs/forms.ts';
import { checkCatalog } from '../../../../build/run/check-in-memory.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { importFile } from '../../../../commands/upstream/import/import.ts';
import { memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { fc, timesRuns } from '../../../support/property.ts';
import { typedMap } from '../../../support/typed-maps.ts';
import { allProgramFiles } from '../../../support/whole-site.ts';
import { catalogOf, xyzMap } from '../../../support/xyz-maps.ts';

const SITE = { 'site.yaml': SMALL['site.yaml'] ?? '' };
const needs = ['referer'] as ['referer'];
const CATALOG = {
  ...catalogOf(
    [xyzMap({ hosts: ['a.example.org', 'b.example.org'], needs, tileSize: 512 })],
    [xyzMap({ fileName: 'two', id: 'Two' })],
  ),
  maps: [
    typedMap('wms', { fileName: 'three', id: 'Three', name: 'Three', layers: ['a'] }),
    typedMap('tms', { fileName: 'four', id: 'Four' }),
  ],
};

const METAINFO =
  '[url_template]\nhttps://{rnd}.example.org/{0}/{1}/{2}.png\n[randoms]\na-c\n[ext]\n.png\n[min_zoom]\n1\n[max_zoom]\n17\n';

type Named = readonly [name: string, content: string];

/** Everything that is written, and forms that only programs write. */
const WRITTEN: readonly Named[] = [
  ...allProgramFiles(CATALOG).map(({ path, content }) => [path, Buffer.from(content).toString()] as Named),
  ...catalogMaps(CATALOG).flatMap((map) =>
    programFormsOf(CATALOG, map).flatMap(({ program, link, pageFile, text }): Named[] => [
      ...(link === null ? [] : [[`${map.fileName}.link`, link] as const]),
      ...(pageFile === null ? [] : [[pageFile.name, pageFile.content] as const]),
      ...(program === 'gpxsee' && text !== null ? [[`${map.fileName}.xml`, text] as const] : []),
    ]),
  ),
  ['OpenTopoMap/.metainfo', METAINFO],
  [
    'tile_sources.xml',
    '<tile_sources><tile_source name="A" url_template="https://a.example.org/{0}/{1}/{2}" max_zoom="9"/></tile_sources>',
  ],
];

const FILES = WRITTEN.filter(([, content]) => content.length > 60 && !content.includes('locusActions'));

/** Null if it is refused with a sentence. */
function planFor(content: string | Uint8Array, name: string) {
  try {
    return importFile(memoryFolder(SITE), Buffer.from(content), name, { copyright: 'X', maxZoom: 9 }, 0);
  } catch (error) {
    if (!(error instanceof CannotRunError)) throw error;
    expect(error.message).toMatch(/^\S+ [^\n]{5,2000}(?:\.|: cartalog (?:new|import) [^\n]{5,2000})$/);
    return null;
  }
}

function expectValid(plan: NonNullable<ReturnType<typeof planFor>>): void {
  expect(plan.errors).toEqual([]);
  const { diagnostics } = checkCatalog(plan.folder, { environment: {}, requireTokens: false });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
}

test.each(FILES)('%s, cut off anywhere, is refused, but for text', (name, content) => {
  const isText = !/^\s*[<{[]/.test(content) || name.endsWith('.metainfo');
  for (let length = 1; length < content.trimEnd().length; length += Math.ceil(content.length / 40)) {
    const plan = planFor(content.slice(0, length), name);
    if (isText && plan) expectValid(plan);
    else expect(plan).toBeNull();
  }
});

test.each(FILES)('%s with damage is refused or valid', (name, content) =>
  fc.assert(
    fc.property(
      fc.nat(content.length),
      fc.nat(30),
      fc.oneof(
        fc.constantFrom(
          '',
          '"',
          '<',
          '&',
          '{',
          ']]>',
          '\0',
          '\ufeff',
          '<a/>',
          ',',
          '-',
          '999',
          'null',
          '../',
          '\u202e',
        ),
        fc.string({ maxLength: 5 }),
        fc.nat(content.length).map((from) => content.slice(from, from + 200)),
      ),
      (at, gone, added) => {
        const plan = planFor(content.slice(0, at) + added + content.slice(at + gone), name);
        if (plan) expectValid(plan);
      },
    ),
    { numRuns: timesRuns(30) },
  ),
);

test.each(FILES)('%s is the same maps by another name', (name, content) => {
  if (name.endsWith('.metainfo')) return;
  const paths = ['data.bin', 'a/b.kml'].map((other) => [...(planFor(content, other)?.changes() ?? [])]);
  expect(paths[0]?.length).toBeGreaterThan(0);
  expect(paths).toEqual([name, name].map((own) => [...(planFor(content, own)?.changes() ?? [])]));
});

test.each([
  [
    'a comment',
    '<providers><provider><!-- mapservers/../../../x --><name>N</name><mode>M</mode><url>https://a.example.org/{z}/{x}/{y}</url><zoomMax>20</zoomMax></provider></providers>',
  ],
  [
    'an attribute',
    '<qgsXYZTilesConnections><xyztiles name="N" record="maps/../../x" url="https://a.example.org/{z}/{x}/{y}" zmax="9"/></qgsXYZTilesConnections>',
  ],
])('the key in %s names no file outside of its folder', (_, body) => {
  const [change] = [...(planFor(body, 'list')?.changes() ?? [])];
  expect(change?.path).toMatch(/^mapservers\/[a-z0-9-]+\.yaml$/);
});
