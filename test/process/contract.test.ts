/** The whole contract holds for a small catalog in the Cloudflare runtime: on Pages, with the handler and without it, and on Workers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Network } from '../../cli/http.ts';
import type { Verdict } from '../../commands/verify/verdict.ts';
import { CONTRACT, runContract } from '../../commands/verify/verify.ts';
import { type Files, SMALL, writeFiles } from '../support/catalogs.ts';
import { commitAll } from '../support/git.ts';
import { serveCatalog, type TestServer } from '../support/server.ts';

/** A catalog with more resources of their own headers than the host takes rules. */
const OVER_THE_RULES: Files = {
  ...SMALL,
  ...Object.fromEntries(Array.from({ length: 110 }, (_, n) => [`datasources/a${n}/datasource.yaml`, dataSource(n)])),
};

function dataSource(n: number): string {
  return `name: A\nbaseUrl: https://files.example.org/a${n}/\ndirectory: a${n}\naction: Copy\nmaxAge: ${n}\n`;
}

/** A catalog with its own git history, so that commit times are known wherever the tests run. */
function catalogWithHistory(files: Files): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-contract-'));
  writeFiles(folder, files);
  commitAll(folder, '2026-01-02T03:04:05Z');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

describe.each([
  { name: 'with the handler', layer: 'edge', target: 'pages', catalog: SMALL },
  { name: 'with the handler, as a Worker', layer: 'edge', target: 'workers', catalog: OVER_THE_RULES },
  { name: 'static files alone', layer: 'static', target: 'pages', catalog: SMALL },
] as const)('$name', ({ layer, target, catalog }) => {
  let server: TestServer | undefined;
  let verdicts: readonly Verdict[] = [];
  const { folder, remove } = catalogWithHistory(catalog);

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

  test.runIf(catalog === OVER_THE_RULES)('the handler sends the headers for which there is no rule', async () => {
    const response = await fetch(`${server?.url}/v1/datasources/a99/?format=xml`);
    expect(response.headers.get('Cache-Control')).toBe('max-age=99');
    expect(response.headers.get('Last-Modified')).toBe('Fri, 02 Jan 2026 03:04:05 GMT');
  });
});
