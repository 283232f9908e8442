import { describe, expect, test } from 'vitest';
import { historyOf } from '../../../build/model/history.ts';
import { renderSite } from '../../../build/render/site.ts';
import { HOST_NAMES, HOSTS, type HostName } from '../../../contract/hosts.ts';
import { SMALL } from '../../support/catalogs.ts';
import { modelled } from '../../support/check.ts';

const TIME = 1_700_000_000;
const HISTORY = historyOf({
  times: new Map(Object.keys(SMALL).map((path) => [path, TIME])),
  uncommitted: new Set(['mapservers/new.yaml']),
});
const PARTS = { headers: '', handler: '', publicFiles: [{ path: '404.html', content: Buffer.from('x') }] };

const siteOn = (name: HostName) => renderSite(modelled(), HISTORY, PARTS, HOSTS[name]);
const pathsOn = (name: HostName): string[] => siteOn(name).assets.map(({ path }) => path);

const OF_PAGES = ['_headers', '_redirects', '_routes.json', '_worker.js'];

/** What each host has at the root of what is built, in addition to the documents. */
const BESIDE: Readonly<Record<HostName, readonly string[]>> = {
  pages: OF_PAGES,
  workers: [...OF_PAGES, '.assetsignore'],
  nginx: [],
  caddy: [],
  apache: [],
  generic: [],
};

describe.each(HOST_NAMES)('for %s', (name) => {
  const { root } = HOSTS[name];
  const documents = pathsOn('pages').filter((path) => !OF_PAGES.includes(path));

  test('the documents are the same, in their folder', () => {
    const inRoot = pathsOn(name).filter((path) => path.startsWith(root) && !BESIDE[name].includes(path));
    expect(inRoot).toEqual(documents.map((path) => root + path));
  });

  test('nothing that another host reads is among them', () => {
    const names = pathsOn(name).map((path) => path.slice(path.lastIndexOf('/') + 1));
    expect(names.filter((file) => /^[._]/.test(file))).toEqual(BESIDE[name]);
  });

  test('files have the time of the last change, where no rule says it', () => {
    const times = new Map(siteOn(name).assets.map(({ path, modified }) => [path, modified ?? null]));
    const known = HOSTS[name].runsHandler ? null : TIME;
    expect(times.get(`${root}v1/editions/offline/index.json`)).toBe(known);
    expect(times.get(`${root}v1/index.xml`)).toBe(known);
    expect(times.get(`${root}v1/mapservers/index.json`)).toBeNull();
    expect(times.get(`${root}404.html`)).toBeNull();
  });
});
