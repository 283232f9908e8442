import { expect, test } from 'vitest';
import { HOST_NAMES, HOSTS, servedLike, withMaxFiles } from '../../contract/hosts.ts';

test.each(HOST_NAMES)('on this machine, %s is answered for as Cloudflare does, with its own limits', (name) => {
  const host = withMaxFiles(HOSTS[name], 30_000);
  const served = servedLike(host);
  expect(served).toMatchObject({ root: '', runsHandler: true, limits: host.limits, title: host.title });
  expect(served.name).toBe(host.runsHandler ? name : 'pages');
});
