import { describe, expect, test } from 'vitest';
import { RunOverError, type Send } from '../../../../cli/network/http.ts';
import type { HttpRequest } from '../../../../cli/network/transport.ts';
import { discoverDeployment } from '../../../../commands/site/verify/deployment.ts';

const BASE = 'https://catalog.example.org';

/** A deployment whose lists have so many links, and its other documents this text. */
function deploymentWith(links: number, text = '{}'): { send: Send; asked: string[] } {
  const asked: string[] = [];
  const items = Array.from({ length: links }, (_, id) => ({ url: `${BASE}/v1/datasources/a${id}/` }));
  const send = async (request: HttpRequest) => {
    asked.push(request.path);
    const body = request.path === '/v1/datasources/' ? JSON.stringify(items) : text;
    return { request, status: 200, header: () => null, text: body, json: () => JSON.parse(body) };
  };
  return { send, asked };
}

describe('discoverDeployment', () => {
  test('counts what is linked past the first 1,000, and knows all of it', async () => {
    const deployment = await discoverDeployment(BASE, deploymentWith(1_500).send);
    expect(deployment.details('datasource')).toHaveLength(1_000);
    expect(deployment.unseen).toBe(500);
    expect(deployment.isListed('datasource', '/v1/datasources/a1499/')).toBe(true);
    expect(deployment.isListed('datasource', '/v1/datasources/a1500/')).toBe(false);
  });

  test('keeps at most 64 MiB of responses', async () => {
    const { send, asked } = deploymentWith(0, ' '.repeat(30 * 1024 * 1024));
    const deployment = await discoverDeployment(BASE, send);
    asked.length = 0;
    for (const path of ['/v1/categories/', '/v1/editions/', '/a', '/b', '/a']) await deployment.send({ path });
    expect(asked).toEqual(['/a', '/b', '/a']);
  });

  test('answers nothing once the run is over', async () => {
    const { send } = deploymentWith(1);
    const deployment = await discoverDeployment(BASE, async (request) => {
      if (request.path === '/last') throw new RunOverError('it is enough');
      return await send(request);
    });
    await deployment.send({ path: '/v1/datasources/' });
    await expect(deployment.send({ path: '/last' })).rejects.toThrow('it is enough');
    await expect(deployment.send({ path: '/v1/datasources/' })).rejects.toThrow('it is enough');
  });
});
