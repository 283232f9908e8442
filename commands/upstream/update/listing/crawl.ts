/** Finds the files of a data source by reading the listings below its `source`. */

import type { UpstreamSource } from '../../../../contract/generated/catalog.types.ts';
import { visible, withThousands } from '../../../../contract/text.ts';
import { charsetOf, mediaTypeOf } from '../../web/answer.ts';
import { type WebAnswer, WebError } from '../../web/request.ts';
import type { Web } from '../../web/web.ts';
import { readBucketPage } from './bucket-listing.ts';
import { FoundFiles, type LeftOutFile, type ListedFile } from './found-files.ts';
import { type PageLink, readHtmlListing } from './html-listing.ts';
import { factsOf, type ListedFacts } from './listed-facts.ts';
import { isSelected, maySelectBelow } from './selection.ts';
import { addressKey, folderOf, isFolder, plainAddress, resolvedLink, SourceTree } from './source-tree.ts';

/** The files that the listings of a data source name. */
export interface Crawl {
  /** In code-point order of their paths. */
  readonly files: readonly ListedFile[];
  /** Files of the data source with paths that the catalog does not allow. */
  readonly leftOut: readonly LeftOutFile[];
  /** Incompletely read listings. The reason follows the address: `it answers 404`. */
  readonly problems: readonly { readonly url: string; readonly reason: string }[];
  /** The number of folders below the level of the source. */
  readonly unreadFolders: number;
  /** Whether any listing was read, at least in part. */
  readonly hasRead: boolean;
  /** Whether the listing that would name a file was read completely. */
  isComplete(path: string): boolean;
}

/** Limits for the listings of one data source. */
const LIMITS = {
  /** Requests. */
  pages: 1_000,
  /** Bytes of a page: 100,000 rows of the most verbose server. */
  htmlBytes: 64 * 1024 * 1024,
  /** Bytes of a page of XML, which has at most 1,000 objects. */
  xmlBytes: 8 * 1024 * 1024,
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
  source: UpstreamSource,
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

/** Stops reading, whatever is in the queue. */
class CrawlEnd extends Error {}

/** In place of a number of levels: files of a folder may be missing, because a person wrote its page. */
const IN_PART = -1;

/** In place of a number of levels: the page of a folder could not be read completely. */
const FAILED = -2;

class Crawler {
  #tree: SourceTree;
  readonly #baseUrl: string;
  readonly #source: UpstreamSource;
  readonly #level: number;
  readonly #limits: typeof LIMITS;
  readonly #web: Pick<Web, 'request'>;
  readonly #files = new FoundFiles();
  /** How many levels of folders are known below each folder whose files are known; otherwise `IN_PART` or `FAILED`. */
  readonly #levels = new Map<string, number>();
  /** Whether a page that may name files of any folder could not be read. */
  #isBlind = false;
  readonly #problems: { readonly url: string; readonly reason: string }[] = [];
  readonly #queue: Page[] = [];
  /** All pages that were ever queued. */
  readonly #seen = new Set<string>();
  readonly #unread = new Set<string>();
  #requests = 0;
  #hasRead = false;

  constructor(source: UpstreamSource, baseUrl: string, web: Pick<Web, 'request'>, limits: typeof LIMITS) {
    this.#tree = new SourceTree(source.url, baseUrl);
    this.#baseUrl = baseUrl;
    this.#source = source;
    this.#level = source.level ?? 1;
    this.#limits = limits;
    this.#web = web;
  }

  async run(): Promise<Crawl> {
    this.#enqueue(pageAt(this.#tree.start));
    try {
      for (let page = this.#queue.shift(); page; page = this.#queue.shift()) await this.#visit(page);
    } catch (error) {
      if (!(error instanceof CrawlEnd)) throw error;
      // The remaining pages could name any file.
      this.#isBlind = true;
    }
    const { files, leftOut, isLeftOut } = this.#files.result();
    const isCovered = (path: string): boolean =>
      this.#tree.addressesOf(path).some((address) => this.#knows(addressKey(folderOf(address))));
    return {
      files,
      leftOut,
      problems: this.#problems,
      unreadFolders: this.#unread.size,
      hasRead: this.#hasRead,
      isComplete: (path) => isSelected(this.#source, path) && !isLeftOut(path) && isCovered(path),
    };
  }

  #enqueue(page: Page): void {
    const key = addressKey(page.address);
    if (page.depth > this.#level && page.folder !== null) this.#unread.add(key);
    if (page.depth > this.#level || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#queue.push(page);
  }

  /** Notes that a page was not read completely. */
  #fail(page: Page, reason: string): void {
    this.#problems.push({ url: visible(page.address), reason: visible(reason) });
    if (page.folder === null) this.#isBlind = true;
    else this.#note(page.folder, FAILED);
  }

  /** Notes how many levels of folders are known below a folder. A failure is never overwritten. */
  #note(folder: string, levels: number): void {
    const key = addressKey(folder);
    const known = this.#levels.get(key) ?? IN_PART;
    this.#levels.set(key, known === FAILED || levels === FAILED ? FAILED : Math.max(known, levels));
  }

  /**
   * Whether all files of a folder are known: by its own listing, or because the nearest listing above it would name the
   * folder. Only there, an unlisted file does not exist.
   */
  #knows(folder: string): boolean {
    if (this.#isBlind) return false;
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
      throw new CrawlEnd();
    }
    this.#requests++;
    const headers = { Accept: 'text/html, application/xhtml+xml, application/xml;q=0.9' };
    return await this.#caught(page, () => this.#web.request({ url, headers, maxBytes: this.#limits.htmlBytes }));
  }

  /** Runs a network operation. If it fails, the page has failed. */
  async #caught<T>(page: Page, run: () => Promise<T>): Promise<T | null> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof WebError)) throw error;
      this.#fail(page, error.message);
      if (error.kind === 'over') throw new CrawlEnd();
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
    if (!/^(?:identity)?$/i.test(answer.header('Content-Encoding') ?? ''))
      return 'it is compressed without being asked';
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
    // The read part of a truncated page is still valid.
    const isIndex = nature?.isIndex || (isWhole ? false : null);
    const { folders, leads } = this.#takeTargets(page, address, targets, isIndex);
    this.#hasRead ||= leads || Boolean(isIndex);
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
   * @param isIndex null if unknown, because the page is truncated
   * @returns the folders of its files, and whether it links to anything
   */
  #takeTargets(
    page: Page,
    address: string,
    targets: readonly Target[],
    isIndex: boolean | null,
  ): { folders: ReadonlySet<string>; leads: boolean } {
    const folders = new Set<string>();
    const own = folderOf(address);
    let leads = false;
    for (const { address: target, facts } of targets) {
      if (target === address) continue;
      leads ||= target.startsWith(own) && target !== own;
      if (target.endsWith('/')) {
        this.#takeFolder(target, target, this.#tree.depthOf(target));
      } else if (!isIndex && HTML_NAME.test(target) && !this.#asksFor(this.#tree.pathOf(target) ?? '')) {
        if (isIndex === false && this.#tree.contains(target))
          this.#enqueue({ address: target, folder: null, depth: page.depth + 1 });
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
    if (this.#files.size >= this.#limits.files) {
      this.#fail(page, `more than ${withThousands(this.#limits.files)} files are listed`);
      throw new CrawlEnd();
    }
    this.#files.add({ path, listing, ...facts }, url);
    return true;
  }

  /** Queues a folder, if it can contain files of the data source. */
  #takeFolder(folder: string, listing: string, depth: number): void {
    if (!this.#tree.contains(folder) || !this.#tree.leadsToFiles(folder)) return;
    const path = this.#tree.pathOf(folder)?.replace(/\/$/, '') ?? '';
    if (!maySelectBelow(this.#source, path)) return;
    if (path !== '' && !this.#files.addFolder(path, folder)) return;
    this.#enqueue({ address: listing, folder, depth });
  }

  /** Reads a page of the listing of a bucket, which can continue on another page. */
  async #readBucket(page: Page, address: string, answer: WebAnswer): Promise<void> {
    const { xmlBytes } = this.#limits;
    const read = await this.#caught(page, async () => {
      const bytes = await answer.bytes();
      if (bytes.length > xmlBytes) throw new WebError('body', `it has more than ${withThousands(xmlBytes)} bytes`);
      return readBucketPage(bytes, address);
    });
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
