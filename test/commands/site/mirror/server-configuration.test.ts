/** The configuration of a mirror's server, from a site that says of itself what it wants. */
import { expect, test } from 'vitest';
import { mirrorConfiguration } from '../../../../commands/site/mirror/server-configuration.ts';
import type { Manifest } from '../../../../contract/generated/v1.types.ts';

const ODD = { toString: 1, valueOf: 1 };
const MANIFEST = { serviceUrl: 'https://catalog.example.org', files: [] } as unknown as Manifest;

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
    mirrorConfiguration(MANIFEST, () => Buffer.from(other), new Map(), { target: 'nginx' }).map(({ path, content }) => [
      path,
      Buffer.from(content).toString(),
    ]);
  expect(configured(text)).toEqual(configured('{}'));
});

test('its lists may begin with a byte order mark', () => {
  const withdrawn = { withdrawn: 'removed', list: 'maps', file: 'gone' };
  const textOf = (start: string): string =>
    mirrorConfiguration(
      MANIFEST,
      () => Buffer.from(`${start}${JSON.stringify({ withdrawn: [withdrawn] })}`),
      new Map(),
      {
        target: 'nginx',
      },
    )
      .map(({ content }) => Buffer.from(content).toString())
      .join();
  expect(textOf('')).toContain('gone');
  expect(textOf('\ufeff')).toBe(textOf(''));
});
