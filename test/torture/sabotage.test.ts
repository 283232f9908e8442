/** The suite can fail: a program that was sabotaged, and a checker that errs, are reported as lost. */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../build/report/findings.ts';
import { type RenderedInMemory, rendered } from '../support/check.ts';
import { PROGRAM } from '../support/cli.ts';
import { KILL } from './kinds/kill.ts';
import { POWER_CUT } from './kinds/power-cut.ts';
import { SERVE } from './kinds/serve.ts';
import { fuzzYaml } from './kinds/yaml.ts';
import { lossText, tableOf } from './report.ts';
import { type Loss, torture } from './runner.ts';
import type { Trial } from './trial.ts';

/** Plays rounds until something is lost. */
async function firstLoss(trial: Trial, program?: readonly string[]): Promise<Loss> {
  const stop = new AbortController();
  const plan = { seed: 62, rounds: 40, minutes: 2, signal: stop.signal, onLost: () => stop.abort() };
  const scores = await torture([trial], program ? { ...plan, program } : plan);
  const [loss] = scores[0]?.losses ?? [];
  if (!loss) throw new Error(`nothing was lost:\n${tableOf(scores)}`);
  rmSync(dirname(loss.folder), { recursive: true, force: true, maxRetries: 5 });
  expect(tableOf(scores)).toMatch(/ 1 lost\.\n$/);
  expect(lossText(loss)).toContain(`npm run torture -- --only ${trial.name} --seed ${loss.seed} --rounds 1`);
  return loss;
}

/** The program with modules loaded first. */
const sabotaged = (...files: readonly string[]): string[] => [
  process.execPath,
  ...files.flatMap((file) => ['--import', new URL(file, import.meta.url).href]),
  PROGRAM,
];

describe.concurrent('the suite reports as lost', () => {
  test('kill: a swap that copies file by file', async () => {
    const { found } = await firstLoss(KILL, sabotaged('preload/copying-swap.mjs'));
    expect(found).toMatch(/^\d+ files, (?:no manifest|\d+ of \d+ listed ones missing)|contains (?:files|something)/);
  });

  test.runIf(POWER_CUT.whyNot?.() === null)('power-cut: a build that does not flush', async () => {
    const { found } = await firstLoss(POWER_CUT, sabotaged('preload/no-flush.mjs'));
    expect(found).toMatch(/^no site$|^\d+ files, /);
  });

  test('serve: a list that names what is not there yet', async () => {
    const { expected, found } = await firstLoss(
      SERVE,
      sabotaged('preload/late-documents.mjs', '../support/light-runtime.mjs'),
    );
    expect(`${expected}; ${found}`).toMatch(/^200 for .*\/v1\/editions\/\w+\/, which a list named; [45]\d\d$/);
  });

  const everyFinding =
    (change: (finding: Finding) => Finding) =>
    (catalog: RenderedInMemory): RenderedInMemory => ({ ...catalog, findings: catalog.findings.map(change) });

  test.each<[string, (catalog: RenderedInMemory) => RenderedInMemory, RegExp]>([
    [
      'a checker that throws',
      ({ findings }) => {
        throw new Error(`with ${findings.length}`);
      },
      /no error/,
    ],
    [
      'a position outside of the file',
      everyFinding((finding) => ({ ...finding, line: finding.line + 1_000, lineText: '' })),
      /a position inside of the file/,
    ],
    [
      'a control character that is printed',
      everyFinding((finding) => ({ ...finding, message: `${finding.message}\u001b[2J` })),
      /no control characters in text/,
    ],
    [
      'a document that does not follow its schema',
      ({ site, ...rest }) => {
        const assets = site?.assets.map((asset) =>
          asset.path === 'v1/index.json' ? { ...asset, content: Buffer.from('{}') } : asset,
        );
        return { ...rest, site: site && { ...site, assets: assets ?? [] } };
      },
      /documents that follow their schemas/,
    ],
  ])('yaml: %s', async (_, sabotage, expected) => {
    const loss = await firstLoss(fuzzYaml(async (folder) => sabotage(await rendered(folder))));
    expect(loss.expected).toMatch(expected);
  });
});
