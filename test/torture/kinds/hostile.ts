/** Files that are meant to keep the program busy, given to its commands as whole processes with a time limit. */
import { join } from 'node:path';
import { SMALL, writeFiles } from '../../support/catalogs.ts';
import { HOSTILE, hostile } from '../../support/hostile.ts';
import type { Draw } from '../../support/messy.ts';
import { hold, oneOf, type Round, type Trial } from '../trial.ts';

/** The longest takes 8 seconds on a quiet machine. */
const LIMIT_MS = 30_000;

/** The most of something, about 30 MB of it. */
const MOST = 3_000_000;

/** A command, and the exit statuses it may have. */
interface Command {
  readonly args: readonly string[];
  readonly may: readonly number[];
}

const COMMANDS: readonly Command[] = [
  { args: ['check'], may: [0, 1] },
  { args: ['check', '--format', 'json'], may: [0, 1] },
  { args: ['check', '--format', 'github'], may: [0, 1] },
  { args: ['build'], may: [0, 1] },
  { args: ['format', '--check'], may: [0, 1] },
];

/** Between 1 and a limit, and small numbers as often as large ones. */
function size(draw: Draw, limit: number): number {
  return 1 + draw(Math.ceil(limit ** (draw(1_000) / 1_000)));
}

/** A document of a site, as nobody builds it. */
const DOCUMENTS: readonly ((count: number) => string)[] = [
  (count) => `${'['.repeat(count)}${']'.repeat(count)}`,
  (count) => `{"a":${'{"a":'.repeat(count)}`,
  (count) => JSON.stringify(Array.from({ length: count / 10 }, (_, id) => ({ id: `${id}`, url: '\u001b[2J' }))),
  (count) => JSON.stringify({ mapservers: 'x'.repeat(count) }),
  (count) => '\0'.repeat(count),
];

async function run(round: Round, { args, may }: Command, what: string): Promise<void> {
  const began = performance.now();
  const { status, signal, stdout, stderr } = await round.start([...round.program, ...args]).ended(LIMIT_MS);
  const output = stdout + stderr;
  const expected = `${args.join(' ')} of ${what} to end with ${may.join(' or ')}, without a stack trace`;
  const isFine = status !== null && may.includes(status) && !/\n {4}at |unexpected error/i.test(output);
  hold(isFine, expected, `${signal ?? `exit ${status}`}: ${output.slice(-2_000)}`);
  const control = /[^\P{Cc}\n]|\p{Cf}/u.exec(output);
  hold(!control, 'no control characters in what is printed', JSON.stringify(control?.[0]));
  round.count(`over a second`, performance.now() - began > 1_000 ? 1 : 0);
}

/** The trial. */
export const HOSTILE_INPUTS: Trial = {
  name: 'hostile',
  what: `huge, deep and odd files given to check, build, format and diff: an answer within ${LIMIT_MS / 1_000} s`,
  async run(round) {
    const { draw, folder } = round;
    const count = size(draw, MOST);
    if (draw(5) === 0) {
      const document = oneOf(draw, ['v1/index.json', 'v1/editions/index.json', 'site-manifest.json', '_headers']);
      const content = oneOf(draw, DOCUMENTS)(count);
      writeFiles(join(folder, 'catalog'), SMALL);
      for (const out of ['before', 'after'])
        await run(round, { args: ['build', '--out', out], may: [0] }, 'a sound catalog');
      writeFiles(join(folder, 'after'), { [document]: content });
      await run(
        round,
        { args: ['diff', 'before', 'after'], may: [0, 1, 2] },
        `${document} of ${content.length} characters`,
      );
      return round.meet('inputs', document);
    }
    const what = oneOf(draw, Object.keys(HOSTILE) as (keyof typeof HOSTILE)[]);
    writeFiles(join(folder, 'catalog'), hostile(what, what === 'aliases of aliases' ? count % 40 : count));
    await run(round, oneOf(draw, COMMANDS), `${count} ${what}`);
    round.meet('inputs', what);
  },
};
