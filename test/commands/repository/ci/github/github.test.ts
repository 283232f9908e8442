/** The token of an app, with a fake GitHub that looks at the signature. */
import { generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { proposalToken } from '../../../../../commands/repository/ci/github/github.ts';
import { fakeGitHub, taskContext } from '../../../../support/github.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEYS = {
  'PKCS#1, as GitHub gives it': privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  'PKCS#8': privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};
const NOW = 1_800_000_000;

/** What an authorization says, where its signature is that of the app; null where it is not. */
function claimsOf(authorization: string): unknown {
  const [, content = '', signature = ''] = /^Bearer ([\w-]+\.[\w-]+)\.([\w-]+)$/.exec(authorization) ?? [];
  if (!verify('RSA-SHA256', Buffer.from(content), publicKey, Buffer.from(signature, 'base64url'))) return null;
  const [head = '', claims = ''] = content.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  expect(JSON.parse(head)).toEqual({ alg: 'RS256', typ: 'JWT' });
  return JSON.parse(claims);
}

const respond = (path: string): unknown =>
  path === '/repos/us/catalog/installation'
    ? { id: 55 }
    : path.endsWith('/access_tokens')
      ? { token: 'of the app' }
      : undefined;

test.each(Object.entries(KEYS))('an app gets a token for this repository only (%s)', async (_, key) => {
  const { env, received } = await fakeGitHub(respond, (authorization) => claimsOf(authorization) !== null);
  const context = taskContext({ ...env, PROPOSALS_APP_ID: ' 1234 ', PROPOSALS_APP_KEY: key });
  expect(await proposalToken(context, NOW)).toEqual({ token: 'of the app', startsChecks: true });
  expect(received.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/repos/us/catalog/installation', null],
    [
      'POST',
      '/app/installations/55/access_tokens',
      { repositories: ['catalog'], permissions: { contents: 'write', pull_requests: 'write' } },
    ],
  ]);
  expect(claimsOf(received[0]?.authorization ?? '')).toEqual({ iss: '1234', iat: NOW - 60, exp: NOW + 540 });
});

test.each([undefined, '', ' '])('without an app (%j) it is that of the workflow', async (id) => {
  const env = { GITHUB_TOKEN: 'token', PROPOSALS_APP_ID: id, PROPOSALS_APP_KEY: 'x' };
  expect(await proposalToken(taskContext(env))).toEqual({ token: 'token', startsChecks: false });
});

test.each<[string, string | undefined, string]>([
  ['without its key', undefined, 'PROPOSALS_APP_KEY is not set.'],
  ['with something else as its key', 'c3VwZXItc2VjcmV0', 'PROPOSALS_APP_KEY is not a private key in PEM.'],
  ['that is not installed', KEYS['PKCS#8'], 'GET /installation was answered with 404.'],
])('a wrong app: %s', async (_, key, message) => {
  const { env } = await fakeGitHub(
    () => undefined,
    () => true,
  );
  const context = taskContext({ ...env, PROPOSALS_APP_ID: '1', PROPOSALS_APP_KEY: key });
  await expect(proposalToken(context, NOW)).rejects.toThrow(message);
});
