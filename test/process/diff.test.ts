import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Files, SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { environment, type Outcome } from '../support/cli.ts';
import { cartalog } from '../support/in-process.ts';

let folder: string;
const diff = (...args: string[]): Promise<Outcome> => cartalog(['diff', ...args], { cwd: folder });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cartalog-test-'));
  writeFiles(join(folder, 'catalog'), SMALL);
  const built = [await cartalog(['build', '--out', 'old'], { cwd: folder })];
  rmSync(join(folder, 'catalog', 'overlayservers', 'two.yaml'));
  built.push(await cartalog(['build', '--out', 'new', '--service-url', 'https://b.example.org'], { cwd: folder }));
  expect(built.map(({ status }) => status)).toEqual([0, 0]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const removals = (text: string): void => writeFiles(join(folder, 'catalog'), { 'removals.yaml': text });
const TWO = '- { url: /v1/overlayservers/, id: Two, reason: "Switched off." }\n';

describe('cartalog diff', () => {
  test.each<[string, string, number, RegExp]>([
    ['nothing is listed', '[]\n', 1, /^Next: restore what is removed, or .*removals\.yaml.*\n$/],
    ['the removal is listed', TWO, 0, /^Next: commit the change and open a pull request\.\n$/],
    [
      'something else is listed that stays',
      `${TWO}- { url: /v1/mapservers/, id: One, reason: "No." }\n`,
      1,
      /^catalog\/removals\.yaml:2:3 error removal-not-done {2}"One" in \/v1\/mapservers\/ is listed as removed/,
    ],
    [
      'something is listed that was removed earlier',
      `${TWO}- { url: /v1/categories/99/, reason: "Long ago." }\n`,
      0,
      /^catalog\/removals\.yaml:2:3 warning removal-without-effect {2}This change does not remove \/v1\/categories\/99\//,
    ],
    [
      'several things are listed that were removed earlier',
      TWO + [97, 98, 99].map((id) => `- { url: /v1/categories/${id}/, reason: "Long ago." }\n`).join(''),
      0,
      /^catalog\/removals\.yaml:2:3 warning removal-without-effect {2}.*\(and 2 more, see --verbose\)\n$/,
    ],
    ['the list cannot be read', `${TWO}- { url: old, reason: "" }\n`, 1, /removals\.yaml:2:10 error bad-url/],
  ])('--fail-on-breaking where %s', async (_, list, status, stderr) => {
    removals(list);
    const outcome = await diff('old', 'new', '--fail-on-breaking');
    expect(outcome.stderr).toMatch(stderr);
    expect(outcome.stdout).toContain('- overlay server Two');
    expect(outcome.status).toBe(status);
    // Without the flag, the command only reports.
    expect((await diff('old', 'new')).status).toBe(0);
  });

  test('lists each entry without effect with --verbose', async () => {
    removals(TWO + [97, 98].map((id) => `- { url: /v1/categories/${id}/, reason: "Long ago." }\n`).join(''));
    expect((await diff('old', 'new', '--verbose')).stderr).toMatch(/categories\/97\/.*\n.*categories\/98\/.*\n$/);
  });

  test('reports that nothing changes, and needs no catalog for it', async () => {
    const args = ['diff', 'old', 'old', '--fail-on-breaking', '--format', 'text'];
    renameSync(join(folder, 'catalog'), join(folder, 'aside'));
    const outcome = await cartalog(args, { cwd: folder });
    renameSync(join(folder, 'aside'), join(folder, 'catalog'));
    expect(outcome).toMatchObject({ status: 0, stdout: 'Nothing changes for clients.\n', stderr: '' });
  });
});

test.each(['text', 'markdown', 'json'])(
  'shows no access token of the environment, whatever its form (%s)',
  async (format) => {
    const cwd = temporaryFolder();
    const variables = { A_KEY: 'k3y/9', B_TOKEN: 'k3y/9x', C_KEY: 'xy' };
    const site = (path: string): Files => ({
      'site.yaml': `${SMALL['site.yaml']}accessTokens: [A_KEY, B_TOKEN, C_KEY]\n`,
      'mapservers/one.yaml': String(SMALL['mapservers/one.yaml']).replace('/#{zoom}', `/${path}/#{zoom}`),
    });
    const env = environment(variables);
    writeFiles(join(cwd, 'catalog'), { ...SMALL, ...site('old') });
    expect((await cartalog(['build', '--out', 'old'], { cwd, env })).status).toBe(0);
    writeFiles(join(cwd, 'catalog'), site('${A_KEY}/${B_TOKEN}/${C_KEY}'));
    expect((await cartalog(['build', '--out', 'new'], { cwd, env })).status).toBe(0);
    // A catalog that no longer says where tokens are.
    writeFiles(join(cwd, 'catalog'), site('old'));
    const { stdout, status } = await cartalog(['diff', 'old', 'new', '--format', format], { cwd, env });
    expect(status).toBe(0);
    expect(stdout).toContain('/*******/********/xy/');
    expect(stdout).not.toContain('k3y');
  },
);
