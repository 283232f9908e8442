/** Tile servers are kept as `cartalog new` writes them, and publishing knows their access tokens. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileNameFor } from '../../build/read/file-names.ts';
import { convertTemplate } from '../../build/tile-url/convert.ts';
import { mapAddresses } from '../../contract/maps/map-types.ts';
import { tokenNames } from '../../contract/maps/placeholders.ts';
import { ROOT } from '../support/cli.ts';
import { ourContent } from './our-catalog.ts';

const content = ourContent();
const servers = content.v1Maps();
const maps = content.maps();
const tokensOf = (map: object): string[] => mapAddresses(map).flatMap(([, address]) => tokenNames(address));
const listed = content.of('site').flatMap(({ value }) => value.accessTokens ?? []);

/** Secrets of the workflows that are no access tokens of tile servers. */
const OTHER_SECRETS = ['CLOUDFLARE_API_TOKEN', 'PROPOSALS_APP_KEY'];

test('files are named after the ids in them', () => {
  // An id without a Latin letter or digit gives no name.
  const expected = ({ id = '' }: { id?: string }): string | null => fileNameFor(id) || null;
  const others = servers.filter(({ file, value }) => file.name !== (expected(value) ?? file.name));
  expect(others.map(({ file, value }) => `${file.path}: ${expected(value)}.yaml`)).toEqual([]);
});

test('cartalog new leaves every pattern as it is', () => {
  for (const { file, value } of servers) {
    const { hosts = [], urlPattern = '' } = value;
    const given = { url: urlPattern, hosts, subdomains: null, values: new Map(), variables: new Map() };
    expect(convertTemplate(given), file.path).toEqual({ hosts, urlPattern, notes: [], unused: [] });
  }
});

test('each map has a kind and a provider, and an area if docs/unknowns.md does not list it', () => {
  const unknowns = readFileSync(join(ROOT, 'docs', 'unknowns.md'), 'utf8');
  const unknown = maps.filter(({ file }) => new RegExp(`\\b${file.name}\\b`).test(unknowns));
  const incomplete = maps.filter((server) => {
    const { kind, provider, countries, area } = server.value;
    return !kind || !provider || !(countries || area || unknown.includes(server));
  });
  expect(incomplete.map(({ file }) => file.path)).toEqual([]);
});

test('a provider names the access token of its maps', () => {
  const providers = new Map(content.of('provider').map(({ file, value }) => [file.name, value.token]));
  // Of a provider with tokens, some vector styles need none.
  const others = maps.filter(({ file, value }) => {
    const token = providers.get(value.provider ?? '');
    const named = [...new Set(tokensOf(value))].join();
    return file.role === 'map' ? named !== '' && token !== undefined && named !== token : named !== (token ?? '');
  });
  expect(others.map(({ file }) => file.path)).toEqual([]);
});

test('site.yaml lists no access token that no map names', () => {
  const named = maps.flatMap(({ value }) => tokensOf(value));
  expect(listed.filter((name) => !named.includes(String(name)))).toEqual([]);
});

test.each(['publish.yml', 'probe.yml'])('%s passes no access token that site.yaml does not list', (name) => {
  // A missing one is not a problem here: whoever proposes a tile server cannot add a secret. Publishing reports it.
  const workflow = readFileSync(join(ROOT, '.github', 'workflows', name), 'utf8');
  const passed = [...workflow.matchAll(/^ +(\w+): \$\{\{ secrets\.\w+ \}\}$/gm)].map(([, variable = '']) => variable);
  expect(passed.filter((name) => !OTHER_SECRETS.includes(name) && !listed.includes(name))).toEqual([]);
});

test('probe.yml has the access tokens that publish.yml has', () => {
  const passed = (name: string): string[] =>
    readFileSync(join(ROOT, '.github', 'workflows', name), 'utf8').match(
      /^ +\w+_(?:KEY|TOKEN): \$\{\{ secrets\.\w+ \}\}$/gm,
    ) ?? [];
  const others = new RegExp(OTHER_SECRETS.join('|'));
  expect(passed('probe.yml').filter((line) => !others.test(line))).toEqual(
    passed('publish.yml').filter((line) => !others.test(line)),
  );
});
