/** The whole contract holds for the catalog in the Cloudflare runtime, with the handler and without it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Network } from '../../cli/network/http.ts';
import type { Verdict } from '../../commands/site/verify/verdict.ts';
import { CONTRACT, runContract } from '../../commands/site/verify/verify.ts';
import { serveCatalog, type TestServer } from '../support/server.ts';
import { OUR_CATALOG } from './our-catalog.ts';

describe.each([
  { name: 'with the handler', layer: 'edge' },
  { name: 'static files alone', layer: 'static' },
] as const)('$name', ({ layer }) => {
  let server: TestServer | undefined;
  let verdicts: readonly Verdict[] = [];

  beforeAll(async () => {
    server = await serveCatalog({ catalog: OUR_CATALOG, withHandler: layer === 'edge' });
    verdicts = await runContract(new Network().sender(server.url), { serviceUrl: server.url, layer });
  });
  afterAll(() => server?.stop());

  // A catalog need not have what a check is about: "not applicable" is fine, too.
  const applicable = CONTRACT.filter((check) => (check.layer ?? layer) === layer);
  test.each(applicable.map((check) => [check.id, check.says]))('%s: %s', (id) => {
    expect(verdicts.find(({ check }) => check.id === id)).toMatchObject({ problems: [] });
  });
});
