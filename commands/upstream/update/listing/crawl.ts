/** Finds the files of a data source by reading the listings below its `source`. */

import type { UpstreamSource } from '../../../../contract/generated/catalog.types.ts';
import { MEBIBYTE } from '../../../../contract/limits.ts';
import { hintOf } from '../../../../contract/system-errors.ts';
import { visible, withThousands } from '../../../../contract/text.ts';
import { charsetOf, mediaTypeOf } from '../../web/answer.ts';
import { type WebAnswer, WebError } from '../../web/request.ts';
import type { Web } from '../../web/web.ts';
import { readBucketPage } from './bucket-listing.ts';
import { FoundFiles, type ListedFile, type ListingProblem } from './found-files.ts';
import { type PageLink, readHtmlListing } from './html-listing.ts';
import { factsOf, type ListedFacts } from './listed-facts.ts';
import { isSelected, maySelectBelow } from './selection.ts';
import { addressKey, folderOf, isFolder, plainAddress, resolvedLink, SourceTree } from './source-tree.ts';

/** A source with a page that lists its files. */
type PageSource = UpstreamSource & { readonly url: string };

/** The files that the listings of a data source name. */
export interface Crawl {
  /** In code-point order of their paths. */
  readonly files: readonly ListedFile[];
  /** Files of the data source with paths that the catalog does not allow. */
  readonly leftOut: readonly ListingProblem[];
  /** Incompletely read listings. The reason follows the address: `it answers 404`. */
  readonly problems: readonly ListingProblem[];
  /** Whether any listing was read, at least in part. */
  readonly hasRead: boolean;
  /** Whether all listings were read completely, and one of them would name a file. */
  isComplete(path: string): boolean;
}

/** Limits for the listings of one data source. */
export const LIMITS = {
  /** Requests. */
  pages: 1_000,
  /** Bytes of a page: 50,000 rows of the most verbose server. */
  bytes: 32 * MEBIBYTE,
  /** Links of a page, with up to two in each row. */
  links: 250_000,
  /** Files: the limit of a catalog file. */
  files: 100_000,
};

/**
 * Reads the listings of a data source.
 *
 * Requests only addresses below the folder of `source.url`. Network errors become problems and are never thrown.
 */
export async function crawl(
  source: PageSource,
  baseUrl: string,
  web: Pick<Web, 'request'>,
  limits: Partial<typeof LIMITS> = {},
): Promise<Crawl> {
  return await new Crawler(source, baseUrl, web, { ...LIMITS, ...limits }).run();
}

interface Page {
  readonly address: string;
  /** The listed folder; null for a page that can name files of any folder. */
  readonly folder: string | null;
  readonly depth: number;
}

/** A link to a possible file or listing of the data source. */
interface Target {
  readonly address: string;
  readonly facts: ListedFacts;
}

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
const XML = /^(?:application|text)\/xml$/;

/** The names of pages that a person wrote. */
const HTML_NAME = /\.html?$/i;

/** In place of a number of levels: files of a folder may be missing, because a person wrote its page. */
const IN_PART = -1;

class Crawler {
  #tree: SourceTree;
  readonly #baseUrl: string;
  readonly #source: PageSource;
  readonly #level: number;
  readonly #limits: typeof LIMITS;
  readonly #web: Pick<Web, 'request'>;
  readonly #files = new FoundFiles();
  /** How many levels of folders are known below each folder whose files are known; otherwise `IN_PART`. */
  readonly #levels = new Map<string, number>();
  readonly #problems: ListingProblem[] = [];
  readonly #queue: Page[] = [];
  /** All pages that were ever queued. */
  readonly #seen = new Set<string>();
  #requests = 0;
  #hasRead = false;
  /** Whether nothing more is read, whatever is in the queue. */
  #isOver = false;

  constructor(source: PageSource, baseUrl: string, web: Pick<Web, 'request'>, limits: typeof LIMITS) {
    this.#tree = new SourceTree(source.url, baseUrl);
    this.#baseUrl = baseUrl;
    this.#source = source;
    this.#level = source.level ?? 1;
    this.#limits = limits;
    this.#web = web;
  }

  async run(): Promise<Crawl> {
    this.#enqueue(pageAt(this.#tree.start));
    for (let page = this.#queue.shift(); page && !this.#isOver; page = this.#queue.shift()) await this.#visit(page);
    const { files, leftOut, isLeftOut } = this.#files.result();
    const isCovered = (path: string): boolean =>
      this.#tree.addressesOf(path).some((address) => this.#knows(addressKey(folderOf(address))));
    return {
      files,
      leftOut,
      problems: this.#problems,
      hasRead: this.#hasRead,
      isComplete: (path) =>
        this.#problems.length === 0 && isSelected(this.#source, path) && !isLeftOut(path) && isCovered(path),
    };
  }

  #enqueue(page: Page): void {
    const key = addressKey(page.address);
    if (page.depth > this.#level || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#queue.push(page);
  }

  /** Notes that a page was not read completely. */
  #fail({ address }: Page, reason: string): void {
    this.#problems.push({ url: visible(address), reason: visible(reason) });
  }

  /** Notes how many levels of folders are known below a folder. */
  #note(folder: string, levels: number): void {
    const key = addressKey(folder);
    this.#levels.set(key, Math.max(this.#levels.get(key) ?? IN_PART, levels));
  }

  /**
   * Whether all files of a folder are known: by its own listing, or because the nearest listing above it would name the
   * folder. Only there, an unlisted file does not exist.
   */
  #knows(folder: string): boolean {
    const own = this.#levels.get(folder);
    if (own !== undefined) return own >= 0;
    for (let end = folder.length; end > 0; end = folder.lastIndexOf('/', end - 2) + 1) {
      const above = this.#levels.get(folder.slice(0, end));
      if (above !== undefined) return above > 0;
    }
    return false;
  }

  async #visit(page: Page): Promise<void> {
    const answer = await this.#request(page, page.address);
    if (!answer) return;
    const found = plainAddress(new URL(answer.url));
    const refusal = this.#refusalOf(page, answer, found);
    if (refusal !== null) {
      answer.discard();
      return this.#fail(page, refusal);
    }
    let read = page;
    if (page.address === this.#tree.start && found !== page.address) {
      // The listing starts at the target of the redirect.
      this.#tree = new SourceTree(found, this.#baseUrl);
      this.#seen.add(addressKey(found));
      read = pageAt(found);
    }
    if (HTML.test(mediaTypeOf(answer))) await this.#readHtml(read, found, answer);
    else await this.#readBucket(read, found, answer);
  }

  /** Requests an address. Without an answer, the page has failed. */
  async #request(page: Page, url: string): Promise<WebAnswer | null> {
    if (this.#requests >= this.#limits.pages) {
      this.#fail(page, `it is not read, because ${withThousands(this.#limits.pages)} listings were`);
      this.#isOver = true;
      return null;
    }
    this.#requests++;
    const headers = { Accept: 'text/html, application/xhtml+xml, application/xml;q=0.9' };
    return await this.#caught(page, () => this.#web.request({ url, headers, maxBytes: this.#limits.bytes }));
  }

  /** Runs a network operation. If it fails, the page has failed. */
  async #caught<T>(page: Page, run: () => Promise<T>): Promise<T | null> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof WebError)) throw error;
      this.#fail(page, error.message + hintOf(error.cause));
      this.#isOver ||= error.kind === 'over';
      return null;
    }
  }

  /** Why an answer is not read; null if it is. */
  #refusalOf(page: Page, answer: WebAnswer, found: string): string | null {
    const isElsewhere = page.folder !== null && addressKey(folderOf(found)) !== addressKey(folderOf(page.address));
    if (page.address === this.#tree.start) {
      if (!this.#tree.contains(found)) return `it redirects to ${found}; if that is right, write it in source`;
    } else if (!this.#tree.contains(found) || isElsewhere) return `it redirects to ${found}`;
    if (answer.status !== 200) return `it answers ${answer.status}`;
    const type = mediaTypeOf(answer);
    return HTML.test(type) || XML.test(type) ? null : `it is ${type || 'of no type'}, and not a listing`;
  }

  async #readHtml(page: Page, address: string, answer: WebAnswer): Promise<void> {
    const targets: Target[] = [];
    let links = 0;
    const onLink = ({ href, cells }: PageLink, base: string | null): boolean => {
      const target = resolvedLink(href, base, address);
      if (target !== null && this.#isOurs(target)) targets.push({ address: target, facts: factsOf(cells) });
      return ++links < this.#limits.links;
    };
    const charset = charsetOf(answer.header('Content-Type'));
    const nature = await this.#caught(page, () => readHtmlListing(answer.body, charset, onLink));
    if (nature?.refusal) return this.#fail(page, `it ${nature.refusal}, so it is not a listing`);
    // Indexes of servers end with `</html>`, although HTML does not require it. It shows whether a body of unknown
    // length is complete.
    const hasLength =
      answer.header('Content-Length') !== null || /\bchunked\b/i.test(answer.header('Transfer-Encoding') ?? '');
    const isWhole = nature !== null && (nature.hasEnd || (!nature.isIndex && hasLength));
    const isIndex = nature?.isIndex ?? false;
    // The read part of a truncated page is still valid.
    const { folders, leads } = this.#takeTargets(page, address, targets, isIndex);
    this.#hasRead ||= leads || isIndex;
    if (nature === null) return;
    if (!isWhole) return this.#fail(page, 'it has no </html> at its end, so it may be cut off');
    const mustLead = page.folder !== null || page.depth === 1;
    if (!isIndex && !leads && mustLead) return this.#fail(page, 'it names nothing below it, so it is not a listing');
    if (page.folder !== null) this.#note(page.folder, isIndex ? this.#level - page.depth : IN_PART);
    if (!isIndex) for (const folder of folders) this.#note(folder, 0);
  }

  /** Whether an address can be a file or listing of the data source. */
  #isOurs(address: string): boolean {
    const path = this.#tree.pathOf(address);
    return path === null ? this.#tree.contains(address) && !address.includes('?') : !path.includes('?');
  }

  /**
   * Adds the files and listings that a page links to.
   *
   * @returns the folders of its files, and whether it links to anything
   */
  #takeTargets(
    page: Page,
    address: string,
    targets: readonly Target[],
    isIndex: boolean,
  ): { folders: ReadonlySet<string>; leads: boolean } {
    const folders = new Set<string>();
    const own = folderOf(address);
    let leads = false;
    for (const { address: target, facts } of targets) {
      if (target === address) continue;
      leads ||= target.startsWith(own) && target !== own;
      if (target.endsWith('/')) {
        this.#takeFolder(target);
      } else if (!isIndex && HTML_NAME.test(target) && !this.#asksFor(this.#tree.pathOf(target) ?? '')) {
        if (this.#tree.contains(target)) this.#enqueue({ address: target, folder: null, depth: page.depth + 1 });
      } else if (this.#takeFile(page, target, facts, address)) {
        folders.add(folderOf(target));
        leads = true;
      }
    }
    return { folders, leads };
  }

  /** Whether a pattern of the source includes a file. */
  #asksFor(path: string): boolean {
    return (this.#source.include ?? []).length > 0 && isSelected(this.#source, path);
  }

  /** Adds a file. @returns whether it belongs to the data source */
  #takeFile(page: Page, url: string, facts: ListedFacts, listing: string): boolean {
    const path = this.#tree.pathOf(url);
    if (path === null || path === '' || !isSelected(this.#source, path)) return false;
    if (this.#isOver) return false;
    if (this.#files.size >= this.#limits.files) {
      this.#fail(page, `more than ${withThousands(this.#limits.files)} files are listed`);
      this.#isOver = true;
      return false;
    }
    this.#files.add({ path, listing, ...facts }, url);
    return true;
  }

  /** Queues a folder, if it can contain files of the data source. */
  #takeFolder(folder: string, listing = folder, depth = this.#tree.depthOf(folder)): void {
    if (!this.#tree.contains(folder) || !this.#tree.leadsToFiles(folder)) return;
    const path = this.#tree.pathOf(folder)?.replace(/\/$/, '') ?? '';
    if (!maySelectBelow(this.#source, path)) return;
    if (path !== '' && !this.#files.addFolder(path, folder)) return;
    this.#enqueue({ address: listing, folder, depth });
  }

  /** Reads a page of the listing of a bucket, which can continue on another page. */
  async #readBucket(page: Page, address: string, answer: WebAnswer): Promise<void> {
    const read = await this.#caught(page, async () => readBucketPage(await answer.bytes(), address));
    if (!read) return;
    this.#hasRead = true;
    for (const { address: url, facts } of read.objects) this.#takeFile(page, url, facts, address);
    for (const { folder, listing } of read.folders) this.#takeFolder(folder, listing, page.depth + 1);
    if (read.problem !== null) return this.#fail(page, `it ${read.problem}`);
    if (read.next === null)
      return this.#note(read.folder, read.isDeep ? Number.POSITIVE_INFINITY : this.#level - page.depth);
    if (this.#seen.has(addressKey(read.next))) return this.#fail(page, 'it continues in a circle');
    this.#enqueue({ ...page, address: read.next });
  }
}

/** The first page of a listing. */
function pageAt(address: string): Page {
  return { address, folder: isFolder(address) ? folderOf(address) : null, depth: 1 };
}
