/** The rows of a catalog of the size to build for: 28 MB, and, as the long form, ten times of it. */
import { join } from 'node:path';
import { LARGEST_FILE, writeBenchCatalog } from './bench-catalog.ts';
import { asRepository, benchCatalogIn, changeSmallFile, copyOf } from './catalog-copies.ts';
import { outOfForm, withEverythingChanged, withFault } from './edits.ts';
import type { Limit, Row } from './figures.ts';
import type { RowGroup } from './row-group.ts';
import type { Workplace } from './workplace.ts';

const BARE_PARSE = 'bare parse';

/** At most so many times the yardstick. */
const against = (most?: number): Limit => ({
  of: 'seconds',
  times: BARE_PARSE,
  ...(most === undefined ? {} : { most }),
});
const memory = (most: number): Limit => ({ of: 'mebibytes', most });

const bareParse = (workplace: Workplace): Row => ({
  name: BARE_PARSE,
  run: () => workplace.script('bare-parse.mjs', benchCatalogIn(workplace)),
});

const build = (catalog: string, out: string, ...more: readonly string[]): string[] => [
  'build',
  '--catalog',
  catalog,
  '--out',
  out,
  ...more,
];

/** Everything is read for the first time, and written to new folders. */
const COLD: RowGroup = {
  name: 'cold',
  title: 'For the first time',
  async prepare(workplace) {
    const catalog = benchCatalogIn(workplace);
    const facts = workplace.path('facts');
    await workplace.script('facts.mjs', catalog, facts);
    const faulty = copyOf(catalog, workplace.path('faulty'), (text, path) =>
      path === LARGEST_FILE ? withFault(text) : text,
    );
    const buildNew = (...more: string[]) => workplace.cartalog(build(catalog, workplace.newPath(), ...more));
    return {
      rows: [
        bareParse(workplace),
        {
          name: 'floor: the same facts as JSON, read and written',
          limits: [against()],
          run: () => workplace.script('floor.mjs', facts, workplace.newPath()),
        },
        {
          name: 'build',
          limits: [against(1), { of: 'seconds', times: 'build --no-pages' }, memory(250)],
          run: () => buildNew(),
        },
        { name: 'build --no-pages', limits: [against()], run: () => buildNew('--no-pages') },
        {
          name: 'check',
          limits: [against(0.5), memory(250)],
          run: () => workplace.cartalog(['check', '--catalog', catalog]),
        },
        {
          name: 'check, one error in the 16 MB file',
          limits: [against(2.5), memory(500)],
          run: () => workplace.cartalog(['check', '--catalog', faulty], { status: 1 }),
        },
      ],
    };
  },
};

/** What a person does all day: the same command again, after a small edit or none. */
const AGAIN: RowGroup = {
  name: 'again',
  title: 'Again',
  async prepare(workplace) {
    const catalog = copyOf(benchCatalogIn(workplace), workplace.path('again', 'catalog'));
    const again = build(catalog, workplace.path('again', 'site'));
    const repository = workplace.path('repository');
    const committed = copyOf(benchCatalogIn(workplace), join(repository, 'catalog'));
    asRepository(repository);
    const check = ['check', '--catalog', committed, '--changed-since', 'HEAD'];
    const [building, checking] = [{ cache: 'cache-of-build' }, { cache: 'cache-of-check' }];
    await workplace.cartalog(again, building);
    await workplace.cartalog(check, checking);
    return {
      rows: [
        bareParse(workplace),
        { name: 'build, nothing changed', limits: [against(0.3)], run: () => workplace.cartalog(again, building) },
        {
          name: 'build, one small file changed',
          limits: [against(0.3), memory(250)],
          run(round) {
            changeSmallFile(catalog, round);
            return workplace.cartalog(again, building);
          },
        },
        {
          name: 'check --changed-since, one small file changed',
          limits: [against(0.15)],
          run(round) {
            changeSmallFile(committed, round);
            return workplace.cartalog(check, checking);
          },
        },
      ],
    };
  },
};

const FORMAT: RowGroup = {
  name: 'format',
  title: 'The standard form',
  async prepare(workplace) {
    const messy = copyOf(benchCatalogIn(workplace), workplace.path('messy'), outOfForm);
    const formatted = copyOf(benchCatalogIn(workplace), workplace.path('formatted'));
    await workplace.cartalog(['format', '--catalog', formatted]);
    return {
      rows: [
        bareParse(workplace),
        {
          name: 'format, every file changes',
          limits: [against(1.2), memory(300)],
          run: () => workplace.cartalog(['format', '--catalog', copyOf(messy, workplace.newPath())]),
        },
        {
          name: 'format, nothing to change',
          limits: [against(0.4), memory(300)],
          run: () => workplace.cartalog(['format', '--catalog', formatted]),
        },
      ],
    };
  },
};

const DIFF: RowGroup = {
  name: 'diff',
  title: 'Differences of two sites',
  async prepare(workplace) {
    const catalog = benchCatalogIn(workplace);
    const siteOf = async (edited: string): Promise<string> => {
      const site = workplace.newPath();
      await workplace.cartalog(build(edited, site));
      return site;
    };
    const before = await siteOf(catalog);
    const one = copyOf(catalog, workplace.path('one'));
    changeSmallFile(one, 0);
    const all = copyOf(catalog, workplace.path('all'), withEverythingChanged);
    const diff = (site: string) => (): ReturnType<Workplace['cartalog']> =>
      workplace.cartalog(['diff', before, site, '--catalog', catalog]);
    return {
      rows: [
        bareParse(workplace),
        { name: 'diff, one record changed', limits: [against(0.4)], run: diff(await siteOf(one)) },
        { name: 'diff, everything changed', limits: [against(3), memory(400)], run: diff(await siteOf(all)) },
      ],
    };
  },
};

/** How time and memory grow with the catalog. */
const TEN_TIMES: RowGroup = {
  name: 'ten-times',
  title: 'Ten times the size',
  isLong: true,
  async prepare(workplace) {
    const [catalog, large] = [benchCatalogIn(workplace), workplace.path('large')];
    writeBenchCatalog(large, 1, 10);
    const name = 'build';
    return {
      rows: [
        bareParse(workplace),
        {
          name: 'bare parse, ten times the size',
          limits: [against()],
          run: () => workplace.script('bare-parse.mjs', large),
        },
        { name, limits: [against()], run: () => workplace.cartalog(build(catalog, workplace.newPath())) },
        {
          name: 'build, ten times the size',
          limits: [
            { of: 'seconds', times: name, most: 10.5 },
            { of: 'mebibytes', times: name, most: 1.4 },
          ],
          run: () => workplace.cartalog(build(large, workplace.newPath())),
        },
      ],
    };
  },
};

/** The groups, in the order in which they run. */
export const SIZE_TO_BUILD_FOR: readonly RowGroup[] = [COLD, AGAIN, FORMAT, DIFF, TEN_TIMES];
