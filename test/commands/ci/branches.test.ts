/** Git and its token, with a server that looks at what git sends. */
import { expect, test } from 'vitest';
import { Checkout } from '../../../commands/ci/branches.ts';
import { SMALL } from '../../support/catalogs.ts';
import { startFaultyServer } from '../../support/faulty-server.ts';
import { git } from '../../support/git.ts';
import { HostedCatalog } from '../../support/hosted.ts';

test('the token is sent to the host of the repository, and to no other', async () => {
  const { checkout } = new HostedCatalog(SMALL);
  const [ours, other] = [await startFaultyServer({}), await startFaultyServer({}, { host: '127.0.0.2' })];
  for (const { url } of [ours, other]) {
    git(checkout, ['remote', 'set-url', 'origin', `${url}/us/catalog.git`]);
    const context = { env: { GITHUB_SERVER_URL: ours.url }, fetch };
    await expect(new Checkout(context, checkout, 's3cret').fetchBranch('x')).rejects.toThrow(
      /^git ls-remote: (?!.*s3cret)/,
    );
  }
  const sent = ({ requests }: typeof ours) => new Set(requests.map(({ headers }) => headers.authorization));
  expect(sent(ours)).toEqual(new Set([`basic ${Buffer.from('x-access-token:s3cret').toString('base64')}`]));
  expect(sent(other)).toEqual(new Set([undefined]));
});
