import { expect, test } from 'vitest';
import { startNodeServer } from '../../../../commands/catalog/serve/node-server.ts';
import { responseOf } from '../../../../commands/catalog/serve/site-assets.ts';
import { freePort } from '../../../support/ports.ts';

test.each([0, 1, 256 * 1024, 256 * 1024 + 1, 600_000])('%i bytes arrive in every coding', async (length) => {
  const body = new Uint8Array(new SharedArrayBuffer(length)).fill(97);
  const answer = { status: 200, headers: new Headers({ 'Content-Type': 'text/plain' }), body };
  // A file, and a document that has passed the handler.
  const server = await startNodeServer(await freePort(), async ({ url }) =>
    url.endsWith('/file') ? { ...answer, headers: new Headers(answer.headers) } : responseOf(answer),
  );
  for (const path of ['/file', '/document'])
    for (const coding of ['identity', 'gzip', 'br']) {
      const response = await fetch(server.url + path, { headers: { 'Accept-Encoding': coding } });
      expect(response.headers.get('Content-Encoding') ?? 'identity').toBe(coding);
      expect(await response.text()).toBe('a'.repeat(length));
    }
  await server.stop();
});
