import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProbeHistory } from '../../../cli/catalog/probe-history.ts';
import { readMapStatuses } from '../../../cli/catalog/render-catalog.ts';
import { temporaryFolder } from '../../support/catalogs.ts';
import { ROOT } from '../../support/cli.ts';
import { commitAll } from '../../support/git.ts';
import { inProcess } from '../../support/in-process.ts';

const HOSTILE: Readonly<Record<string, [make: (file: string) => void, message: RegExp]>> = {
  'a pipe, which never ends': [(file) => execFileSync('mkfifo', [file]), /^history is not a file; /],
  'a file of 3 GB': [
    (file) => {
      writeFileSync(file, '');
      truncateSync(file, 3 * 1024 ** 3);
    },
    /^history has more than 64 MiB; name the file /,
  ],
  'something else': [
    (file) => writeFileSync(file, '[]'),
    /^history .*\. Name the history that probe keeps, or restore it\.$/,
  ],
};

test.each(Object.entries(HOSTILE))('%s is refused', (_, [make, message]) => {
  const cwd = temporaryFolder();
  make(join(cwd, 'history'));
  expect(() => openProbeHistory({ cwd }, 'history')).toThrow(message);
});

test('that there is none yet is said to whoever wants the status of maps', async () => {
  const printed: string[] = [];
  const stderr = { isTTY: false, columns: undefined, write: (text: string) => void printed.push(text) };
  expect(await readMapStatuses({ cwd: temporaryFolder(), stderr }, 'history.json')).toBe(null);
  expect(printed).toEqual(['There is no history.json yet; no status of maps is published.\n']);
});

test('a history that ended long before the commit that is built tells nobody how maps are now', async () => {
  const cwd = temporaryFolder();
  cpSync(join(ROOT, 'test/golden/status/input'), join(cwd, 'catalog'), { recursive: true });
  commitAll(cwd, '2026-11-20T00:00:00Z');
  // No file of the catalog.
  writeFileSync(join(cwd, 'README.md'), '');
  commitAll(cwd, '2027-01-20T00:00:00Z');
  const history = join(ROOT, 'test/golden/status/history.json');
  expect(await inProcess(['build', '--probe-history', history], cwd)).toMatchObject({ status: 0 });
  const read = (path: string): string => readFileSync(join(cwd, 'dist', path), 'utf8');
  expect(JSON.parse(read('v2/status/mapservers/good.badge.json'))).toMatchObject({
    message: 'not known since 2026-11-20',
    color: 'lightgrey',
  });
  const { features } = JSON.parse(read('v2/maps.geojson'));
  expect(features.map(({ properties }: { properties: { status?: object } }) => properties.status)).toMatchObject([
    { verdict: 'works', old: true },
    { verdict: 'notice', old: true },
    { old: true },
  ]);
  expect(read('mapservers/good/index.html')).toContain('Not checked since 20 Nov 2026. Until then:');
  expect(read('index.html')).not.toMatch(/class="days"|data-flags="[^"]*(?:works|broken)/);
});
