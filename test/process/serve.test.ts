/** `cartalog serve`: serves, rebuilds on change, keeps the last good site, and leaves no process at the end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog, environment, PROGRAM } from '../support/cli.ts';
import { freePort } from '../support/server.ts';

/** Polls until there is a result. */
async function until<T>(look: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  const deadline = performance.now() + 40_000;
  while (performance.now() < deadline) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    await sleep(50);
  }
  throw new Error(`waited too long for ${what}`);
}

function serve(folder: string, port: number): { child: ChildProcess; output: () => string } {
  // A separate process group, ended as a whole even where a test fails half-way.
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', String(port)], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await until(() => child.exitCode !== null || child.signalCode !== null, 'the end of the server');
  });
  return { child, output: () => output };
}

test('serves, rebuilds, keeps the last good site, and ends', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'catalog', 'mapservers', 'one.yaml');
  const text = String(SMALL['mapservers/one.yaml']);
  writeFiles(join(folder, 'catalog'), SMALL);
  const port = await freePort();
  const { child, output } = serve(folder, port);
  const names = async (): Promise<string[]> => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/mapservers/`);
    return ((await response.json()) as { name: string }[]).map(({ name }) => name);
  };

  await until(() => output().includes(`Serving http://127.0.0.1:${port}/`), 'the server');
  expect(await names()).toEqual(['Server one']);
  const service = await (await fetch(`http://127.0.0.1:${port}/v1/`)).json();
  expect(service).toMatchObject({ editions: `http://127.0.0.1:${port}/v1/editions/` });
  expect(existsSync(join(folder, 'dist'))).toBe(false);

  writeFileSync(file, text.replace('Server one', 'Renamed'));
  await until(async () => (await names())[0] === 'Renamed', 'the change');

  writeFileSync(file, text.replace('#{zoom}', '#{z}'));
  await until(() => output().includes('The last good site stays up.'), 'the problem');
  expect(output()).toContain(
    'catalog/mapservers/one.yaml:6:13 error unknown-placeholder  "#{z}" is not a placeholder; write #{zoom}',
  );
  expect(await names()).toEqual(['Renamed']);

  // Ids are known to the handler, times to the header rules: both change while the server runs.
  writeFileSync(file, text);
  writeFiles(join(folder, 'catalog'), { 'editions/new.yaml': 'name: New\ndatasources: []\n' });
  await until(async () => (await fetch(`http://127.0.0.1:${port}/v1/editions/new/`)).status === 200, 'the new edition');
  writeFiles(join(folder, 'catalog'), {
    'datasources/empty/datasource.yaml': `${SMALL['datasources/empty/datasource.yaml']}maxAge: 60\n`,
  });
  const lifetime = async (): Promise<string | null> =>
    (await fetch(`http://127.0.0.1:${port}/v1/datasources/empty/`)).headers.get('cache-control');
  await until(async () => (await lifetime()) === 'max-age=60', 'the new header rule');

  child.kill('SIGINT');
  await until(() => child.exitCode !== null, 'the end');
  expect(child.exitCode).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port}/v1/`)).rejects.toThrow();
});

test('begins with a bad catalog, and serves as soon as it is fixed', async () => {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), { ...SMALL, 'editions/offline.yaml': 'name: Offline\n' });
  const port = await freePort();
  const { output } = serve(folder, port);
  await until(() => output().includes('Serving begins as soon as the errors are fixed.'), 'the problem');
  expect(output()).toContain('missing-key  "datasources" is missing');
  writeFiles(join(folder, 'catalog'), SMALL);
  await until(() => output().includes(`Serving http://127.0.0.1:${port}/`), 'the server');
});

test('reports which port is in use', async () => {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), SMALL);
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const outcome = await cartalog(['serve', '--port', String(port)], { cwd: folder });
  other.close();
  expect(outcome).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `cartalog: Port ${port} is in use; choose another with --port N.\n`,
  });
});

test('git ignores the folder that it serves', () => {
  expect(readFileSync(join(import.meta.dirname, '..', '..', '.gitignore'), 'utf8')).toContain('/.cartalog/');
});
