/**
 * A process that builds again after every change of a catalog has the files of a fresh build, and makes only what changed.
 * What it answers with before all files are made is in the fresh build, too.
 */
import { expect, test } from 'vitest';
import type { CatalogFolder } from '../../../build/read/folder.ts';
import { type FileRecord, fileRecordOf, type SiteSink } from '../../../build/render/core/asset.ts';
import { HOST_CONFIGURATIONS } from '../../../build/render/hosts/all-configurations.ts';
import type { SiteRequests } from '../../../build/render/site.ts';
import { newRenderMemory } from '../../../build/run/memory.ts';
import { type RenderOptions, renderCatalog } from '../../../build/run/rendering.ts';
import { readSiteParts } from '../../../cli/program/read-site-parts.ts';
import { sha256Of } from '../../../contract/base/sha256.ts';
import { memoryFolder } from '../../support/catalogs.ts';
import { OPTIONS, rendered } from '../../support/check.ts';
import { ROOT } from '../../support/cli.ts';
import { contentOf } from '../../support/files.ts';
import { fc } from '../../support/property.ts';

type OpenedSettings = Parameters<SiteRequests['open']>[0];

const STEPS = Number(process.env['PROPERTY_RUNS'] ?? 300);

const FILES = contentOf(`${ROOT}/test/golden/corners/input`);
const PATHS: readonly string[] = Object.keys(FILES).filter((path) => path !== 'site.yaml');
const text = (path: string): string => String(FILES[path]);

/** The files of a catalog, and those of its owner. */
interface State {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly own: Readonly<Record<string, string>>;
}

/** What somebody does: a record goes, comes back, is copied, gets another name; a file of the owner comes and goes. */
type Edit = (state: State, number: number) => State;
const without = <T>(files: Readonly<Record<string, T>>, gone: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path !== gone));
const writing =
  (path: string, content: (number: number) => string): Edit =>
  ({ files, own }, number) => ({ files: { ...files, [path]: content(number) }, own });

const anyPath = fc.constantFrom(...PATHS);
const SITE = text('site.yaml');
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  anyPath.map(
    (path): Edit =>
      ({ files, own }) => ({ files: without(files, path), own }),
  ),
  anyPath.map((path) => writing(path, () => text(path))),
  anyPath.map((path) => writing(path, (number) => text(path).replace(/^name: .*$/m, `name: Change ${number}`))),
  anyPath.map((path) => {
    const copy = path.replace(/([a-z0-9]+)(\.yaml|\/[a-z]+\.yaml)$/, '$1-copy$2');
    return writing(copy, (number) => text(path).replace(/^(id|name): .*$/gm, `$1: Copy ${number}`));
  }),
  fc
    .constantFrom('title: Another', 'languages: [de, en]', 'languages: [en]', 'pages: false', 'home: minimal', '')
    .map((line) =>
      writing('site.yaml', () => `${SITE.replace(new RegExp(`^${line.split(':')[0]}: .*\n`, 'm'), '')}${line}\n`),
    ),
  fc.constantFrom('robots.txt', 'notes/a.txt', '404.html', 'about.html').map((path): Edit => {
    return ({ files, own }, number) => ({
      files,
      own: path in own ? without(own, path) : { ...own, [path]: String(number) },
    });
  }),
);

test(`after each of ${STEPS} changes the files are those of a fresh build`, { timeout: STEPS * 5_000 }, async () => {
  let current: State = { files: FILES, own: {} };
  const memory = newRenderMemory();
  let site = new Map<string, { readonly sha256: string; readonly content: Uint8Array }>();
  let [sound, made, all, early] = [0, 0, 0, 0];
  const pick = fc.sample(fc.nat(), STEPS * 5);
  for (const [number, edit] of fc.sample(anyEdit, STEPS).entries()) {
    const { files, own } = edit(current, number);
    const readParts: RenderOptions['readParts'] = () => {
      const parts = readSiteParts();
      const added = Object.entries(own).map(([path, content]) => ({
        path,
        size: content.length,
        content: Buffer.from(content),
      }));
      return { ...parts, publicFiles: [...parts.publicFiles, ...added] };
    };
    // Files are known by their state, as on a disk.
    const state: CatalogFolder['state'] = (path) => sha256Of(Buffer.from(files[path] ?? ''));
    const folder = { ...memoryFolder(files), state };
    const next = new Map(site);
    const given = new Map<string, string>();
    const give = ({ path, sha256 }: FileRecord): void => {
      expect([path, given.get(path) ?? sha256]).toEqual([path, sha256]);
      given.set(path, sha256);
    };
    let opened: OpenedSettings | null = null;
    const requests: SiteRequests = {
      open(settings) {
        opened = settings;
      },
      // A path of the site before, or of the one before that.
      next() {
        const portions = [...new Set(memory.portionOf.values())];
        const one = opened && pick.length > (STEPS - number - 1) * 5 ? pick.pop() : undefined;
        if (one === undefined) return undefined;
        early++;
        return portions[one % portions.length];
      },
    };
    const sink: SiteSink = {
      take(asset) {
        made++;
        const record = fileRecordOf(asset);
        give(record);
        next.set(asset.path, { sha256: record.sha256, content: Uint8Array.from(asset.content) });
        return record;
      },
      has: ({ path, sha256 }) => site.get(path)?.sha256 === sha256,
      keep: give,
      old: (path) => site.get(path)?.content ?? null,
    };
    const options = { ...OPTIONS, serviceUrl: null, commits: Promise.resolve(null), readParts };
    const again = await renderCatalog(folder, {
      ...options,
      configurations: HOST_CONFIGURATIONS,
      openSink: async () => sink,
      memory,
      // At first there is no site to answer for.
      requests: site.size > 0 ? requests : undefined,
    });
    const fresh = await rendered(folder, options);
    expect(again.findings).toEqual(fresh.findings);
    expect(again.site?.files).toEqual(fresh.site?.files);
    // What is wrong is taken back.
    if (!again.site || !fresh.site) continue;
    current = { files, own };
    sound++;
    const { published, headersFile } = fresh.site;
    if (opened) expect(opened).toMatchObject({ published: { ...published, files: [] }, headersText: headersFile });
    for (const { path, sha256 } of fresh.site.files)
      if (given.get(path) !== sha256) expect([number, path]).toBe('given as it is');
    all += fresh.site.files.length;
    site = new Map(
      again.site.files.map(({ path }) => [path, next.get(path) as NonNullable<ReturnType<typeof next.get>>]),
    );
    for (const { path, content } of fresh.site.assets)
      if (Buffer.compare(content, site.get(path)?.content ?? Buffer.alloc(0)) !== 0)
        expect([number, path]).toBe('equal');
  }
  expect(sound).toBeGreaterThan(STEPS / 4);
  expect(made / all).toBeLessThan(0.8);
  expect(early).toBeGreaterThan(STEPS);
});
