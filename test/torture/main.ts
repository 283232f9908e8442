/**
 * `npm run torture`: plays the trials until the time is over, and prints what was tried and what survived.
 *
 * Exit status: 0 nothing was lost, 1 something was, 2 it could not run.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PROGRAM } from '../support/cli.ts';
import { ownCaches } from '../support/own-folders.ts';
import { lossText, tableOf } from './report.ts';
import { torture } from './runner.ts';
import { TRIALS } from './trials.ts';

const HELP = `Usage: npm run torture -- [--minutes N] [--seed N] [--only KIND,KIND] [--rounds N]

Does to the compiled program what must not harm it, in rounds of several kinds, and prints what was tried and what
survived. The time is divided over the kinds. Ctrl-C ends it early, with the table so far.

  --minutes N   how long; 5 unless --rounds is given
  --seed N      the seed of the first round of each kind; the rounds after it count on from there
  --only KINDS  only these kinds
  --rounds N    at most so many rounds of each kind
  --list        lists the kinds

Exit status: 0 nothing was lost, 1 something was, 2 it could not run.
`;

/** Ends the process with a message. */
function cannotRun(message: string): never {
  console.error(`torture: ${message}`);
  process.exit(2);
}

/** @returns the value of an option that takes a number; undefined where it is not given */
function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined || (/^\d+(?:\.\d+)?$/.test(text) && Number(text) < 2 ** 31)) {
    return text === undefined ? text : Number(text);
  }
  return cannotRun(`--${name} takes a number, not ${JSON.stringify(text)}`);
}

function readArguments(): ReturnType<typeof parse> {
  try {
    return parse();
  } catch (error) {
    return cannotRun((error as Error).message);
  }
}

const parse = () =>
  parseArgs({
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;

const values = readArguments();
if (values.help || values.list) {
  console.log(values.help ? HELP.trimEnd() : TRIALS.map(({ name, what }) => `${name.padEnd(12)}${what}`).join('\n'));
  process.exit(0);
}
const names = values.only?.split(',') ?? TRIALS.map(({ name }) => name);
const unknown = names.filter((name) => !TRIALS.some((trial) => trial.name === name));
if (unknown.length > 0) cannotRun(`there is no kind ${unknown.join(', ')}; --list lists them`);
if (!existsSync(PROGRAM.replace(/bin.cartalog\.js$/, 'lib')))
  cannotRun('the program is not compiled; run npm run compile');
const rounds = numberOf('rounds', values.rounds);
const minutes = numberOf('minutes', values.minutes) ?? (rounds === undefined ? 5 : 24 * 60);
const seed = Math.floor(numberOf('seed', values.seed) ?? Math.random() * 1e9);

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
console.log(`Seed ${seed}. Ctrl-C ends it early.`);
const removeCaches = ownCaches();
const scores = await torture(
  TRIALS.filter(({ name }) => names.includes(name)),
  {
    seed,
    minutes,
    rounds: rounds ?? Number.POSITIVE_INFINITY,
    signal: stop.signal,
    onLost: (loss) => console.log(lossText(loss)),
  },
);
removeCaches();
console.log(`\n${tableOf(scores)}`);
process.exit(scores.some(({ losses }) => losses.length > 0) ? 1 : 0);
