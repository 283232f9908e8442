/**
 * A replay of the best-known reader of the interface, a desktop program that asks for `format=xml` and nothing else:
 * its requests, in its order, with its headers, and all that it needs of the answers.
 */
import pMap from 'p-map';
import { pathOf, type RouteName } from '../../../contract/routes.ts';
import { XML_SCHEMAS } from '../../../contract/xml-schemas.ts';
import { Client, type Fetch } from './client.ts';
import { XmlReader, type XmlSchemas } from './xml-reader.ts';

/** One step of the replay. */
export interface Outcome {
  readonly name: string;
  /** Null where the catalog has nothing that the step could read. */
  readonly ok: boolean | null;
  /** What was fetched or, where it did not go well, what is wrong. */
  readonly detail: string;
  /** How many requests it took. */
  readonly requests: number;
}

/** The editions that the program knows by name. */
const KNOWN_EDITIONS = ['offline', 'timealbum'];
/** The category that it begins at. */
const ROOT_CATEGORY = 1;
/** How many requests it has under way at once. */
const PARALLEL = 4;
/** How many problems of a step are told. */
const TOLD = 3;

/**
 * Replays a first start, the requests of the maintenance tools, a second start and a reported download.
 *
 * @param baseUrl the address of the deployment, without a trailing slash
 * @param fetch makes the requests
 * @param schemas what the documents are held against
 * @returns every step in order; one that cannot be reached at all fails, and nothing is thrown
 */
export async function replay(baseUrl: string, fetch: Fetch, schemas: XmlSchemas): Promise<Outcome[]> {
  const reader = new XmlReader(schemas);
  try {
    return await new Replay(baseUrl, new Client(fetch), reader).run();
  } finally {
    reader.dispose();
  }
}

/** What is read in one step. */
interface Wanted {
  readonly route: RouteName;
  readonly xpath: string;
  /** What the values found are called. */
  readonly counts: string;
  /** What stands behind `format=xml`. */
  readonly query?: string;
  /** What is missing from a document without values, where each must have one. */
  readonly needs?: string;
}

/** What one document gave. */
interface Found {
  readonly values: readonly string[];
  readonly problems: readonly string[];
}

const MAP_SERVERS: Wanted = { route: 'mapservers', xpath: '//c:mapServer/@id', counts: 'map servers' };
const OVERLAY_SERVERS: Wanted = { route: 'overlayservers', xpath: '//c:overlayServer/@id', counts: 'overlay servers' };
const EDITION_IDS: Wanted = { route: 'editions', xpath: '//c:edition/@id', counts: 'editions' };
const DATA_SOURCE_LINKS: Wanted = { route: 'edition', xpath: '//c:datasource/@href', counts: 'links' };
const DATA_SOURCES: Wanted = {
  route: 'datasource',
  xpath: '//c:datasource[@baseUrl and @directory and @action]/@id',
  counts: 'data sources',
  needs: 'baseUrl, directory or action',
};
const WITH_SOURCE: Wanted = {
  route: 'datasource',
  xpath: '//c:source/@url',
  counts: 'sources',
  query: '&includeSource=true',
};
/** Lists that the program never asks for as XML, but others may. */
const OTHER_LISTS: readonly Wanted[] = [
  { route: 'service', xpath: '//@href', counts: 'links' },
  { route: 'datasources', xpath: '//c:datasource/@href', counts: 'data sources' },
  { route: 'categories', xpath: '/c:catalog/c:category/@href', counts: 'categories' },
];
const CATEGORY: Wanted = { route: 'category', xpath: '/c:catalog/c:category/c:category/@href', counts: 'categories' };

class Replay {
  readonly #baseUrl: string;
  readonly #client: Client;
  readonly #reader: XmlReader;
  readonly #outcomes: Outcome[] = [];

  constructor(baseUrl: string, client: Client, reader: XmlReader) {
    this.#baseUrl = baseUrl;
    this.#client = client;
    this.#reader = reader;
  }

  async run(): Promise<Outcome[]> {
    await this.#readAll('map servers', MAP_SERVERS, [this.#address('mapservers')]);
    await this.#readAll('overlay servers', OVERLAY_SERVERS, [this.#address('overlayservers')]);
    const published = await this.#readAll('editions', EDITION_IDS, [this.#address('editions')]);
    const editions = KNOWN_EDITIONS.filter((id) => published.includes(id)).map((id) => this.#address('edition', id));
    const hrefs = [...new Set(await this.#readAll('known editions', DATA_SOURCE_LINKS, editions))];
    await this.#readAll('data sources of the editions', DATA_SOURCES, hrefs);
    const listed: string[] = [];
    for (const list of OTHER_LISTS) {
      listed.push(...(await this.#readAll(`the list ${pathOf(list.route)}`, list, [this.#address(list.route)])));
    }
    await this.#categories(listed);
    await this.#readAll('data sources with their source', WITH_SOURCE, hrefs);
    await this.#step('second start: nothing is sent twice', async () => {
      const urls = this.#client.seen;
      const problems = await pMap(urls, async (url) => named(url, await this.#client.revalidate(url)), {
        concurrency: PARALLEL,
      });
      if (urls.length === 0) problems.push(['the first start brought nothing']);
      return { found: `${urls.length} documents`, problems: problems.flat() };
    });
    await this.#reportDownload(hrefs[0]);
    return this.#outcomes;
  }

  /** Reads the tree of categories, each by the link found in the one above. */
  async #categories(listed: readonly string[]): Promise<void> {
    const seen = new Set<string>();
    const root = this.#address('category', ROOT_CATEGORY);
    let level = [root];
    const problems: string[] = [];
    if (!listed.includes(root)) {
      this.#skip('categories', 'there is no category 1 to begin at');
      return;
    }
    await this.#step('categories', async () => {
      while (level.length > 0) {
        for (const href of level) seen.add(href);
        const found = await pMap(level, (href) => this.#read(CATEGORY, href), { concurrency: PARALLEL });
        problems.push(...found.flatMap((reading) => reading.problems));
        level = found.flatMap(({ values }) => values).filter((href) => !seen.has(href));
      }
      return { found: `${seen.size} documents`, problems };
    });
  }

  /** Reports a download and looks whether that changed anything. */
  async #reportDownload(href: string | undefined): Promise<void> {
    const name = 'a reported download';
    if (href === undefined) {
      this.#skip(name, 'no edition names a data source');
      return;
    }
    await this.#step(name, async () => {
      const response = await this.#client.report(href);
      await response.arrayBuffer();
      const problems = response.status === 202 ? [] : [`PUT ${href} answered ${response.status} instead of 202`];
      const url = `${href}?format=xml`;
      return { found: 'thanked for', problems: [...problems, ...named(url, await this.#client.revalidate(url))] };
    });
  }

  #address(route: RouteName, id?: string | number): string {
    return `${this.#baseUrl}${pathOf(route, id)}`;
  }

  /** Reads documents of one kind in a step of its own, and gives the values found in all of them. */
  async #readAll(name: string, what: Wanted, hrefs: readonly string[]): Promise<string[]> {
    const values: string[] = [];
    if (hrefs.length === 0) {
      this.#skip(name, 'nothing leads there');
      return values;
    }
    await this.#step(name, async () => {
      const readings = await pMap(hrefs, (href) => this.#read(what, href), { concurrency: PARALLEL });
      values.push(...readings.flatMap((reading) => reading.values));
      const problems = readings.flatMap((reading) => reading.problems);
      return { found: `${hrefs.length} fetched, ${values.length} ${what.counts}`, problems };
    });
    return values;
  }

  async #read({ route, xpath, query = '', needs }: Wanted, href: string): Promise<Found> {
    if (!href.startsWith(`${this.#baseUrl}/`)) {
      return { values: [], problems: [`${href} leads away from ${this.#baseUrl}; was it built for that address?`] };
    }
    const fetched = await this.#client.get(`${href}?format=xml${query}`);
    if (fetched.problems.length > 0) return { values: [], problems: named(fetched.url, fetched.problems) };
    const { problem, values } = this.#reader.read(fetched.body, XML_SCHEMAS[route], xpath);
    const lack = needs !== undefined && values.length === 0 ? `lacks ${needs}` : null;
    return {
      values,
      problems: named(
        fetched.url,
        [problem ?? lack].filter((text) => text !== null),
      ),
    };
  }

  #skip(name: string, detail: string): void {
    this.#outcomes.push({ name, ok: null, detail, requests: 0 });
  }

  async #step(name: string, take: () => Promise<{ found: string; problems: readonly string[] }>): Promise<void> {
    const before = this.#client.requests;
    try {
      const { found, problems } = await take();
      const more = problems.length > TOLD ? `; and ${problems.length - TOLD} more` : '';
      const detail = problems.length === 0 ? found : `${problems.slice(0, TOLD).join('; ')}${more}`;
      this.#outcomes.push({ name, ok: problems.length === 0, detail, requests: this.#client.requests - before });
    } catch (error) {
      // The network, or its time limit: whatever else is wrong is found and told by the other steps.
      this.#outcomes.push({ name, ok: false, detail: reasonOf(error), requests: this.#client.requests - before });
    }
  }
}

function named(url: string, problems: readonly string[]): string[] {
  return problems.map((problem) => `${url} ${problem}`);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
