/**
 * Replays the requests of the best-known client, a desktop program that requests only `format=xml`: in its order, with
 * its headers, checking everything that it needs in the responses.
 */

import pMap from 'p-map';
import type { Fetch } from '../../../cli/http.ts';
import { XML_SCHEMAS } from '../../../contract/renditions.ts';
import { pathOf, type RouteName } from '../../../contract/routes.ts';
import type { CheckResult } from '../verdict.ts';
import { Client } from './client.ts';
import { type Find, judgeBaseUrls, judgeDataSource, judgeTileServers, type Usability } from './usable.ts';
import { XmlReader, type XmlSchemas } from './xml-reader.ts';

/** One step of the replay. */
export interface ReplayStep {
  readonly name: string;
  /** Not applicable if the catalog has nothing to read. */
  readonly result: CheckResult;
  /** The fetched documents, or the problems. */
  readonly detail: string;
  /** Limitations for users of this client that the interface allows. */
  readonly remarks: readonly string[];
  /** How many requests the step sent. */
  readonly requestCount: number;
}

/** The editions that the program requests by name. */
const KNOWN_EDITIONS = ['offline', 'timealbum'];
/** The category at which it starts. */
const ROOT_CATEGORY = 1;
/** How many requests it sends at the same time. */
const PARALLEL = 4;
/** How many problems of a step are reported. */
const MAX_PROBLEMS = 3;

/**
 * Replays a first start, the requests of the maintenance tools, a second start and a reported download.
 *
 * @param serviceUrl the address of the deployment, without a trailing slash
 * @param fetch sends the requests
 * @param schemas the XML Schemas that the documents must follow
 * @returns every step in order; a step whose requests get no response fails, and nothing is thrown
 */
export async function replay(serviceUrl: string, fetch: Fetch, schemas: XmlSchemas): Promise<ReplayStep[]> {
  const reader = new XmlReader(schemas);
  try {
    return await new Replay(serviceUrl, new Client(fetch), reader).run();
  } finally {
    reader.dispose();
  }
}

/** The definition of a step. */
interface DocumentQuery {
  readonly route: RouteName;
  readonly xpath: string;
  /** What the values found are called. */
  readonly noun: string;
  /** The query after `format=xml`. */
  readonly parameters?: string;
  /** The problem of a document without values, if values are required. */
  readonly required?: string;
  /** Judges the content for this client. */
  readonly judge?: (find: Find) => Usability;
}

/** The result of one document. */
interface QueryResult extends Usability {
  readonly values: readonly string[];
}

/** The result of a step. */
interface StepResult extends Usability {
  readonly found: string;
}

const NOTHING_TO_SAY: Usability = { problems: [], remarks: [] };

const MAP_SERVERS: DocumentQuery = {
  route: 'mapservers',
  xpath: '//c:mapServer/@id',
  noun: 'map servers',
  judge: judgeTileServers,
};
const OVERLAY_SERVERS: DocumentQuery = {
  route: 'overlayservers',
  xpath: '//c:overlayServer/@id',
  noun: 'overlay servers',
  judge: judgeTileServers,
};
const EDITION_IDS: DocumentQuery = { route: 'editions', xpath: '//c:edition/@id', noun: 'editions' };
const DATA_SOURCE_LINKS: DocumentQuery = { route: 'edition', xpath: '//c:datasource/@href', noun: 'links' };
const DATA_SOURCES: DocumentQuery = {
  route: 'datasource',
  xpath: '//c:datasource[@baseUrl and @directory and @action]/@baseUrl',
  noun: 'data sources',
  required: 'baseUrl, directory or action',
  judge: judgeDataSource,
};
const WITH_SOURCE: DocumentQuery = {
  route: 'datasource',
  xpath: '//c:source/@url',
  noun: 'sources',
  parameters: '&includeSource=true',
};
/** Lists that the program never requests as XML, but others may. */
const OTHER_LISTS: readonly DocumentQuery[] = [
  { route: 'service', xpath: '//@href', noun: 'links' },
  { route: 'datasources', xpath: '//c:datasource/@href', noun: 'data sources' },
  { route: 'categories', xpath: '/c:catalog/c:category/@href', noun: 'categories' },
];
const CATEGORY: DocumentQuery = {
  route: 'category',
  xpath: '/c:catalog/c:category/c:category/@href',
  noun: 'categories',
};

class Replay {
  readonly #serviceUrl: string;
  readonly #client: Client;
  readonly #reader: XmlReader;
  readonly #steps: ReplayStep[] = [];

  constructor(serviceUrl: string, client: Client, reader: XmlReader) {
    this.#serviceUrl = serviceUrl;
    this.#client = client;
    this.#reader = reader;
  }

  async run(): Promise<ReplayStep[]> {
    await this.#readAll('map servers', MAP_SERVERS, [this.#address('mapservers')]);
    await this.#readAll('overlay servers', OVERLAY_SERVERS, [this.#address('overlayservers')]);
    const published = await this.#readAll('editions', EDITION_IDS, [this.#address('editions')]);
    const editions = KNOWN_EDITIONS.filter((id) => published.includes(id)).map((id) => this.#address('edition', id));
    const hrefs = [...new Set(await this.#readAll('known editions', DATA_SOURCE_LINKS, editions))];
    const baseUrls = await this.#readAll('data sources of the editions', DATA_SOURCES, hrefs);
    const listed: string[] = [];
    for (const list of OTHER_LISTS) {
      const found = await this.#readAll(`the list ${pathOf(list.route)}`, list, [this.#address(list.route)]);
      for (const href of found) listed.push(href);
    }
    await this.#categories(listed);
    await this.#readAll('data sources with their source', WITH_SOURCE, hrefs);
    await this.#step('second start, every response a 304', async () => {
      const urls = this.#client.fetchedUrls;
      const problems = await pMap(urls, async (url) => withUrl(url, await this.#client.revalidate(url)), {
        concurrency: PARALLEL,
      });
      if (urls.length === 0) problems.push(['the first start fetched no document']);
      return { ...NOTHING_TO_SAY, found: `${urls.length} documents`, problems: problems.flat() };
    });
    await this.#reportDownload(hrefs[0], judgeBaseUrls(baseUrls));
    return this.#steps;
  }

  /** Reads the tree of categories, each by the link found in its parent. */
  async #categories(listed: readonly string[]): Promise<void> {
    const seen = new Set<string>();
    const root = this.#address('category', ROOT_CATEGORY);
    let level = [root];
    const problems: string[] = [];
    if (!listed.includes(root)) {
      this.#skip('categories', `there is no category ${ROOT_CATEGORY} to begin at`);
      return;
    }
    await this.#step('categories', async () => {
      while (level.length > 0) {
        for (const href of level) seen.add(href);
        const found = await pMap(level, (href) => this.#read(CATEGORY, href), { concurrency: PARALLEL });
        for (const problem of found.flatMap((result) => result.problems)) problems.push(problem);
        level = found.flatMap(({ values }) => values).filter((href) => !seen.has(href));
      }
      return { ...NOTHING_TO_SAY, found: `${seen.size} documents`, problems };
    });
  }

  /** Reports a download and checks that the document did not change. */
  async #reportDownload(href: string | undefined, remarks: readonly string[]): Promise<void> {
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
      const changed = withUrl(url, await this.#client.revalidate(url));
      return { found: 'acknowledged', problems: [...problems, ...changed], remarks };
    });
  }

  #address(route: RouteName, id?: string | number): string {
    return `${this.#serviceUrl}${pathOf(route, id)}`;
  }

  /** Reads documents of one kind as one step, and returns the values found in all of them. */
  async #readAll(name: string, query: DocumentQuery, hrefs: readonly string[]): Promise<string[]> {
    const values: string[] = [];
    if (hrefs.length === 0) {
      this.#skip(name, 'there is no link to one');
      return values;
    }
    await this.#step(name, async () => {
      const results = await pMap(hrefs, (href) => this.#read(query, href), { concurrency: PARALLEL });
      for (const value of results.flatMap((result) => result.values)) values.push(value);
      const problems = results.flatMap((result) => result.problems);
      const remarks = results.flatMap((result) => result.remarks);
      return { found: `${hrefs.length} fetched, ${values.length} ${query.noun}`, problems, remarks };
    });
    return values;
  }

  async #read(query: DocumentQuery, href: string): Promise<QueryResult> {
    const { route, xpath, parameters = '', required, judge = () => NOTHING_TO_SAY } = query;
    const unusable = (...problems: string[]): QueryResult => ({ values: [], problems, remarks: [] });
    if (!href.startsWith(`${this.#serviceUrl}/`)) {
      return unusable(`${href} is not below ${this.#serviceUrl}; was the site built for that address?`);
    }
    const { url, body, problems } = await this.#client.get(`${href}?format=xml${parameters}`);
    if (problems.length > 0) return unusable(...withUrl(url, problems));
    const sight = this.#reader.look(body, XML_SCHEMAS[route], (find) => ({ values: find(xpath), ...judge(find) }));
    if (sight.problem !== null) return unusable(...withUrl(url, [sight.problem]));
    const { values, remarks, problems: found } = sight.seen;
    const lack = required !== undefined && values.length === 0 ? [`lacks ${required}`] : [];
    return { values, problems: withUrl(url, [...lack, ...found]), remarks: withUrl(url, remarks) };
  }

  #skip(name: string, detail: string): void {
    this.#steps.push({ name, result: 'not applicable', detail, remarks: [], requestCount: 0 });
  }

  async #step(name: string, run: () => Promise<StepResult>): Promise<void> {
    const before = this.#client.requestCount;
    const add = (result: CheckResult, detail: string, remarks: readonly string[] = []): void => {
      this.#steps.push({ name, result, detail, remarks, requestCount: this.#client.requestCount - before });
    };
    try {
      const { found, problems, remarks } = await run();
      const more = problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more` : '';
      if (problems.length === 0) add('holds', found, remarks);
      else add('fails', `${problems.slice(0, MAX_PROBLEMS).join('; ')}${more}`, remarks);
    } catch (error) {
      // A network error or timeout; the other steps still run.
      add('fails', reasonOf(error));
    }
  }
}

function withUrl(url: string, problems: readonly string[]): string[] {
  return problems.map((problem) => `${url} ${problem}`);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
