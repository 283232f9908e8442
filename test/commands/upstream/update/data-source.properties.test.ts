/** Any data source at any upstream: what is written is a good catalog, and the next run writes nothing. */
import { expect, test } from 'vitest';
import { writeYaml } from '../../../../build/format/standard-text.ts';
import { checkCatalog } from '../../../../build/run/check-in-memory.ts';
import type { KnownEntries } from '../../../../commands/upstream/update/data-source.ts';
import { isDoubtfulRemoval } from '../../../../contract/base/limits.ts';
import { isSameVersion } from '../../../../contract/data-sources/checksum-history.ts';
import type { Checksum, FileEntrySource } from '../../../../contract/generated/catalog.types.ts';
import { type Files, memoryFolder } from '../../../support/catalogs.ts';
import { OPTIONS } from '../../../support/check.ts';
import { fc } from '../../../support/property.ts';
import { HTML, indexPage, row, type Updated, updated, upstreamSource } from '../../../support/upstream.ts';
import { type VirtualAnswer, VirtualWeb } from '../../../support/virtual-web.ts';

type Upstream = { readonly time: string; readonly body: string; readonly how: 'good' | 'gone' | 'forbidden' | 'page' };

type UpstreamFolder = Readonly<Record<string, Upstream>>;

const names = fc.constantFrom('a.txt', 'b.txt', 'ä b.txt', 'c.txt', 'd.txt');
const times = fc
  .tuple(fc.constantFrom('01', '07'), fc.integer({ min: 10, max: 20 }))
  .map(([month, day]) => `2026-${month}-${day}T03:04:05Z`);
const bodies = fc.constantFrom('y', 'x', 'longer');
const upstreams: fc.Arbitrary<UpstreamFolder> = fc.dictionary(
  names,
  fc.record({
    time: times,
    body: bodies,
    how: fc.constantFrom<Upstream['how']>('good', 'good', 'good', 'gone', 'forbidden', 'page'),
  }),
);
const histories: fc.Arbitrary<Checksum[]> = fc
  .uniqueArray(
    fc.record({
      lastModified: times,
      contentLength: bodies.map((body) => body.length),
      sha1: fc.constantFrom(null, 'A'.repeat(40)),
    }),
    {
      selector: ({ lastModified, contentLength }) => `${lastModified} ${contentLength}`,
      maxLength: 4,
    },
  )
  .map((list) => list.toSorted((a, b) => a.lastModified.localeCompare(b.lastModified)));
const groups: fc.Arbitrary<KnownEntries> = fc
  .dictionary(names.map(encodeURIComponent), fc.record({ checksums: histories }))
  .map((maps) => ({ maps: { ...maps } }));

/** What a server with these files answers. Its listing shows summer time, and those that are forbidden, too. */
function answer(files: UpstreamFolder, { pathname }: URL): VirtualAnswer {
  if (pathname === '/files/') {
    const zone = (time: string): number => (time.startsWith('2026-07') ? 2 : 1);
    const rows = Object.entries(files)
      .filter(([, { how }]) => how !== 'gone')
      .map(([name, { time, body }]) => row(name, time, String(body.length), { zone }));
    return { headers: HTML, body: [indexPage('', rows)] };
  }
  const file = files[decodeURIComponent(pathname.slice('/files/'.length))];
  if (!file || file.how === 'gone') return { status: 404 };
  if (file.how === 'forbidden') return { status: 403 };
  const headers = { 'Last-Modified': new Date(file.time).toUTCString(), 'Content-Length': String(file.body.length) };
  return { headers: file.how === 'page' ? { ...headers, ...HTML } : headers, body: [file.body] };
}

async function run(known: KnownEntries, files: UpstreamFolder, allowRemovals: boolean): Promise<Updated> {
  const machine = new VirtualWeb((url) => answer(files, url));
  const context = { web: machine.open({ ignoreRobots: true }), now: Date.parse('2026-09-01T00:00:00Z'), allowRemovals };
  return machine.run(updated(upstreamSource('https://files.example.org', known), context));
}

const written = (entries: KnownEntries): Files => ({
  'site.yaml': 'title: T\nserviceUrl: https://c.example.org\nrepository: https://g.example.org/c\n',
  'datasources/maps/datasource.yaml':
    'name: Maps\nbaseUrl: https://f.example.org/files/\ndirectory: maps\naction: Copy\n',
  'datasources/maps/maps.yaml': writeYaml({ path: 'maps.yaml', role: 'maps' }, entries.maps),
});

const entriesOf = (entries: KnownEntries): Record<string, FileEntrySource> => ({ ...entries.maps });

test('the outcome is a good catalog with what the server has, and the next run leaves it alone', () =>
  fc.assert(
    fc.asyncProperty(groups, upstreams, fc.boolean(), async (known, files, allowRemovals) => {
      const first = await run(known, files, allowRemovals);
      const { diagnostics } = checkCatalog(memoryFolder(written(first.groups)), OPTIONS);
      expect(diagnostics).toEqual([]);
      const entries = entriesOf(first.groups);
      for (const [name, { time, body, how }] of Object.entries(files)) {
        const version = { lastModified: time, contentLength: body.length };
        const history = entries[encodeURIComponent(name)]?.checksums ?? [];
        const before = entriesOf(known)[encodeURIComponent(name)]?.checksums ?? [];
        if (how === 'good') expect(history.some((one) => isSameVersion(one, version))).toBe(true);
        else expect(history.length).toBeLessThanOrEqual(before.length);
      }
      for (const path of first.gone) expect(Object.hasOwn(entries, path)).toBe(false);
      if (!allowRemovals)
        expect(isDoubtfulRemoval(first.gone.length, Object.keys(entriesOf(known)).length)).toBe(false);

      const second = await run(first.groups, files, allowRemovals);
      expect(second.groups).toBe(first.groups);
      expect(second).toMatchObject({ added: [], changed: [], gone: [] });
    }),
    { numRuns: 25 },
  ));
