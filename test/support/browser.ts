/** A real browser for the tests of pages, with a window for each test that has nothing of earlier tests. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { AxeResults } from 'axe-core';
import { type Browser, type ConsoleMessage, chromium, firefox, type Page, type Request } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { isSound } from '../../build/diagnostics/diagnostic.ts';
import { type Commits, catalogHistoryOf } from '../../build/history/history.ts';
import type { Catalog } from '../../build/model/catalog.ts';
import { catalogModelOf } from '../../build/model/model.ts';
import type { SiteParts } from '../../build/render/site-parts.ts';
import { checkCatalog } from '../../build/run/check-in-memory.ts';
import { readSiteParts } from '../../cli/program/read-site-parts.ts';
import { ASSETS_FOLDER } from '../../contract/pages/pages.ts';
import { type Files, memoryFolder } from './catalogs.ts';
import type { TestCertificate } from './certificate.ts';
import { findChromium, whyNoChromium } from './chromium.ts';
import { ROOT } from './cli.ts';
import { TRIES_ALL } from './property.ts';
import { renderSite } from './whole-site.ts';

export { stripeColour, type TestTileServer, tileColour, tileServer } from './tile-server.ts';

/**
 * Whether the tests run in the installed Firefox (`npm run test:firefox`). It is driven by WebDriver BiDi, which can emulate
 * neither reduced motion nor a page without scripts, and grants no permissions.
 */
export const inFirefox = process.env['BROWSER'] === 'firefox';

/** Why the browser has no WebGL; null if it has. Firefox draws with it on a screen only. */
export const whyNoWebGl =
  inFirefox && !process.env['DISPLAY'] ? 'Firefox needs a screen for WebGL: xvfb-run npm run test:firefox' : null;

/** The Firefox to start; `FIREFOX` names another one. */
function findFirefox(): string {
  const paths = [process.env['FIREFOX'] ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'];
  const found = paths.find((path) => path !== '' && existsSync(path));
  if (found === undefined) throw new Error('There is no Firefox. Install one, or name it in the variable FIREFOX.');
  return found;
}

export interface WindowOptions {
  /** In pixels; 1280 by 800 where it is left out. */
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'reduce' | 'no-preference';
  readonly forcedColors?: 'active' | 'none';
  readonly hasTouch?: boolean;
  readonly languages?: string;
  /** Whether the browser draws with WebGL; false where it is left out: most tests need none. */
  readonly webgl?: boolean;
  /** Whether scripts run; true where it is left out. */
  readonly scripts?: boolean;
  /** Whether the test changes what a page cannot take back: what is permitted, the connection, scripts that run first. */
  readonly ofItsOwn?: boolean;
}

export interface TestWindow {
  readonly page: Page;
  /** Errors and warnings of the console, exceptions, and what the Content-Security-Policy refused. */
  readonly complaints: readonly string[];
  readonly requested: readonly string[];
  /** The colour of a pixel of the window: red, green, blue. */
  colourAt(x: number, y: number): Promise<readonly [number, number, number]>;
}

/** A browser that is started when the first window is opened. */
export type TestBrowser = { open(address: string, options?: WindowOptions): Promise<TestWindow> };

/**
 * `describe`, for tests that need a browser. Where there is none they are skipped, and the name of the group says why.
 */
export function describeInBrowser(name: string, tests: (browser: TestBrowser) => void): void {
  const why = inFirefox ? null : whyNoChromium();
  describe.skipIf(why !== null)(why === null ? name : `${name} (skipped: ${why})`, () => {
    tests(shared);
  });
}

/** Starts a browser. What Chromium leaves among the temporary files is removed after the last test. */
function startBrowser(webgl: boolean): Promise<Browser> {
  if (inFirefox) {
    const usual = { 'ui.useOverlayScrollbars': 1, 'general.smoothScroll': false };
    const firefoxUserPrefs = { ...usual, [webgl ? 'webgl.force-enabled' : 'webgl.disabled']: true };
    const executablePath = findFirefox();
    return firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs, headless: !webgl });
  }
  const { path: executablePath, environment } = findChromium();
  const args = ['--force-color-profile=srgb', '--font-render-hinting=none', '--no-zygote'];
  if (!webgl) args.push('--disable-webgl');
  // A test asks no server of other people: without a name it fails at once.
  args.push('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost');
  // No page lives long enough for what compiling its scripts well would save.
  args.push('--js-flags=--no-opt,--max-lazy');
  const variables = Object.entries({ ...process.env, ...environment });
  const env = Object.fromEntries(variables.map(([name, value]) => [name, value ?? '']));
  return chromium.launch({ executablePath, args, env, chromiumSandbox: false });
}

/** The browsers of this process, which they end with: one without WebGL, one with it. Test files share them, because a start takes a second. */
const running = new Map<boolean, Promise<Browser>>();

/** Windows that no test uses, by what cannot be changed in them: a new one takes five times what another page takes. */
const idle = new Map<string, Page[]>();

const shared: TestBrowser = {
  async open(address, options = {}) {
    const { width = 1280, height = 800, scripts = true, webgl = false, languages: locale = 'en', ...others } = options;
    const { hasTouch = false, ofItsOwn = inFirefox, ...media } = others;
    const browser = running.get(webgl) ?? startBrowser(webgl);
    running.set(webgl, browser);
    const fixed = { hasTouch, locale, ignoreHTTPSErrors: true, javaScriptEnabled: scripts };
    const kind = JSON.stringify([webgl, fixed]);
    const left = ofItsOwn ? undefined : idle.get(kind)?.pop();
    const page = left ?? (await (await (await browser).newContext(fixed)).newPage());
    const complaints: string[] = [];
    const requested: string[] = [];
    const complain = (text: string): void => {
      // The driver of Firefox adds a style to the page for each screenshot.
      if (!inFirefox || !text.includes('(style-src-elem)')) complaints.push(text);
    };
    const onConsole = (message: ConsoleMessage): void => {
      if (message.type() === 'error' || message.type() === 'warning') complain(message.text());
    };
    const onError = (error: Error): void => complain(String(error));
    const onRequest = (request: Request): void => void requested.push(request.url());
    onTestFinished(async ({ task }) => {
      await keepPicture(page, task.name);
      if (ofItsOwn || task.result?.state === 'fail') return page.context().close();
      page.off('console', onConsole).off('pageerror', onError).off('request', onRequest);
      await emptied(page);
      idle.set(kind, [...(idle.get(kind) ?? []), page]);
    });
    page.setDefaultTimeout(30_000);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ ...NO_MEDIA, ...media });
    page.on('console', onConsole).on('pageerror', onError).on('request', onRequest);
    await page.goto(address);
    return {
      page,
      complaints,
      requested,
      async colourAt(x, y) {
        return pixelOf(await page.screenshot({ clip: { x, y, width: 1, height: 1 } }));
      },
    };
  },
};

/** What a window emulates that was not asked to. */
const NO_MEDIA = { media: null, colorScheme: 'light', reducedMotion: 'no-preference', forcedColors: 'none' } as const;

/** Leaves a page for one without anything, and takes back what a test has done with it. */
async function emptied(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Another site may get the same port. Some addresses have no storage, and some pages no scripts.
  await page.evaluate('localStorage.clear(); sessionStorage.clear()').catch(() => {});
  await page.goto('about:blank');
  await page.mouse.move(-1, -1);
}

/** With the variable PICTURES, keeps a picture of a page at the end of a test to look at; nothing compares it. */
async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] === undefined) return;
  const file = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}-${Date.now()}.png`;
  await page.screenshot({ path: join(ROOT, 'test-results', file), fullPage: true });
}

/** The colour of a PNG of one pixel: its data is the type of the filter and the pixel. */
function pixelOf(png: Buffer): readonly [number, number, number] {
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const start = at + 8;
    if (png.toString('latin1', at + 4, start) === 'IDAT') data.push(png.subarray(start, start + png.readUInt32BE(at)));
  }
  const [, red = -1, green = -1, blue = -1] = inflateSync(Buffer.concat(data));
  return [red, green, blue];
}

/**
 * WCAG 2.2 AA, and what is good practice; the size of targets is off by itself. What is not wrong is not described, and
 * neither frames nor style sheets are loaded for rules that are not asked for: together, half of the time.
 */
const AXE_OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  preload: false,
  iframes: false,
};
const AXE = readFileSync(join(ROOT, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');

/** Expects that axe-core finds nothing. It takes longer than a page, so only `npm run test:slow` asks it in every test of pages. */
export async function expectAccessible(page: Page): Promise<void> {
  if (TRIES_ALL || inFirefox) await expect.poll(() => accessibilityFaults(page)).toEqual([]);
}

/** How much has moved by itself since the page was opened. */
const MOVED = `new Promise((resolve) => {
  const sum = (list) => list.getEntries().reduce((all, { value }) => all + value, 0);
  new PerformanceObserver((list) => resolve(sum(list))).observe({ type: 'layout-shift', buffered: true });
  setTimeout(resolve, 500, 0);
})`;

/** Expects that little has moved: half of what is called good. */
export const expectSteady = async (page: Page): Promise<void> => expect(await page.evaluate(MOVED)).toBeLessThan(0.05);

/** What axe-core finds that people could not perceive or operate: the rule, and where it is broken. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // By the way of a debugger, which the Content-Security-Policy of a page does not concern.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(AXE_OPTIONS)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** The sites of catalogs alone, which several tests ask for. */
const rendered = new Map<string, ReadonlyMap<string, Uint8Array>>();

/** The files of a site by path, with its pages as they were compiled last. */
export function sitePages(catalog: Files, ...more: More): Map<string, Uint8Array> {
  if (more.length > 0) return renderPages(catalog, ...more);
  const key = JSON.stringify(catalog);
  const known = rendered.get(key) ?? renderPages(catalog);
  rendered.set(key, known);
  return new Map(known);
}

type More = [
  environment?: Readonly<Record<string, string>>,
  commits?: Commits | null,
  partsOf?: (catalog: Catalog) => Partial<SiteParts>,
];

function renderPages(
  catalog: Files,
  ...[environment = {}, commits = null, partsOf = () => ({})]: More
): Map<string, Uint8Array> {
  const { content, diagnostics } = checkCatalog(memoryFolder(catalog), { environment, requireTokens: false });
  if (!isSound(diagnostics)) throw new Error(JSON.stringify(diagnostics));
  const model = catalogModelOf(content, { serviceUrl: null, environment });
  const { assets } = renderSite(model, catalogHistoryOf(commits), { ...readSiteParts(), ...partsOf(model) });
  return new Map(assets.map((asset) => [asset.path, asset.content]));
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.xml': 'application/xml',
};

type SiteFiles = ReadonlyMap<string, string | Uint8Array>;

/** A server that every test of this process may have for a while. */
type SiteServer = { readonly address: string; files: SiteFiles };

/** Servers that no test uses. A site at the address of an earlier one has scripts that its window has compiled: a third of a page. */
const idleServers: SiteServer[] = [];

/**
 * Serves files of a site on a free port, as a plain host does: a folder by its `index.html`, and only what has a hash in
 * its name is kept. It ends with the test.
 *
 * @param certificate serves with TLS; windows do not check who signed it
 * @returns the address, without a slash at its end
 */
export async function serveSite(
  files: SiteFiles | Readonly<Record<string, string | Uint8Array>>,
  certificate?: TestCertificate,
): Promise<string> {
  const site = (certificate ? undefined : idleServers.pop()) ?? (await startSiteServer(certificate));
  site.files = files instanceof Map ? files : new Map(Object.entries(files));
  onTestFinished(() => {
    site.files = new Map();
    if (!certificate) idleServers.push(site);
  });
  return site.address;
}

async function startSiteServer(certificate?: TestCertificate): Promise<SiteServer> {
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://localhost').pathname).slice(1);
    const name = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    const content = site.files.get(name);
    const type = TYPES[extname(name)] ?? 'application/json';
    const kept = path.startsWith(ASSETS_FOLDER) && content !== undefined ? 'max-age=31536000, immutable' : 'no-store';
    response.writeHead(content === undefined ? 404 : 200, { 'Content-Type': type, 'Cache-Control': kept });
    response.end(content ?? 'not found');
  };
  const server = certificate ? createTlsServer(certificate, respond) : createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.unref().address() as AddressInfo).port}`;
  const site: SiteServer = { address, files: new Map() };
  return site;
}
