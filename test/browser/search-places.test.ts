/** The first page in a real browser: maps found by what they show and where they are, by typing, choosing and clicking. */
import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, expectSteady, serveSite, sitePages } from '../support/browser.ts';
import { type Files, SMALL } from '../support/catalogs.ts';

const map = (id: string, more: string): string =>
  `id: ${id}\nname: ${id} map\nminZoom: 0\nmaxZoom: 17\nhosts: [tiles.example.org]\nurlPattern: https://#{host}/${id}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: OpenStreetMap\n${more}\n`;

const CATALOG: Files = {
  ...SMALL,
  'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\naccessTokens: [PAID_KEY]\n`,
  'providers/alps.yaml': 'name: Alpine office\nhomepage: https://alps.example.org/\n',
  'mapservers/globe.yaml': map('Globe', 'kind: topographic\narea: world'),
  'mapservers/national.yaml': map('National', 'kind: topographic\ncountries: [CH, LU]\nprovider: alps'),
  'mapservers/photos.yaml': map('Photos', 'kind: aerial\ncountries: [CH]'),
  'mapservers/wheels.yaml': map('Wheels', 'kind: cycling\ncountries: [AT]\nlicence: CC-BY-4.0'),
  'mapservers/atlas.yaml': map('Atlas', 'kind: historic\narea: world').replace('.png', '.png?key=${PAID_KEY}'),
  'mapservers/boxed.yaml': map('Boxed', 'area:\n  - { west: -10, south: 36, east: 4, north: 44 }'),
  'overlayservers/lifts.yaml': map('Lifts', 'kind: winter\ncountries: [CH, AT, FR, IT]').replace('https:', 'http:'),
};

const READY = '#search > fieldset:enabled';

const FOUND = `[...document.querySelectorAll('.finder .record:not([hidden]) > * > h3 > a')].map((link) => link.textContent)`;

describeInBrowser('the search by place and kind', (browser) => {
  const files = sitePages(CATALOG);

  test.each<[string, readonly (readonly [string, readonly string[]])[]]>([
    [
      '/',
      [
        ['topographic', ['Globe', 'National']],
        ['topo switzerland', ['National']],
        ['topo swizterland', ['National']],
        ['cyclng', ['Wheels']],
        ['Barcelona', ['Boxed']],
        ['Berlin', ['Maps', 'Globe', 'Atlas']],
        ['cycling', ['Wheels']],
        ['bike', ['Wheels']],
        ['alpine office', ['National']],
        ['topo alps', ['National']],
        ['46.95, 7.45', ['Photos', 'National', 'Lifts']],
        ['topo 46.02 7.75', ['National']],
        ['-33.87 151.21', ['Globe', 'Atlas']],
        ['cycling 47.2° N, 11.4° E', ['Wheels']],
      ],
    ],
    [
      '/de/',
      [
        ['Lissabon', ['Boxed']],
        ['Luftbild suisse', ['Photos']],
        ['Luftbild schweiz', ['Photos']],
        ['Österreich', ['Wheels', 'Lifts']],
      ],
    ],
  ])('%s finds what is typed', async (path, searches) => {
    const { page } = await browser.open((await serveSite(files)) + path);
    await page.waitForSelector(READY);
    const found = (typed: string) => expect.poll(() => page.evaluate<string[]>(FOUND), { message: typed });
    for (const [typed, expected] of searches) {
      await page.fill('#search-text', typed);
      // The gazetteer is loaded by the first letter.
      await found(typed).toEqual(expected);
      // So that the next search cannot pass with what this one found.
      await page.fill('#search-text', 'qqqq');
      await found('qqqq').toEqual([]);
    }
  });

  test('a city finds what covers it: lists with something made for it first, maps of the world last', async () => {
    const { page, requested, complaints } = await browser.open(await serveSite(files));
    await page.waitForSelector(READY);
    const isAsked = (part: string): boolean => requested.some((address) => address.includes(part));
    expect(isAsked('/places-') || isAsked('coverage')).toBe(false);
    await page.fill('#search-text', 'Berlin');
    await expect
      .poll(() => page.textContent('#matches'))
      .toBe('3 of 11 match: Downloads 1, Maps 2 · place: Berlin, Germany');
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['Maps', 'Globe', 'Atlas']);
    await expect.poll(() => page.locator('[href$="/datasources/maps/#find=Berlin"]').count()).toBe(1);
    const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
    expect(await hrefOf('a.zip')).toBe('https://files.example.org/maps/a.zip');
    expect(await hrefOf('Globe')).toMatch(/mapservers\/globe\/#near=10\/52\.5\d+\/13\.4\d+$/);
    expect(await page.locator('.part.none').allTextContents()).toEqual([
      'Nothing in this list is just for this country or region.',
    ]);
    expect(requested.every((address) => address.startsWith(new URL(page.url()).origin))).toBe(true);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['?q=Barcelona', '3 of 11 match · place'],
    ['?q=Toulouse', '4 of 11 match: Overlays 1, Maps 3'],
    ['?q=topo', '2 of 11 match'],
    ['?q=Zurich&kind=mapserver', '4 of 11 match · place'],
    ['?shows=aerial', '1 of 11 match'],
  ])('%s: the parts of each list add up to its number, and the lists to the total', async (asked, said) => {
    const { page } = await browser.open(`${await serveSite(files)}${asked}`);
    await expect.poll(() => page.textContent('#matches')).toContain(said);
    const sums = await page.evaluate<number[][]>(`[...document.querySelectorAll('.list:not([hidden])')].map((list) => [
      Number(list.querySelector('.count').textContent.match(/\\d+/g).at(-1)),
      ...[...list.querySelectorAll('.part:not(.variants, .none)')].map((part) => Number.parseInt(part.textContent)),
    ])`);
    const add = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);
    const totals = sums.map(([total = 0]) => total);
    expect(add(totals)).toBe(Number(/^\d+/.exec(said)?.[0]));
    for (const [total, ...own] of sums) if (own.length > 0) expect(add(own)).toBe(total);
  });

  test('an answer of overlays says that they need a map; a place and a region are marked, a country is not', async () => {
    const { page } = await browser.open(`${await serveSite(files)}?q=lifts`);
    await expect
      .poll(() => page.textContent('#search-notes'))
      .toBe('An overlay needs a map below it: choose one, too.');
    await page.fill('#search-text', 'Zurich');
    await expect.poll(() => page.textContent('#search-notes')).toBe('');
    await page.waitForSelector('.place-mark');
    await page.fill('#search-text', 'Alps');
    await expect.poll(() => page.textContent('.place-mark > title')).toMatch(/^Alps/);
    await page.fill('#search-text', 'Switzerland');
    await page.waitForSelector('.place-mark', { state: 'detached' });
  });

  test.each([
    ['kostenlose topo', 'Nothing has all of these words.'],
    ['cyclng', 'Searched for ‘cycling’'],
  ])('%s: another ending is no correction, a misspelt word is', async (asked, noted) => {
    const { page } = await browser.open(`${await serveSite(files)}?q=${asked}`);
    await expect.poll(() => page.textContent('#search-notes')).toMatch(new RegExp(`^${noted}`));
  });

  test('a filter that excludes what the words ask for is named, and a button turns it off', async () => {
    const { page } = await browser.open(`${await serveSite(files)}/?q=cycling&shows=aerial`);
    await expect
      .poll(() => page.textContent('#search-notes'))
      .toBe('Nothing matches all of this with ‘Kind of map: Aerial photos’. Without ‘Kind of map: Aerial photos’: 1');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Without ‘Kind of map: Aerial photos’: 1' }).click();
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['Wheels']);
    expect(new URL(page.url()).search).toBe('?q=cycling');
    await page.fill('#search-text', 'cycling aerial');
    await expect.poll(() => page.textContent('#search-notes')).toMatch(/ Without ‘\w+’, there are these:$/);
  });

  test.each([
    ['Gaia GPS', 'For ‘Gaia GPS’, copy the address on the page of a map'],
    ['Garmin', '‘Garmin’ takes maps only as files of certain formats, of which this catalog has none.'],
    ['Organic Maps', '‘Organic Maps’ shows only its own maps'],
    ['Wikiloc', 'We do not know how ‘Wikiloc’ takes maps.'],
    ['cycling to print', 'Whether a map may be printed is in its terms'],
    ['print map', 'Flyers and posters are often commercial use: Commercial use allowed'],
    ['8001 Zürich', 'Postcodes are not known here; write the name of the town. Without ‘8001’, which we do not know,'],
    ['78462&shows=cycling', 'Postcodes are not known here; write the name of the town. Without ‘78462’,'],
  ])('%s: what the catalog cannot know is said, and what to do', async (asked, said) => {
    const { page } = await browser.open(`${await serveSite(files)}/?q=${asked}`);
    await expect.poll(() => page.textContent('#search-notes')).toContain(said);
  });

  test.each([
    ['Garmin Austria', 'Show the maps anyway', '?q=Austria'],
    ['Maps for Garmin', 'Show the maps anyway', ''],
    ['Garmin aerial lifts', 'Show the maps anyway', '?q=aerial+lifts'],
    ['Organic Maps', 'Choose another program', ''],
    ['cycling to print', 'Commercial use allowed', '?q=cycling+to+print&only=commercial'],
  ])('%s: a button leads on', async (asked, name, search) => {
    const { page } = await browser.open(`${await serveSite(files)}/?q=${asked}`);
    const isForProgram = !asked.startsWith('cycling');
    await expect.poll(() => page.textContent('#search-notes')).toContain(name);
    expect(await page.evaluate(FOUND)).toHaveLength(isForProgram ? 0 : 1);
    expect(await page.textContent('#search-notes')).not.toContain('these');
    await expect.poll(() => page.isVisible('#no-matches')).toBe(false);
    await page.getByRole('button', { name }).click();
    await expect.poll(() => new URL(page.url()).search).toBe(search);
    await expect.poll(() => page.textContent('#search-notes')).not.toContain(name);
  });

  test('a place without the subject says so, and leads to the subject elsewhere', async () => {
    const { page } = await browser.open(`${await serveSite(files)}/?q=Japan+aerial`);
    await expect
      .poll(() => page.textContent('#search-notes'))
      .toBe('For ‘Japan’, there is nothing about ‘aerial’. Without ‘Japan’: 1 Without ‘aerial’, there are these:');
    await page.getByRole('button', { name: 'Without ‘Japan’: 1' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?q=aerial');
  });

  test.each([
    ['commercial qgis Austria', /place: Austria · Commercial use allowed · For: QGIS$/],
    ['Berlin offline', /place: Berlin, Germany · [\w ?]+: Downloads$/],
    ['topographic Berlin', /place: Berlin, Germany$/],
  ])('%s: the line of results says what words are taken for', async (asked, said) => {
    const { page } = await browser.open(`${await serveSite(files)}/?q=${asked}`);
    await expect.poll(() => page.textContent('#matches')).toMatch(said);
  });

  test.each([
    ['shows=aerial&country=AT', '‘Kind of map: Aerial photos’, ‘Country: Austria’ together.', 'Country: Austria', 1],
    ['shows=cycling&country=CH&only=token', 'Nothing matches all of this with ‘Kind of map: Cycling map’, ‘', '', 1],
  ])('filters that exclude everything only together are named: %s', async (filters, said, without, found) => {
    const { page } = await browser.open(`${await serveSite(files)}/?${filters}`);
    await expect.poll(() => page.textContent('#search-notes')).toContain(said);
    await page
      .getByRole('button', { name: `Without ‘${without}` })
      .last()
      .click();
    await expect.poll(() => page.evaluate<string[]>(FOUND).then((names) => names.length)).toBe(found);
  });

  test('maps of one kind and provider are folded behind the first one, unless more than a place is asked for', async () => {
    const same = 'kind: topographic\ncountries: [CH, LU]\nprovider: alps';
    const more = { 'mapservers/grey.yaml': map('Grey', same), 'mapservers/snow.yaml': map('Snow', same) };
    const { page } = await browser.open(`${await serveSite(sitePages({ ...CATALOG, ...more }))}/?q=Luxembourg`);
    const found = () => expect.poll(() => page.evaluate(FOUND));
    await found().toEqual(['Grey']);
    const [card, line] = await Promise.all(
      ['.record', '.variants'].map((part) => page.locator(`${part}:visible`).first().boundingBox()),
    );
    expect(line?.y).toBe((card?.y ?? 0) + (card?.height ?? 0));
    await page.getByRole('button', { name: '2 more of Alpine office' }).click();
    await found().toEqual(['Grey', 'National', 'Snow']);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('2 more of Alpine office');
    await page.keyboard.press('Enter');
    await found().toEqual(['Grey']);
    await page.fill('#search-text', 'topographic Luxembourg');
    await found().toEqual(['Grey', 'National', 'Snow']);
  });

  test('beside a shown map, Escape leaves the search as it is', async () => {
    const { page } = await browser.open(`${await serveSite(files)}/?q=Zurich`);
    await page.locator('.record:not([hidden]) .show').first().click();
    await page.waitForSelector('html.mapping');
    await page.focus('#search-text');
    await page.keyboard.press('Escape');
    expect(await page.inputValue('#search-text')).toBe('Zurich');
  });

  test('a map opens on the city that is searched, moves to the next one, and stays where the address says', async () => {
    const site = await serveSite(files);
    const { page } = await browser.open(site);
    await page.waitForSelector(READY);
    await page.fill('#search-text', 'Lisbon');
    await expect.poll(() => page.textContent('#matches-said')).toContain('Lisbon');
    await page.getByRole('button', { name: '2 for the whole world' }).click();
    await page.getByLabel('Show Globe').click();
    await expect.poll(() => page.url()).toContain('#map=10/38.71');
    await page.fill('#search-text', 'Potsdam');
    await expect.poll(() => page.url()).toContain('#map=10/52.39');
    await page.fill('#search-text', '');
    await page.locator('select[name="country"]').selectOption('CH', { force: true });
    await expect.poll(() => page.url()).toMatch(/#map=\d\/4[67]\.\d+\/[78]\./);
    const { page: shared } = await browser.open(`${site}/?q=Lisbon#map=5/47.00/8.00`);
    await expect.poll(() => shared.textContent('#matches-said')).toContain('Lisbon');
    expect(shared.url()).toContain('#map=5/47.00/8.00');
  });

  test('a click on the drawn world, or the middle of the view, lists what covers it: the smallest first', async () => {
    const { page, requested, complaints } = await browser.open(await serveSite(files));
    await page.waitForSelector(READY);
    await page.getByRole('button', { name: 'Choose a place' }).click();
    await page.waitForSelector('.map-here', { state: 'hidden' });
    await page.evaluate(`location.hash = '#map=6/46.80/8.20'`);
    await page.waitForSelector('.map-here');
    const box = await page.locator('.map-canvas').boundingBox();
    const middle = { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 };
    await page.locator('.map-canvas').click({ position: middle });
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['Photos', 'National', 'Lifts']);
    await expect.poll(() => page.inputValue('#search-text')).toMatch(/^46\.\d{3}, 8\.\d{3}$/);
    await expect
      .poll(() => page.textContent('#matches'))
      .toMatch(/^5 of 11 match: Maps 4, Overlays 1 · place: 46\.\d+°.N, 8\.\d+°.E$/);
    await page.click('.filters > summary');
    await page.getByRole('combobox', { name: 'Kind of map' }).selectOption('Topographic map');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 for the whole world' }).click();
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['National', 'Globe']);
    await page.locator('.record', { hasText: 'National' }).hover();
    await page.waitForSelector('.area-mark');
    await page.locator('.record', { hasText: 'Globe' }).hover();
    await expect.poll(() => page.locator('.area-mark').count()).toBe(0);
    // The address is that of this list.
    const { page: shared } = await browser.open(page.url());
    await expect.poll(() => shared.evaluate(FOUND)).toEqual(['National']);
    await shared.waitForSelector('.place-mark');
    await page.click('.filters > summary');
    await page.getByRole('combobox', { name: 'Kind of map' }).selectOption('any');
    await page.getByRole('button', { name: /^Show \d+ results?$/ }).click();
    await page.evaluate(`location.hash = '#map=6/40.00/-2.00'`);
    await page.getByRole('button', { name: 'Maps here' }).click();
    // What was opened in the last answer is closed in the next one.
    await page.getByRole('button', { name: '2 for the whole world', expanded: false }).waitFor();
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['Boxed']);
    await expect.poll(() => page.inputValue('#search-text')).toMatch(/^\d+\.\d{3}, -\d\.\d{3}$/);
    expect(requested.filter((address) => address.includes('/v2/'))).toHaveLength(1);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  test('what is typed before the script is there is searched', async () => {
    const { page } = await browser.open('about:blank', {});
    let release = (): void => {};
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/[/]front-/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(`${await serveSite(files)}/`, { waitUntil: 'commit' });
    await page.click('#search-text');
    await page.keyboard.type('cycl');
    release();
    await page.keyboard.type('ing');
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['Wheels']);
    expect(await page.evaluate('[document.activeElement.value, location.search]')).toEqual(['cycling', '?q=cycling']);
    await page.goto(`${await serveSite(files)}/?q=topographic`);
    await expect.poll(() => page.inputValue('#search-text')).toBe('topographic');
  });

  test('the page of a search loads its data once, before a script asks for them', async () => {
    const { page } = await browser.open('about:blank', {});
    const loaded = async (query: string): Promise<readonly [string, string][]> => {
      await page.goto(`${await serveSite(files)}/${query}`);
      await page.waitForSelector('html:not(.searching) #search > fieldset:enabled');
      return await page.evaluate(`performance.getEntriesByType('resource')
        .filter(({ name }) => /places-|coverage/.test(name))
        .map(({ name, initiatorType }) => [name.replace(/.*[/]|-.*[.]/g, ''), initiatorType]).sort()`);
    };
    expect(await loaded('?q=Berlin')).toEqual([
      ['coverage.json', 'link'],
      ['placestxt', 'link'],
    ]);
    expect(await loaded('?kind=mapserver')).toEqual([]);
  });

  test('a tap on a map that is shown asks before it searches; on drawn countries it searches at once', async () => {
    const { page } = await browser.open(await serveSite(files), { width: 390, height: 844, hasTouch: true });
    await page.waitForSelector(READY);
    await page.getByLabel('Show Globe').tap();
    await page.waitForSelector('.listed .map');
    const canvas = page.locator('.map-canvas');
    const box = await canvas.boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) - 8, (box?.y ?? 0) + 90);
    const ask = page.locator('.map-ask');
    await ask.waitFor();
    expect(await page.inputValue('#search-text')).toBe('');
    expect(((await ask.boundingBox())?.x ?? 0) + ((await ask.boundingBox())?.width ?? 0)).toBeLessThanOrEqual(390);
    await ask.tap();
    await expect.poll(() => page.inputValue('#search-text')).toMatch(/^-?[0-9.]+, -?[0-9.]+$/);
    expect(await ask.count()).toBe(0);
    // Its answer begins right below the map.
    const gap = `document.querySelector('#matches').getBoundingClientRect().top -
      document.querySelector('.map-panel').getBoundingClientRect().bottom`;
    await expect.poll(() => page.evaluate<number>(gap)).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate<number>(gap)).toBeLessThan(200);
  });

  test.each([
    ['qqqqqq', false],
    ['qqqqqq wwwwww', true],
    ['qqqqqq&zoom=8', true],
  ])('fewer words or filters are advised for ?q=%s: %s', async (query, isAdvised) => {
    const { page } = await browser.open(`${await serveSite(files)}/?q=${query}`);
    await page.waitForSelector('#no-matches:not([hidden])');
    expect(await page.isVisible('#no-matches > span')).toBe(isAdvised);
  });

  test('on a large screen the map takes a click at once; a double click zooms it, and dragging moves it', async () => {
    const { page } = await browser.open(await serveSite(files), { width: 1366, height: 768, reducedMotion: 'reduce' });
    await page.waitForSelector(READY);
    await page.waitForSelector('.map-canvas.outlined');
    const asked = (): Promise<string> => page.inputValue('#search-text');
    const zoomOf = (): string | undefined => /#map=(\d+)/.exec(page.url())?.[1];
    // The click that closes the filters chooses no place.
    await page.click('.filters > summary');
    await page.mouse.click(300, 600);
    await page.waitForSelector('.filters:not([open])');
    await page.waitForTimeout(500);
    expect(await asked()).toBe('');
    await page.mouse.click(500, 200);
    await expect.poll(asked).toMatch(/^\d+\.?\d*, \d+\.?\d*$/);
    await page.waitForSelector('.place-mark');
    const [place, zoom] = [await asked(), Number(zoomOf())];
    await page.mouse.dblclick(550, 250);
    await expect.poll(zoomOf).toBe(String(zoom + 1));
    await page.mouse.move(500, 300);
    await page.mouse.down();
    await page.mouse.move(400, 300, { steps: 5 });
    await page.mouse.up();
    await page.waitForTimeout(500);
    expect(await asked()).toBe(place);
    await page.getByLabel('Show Globe').click();
    const [latitude, longitude] = place.split(', ').map((degrees) => Math.trunc(Number(degrees)));
    await page.waitForURL(new RegExp(`#map=10/${latitude}\\..+/${longitude}\\..+&base=globe`));
  });

  test('the countries around a city that is searched are drawn, and no closer than their lines are true', async () => {
    const { page, colourAt } = await browser.open(`${await serveSite(files)}/?q=Potsdam`, { reducedMotion: 'reduce' });
    await expect.poll(() => page.textContent('#matches-said')).toContain('Potsdam');
    // The names of the map have its place; the keyboard still reaches it.
    expect(await page.locator('.map-empty > .soft').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Choose a place' }).press('Enter');
    await page.waitForSelector('.place-mark');
    expect(await page.textContent('.place-mark > title')).toBe('Potsdam, Germany');
    await page.waitForURL(/#map=6\/52\.40\/13\./);
    const { x, y, width, height } = (await page.locator('.map-canvas').boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    const colour = (): Promise<readonly number[]> => colourAt(x + width / 2 - 80, y + height / 2);
    const land = [230, 228, 212];
    await expect.poll(colour).toEqual(land);
    await expect.poll(() => page.locator('.country-tile text').allTextContents()).toContain('Germany');
    await page.evaluate('location.hash = "#map=9/52.40/13.00"');
    await page.waitForURL(/#map=7\/52\.4/);
    await expect.poll(colour).toEqual(land);
    await expectAccessible(page);
  });

  test.each(['?q=47.0%2C+8.0', '?country=CH'])('little moves in the list of an address: %s', async (query) => {
    const { page } = await browser.open(`${await serveSite(files)}/${query}`);
    await expect.poll(() => page.evaluate(FOUND)).toContain('National');
    await page.waitForSelector('html:not(.searching)');
    await expectSteady(page);
  });

  test.each(['?q=Bern', '?country=CH', '#map=6/47.00/8.00'])('the map of %s never shows the world', async (asked) => {
    const { page } = await browser.open('about:blank');
    await page.addInitScript(`(() => {
      const look = () => {
        const world = document.querySelector('.map-empty');
        if (world?.checkVisibility() && getComputedStyle(world, '::before').display !== 'none') self.hasShownWorld = true;
        requestAnimationFrame(look);
      };
      look();
    })()`);
    await page.goto(`${await serveSite(files)}/${asked}`);
    await page.waitForSelector('.outlined .country-tile');
    expect(await page.evaluate('self.hasShownWorld ?? false')).toBe(false);
  });

  test('a place is chosen by keys alone', async () => {
    const { page } = await browser.open(await serveSite(files));
    await page.waitForSelector(READY);
    await page.fill('#search-text', 'topo');
    await page.getByRole('button', { name: 'Choose a place' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.map-canvas:focus');
    await expect.poll(() => page.textContent('.map-here')).toBe('Search again here: topo');
    expect(await page.getAttribute('.map-here', 'title')).toContain('what matches ‘topo’');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.inputValue('#search-text')).toMatch(/^topo 2\d(\.\d+)?, 1\d(\.\d+)?$/);
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['Globe']);
  });

  test('axe finds nothing in the list of a place, and no text is cut', async () => {
    const { page } = await browser.open(`${await serveSite(files)}/de/?q=47.0%2C+8.0#map=5/47.0/8.0`, { width: 360 });
    await page.waitForSelector('.place-mark');
    await expect.poll(() => page.evaluate(FOUND)).toContain('National');
    for (const colours of [{ colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
      await page.emulateMedia(colours);
      await expectAccessible(page);
    }
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test('kind, country and encryption are chosen, and are in the address', async () => {
    const { page } = await browser.open(await serveSite(files));
    await page.waitForSelector(READY);
    await page.click('.filters > summary');
    await page.getByLabel('Country').selectOption('Switzerland');
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['National', 'Photos', 'Lifts']);
    await page.getByRole('combobox', { name: 'Kind of map' }).selectOption('Topographic map');
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['National']);
    expect(new URL(page.url()).search).toBe('?shows=topographic&country=CH');
    const shared = await browser.open(page.url());
    await shared.page.waitForSelector(READY);
    await expect.poll(() => shared.page.evaluate(FOUND)).toEqual(['National']);
    await page.getByRole('combobox', { name: 'Kind of map' }).selectOption('any');
    await page.getByRole('combobox', { name: 'Connection' }).selectOption('not encrypted (http)');
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['Lifts']);
  });
});
