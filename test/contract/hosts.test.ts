import { expect, test } from 'vitest';
import { SERVER_CONFIGURATIONS } from '../../build/render/hosts/server-configurations.ts';
import { WEB_SERVERS } from '../../commands/site/server/web-servers.ts';
import { HOST_NAMES, HOSTS, hostsWith, localHostFor, withMaxFiles } from '../../contract/hosts.ts';
import { RENDITIONS } from '../../contract/interface/v1-renditions.ts';
import site from '../../schemas/catalog/site.json' with { type: 'json' };

test.each(HOST_NAMES)('on this machine, %s is answered for as Cloudflare does, with its own limits', (name) => {
  const host = withMaxFiles(HOSTS[name], 30_000);
  const served = localHostFor(host);
  expect(served).toMatchObject({ root: '', runsHandler: true, limits: host.limits, title: host.title });
  expect(served.name).toBe(host.runsHandler ? name : 'pages');
});

test('a site can name each host, and the lists have the same servers, in one order', () => {
  const { enum: names, enumDescriptions } = site.properties.target;
  expect(names).toEqual(HOST_NAMES);
  expect(enumDescriptions.length).toBe(names.length);
  expect(Object.keys(SERVER_CONFIGURATIONS)).toEqual(hostsWith('root'));
  expect(hostsWith('root')).toEqual(expect.arrayContaining(Object.keys(WEB_SERVERS)));
});

test('a setting for index files names both kinds, first the page', () => {
  for (const { indexSetting } of Object.values(HOSTS))
    if (indexSetting) expect(indexSetting).toContain(`index.html ${RENDITIONS.json.file}`);
});
