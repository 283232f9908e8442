/**
 * `npm run simulate`: plays thirty days with all servers, and prints each wrong verdict.
 *
 * Exit status: 0 every verdict is right, 1 one is not.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FLEET, SHORT_FLEET } from './fleet.ts';
import { simulate } from './simulate.ts';
import { STORY } from './story.ts';

const { values } = parseArgs({
  options: { days: { type: 'string' }, short: { type: 'boolean' }, keep: { type: 'boolean' } },
});
const home = mkdtempSync(join(tmpdir(), 'cartalog-simulation-'));
const folder = join(home, 'repository');
mkdirSync(folder);
const { short: isShort = false } = values;
const fleet = isShort ? SHORT_FLEET : FLEET;
const days = Number(values.days ?? (isShort ? 8 : 30));
const { faults, measured } = await simulate(folder, fleet, { days, changes: STORY, isShort, log: console.log });
const sum = measured.probeMs.reduce((a, b) => a + b, 0);
console.log(`${fleet.length} servers, ${days} days: ${faults.length} wrong; ${Math.round(sum / 1000)} s of probing,`);
console.log(`at most ${measured.mostRequests} requests a day to a server, ${measured.mostMemoryMiB} MiB of memory`);
if (values.keep) console.log(home);
else rmSync(home, { recursive: true, force: true, maxRetries: 3 });
process.exitCode = faults.length > 0 ? 1 : 0;
