/** Any web page open on this machine can read what `cartalog serve` serves: no access token, unless asked for. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { environment, LIGHT_RUNTIME, PROGRAM } from '../support/cli.ts';
import { filesBelow } from '../support/files.ts';
import { freePort } from '../support/server.ts';

const TOKEN = 's3cr3t';

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** The pattern of the one map server as it is served, and all that is printed and kept while it is. */
async function serve(
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<{ pattern: string; output: string; kept: string }> {
  const folder = temporaryFolder();
  const server = String(SMALL['mapservers/one.yaml']).replace('.png', '.png?key=${SOME_API_KEY}');
  const site = `${SMALL['site.yaml']}accessTokens: [SOME_API_KEY]\n`;
  writeFiles(join(folder, 'catalog'), { ...SMALL, 'mapservers/one.yaml': server, 'site.yaml': site });
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', String(port), ...args], {
    cwd: folder,
    env: environment({ ...variables, SOME_API_KEY: TOKEN }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => end(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  while (!output.includes(`Serving http://127.0.0.1:${port}/`)) {
    if (child.exitCode !== null) throw new Error(output);
    await sleep(50);
  }
  const response = await fetch(`http://127.0.0.1:${port}/v1/mapservers/`);
  const [{ urlPattern = '' } = {}] = (await response.json()) as { urlPattern?: string }[];
  const work = join(folder, '.cartalog');
  const kept = filesBelow(work).map((path) => readFileSync(join(work, path), 'latin1'));
  await end(child);
  return { pattern: urlPattern, output, kept: kept.join('\n') };
}

test('serves and keeps no access token', async () => {
  const { pattern, output, kept } = await serve([]);
  expect(pattern).toMatch(/key=ACCESS_TOKEN$/);
  expect(output).toContain('Access tokens are not filled in; --with-tokens does that.\n');
  expect(output + kept).not.toContain(TOKEN);
});

test('serves access tokens where that is asked for, and prints none', async () => {
  const { pattern, output } = await serve(['--with-tokens'], LIGHT_RUNTIME);
  expect(pattern).toMatch(/key=s3cr3t$/);
  expect(output).not.toContain(TOKEN);
});
