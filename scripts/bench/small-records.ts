/** The rows of catalogs of small records: what each file costs, and how soon the program starts. */
import type { Figures, Row } from './figures.ts';
import type { RowGroup } from './row-group.ts';
import { MANY_SMALL, writeOrdinaryCatalog } from './small-catalogs.ts';
import type { Workplace } from './workplace.ts';

const NODE = 'node -e 0';

const nothing = (workplace: Workplace): Row => ({ name: NODE, run: () => workplace.nothing() });

const MANY: RowGroup = {
  name: 'many',
  title: 'Many small ones',
  async prepare(workplace) {
    const kinds = Object.entries(MANY_SMALL).map(([kind, write]) => {
      const catalog = workplace.path('many', kind);
      write(catalog);
      return { kind, catalog };
    });
    const build = (catalog: string, ...more: string[]): Promise<Figures> =>
      workplace.cartalog(['build', '--catalog', catalog, '--out', workplace.newPath(), ...more]);
    return {
      rows: [
        nothing(workplace),
        ...kinds.map(
          ({ kind, catalog }): Row => ({
            name: `build --no-pages, 2,000 ${kind}`,
            limits: [{ of: 'processor', beyond: NODE, most: 0.45 }],
            run: () => build(catalog, '--no-pages'),
          }),
        ),
        ...kinds.map(
          ({ kind, catalog }): Row => ({
            name: `build, 2,000 ${kind}`,
            limits: [{ of: 'processor', beyond: NODE }],
            run: () => build(catalog),
          }),
        ),
      ],
    };
  },
};

const START: RowGroup = {
  name: 'start',
  title: 'Starting',
  async prepare(workplace) {
    const catalog = workplace.path('ordinary');
    writeOrdinaryCatalog(catalog);
    return {
      rows: [
        nothing(workplace),
        {
          name: 'check, 231 small files',
          limits: [{ of: 'seconds', most: 0.13 }],
          run: () => workplace.cartalog(['check', '--catalog', catalog]),
        },
      ],
    };
  },
};

/** The groups, in the order in which they run. */
export const SMALL_RECORDS: readonly RowGroup[] = [MANY, START];
