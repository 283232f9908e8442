/**
 * Days against servers of all kinds: each verdict on its day, then what is published about it. A few days; with
 * SIMULATE=all the thirty of `npm run simulate`.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { makeBadge } from 'badge-maker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults, describeInBrowser, serveSite } from '../support/browser.ts';
import { writeFiles } from '../support/catalogs.ts';
import { environment, run } from '../support/cli.ts';
import { ciTask, inProcess } from '../support/in-process.ts';
import { FLEET, onDay, SHORT_FLEET, type SimulatedServer, type Verdict } from './fleet.ts';
import { dateOf, fileOf, LETTERS, type Simulated, simulate } from './simulate.ts';
import { STORY } from './story.ts';

const IS_WHOLE = process.env['SIMULATE'] === 'all';
const DAYS = IS_WHOLE ? 30 : 8;
const LAST = DAYS - 1;
const SERVERS = IS_WHOLE ? FLEET : SHORT_FLEET;

/** Servers of which exactly one thing is right on the last day. */
const SURE = SERVERS.filter(({ expected }) => onDay(expected, LAST).length === 1);
const verdictOf = (one: SimulatedServer): Verdict => onDay(one.expected, LAST)[0] as Verdict;
const LISTED = SURE.filter((one) => verdictOf(one) !== 'none');

/** The path of a record below the site, without a slash at its end: `mapservers/street`. */
const pathOf = (one: SimulatedServer): string => fileOf(one).replace('.yaml', '');
const server = (id: string): SimulatedServer => SERVERS.find((one) => one.id === id) as SimulatedServer;
const dayOf = (id: string, verdict: Verdict): number =>
  server(id).expected.find(([, right]) => right.includes(verdict))?.[0] ?? 0;

let home = '';
let played: Simulated;

beforeAll(async () => {
  home = mkdtempSync(join(realpathSync(tmpdir()), 'cartalog-simulation-'));
  const folder = join(home, 'repository');
  mkdirSync(folder);
  played = await simulate(folder, SERVERS, { days: DAYS, changes: STORY, isShort: !IS_WHOLE });
  // As publish.yml builds.
  const options = ['--require-address', '--require-history', '--without-tokenless'];
  const inputs = ['--probe-history', '../history.json', '--pictures', '../pictures'];
  const built = await inProcess(['build', '--out', '../site', '--no-fsync', ...options, ...inputs], folder);
  expect([built.status, built.stderr]).toEqual([0, expect.any(String)]);
}, 20 * 60_000);
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

const published = (path: string): string => readFileSync(join(home, 'site', path), 'utf8');

describe('the days', () => {
  test('each server has the right verdict on each day, and is asked at most eight times', () => {
    expect(played.faults).toEqual([]);
    expect(played.measured.mostRequests).toBeLessThanOrEqual(8);
  });

  test.each(LISTED)('the history of $id has the right letter for each day', ({ id, expected }) => {
    const { days = '', since, verdict } = played.statuses.get(id) ?? {};
    const asked = played.asked.get(id) ?? [];
    const letters = [...days.padStart(DAYS, '.').slice(-DAYS)];
    for (const [index, letter] of letters.entries()) {
      const right = asked.includes(index) ? onDay(expected, index).map((one) => LETTERS[one]) : ['.'];
      expect([index, right.join('').includes(letter), letter]).toEqual([index, true, letter]);
    }
    // A server is dead since the first of the days on which it failed.
    const isOfIt = (day: number): boolean => LETTERS[verdict ?? 'none'].includes(letters[day] ?? '');
    const before = asked.findLast((day) => !isOfIt(day)) ?? -1;
    expect(since).toBe(dateOf(asked.find((day) => day > before) as number));
  });
});

describe('the catalog and the history', () => {
  test('only servers without tiles are switched off: a notice is for a person to decide', () => {
    const active = new Map<string, boolean>(
      ['mapservers', 'overlayservers']
        .flatMap((list) => JSON.parse(published(`v1/${list}/index.json`)))
        .map(({ id, active }: { id: string; active: boolean }) => [id, active]),
    );
    const off = [...active].filter(([, isActive]) => !isActive).map(([id]) => id);
    // One that refuses everybody for five days gives no tile either.
    const may = LISTED.filter((one) => ['dead', 'refused'].includes(verdictOf(one))).map(({ id }) => id);
    const must = LISTED.filter((one) => verdictOf(one) === 'dead').map(({ id }) => id);
    expect(off.filter((id) => !may.includes(id))).toEqual([]);
    expect(must.filter((id) => !off.includes(id))).toEqual([]);
  });

  test.runIf(IS_WHOLE)('a server needs at most 40 bytes a day', () => {
    expect(readFileSync(join(home, 'history.json')).length / SERVERS.length / DAYS).toBeLessThanOrEqual(40);
  });
});

describe('what is published', () => {
  test('status.json has each map with its verdict, and thirty days', () => {
    const { until, maps } = JSON.parse(published('v2/status.json'));
    expect(until).toBe(dateOf(LAST));
    for (const one of LISTED) {
      const status = maps[pathOf(one)];
      expect([one.id, status?.verdict]).toEqual([one.id, verdictOf(one)]);
      expect(status.days).toHaveLength(30);
      expect(status.days.slice(-DAYS)).toBe((played.statuses.get(one.id)?.days ?? '').padStart(DAYS, '.').slice(-DAYS));
      const sure = [...status.days].filter((letter) => /[wnbrd]/.test(letter));
      const good = sure.filter((letter) => letter === 'w').length;
      if (sure.length === 0) expect(status.share).toBeUndefined();
      else expect(status.share).toBeCloseTo(good / sure.length, 1);
    }
    expect(Object.keys(maps)).not.toContain('mapservers/token');
    expect(Object.keys(maps)).not.toContain('mapservers/guest');
  });

  test('maps.geojson has the same verdicts', () => {
    const { features } = JSON.parse(published('v2/maps.geojson'));
    const verdicts = new Map(
      features.map((one: { id: string; properties: { status?: { verdict: string } } }) => [
        one.id,
        one.properties.status?.verdict,
      ]),
    );
    for (const one of LISTED) expect([one.id, verdicts.get(pathOf(one))]).toEqual([one.id, verdictOf(one)]);
  });

  test.each(LISTED)('$id has a badge as the endpoint of Shields takes it', (one) => {
    const badge = JSON.parse(published(`v2/status/${pathOf(one)}.badge.json`));
    const { maps } = JSON.parse(published('v2/status.json'));
    expect(maps[pathOf(one)].badge).toBe(`https://catalog.thirty-days.net/v2/status/${pathOf(one)}.badge.json`);
    const { schemaVersion, isError, cacheSeconds, ...drawn } = badge;
    expect(schemaVersion).toBe(1);
    // The renderer of Shields refuses what it does not know.
    const svg = makeBadge(drawn);
    expect(svg).toContain(`>${badge.message}</text>`);
    expect(badge.color).toMatch(COLOURS);
    expect(badge.color === 'brightgreen' || badge.color === 'green').toBe(verdictOf(one) === 'works');
  });

  /** Names that Shields knows. */
  const COLOURS =
    /^(?:brightgreen|green|yellowgreen|yellow|orange|red|blue|grey|gray|lightgrey|lightgray|[0-9a-f]{6})$/;

  test('pictures are published only where the provider allows it, and are tiles', () => {
    const folder = join(home, 'pictures');
    const kept = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
    const names = kept
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replace(/\.\w+$/, ''));
    const allowed = SERVERS.filter(({ provider }) => provider === 'open' || provider === 'restyled').map(pathOf);
    expect(names.filter((name) => name.includes('servers/')).sort()).toEqual(allowed.sort());
    expect(published('mapservers/street/index.html')).toMatch(/<img[^>]+(?:street|pictures)[^>]*>/);
  });

  test('withdrawn.json names what went, when and why, and what is switched off', () => {
    const { withdrawn } = JSON.parse(published('v2/withdrawn.json'));
    const byId = new Map(withdrawn.map((one: { id: string }) => [one.id, one]));
    expect(byId.get('Guest')).toMatchObject({
      withdrawn: 'removed',
      when: `${dateOf(server('Guest').listed?.[1] as number)}T02:00:00Z`,
      reason: 'Remove Guest, whose owner asked for it',
    });
    expect(byId.get('Login page')).toMatchObject({
      withdrawn: 'inactive',
      when: `${dateOf(dayOf('Login page', 'dead'))}T15:00:00Z`,
    });
    // It was switched off, and on again.
    expect(byId.has('Returns')).toBe(false);
    const dead = LISTED.filter((one) => verdictOf(one) === 'dead').map(({ id }) => id);
    expect(dead.filter((id) => !byId.has(id))).toEqual([]);
  });
});

describe('the package', () => {
  const PROGRAM = `import { maps } from 'simulated-maps';

const works = maps.features.filter(({ properties }) => properties.status?.verdict === 'works');
for (const { id } of works) console.log(id);
`;

  test('is imported by a program of ten lines', async () => {
    const program = join(home, 'program');
    const folder = join(home, 'repository');
    expect(
      await ciTask(['package', '../site', '--name', 'simulated-maps', '--out', '../package'], {}, folder),
    ).toMatchObject({ status: 0 });
    writeFiles(program, { 'package.json': '{ "private": true }\n', 'program.mjs': PROGRAM });
    const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', `--cache=${join(home, 'cache')}`];
    const npm = (cwd: string, ...args: readonly string[]) =>
      run('npm', [...args, ...flags], { cwd, env: environment() });
    expect(await npm(home, 'pack', './package')).toMatchObject({ status: 0 });
    const tarball = readdirSync(home).find((name) => name.endsWith('.tgz')) ?? '';
    expect(await npm(program, 'install', join(home, tarball))).toMatchObject({ status: 0 });
    const { status, stdout } = await run(process.execPath, ['program.mjs'], { cwd: program, env: environment() });
    expect(status).toBe(0);
    const printed = stdout.trim().split('\n');
    const right = LISTED.filter((one) => verdictOf(one) === 'works').map(pathOf);
    expect(right.filter((path) => !printed.includes(path))).toEqual([]);
    const wrong = LISTED.filter((one) => verdictOf(one) !== 'works').map(pathOf);
    expect(wrong.filter((path) => printed.includes(path))).toEqual([]);
    expect(PROGRAM.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
  });
});

describeInBrowser('the pages', (browser) => {
  const site = (): Promise<string> => {
    const folder = join(home, 'site');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return serveSite(
      new Map(
        files.map((entry) => {
          const file = join(entry.parentPath, entry.name);
          return [relative(folder, file), readFileSync(file)];
        }),
      ),
    );
  };

  /** Only ours: none of a tile server. */
  const foreign = (requested: readonly string[], address: string): string[] =>
    requested.filter((one) => !one.startsWith(`${address}/`) && !one.startsWith('data:'));

  test('the list shows a strip for each map, and the filter leaves those that work today', async () => {
    const address = await site();
    const { page, complaints, requested } = await browser.open(`${address}/`);
    const shown = async (): Promise<string[]> => {
      const rows = page.locator('li.server[data-id]:visible');
      return rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-id') ?? ''));
    };
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(0);
    // "Today" is a day of this clock.
    await page.clock.setFixedTime(`${dateOf(LAST)}T18:00:00Z`);
    await page.reload();
    await page.click('.filters > summary');
    await page.getByLabel('Works today').check();
    const right = SERVERS.filter((one) => !one.isOverlay && onDay(one.expected, LAST).includes('works')).map(pathOf);
    const sure = LISTED.filter((one) => !one.isOverlay && verdictOf(one) === 'works').map(pathOf);
    await expect
      .poll(async () => (await shown()).filter((path) => !right.includes(path) && path.startsWith('mapservers/')))
      .toEqual([]);
    expect((await shown()).filter((path) => sure.includes(path)).sort()).toEqual(sure.sort());
    expect(await page.locator('li.server svg.days').count()).toBeGreaterThan(LISTED.length / 2);
    expect(foreign(requested, address)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('the pages of maps say how they are, in words and as a strip, and fill in a report', async () => {
    const address = await site();
    const { page, complaints, requested } = await browser.open(`${address}/`);
    for (const id of ['Stamped', 'White', 'Forbidden', 'Login page', 'Street']) {
      await page.goto(`${address}/${pathOf(server(id))}/`);
      const facts = page.locator('section.facts');
      await expect.poll(() => facts.locator('svg.days').count()).toBe(1);
      const { verdict, reason } = played.statuses.get(id) ?? {};
      expect(await page.locator('p.meta').textContent()).toMatch(verdict === 'notice' ? /shows a notice/ : /zoom/);
      if (reason) {
        expect(await facts.textContent()).toContain(reason);
        const report = new URL((await page.getAttribute('a.report', 'href')) ?? '');
        expect(report.searchParams.get('body')).toContain(reason);
      }
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(foreign(requested, address)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('the picture of a map is its first sight, without a request to its server', async () => {
    const address = await site();
    const { page, requested, complaints } = await browser.open(`${address}/mapservers/street/`);
    const image = page.locator('.map-panel img, .map img').first();
    await expect
      .poll(() => image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(256);
    expect(foreign(requested, address)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each(['changes/', 'de/changes/'])(
    '/%s tells what came, changed and went, by day, with the reason',
    async (path) => {
      const address = await site();
      const { page, complaints, requested } = await browser.open(`${address}/${path}`);
      const text = (await page.textContent('main')) ?? '';
      for (const words of [
        'Guest',
        'Street',
        'Midnight, a simulated map',
        'Remove Guest, whose owner asked for it',
        'Login page',
      ]) {
        expect(text).toContain(words);
      }
      const at = (words: string): number => text.indexOf(words);
      // The newest day is first.
      expect(at('Remove Guest, whose owner asked for it')).toBeLessThan(at('Let the street map go to zoom level 19'));
      expect(await page.locator('main a[href*="mapservers/street"]').count()).toBeGreaterThan(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(foreign(requested, address)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
});
