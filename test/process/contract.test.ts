/** The whole contract against the Cloudflare runtime: the real catalog and a small one, with and without the handler. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sender } from '../../cli/http.ts';
import { CONTRACT, runContract, type Verdict } from '../../commands/verify/verify.ts';
import { SMALL, writeFiles } from '../support/catalogs.ts';
import { ROOT } from '../support/cli.ts';
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
  { name: 'the catalog, with the handler', layer: 'edge', real: true },
  { name: 'the catalog, static files alone', layer: 'static', real: true },
  { name: 'a small catalog with a history, with the handler', layer: 'edge', real: false },
  { name: 'a small catalog with a history, static files alone', layer: 'static', real: false },
] as const)('$name', ({ layer, real }) => {
  let server: TestServer | undefined;
  let verdicts: readonly Verdict[] = [];
  const small = real ? null : catalogWithHistory();

  beforeAll(async () => {
    server = await serveCatalog({ catalog: small?.folder ?? join(ROOT, 'catalog'), withHandler: layer === 'edge' });
    verdicts = await runContract(sender(server.url), { serviceUrl: server.url, layer });
  });

  afterAll(async () => {
    await server?.stop();
    small?.remove();
  });

  const applicable = CONTRACT.filter((check) => check.layer === 'both' || check.layer === layer);
  test.each(applicable.map((check) => [check.id, check.statement]))('%s: %s', (id) => {
    const verdict = verdicts.find(({ check }) => check.id === id);
    expect(verdict?.problems).toEqual([]);
    // In a clone without history the time of the last commit is unknown, and with it Last-Modified.
    if (!(real && /^last-modified$|^since-/.test(id))) expect(verdict?.result).toBe('holds');
  });

  test('the runtime accepts every header and redirect rule', () => {
    expect(server?.greeting).toMatch(/Parsed \d+ valid header rules?/);
    expect(server?.greeting).toMatch(/Parsed \d+ valid redirect rules?/);
    expect(server?.greeting).not.toMatch(/invalid|ignored|error/i);
  });
});
