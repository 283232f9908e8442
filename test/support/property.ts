/** fast-check with a fixed seed, so that a test gives the same answer every day; FC_SEED tries another. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_260_919) });

/** Any character: fast-check would list all of them first, which takes a second. */
export const anyCharacter = fc.nat({ max: 0x10f7ff }).map(
  (number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800),
  (text) => {
    const [one = '', ...more] = String(text);
    if (one === '' || more.length > 0) throw new Error('not one character');
    const point = one.codePointAt(0) as number;
    return point < 0xd800 ? point : point - 0x800;
  },
);

const TIMES = Number(process.env['FC_RUNS'] ?? 1);

/** The number of runs of a property: FC_RUNS times the usual one. `npm run test:slow` has FC_RUNS=10. */
export const timesRuns = (usual: number): number => usual * TIMES;

/** Whether a test leaves out nothing. */
export const TRIES_ALL = TIMES >= 10;

/** Every tenth row of a large table; all of them with FC_RUNS=10. */
export const sampleOf = <T>(rows: readonly T[]): readonly T[] => rows.filter((_, index) => index % 10 < TIMES);

export { fc };
