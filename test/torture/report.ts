/** What is printed of a run. */
import { inColumns, plural, withThousands } from '../../contract/text.ts';
import type { Loss, Score } from './runner.ts';

/** The table of a run, with a sentence below. */
export function tableOf(scores: readonly Score[]): string {
  const rows = scores.map(({ trial, whyNot, rounds, losses, time, longest, counts, met }) => {
    if (whyNot !== null) return [trial.name, '', '', '', '', '', trial.what, `not tried: ${whyNot}`];
    const tallies = [
      ...[...counts].map(([what, count]) => `${withThousands(count)} ${what}`),
      ...[...met].map(([what, things]) => `${withThousands(things.size)} different ${what}`),
    ];
    return [
      trial.name,
      withThousands(rounds),
      withThousands(rounds - losses.length),
      withThousands(losses.length),
      seconds(time),
      seconds(longest),
      trial.what,
      tallies.join(', '),
    ];
  });
  const heads = ['kind', 'rounds', 'survived', 'lost', 'seconds', 'longest', 'what is checked', 'of which'];
  const sum = (of: (score: Score) => number): number => scores.reduce((total, score) => total + of(score), 0);
  const [rounds, lost] = [sum((score) => score.rounds), sum(({ losses }) => losses.length)];
  return `${inColumns([heads, ...rows])}\n${plural(rounds, 'round')}, ${withThousands(rounds - lost)} survived, ${withThousands(lost)} lost.\n`;
}

/** What is printed as soon as something is lost. */
export function lossText({ trial, seed, expected, found, folder }: Loss): string {
  const indented = (text: string): string => text.trim().replaceAll('\n', '\n            ');
  return [
    `LOST ${trial}, seed ${seed}`,
    `  expected  ${indented(expected)}`,
    `  found     ${indented(found)}`,
    `  folder    ${folder}`,
    `  again     npm run torture -- --only ${trial} --seed ${seed} --rounds 1`,
    '',
  ].join('\n');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(1);
}
