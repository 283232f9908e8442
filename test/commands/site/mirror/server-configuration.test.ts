/** The configuration of a mirror's server, from a site that says of itself what it wants. */
import { expect, test } from 'vitest';
import { mirrorConfiguration } from '../../../../commands/site/mirror/server-configuration.ts';
import { PLAIN_FILES } from '../../../../contract/interface/plain-files.ts';

const ODD = { toString: 1, valueOf: 1 };
const MANIFEST = JSON.stringify({ serviceUrl: 'https://catalog.example.org', files: [] });

test.each([
  '<html>',
  'null',
  '{"withdrawn":[null],"items":[null]}',
  JSON.stringify({
    withdrawn: [
      { withdrawn: 'removed', list: ODD, file: 'a' },
      { withdrawn: 'removed', list: 'maps', file: ODD },
    ],
    items: [{ id: ODD }],
  }),
])('is that without removed maps, if the site has %s in place of its lists', (text) => {
  const configured = (other: string) =>
    mirrorConfiguration((path) => Buffer.from(`/${path}` === PLAIN_FILES.manifest.path ? MANIFEST : other), new Map(), {
      target: 'nginx',
    }).map(({ path, content }) => [path, Buffer.from(content).toString()]);
  expect(configured(text)).toEqual(configured('{}'));
});
