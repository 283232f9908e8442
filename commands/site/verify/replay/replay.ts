/**
 * Replays the requests of the best-known client, a desktop program that requests only `format=xml`: in its order, with
 * its headers, checking everything that it needs in the responses.
 */

import pMap from 'p-map';
import type { Fetch } from '../../../../cli/http.ts';
import { XmlError } from '../../../../cli/read-xml.ts';
import { XML_SCHEMAS } from '../../../../contract/renditions.ts';
import { pathOf, type RouteName } from '../../../../contract/routes.ts';
import { firstProblems, type Verdict, verdictOf } from '../verdict.ts';
import { Client } from './client.ts';
import { type Find, judgeBaseUrls, judgeDataSource, judgeTileServers, type Usability } from './usable.ts';
import { XmlReader, type XmlSchemas } from './xml-reader.ts';

/** The editions that the program requests by name. */
const KNOWN_EDITIONS = ['offline', 'timealbum'];
/** The category at which it starts. */
const ROOT_CATEGORY = 1;
/** How many requests it sends at the same time. */
const CONCURRENT = { concurrency: 4 };

/**
 * Replays a first start, the requests of the maintenance tools, a second start and a reported download.
 *
 * @param serviceUrl the address of the deployment, without a trailing slash
 * @param fetch sends the requests
 * @param schemas the XML Schemas that the documents must follow
 * @returns a verdict on each step in order; a step whose requests get no response fails, and nothing is thrown
 */
export async function replay(serviceUrl: string, fetch: Fetch, schemas: XmlSchemas): Promise<Verdict[]> {
  const reader = new XmlReader(schemas);
  try {
    return await new Replay(serviceUrl, new Client(fetch), reader).run();
  } finally {
    reader.dispose();
  }
}

/** A kind of document, and the values that the program looks for in it. */
interface DocumentQuery {
  readonly route: RouteName;
  readonly xpath: string;
  /** The query after `format=xml`. */
  readonly parameters?: string;
  /** The problem of a document without values, if values are required. */
  readonly required?: string;
  /** Judges the content for this client. */
  readonly judge?: (find: Find) => Usability;
}

/** What was found in documents. */
interface Found extends Usability {
  readonly values: readonly string[];
}

const NOTHING: Found = { values: [], problems: [], remarks: [] };

const TILE_SERVERS: readonly (readonly [name: string, query: DocumentQuery])[] = [
  ['map servers', { route: 'mapservers', xpath: '//c:mapServer/@id', judge: judgeTileServers }],
  ['overlay servers', { route: 'overlayservers', xpath: '//c:overlayServer/@id', judge: judgeTileServers }],
];
const EDITION_IDS: DocumentQuery = { route: 'editions', xpath: '//c:edition/@id' };
const DATA_SOURCE_LINKS: DocumentQuery = { route: 'edition', xpath: '//c:datasource/@href' };
const DATA_SOURCES: DocumentQuery = {
  route: 'datasource',
  xpath: '//c:datasource[@baseUrl and @directory and @action]/@baseUrl',
  required: 'baseUrl, directory or action',
  judge: judgeDataSource,
};
const WITH_SOURCE: DocumentQuery = {
  route: 'datasource',
  xpath: '//c:source/@url',
  parameters: '&includeSource=true',
};
/** Lists that the program never requests as XML, but others may. */
const OTHER_LISTS: readonly DocumentQuery[] = [
  { route: 'service', xpath: '//@href' },
  { route: 'datasources', xpath: '//c:datasource/@href' },
  { route: 'categories', xpath: '/c:catalog/c:category/@href' },
];
const CATEGORY: DocumentQuery = { route: 'category', xpath: '/c:catalog/c:category/c:category/@href' };

class Replay {
  readonly #serviceUrl: string;
  readonly #client: Client;
  readonly #reader: XmlReader;
  readonly #verdicts: Verdict[] = [];

  constructor(serviceUrl: string, client: Client, reader: XmlReader) {
    this.#serviceUrl = serviceUrl;
    this.#client = client;
    this.#reader = reader;
  }

  async run(): Promise<Verdict[]> {
    for (const [name, query] of TILE_SERVERS) await this.#readAll(name, query, [this.#address(query.route)]);
    const published = await this.#readAll('editions', EDITION_IDS, [this.#address('editions')]);
    const editions = KNOWN_EDITIONS.filter((id) => published.includes(id)).map((id) => this.#address('edition', id));
    const hrefs = [...new Set(await this.#readAll('known editions', DATA_SOURCE_LINKS, editions))];
    const baseUrls = await this.#readAll('data sources of the editions', DATA_SOURCES, hrefs);
    let listed: readonly string[] = [];
    for (const list of OTHER_LISTS) {
      const name = `the list ${pathOf(list.route)}`;
      listed = listed.concat(await this.#readAll(name, list, [this.#address(list.route)]));
    }
    const root = this.#address('category', ROOT_CATEGORY);
    await this.#step('categories', listed.includes(root) && (() => this.#categoriesBelow(root)));
    await this.#readAll('data sources with their source', WITH_SOURCE, hrefs);
    await this.#step('second start, every response a 304', async () => {
      const urls = [...this.#client.fetched.keys()];
      if (urls.length === 0) return { ...NOTHING, problems: ['the first start fetched no document'] };
      const problems = await pMap(urls, async (url) => withUrl(url, await this.#client.revalidate(url)), CONCURRENT);
      return { ...NOTHING, problems: problems.flat() };
    });
    const [first] = hrefs;
    await this.#step(
      'a reported download',
      first !== undefined && (() => this.#report(first, judgeBaseUrls(baseUrls))),
    );
    return this.#verdicts;
  }

  /** Reads the tree of categories, each by the link found in its parent. */
  async #categoriesBelow(root: string): Promise<Found> {
    const seen = new Set<string>();
    const found: Found[] = [];
    for (let level = [root]; level.length > 0; ) {
      for (const href of level) seen.add(href);
      const children = await this.#readEach(CATEGORY, level);
      found.push(children);
      level = children.values.filter((href) => !seen.has(href));
    }
    return joined(found);
  }

  /** Reports a download and checks that the document did not change. */
  async #report(href: string, remarks: readonly string[]): Promise<Found> {
    const response = await this.#client.report(href);
    await response.arrayBuffer();
    const problems = response.status === 202 ? [] : [`PUT ${href} answered ${response.status} instead of 202`];
    const url = `${href}?format=xml`;
    return { ...NOTHING, problems: [...problems, ...withUrl(url, await this.#client.revalidate(url))], remarks };
  }

  #address(route: RouteName, id?: string | number): string {
    return `${this.#serviceUrl}${pathOf(route, id)}`;
  }

  /** Reads documents of one kind as one step, and returns the values found in all of them. */
  #readAll(name: string, query: DocumentQuery, hrefs: readonly string[]): Promise<readonly string[]> {
    return this.#step(name, hrefs.length > 0 && (() => this.#readEach(query, hrefs)));
  }

  async #readEach(query: DocumentQuery, hrefs: readonly string[]): Promise<Found> {
    return joined(await pMap(hrefs, (href) => this.#read(query, href), CONCURRENT));
  }

  async #read({ route, xpath, parameters = '', required, judge }: DocumentQuery, href: string): Promise<Found> {
    if (!href.startsWith(`${this.#serviceUrl}/`)) {
      const problem = `${href} is not below ${this.#serviceUrl}; was the site built for that address?`;
      return { ...NOTHING, problems: [problem] };
    }
    const url = `${href}?format=xml${parameters}`;
    const { body, problems } = await this.#client.get(url);
    if (problems.length > 0) return { ...NOTHING, problems: withUrl(url, problems) };
    try {
      return this.#reader.read(body, XML_SCHEMAS[route], (find) => {
        const values = find(xpath);
        const lack = required !== undefined && values.length === 0 ? [`lacks ${required}`] : [];
        const { problems, remarks } = judge?.(find) ?? NOTHING;
        return { values, problems: withUrl(url, [...lack, ...problems]), remarks: withUrl(url, remarks) };
      });
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      return { ...NOTHING, problems: withUrl(url, [`does not follow its schema: ${error.message}`]) };
    }
  }

  /** Adds the verdict on a step. @param run false if the catalog has nothing for this step. @returns the values found */
  async #step(name: string, run: (() => Promise<Found>) | false): Promise<readonly string[]> {
    const before = this.#client.requestCount;
    // After a network error or a timeout, the other steps still run.
    const found = run && (await run().catch((error: Error) => ({ ...NOTHING, problems: [reasonOf(error)] })));
    const { values, problems, remarks } = found || NOTHING;
    const id = `replay-${this.#verdicts.length + 1}`;
    const check = { id, says: `The desktop client: ${name}`, section: 'desktop-client' } as const;
    this.#verdicts.push(verdictOf(check, [firstProblems(problems)], this.#client.requestCount - before, remarks));
    return values;
  }
}

function joined(found: readonly Found[]): Found {
  return {
    values: found.flatMap(({ values }) => values),
    problems: found.flatMap(({ problems }) => problems),
    remarks: found.flatMap(({ remarks }) => remarks),
  };
}

function withUrl(url: string, problems: readonly string[]): string[] {
  return problems.map((problem) => `${url} ${problem}`);
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
