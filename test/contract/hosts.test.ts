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

test.each(HOST_NAMES)('on this machine, the Cloudflare runtime serves what %s takes', (name) => {
  const host = withMaxFiles(HOSTS[name], 30_000);
  const served = servedLike(host);
  expect(served).toMatchObject({ runsHandler: true, root: '' });
  expect(served.limits).toMatchObject({ files: 30_000, fileBytes: host.limits.fileBytes, headerRules: 100 });
});
