/** The page of changes stays short and readable, whatever commits did. */
import { expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../build/history/history.ts';
import { catalogModelOf } from '../../../../build/model/model.ts';
import { changesPage, ownChanges } from '../../../../build/render/pages/changes-page.ts';
import { pageContext } from '../../../../build/render/pages/layout/page-layout.ts';
import { checkCatalog } from '../../../../build/run/check-in-memory.ts';
import { memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { type MadeCommit, madeCommits } from '../../../support/made-commits.ts';

const ONE = String(SMALL['mapservers/one.yaml']);
const PARTS = { script: 'main.js', style: 'main.css', files: [] };

function inputAfter(...steps: MadeCommit['files'][]) {
  const { content } = checkCatalog(memoryFolder(SMALL), { environment: {}, requireTokens: false });
  const catalog = catalogModelOf(content, { serviceUrl: null, environment: {} });
  const commits = steps.map((files, index) => ({
    time: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    subject: `Commit ${index}`,
    files,
  }));
  const history = catalogHistoryOf(commits.length > 0 ? madeCommits(commits) : null);
  return { catalog, history, parts: PARTS };
}

const pageAfter = (...steps: MadeCommit['files'][]): string =>
  Buffer.from(changesPage(inputAfter(...steps), 'en').content).toString();

function linesOf(page: string): string[] {
  const [, newest = ''] = /<section class="day".*?>(.*?)<p class="soft cause">/s.exec(page) ?? [];
  const lines = newest.split('<li class=').slice(1);
  return lines.map((line) =>
    `<li class=${line}`
      .replaceAll(/<li>|<details>|<ul class="fields">/g, ' ')
      .replaceAll(/\n?<ul class="names">\n<li[^>]*>/g, ' | ')
      .replaceAll(/<[/]li>\n(?=<li)/g, ' · ')
      .replace(/<[^>]+>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

const many = (count: number, textOf: (index: number) => string | null) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`mapservers/x-${index}.yaml`, textOf(index)]));
const numbered = (index: number): string => ONE.replace('id: One', `id: X ${index}`);

test('a day of thousands of changes is one line', () => {
  const page = pageAfter(
    many(5_000, numbered),
    many(5_000, (index) => numbered(index).replace('maxZoom: 19', 'maxZoom: 18')),
  );
  const [line = '', ...others] = linesOf(page);
  expect(line.slice(0, 45)).toBe('5,000 maps have new details | X 0 · X 1 · X 2');
  expect(others).toEqual([]);
  expect(line).toMatch(/X 149 and 4,850 more$/);
  const [, address] = /<a href="([^"]*)">and 4,850 more</.exec(page) ?? [];
  expect(address).toMatch(/[/]commit[/]0*2$/);
  expect(page.length).toBeLessThan(50_000);
});

test('records of which the same changed share a line', () => {
  const change = (index: number): string =>
    `${numbered(index).replace('m: 19', `m: ${index}`)}${index < 3 ? 'kind: street\n' : ''}`;
  expect(linesOf(pageAfter(many(15, numbered), many(15, change)))).toEqual([
    `12 maps have new details (highest zoom) | ${Array.from({ length: 12 }, (_, index) => `X ${index + 3}`).join(' · ')}`,
    '3 maps have new details (highest zoom, kind) | X 0 · X 1 · X 2',
  ]);
});

test.each([
  ['ends: { date: "2031-05-01", source: https://a.example.org/ }', 'end', 'end: 1 May 2031'],
  [
    'commercialUse: { state: forbidden, source: https://a.example.org/ }',
    'commercial use',
    'commercial use: not allowed, or only for a payment',
  ],
  ['licence: CC-BY-4.0', 'licence', 'licence added: CC BY 4.0'],
  ['licence: https://a.example.org/', 'licence', 'licence added: https://a.example.org/'],
])('%s is told in words, without its source', (member, name, value) => {
  const page = pageAfter({ 'mapservers/one.yaml': ONE }, { 'mapservers/one.yaml': `${ONE}${member}\n` });
  expect(linesOf(page)).toEqual([`One has new details (${name}) ${value}`]);
});

test('a value of a member that changed is told as every other one', () => {
  const use = (state: string): string => `${ONE}commercialUse: { state: ${state}, source: https://a.example.org/ }\n`;
  const page = pageAfter({ 'mapservers/one.yaml': use('allowed') }, { 'mapservers/one.yaml': use('forbidden') });
  expect(linesOf(page)).toEqual([
    'One has new terms (commercial use) commercial use allowed → not allowed, or only for a payment',
  ]);
});

test('reasons of removals are stated', () => {
  const reason = (id: string): string => `- { url: /v1/mapservers/, id: ${id}, reason: "No tiles & <b>." }\n`;
  const files = { ...many(3, () => null), 'removals.yaml': `${reason('X 0')}${reason('X 1')}` };
  expect(linesOf(pageAfter(many(3, numbered), files))).toEqual([
    '2 maps are gone — No tiles &amp; &lt;b&gt;. | X 0 · X 1',
    'X 2 is gone',
  ]);
});

test('a map with another id in another file is one change, which links to it and has the reason of the removal', () => {
  const files = {
    'mapservers/grid.yaml': null,
    'mapservers/one.yaml': ONE,
    'removals.yaml': '- { url: /v1/mapservers/, id: Grid, reason: It has another name. }\n',
  };
  const page = pageAfter({ 'mapservers/grid.yaml': ONE.replace('id: One', 'id: Grid') }, files);
  expect(linesOf(page)).toEqual(['One has new details (label) — It has another name. label Grid → One']);
  expect(page).toContain('<a href="../mapservers/one/"><bdi>One</bdi></a>');
});

test('what is not in the catalog any more has no link, and a geometry no value', () => {
  const box = (east: number): string => `${numbered(0)}area: { west: 1, south: 1, east: ${east}, north: 2 }\n`;
  const page = pageAfter({ 'mapservers/x-0.yaml': box(2) }, { 'mapservers/x-0.yaml': box(3) });
  expect(linesOf(page)).toEqual(['X 0 has new details (area)']);
  const first = pageAfter({ 'mapservers/x-0.yaml': numbered(0) }, { 'mapservers/x-0.yaml': box(3) });
  expect(linesOf(first)).toEqual(['X 0 has new details (area)']);
  expect(page).not.toContain('mapservers/x-0/');
});

test('commits are links at the end of a day, without what they say', () => {
  const page = pageAfter({ 'mapservers/one.yaml': ONE });
  expect(page).toMatch(/<p class="soft cause"> <a href="[^"]*[/]0*1">Source of this change<.a><.p>/);
  expect(page).not.toContain('Commit 0');
});

test('the filters have the kinds and countries of what is listed', () => {
  const files = {
    'mapservers/x.yaml': `${numbered(1)}countries: [NO, QQ]\nkind: aerial\n`,
    'editions/e.yaml': 'name: E\n',
  };
  const gone = pageAfter(files, { 'mapservers/x.yaml': null });
  expect(Array.from(gone.matchAll(/<option value="([^"]*)"/g), ([, value]) => value)).toEqual([
    '',
    'mapserver',
    'edition',
    'aerial',
    '',
    'NO',
  ]);
  expect(gone).toContain('data-kind="mapserver aerial" data-country="NO QQ"');
});

test('what came into a field, went from it and changed in it is told apart', () => {
  const before = `${ONE}kind: street\nupdates: rarely\n`;
  const after = ONE.replace('19', '18').replace(
    '[a.example.org, b.example.org]',
    '[a.example.org, c.example.org, d.example.org]',
  );
  const languages = `${after}languages: [en, de]\nupdates: daily\ncountries: [CH, XX]\n`;
  expect(linesOf(pageAfter({ 'mapservers/one.yaml': before }, { 'mapservers/one.yaml': languages }))).toEqual([
    'One has a new address highest zoom 19 → 18 servers b.example.org → c.example.org, d.example.org languages added: English, German updates rarely → every day countries added: Switzerland, XX kind removed: Street map',
  ]);
});

test('a provider has no page, so the line about it leads to its file, and can be filtered', () => {
  const provider = 'name: Mine <Maps>\nhomepage: https://mine.example.org/\n';
  const terms = `${provider}terms: https://mine.example.org/terms\n`;
  const { catalog, ...others } = inputAfter({ 'providers/mine.yaml': provider }, { 'providers/mine.yaml': terms });
  const onGitHub = { ...catalog, repository: 'https://github.com/example/maps' };
  const page = Buffer.from(changesPage({ ...others, catalog: onGitHub }, 'en').content).toString();
  expect(linesOf(page)).toEqual([
    'Mine &lt;Maps&gt; has new details (terms of use) terms of use added: https://mine.example.org/terms',
  ]);
  expect(page).toMatch(/<a href="[^"]*[/]commits[/]main[/]catalog[/]providers[/]mine\.yaml"><bdi>Mine &lt;Maps&gt;</);
  expect(page).toContain('<option value="provider">Providers</option>');
});

test('a long history ends in the repository', () => {
  const steps = Array.from({ length: 199 }, (_, index) =>
    many(60, (record) => numbered(record).replace('m: 19', `m: ${(index + (record % 6)) % 19}`)),
  );
  const page = pageAfter(...steps);
  expect(page.match(/<li class/g)?.length).toBeLessThan(1_020);
  expect(page).toContain('All of the history');
});

test('a record shows its newest changes', () => {
  const steps = Array.from({ length: 9 }, (_, index) => ({ 'mapservers/one.yaml': ONE.replace('19', `${index}`) }));
  const context = pageContext(inputAfter(...steps), { role: 'mapserver', name: 'one' }, 'en');
  const days = ownChanges(context, 'mapserver', 'one')?.text.match(/\d Jan 2026<.time><.a> <bdi>One has new details/g);
  expect(days?.map(([day]) => day)).toEqual(['9', '8', '7', '6', '5']);
});

test('a history without news is told from an unknown one', () => {
  expect(pageAfter({ 'site.yaml': 'title: T\n' })).toContain('Nothing has changed yet.');
});

test('without a history, the page says so, and has its feeds', () => {
  const page = pageAfter();
  expect(page).toContain('The history of the catalog is not known here.');
  expect(page).not.toContain('<form');
  expect(page.replace(/<[^>]+>/g, '')).toContain('As a feed: Atom, JSON Feed\n');
});
