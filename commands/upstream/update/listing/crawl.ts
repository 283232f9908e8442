import { MEBIBYTE } from '../../../../contract/base/limits.ts';
import { connectionHintOf } from '../../../../contract/base/system-errors.ts';
import { visible, withThousands } from '../../../../contract/base/text.ts';
import type { UpstreamSource } from '../../../../contract/generated/catalog.types.ts';
import { type WebAnswer, WebError } from '../../web/request.ts';
import type { Web } from '../../web/web.ts';
import { readListing } from './formats/all-formats.ts';
import { FoundFiles, type ListedFile, type ListingProblem } from './found-files.ts';
import type { ListedFacts } from './listed-facts.ts';
import type { ListingPage } from './listing-format.ts';
import { isSelectedFile, maySelectBelow } from './selection.ts';
import { addressKey, folderAddressOf, isFolderAddress, plainAddress, SourceTree } from './source-tree.ts';

type PageSource = UpstreamSource & { readonly url: string };

export interface Crawl {
  readonly files: readonly ListedFile[];
  readonly leftOut: readonly ListingProblem[];
  readonly problems: readonly ListingProblem[];
  readonly hasRead: boolean;
  /** True if all listings were read completely, and one of them would name the file if it existed. */
  isComplete(path: string): boolean;
  /** The file's address above baseUrl, which may have changed, if a listing names it there. */
  addressAbove?(path: string): string | null;
}

export const CRAWL_LIMITS = {
  pages: 1_000,
  /** In bytes: 50,000 rows of the most verbose server. */
  bytes: 32 * MEBIBYTE,
  /** Up to two in each row. */
  links: 250_000,
  files: 100_000,
};

/** Requests only addresses below the folder of `source.url`. Network errors become problems. */
export async function crawlListings(
  source: PageSource,
  baseUrl: string,
  web: Pick<Web, 'request'>,
  limits: Partial<typeof CRAWL_LIMITS> = {},
): Promise<Crawl> {
  return await new Crawler(source, baseUrl, web, { ...CRAWL_LIMITS, ...limits }).run();
}

interface Page {
  readonly address: string;
  /** Null unless the page is at the address of a folder. */
  readonly folder: string | null;
  readonly depth: number;
}

const UNKNOWN: ListedFacts = { time: null, size: null };

/** Pages with such a name are written by a person. */
const HTML_NAME = /\.html?$/i;

/** Files may be missing: a person wrote the page. */
const INCOMPLETE = -1;

class Crawler {
  #tree: SourceTree;
  readonly #baseUrl: string;
  readonly #source: PageSource;
  readonly #level: number;
  readonly #limits: typeof CRAWL_LIMITS;
  readonly #web: Pick<Web, 'request'>;
  readonly #files = new FoundFiles();
  readonly #named = new Set<string>();
  /** Known levels below a folder; `INCOMPLETE` if some of its own files are unknown. */
  readonly #levels = new Map<string, number>();
  readonly #problems: ListingProblem[] = [];
  readonly #queue: Page[] = [];
  readonly #seen = new Set<string>();
  #requests = 0;
  #hasRead = false;
  #isOver = false;

  constructor(source: PageSource, baseUrl: string, web: Pick<Web, 'request'>, limits: typeof CRAWL_LIMITS) {
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
      this.#tree.addressesOf(path).some((address) => this.#knows(addressKey(folderAddressOf(address))));
    return {
      files,
      leftOut,
      problems: this.#problems,
      hasRead: this.#hasRead,
      isComplete: (path) =>
        this.#problems.length === 0 && isSelectedFile(this.#source, path) && !isLeftOut(path) && isCovered(path),
      addressAbove: (path) => this.#addressAbove(path),
    };
  }

  #addressAbove(path: string): string | null {
    for (let [root = ''] = this.#tree.addressesOf(''), above = ''; ; root = above) {
      above = new URL('..', root).href;
      if (above === root) return null;
      // The file may be in a folder there, which is not read.
      const named = [path, path.replace(/\/.*/s, '/')].find((one) => this.#named.has(addressKey(above + one)));
      if (named !== undefined) return above + named;
    }
  }

  #enqueue(page: Page): void {
    const key = addressKey(page.address);
    if (page.depth > this.#level || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#queue.push(page);
  }

  #fail({ address }: Page, problem: string | WebError): void {
    const reason = typeof problem === 'string' ? problem : problem.message + connectionHintOf(problem.cause);
    this.#problems.push({ url: visible(address), reason: visible(reason) });
    this.#isOver ||= typeof problem !== 'string' && problem.failure === 'over';
  }

  #note(folder: string, levels: number): void {
    const key = addressKey(folder);
    this.#levels.set(key, Math.max(this.#levels.get(key) ?? INCOMPLETE, levels));
  }

  /** True if the folder's own listing is complete, or the nearest one above would name the folder. */
  #knows(folder: string): boolean {
    const levels = this.#levels.get(folder);
    if (levels !== undefined) return levels >= 0;
    for (let end = folder.length; end > 0; end = folder.lastIndexOf('/', end - 2) + 1) {
      const above = this.#levels.get(folder.slice(0, end));
      if (above !== undefined) return above > 0;
    }
    // A list of all files has every folder.
    return this.#levels.has('');
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
      // The crawl starts where the redirect leads.
      this.#tree = new SourceTree(found, this.#baseUrl);
      this.#seen.add(addressKey(found));
      read = pageAt(found);
    }
    const listing = await this.#caught(read, () => readListing(answer, found, this.#limits.links));
    if (listing) this.#take(read, found, listing);
  }

  async #request(page: Page, url: string): Promise<WebAnswer | null> {
    if (this.#requests >= this.#limits.pages) {
      this.#fail(page, `it is not read, because ${withThousands(this.#limits.pages)} listings were read before`);
      this.#isOver = true;
      return null;
    }
    this.#requests++;
    // As browsers do: servers with several kinds of lists answer with HTML.
    const headers = { Accept: 'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8' };
    return await this.#caught(page, () => this.#web.request({ url, headers, maxBytes: this.#limits.bytes }));
  }

  async #caught<T>(page: Page, run: () => Promise<T>): Promise<T | null> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof WebError)) throw error;
      this.#fail(page, error);
      return null;
    }
  }

  #refusalOf(page: Page, answer: WebAnswer, found: string): string | null {
    const isElsewhere =
      page.folder !== null && addressKey(folderAddressOf(found)) !== addressKey(folderAddressOf(page.address));
    if (page.address === this.#tree.start) {
      if (!this.#tree.contains(found)) return `it redirects to ${found}; if that is right, write it in source`;
    } else if (!this.#tree.contains(found) || isElsewhere) return `it redirects to ${found}`;
    return answer.status === 200 ? null : `it answers ${answer.status}`;
  }

  #take(page: Page, address: string, { targets, covers, next = null, problem = null }: ListingPage): void {
    const { folders, leads } = this.#takeTargets(page, address, targets, covers !== null);
    this.#hasRead ||= leads || covers !== null;
    const isEmpty = covers === null && !leads && (page.folder !== null || page.depth === 1);
    const isCircle = next !== null && this.#seen.has(addressKey(next));
    if (problem !== null) this.#fail(page, problem);
    else if (isEmpty) this.#fail(page, 'it names nothing below it, so it is not a listing');
    else if (isCircle) this.#fail(page, 'it continues in a circle');
    else if (next !== null) this.#enqueue({ ...page, address: next });
    else {
      const folder = covers?.folder ?? page.folder;
      const levels = covers?.isDeep ? Number.POSITIVE_INFINITY : this.#level - page.depth;
      if (folder !== null) this.#note(folder, covers === null ? INCOMPLETE : levels);
      if (covers === null) for (const one of folders) this.#note(one, 0);
    }
  }

  #isOurs(address: string): boolean {
    const path = this.#tree.pathOf(address);
    return path === null ? this.#tree.contains(address) && !address.includes('?') : !path.includes('?');
  }

  /** @returns the folders of its files, and whether it leads below its own folder */
  #takeTargets(
    page: Page,
    address: string,
    targets: ListingPage['targets'],
    isIndex: boolean,
  ): { folders: ReadonlySet<string>; leads: boolean } {
    const folders = new Set<string>();
    const pageFolder = folderAddressOf(address);
    let leads = false;
    for (const { address: target, facts = UNKNOWN, listing } of targets) {
      if (target === address || !this.#isOurs(target)) continue;
      leads ||= target.startsWith(pageFolder) && target !== pageFolder;
      if (this.#named.size < this.#limits.files) this.#named.add(addressKey(target));
      if (target.endsWith('/')) {
        if (listing === undefined) this.#takeFolder(target);
        else this.#takeFolder(target, listing, page.depth + 1);
      } else if (!isIndex && HTML_NAME.test(target) && !this.#asksFor(this.#tree.pathOf(target) ?? '')) {
        if (this.#tree.contains(target)) this.#enqueue({ address: target, folder: null, depth: page.depth + 1 });
      } else if (this.#takeFile(page, target, facts, address)) {
        folders.add(folderAddressOf(target));
        leads = true;
      }
    }
    return { folders, leads };
  }

  #asksFor(path: string): boolean {
    return (this.#source.include ?? []).length > 0 && isSelectedFile(this.#source, path);
  }

  #takeFile(page: Page, url: string, facts: ListedFacts, listing: string): boolean {
    const path = this.#tree.pathOf(url);
    if (path === null || path === '' || !isSelectedFile(this.#source, path)) return false;
    if (this.#isOver) return false;
    if (this.#files.size >= this.#limits.files) {
      this.#fail(page, `more than ${withThousands(this.#limits.files)} files are listed`);
      this.#isOver = true;
      return false;
    }
    this.#files.add({ path, listing, ...facts }, url);
    return true;
  }

  #takeFolder(folder: string, listing = folder, depth = this.#tree.depthOf(folder)): void {
    if (!this.#tree.contains(folder) || !this.#tree.leadsToFiles(folder)) return;
    const path = this.#tree.pathOf(folder)?.replace(/\/$/, '') ?? '';
    if (!maySelectBelow(this.#source, path)) return;
    if (path !== '' && !this.#files.addFolder(path, folder)) return;
    this.#enqueue({ address: listing, folder, depth });
  }
}

function pageAt(address: string): Page {
  return { address, folder: isFolderAddress(address) ? folderAddressOf(address) : null, depth: 1 };
}
