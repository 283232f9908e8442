/** The whole contract holds for a small catalog in the Cloudflare runtime, with the handler and without it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Network } from '../../cli/http.ts';
import { CONTRACT, runContract, type Verdict } from '../../commands/verify/verify.ts';
import { SMALL, writeFiles } from '../support/catalogs.ts';
import { commitAll } from '../support/git.ts';
import { serveCatalog, type TestServer } from '../support/server.ts';

/** A small catalog with its own git history, so that commit times are known wherever the tests run. */
function catalogWithHistory(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-contract-'));
  writeFiles(folder, SMALL);
  commitAll(folder, '2026-01-02T03:04:05Z');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

describe.each([
  { name: 'with the handler', layer: 'edge', target: 'pages' },
  { name: 'with the handler, as a Worker', layer: 'edge', target: 'workers' },
  { name: 'static files alone', layer: 'static', target: 'pages' },
] as const)('$name', ({ layer, target }) => {
  let server: TestServer | undefined;
  let verdicts: readonly Verdict[] = [];
  const { folder, remove } = catalogWithHistory();

  beforeAll(async () => {
    server = await serveCatalog({ catalog: folder, withHandler: layer === 'edge', target });
    verdicts = await runContract(new Network().sender(server.url), { serviceUrl: server.url, layer });
  });

  afterAll(async () => {
    await server?.stop();
    remove();
  });

  const applicable = CONTRACT.filter((check) => check.layer === 'both' || check.layer === layer);
  test.each(applicable.map((check) => [check.id, check.statement]))('%s: %s', (id) => {
    const verdict = verdicts.find(({ check }) => check.id === id);
    expect(verdict).toMatchObject({ problems: [], result: 'holds' });
  });

  test('the runtime accepts every header and redirect rule', () => {
    expect(server?.greeting).toMatch(/Parsed \d+ valid header rules?/);
    expect(server?.greeting).toMatch(/Parsed \d+ valid redirect rules?/);
    expect(server?.greeting).not.toMatch(/invalid|ignored|error/i);
  });
});
