import { expect, test } from 'vitest';
import { DEFAULT_HOST, HOST_NAMES, HOSTS, servedLike, withMaxFiles } from '../../contract/hosts.ts';
import site from '../../schemas/catalog/site.json' with { type: 'json' };

test('site.yaml can name every host, and no other', () => {
  const { target } = site.properties;
  expect(target.enum).toEqual(HOST_NAMES);
  expect(target.enumDescriptions).toHaveLength(HOST_NAMES.length);
  expect(target.enumDescriptions[HOST_NAMES.indexOf(DEFAULT_HOST)]).toContain('default');
  for (const name of HOST_NAMES) expect(HOSTS[name].name).toBe(name);
});

test.each(HOST_NAMES)('on this machine, %s is answered for as Cloudflare does, with its own limits', (name) => {
  const host = withMaxFiles(HOSTS[name], 30_000);
  const served = servedLike(host);
  expect(served).toMatchObject({ root: '', runsHandler: true, limits: host.limits, title: host.title });
  expect(served.name).toBe(host.runsHandler ? name : 'pages');
});
