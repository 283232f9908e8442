/** docs/trust.md: an owner gets from nothing to a signed catalog with its commands, and replaces a key. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/catalogs.ts';
import { environment, PROGRAM, ROOT } from '../support/cli.ts';

const PAGE = readFileSync(join(ROOT, 'docs/trust.md'), 'utf8');

/** The blocks of commands, as they run here. */
const BLOCKS = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) =>
  block
    .replaceAll('npx --no --', '')
    .replaceAll('npm run', 'cartalog')
    .replace(/ {2,}#.*$/gm, ''),
);

const GIT = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Test'],
    [`GIT_${who}_EMAIL`, 'test@example.org'],
  ]),
);

function run(folder: string, block: string): string {
  const program = `cartalog() { "${process.execPath}" "${PROGRAM}" "$@"; }\n`;
  const { status, stdout, stderr } = spawnSync('sh', ['-euc', program + block], {
    cwd: folder,
    env: environment(GIT),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, expect.anything()]);
  return stdout;
}

test('its commands sign a catalog from nothing, and replace its key', () => {
  const parent = temporaryFolder();
  run(
    parent,
    `cartalog init maps --yes --title Maps --repository https://github.com/example/maps --package cartalog@0.1.0
cd maps && git init -q -b main && git add . && git commit -qm Begin`,
  );
  const folder = join(parent, 'maps');
  const workflow = (): string => readFileSync(join(folder, '.github/workflows/publish.yml'), 'utf8');
  expect(workflow()).not.toContain('sign dist');
  const [signing = '', byHand = '', , rotating = ''] = BLOCKS;
  expect(run(folder, signing)).toMatch(/ok +signature /);
  expect(workflow()).toContain('sign dist');
  expect(existsSync(join(folder, 'dist/manifest.json.minisig'))).toBe(true);
  run(parent, 'git init -q --bare origin.git && cd maps && git remote add origin ../origin.git');
  for (const _ of ['first', 'again']) run(folder, byHand);
  const branch =
    'git fetch -q origin signed-site && git show FETCH_HEAD:site.tgz | tar -tzf - && git status --short >&2';
  expect(run(folder, branch)).toContain('dist/manifest.json.minisig\n');
  const keys = (): string[] => readFileSync(join(folder, 'catalog/keys.yaml'), 'utf8').match(/RW[\w+/]{54}/g) ?? [];
  const [first = '', spare = ''] = keys();
  run(folder, rotating.replace('<signing key>', first));
  const verify = `cartalog verify dist --key ${first} --spare ${spare}`;
  run(folder, `cartalog build && cartalog sign dist --secret ../second.key && ${verify}`);
});
