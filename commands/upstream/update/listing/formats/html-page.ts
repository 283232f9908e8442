import type { TextDecoder } from 'node:util';
import { type Handler, Parser } from 'htmlparser2';
import { isStillCompressed } from '../../../../../cli/network/content-coding.ts';
import { TEXT_LIMITS } from '../../../../../contract/base/limits.ts';
import { charsetDecoder } from '../../../web/answer.ts';
import { WebError } from '../../../web/request.ts';
import { listedFactsOf, type RowCell } from '../listed-facts.ts';
import type { ListedAddress, ListingFormat } from '../listing-format.ts';
import { resolvedLink } from '../source-tree.ts';

interface PageLink {
  readonly href: string;
  readonly cells: readonly RowCell[];
}

interface PageNature {
  /** Made by a web server: lists the whole folder. */
  readonly isIndex: boolean;
  readonly hasHtmlStart: boolean;
  readonly hasHtmlEnd: boolean;
  readonly refusal: string | null;
}

/** @returns whether to continue */
type OnLink = (link: PageLink, base: string | null) => boolean;

/** Cells, and characters of each; date and size come first. */
const ROW = { cells: 12, cellLength: 120 };

const HEADING_LENGTH = 200;

const INDEX_HEADING = /^\s*(?:Index of|Directory listing (?:for|of)|Directory:)\s+\//i;

/** One server has no such heading, but a link to its own site at the end. */
const INDEX_FOOTER = /^https?:\/\/caddyserver\.com\/?$/;

const HEADINGS = ['title', 'h1', 'h2'];

const ROW_ENDS = new Set(['tr', 'li', 'p', 'table', 'ul', 'ol', 'dl', 'pre', 'body']);

export const HTML_PAGE_FORMAT: ListingFormat<'html'> = {
  name: 'a page of HTML',
  syntax: 'html',
  async read(body, { address, charset, hasLength, maxLinks }) {
    const targets: ListedAddress[] = [];
    let links = 0;
    const onLink = ({ href, cells }: PageLink, base: string | null): boolean => {
      const target = resolvedLink(href, base, address);
      if (target !== null) targets.push({ address: target, facts: listedFactsOf(cells) });
      return ++links < maxLinks;
    };
    const nature = await readHtmlListing(body, charset, onLink).catch((error: unknown) => {
      if (error instanceof WebError) return error;
      throw error;
    });
    // What was read of a truncated page is valid.
    if (nature instanceof WebError) return { targets, covers: null, problem: nature };
    const { isIndex, hasHtmlStart, hasHtmlEnd, refusal } = nature;
    if (refusal !== null) throw new WebError('body', `it ${refusal}, so it is not a listing`);
    // Indexes by servers, and pages that begin with `<html>`, end with `</html>`. If it is there, a body of unknown
    // length is complete, and the program that wrote it did not fail.
    const isWhole = hasHtmlEnd || (!isIndex && !hasHtmlStart && hasLength);
    const problem = isWhole ? null : new WebError('body', 'it has no </html> at its end, so it may be cut off');
    return { targets, covers: isIndex ? { folder: null, isDeep: false } : null, problem };
  },
};

/** In pieces: memory does not grow with the page. */
export async function readHtmlListing(
  body: AsyncIterable<Uint8Array>,
  charset: string | null,
  onLink: OnLink,
): Promise<PageNature> {
  const nature = { isIndex: false, hasHtmlStart: false, hasHtmlEnd: false, refusal: null as string | null };
  const parser: ListingParser = new ListingParser(handlerFor(nature, onLink, () => parser.open));
  let decoder: TextDecoder | null = null;
  for await (const chunk of body) {
    if (decoder === null && isStillCompressed(chunk))
      return { ...nature, refusal: 'is compressed without Content-Encoding' };
    decoder ??= charsetDecoder(charset ?? declaredCharset(chunk));
    parser.write(decoder.decode(chunk, { stream: true }));
    if (nature.refusal !== null) return nature;
  }
  parser.end(decoder?.decode());
  return nature;
}

/** Skips unmatched end tags, for which the parser would search all open elements. */
class ListingParser extends Parser {
  readonly open = new Map<string, number>();
  #isEnd = false;

  override onclosetag(start: number, end: number): void {
    this.#isEnd = true;
    super.onclosetag(start, end);
    this.#isEnd = false;
  }

  protected override isVoidElement(name: string): boolean {
    return super.isVoidElement(name) || (this.#isEnd && !this.open.get(name));
  }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** @param openElements numbers by name */
function handlerFor(
  nature: Writable<PageNature>,
  onLink: OnLink,
  openElements: () => Map<string, number>,
): Partial<Handler> {
  let base: string | null = null;
  let link: { readonly href: string; readonly cells: Writable<RowCell>[] } | null = null;
  let isAfterLink = false;
  let depth = 0;
  let openPre = 0;
  let openFooters = 0;
  let heading: string | null = null;
  const refuse = (why: string): void => {
    nature.refusal ??= why;
  };
  const flush = (): void => {
    const isEnough = link !== null && nature.refusal === null && !onLink(link, base);
    if (isEnough) refuse('has too many links');
    link = null;
    isAfterLink = false;
  };
  return {
    onopentag(name, attributes) {
      openElements().set(name, (openElements().get(name) ?? 0) + 1);
      if (++depth > TEXT_LIMITS.elements) refuse('has too many elements inside each other');
      const { href } = attributes;
      if (name === 'a' || name === 'area') {
        flush();
        if (href === undefined) return;
        if (openFooters > 0 && INDEX_FOOTER.test(href)) nature.isIndex = true;
        link = { href, cells: [emptyCell()] };
        isAfterLink = name === 'area';
      } else if (name === 'td' || name === 'th') {
        if (isAfterLink && (link?.cells.length ?? 0) < ROW.cells) link?.cells.push(emptyCell());
      } else if (name === 'time') {
        const cell = isAfterLink ? link?.cells.at(-1) : null;
        if (cell) cell.datetime ??= attributes['datetime'] ?? null;
      } else if (name === 'tr' || name === 'li' || name === 'br') flush();
      else if (name === 'html') nature.hasHtmlStart = true;
      else if (name === 'pre') openPre++;
      else if (name === 'footer') openFooters++;
      else if (name === 'base') base ??= href ?? null;
      else if (HEADINGS.includes(name)) heading = '';
      else if (name === 'meta' && /^refresh$/i.test(attributes['http-equiv'] ?? '')) refuse('leads to another page');
      else if (name === 'input' && /^password$/i.test(attributes['type'] ?? '')) refuse('asks for a password');
    },
    ontext(text) {
      if (heading !== null) heading = (heading + text).slice(0, HEADING_LENGTH);
      const cell = isAfterLink ? link?.cells.at(-1) : null;
      if (!cell) return;
      const end = openPre > 0 ? text.search(/[\r\n]/) : -1;
      cell.text = (cell.text + (end === -1 ? text : text.slice(0, end))).slice(0, ROW.cellLength);
      if (end !== -1) flush();
    },
    onclosetag(name, isImplied) {
      openElements().set(name, (openElements().get(name) ?? 0) - 1);
      depth--;
      if (name === 'a') isAfterLink = link !== null;
      else if (name === 'pre') openPre--;
      else if (name === 'footer') openFooters--;
      else if (name === 'html' && !isImplied) nature.hasHtmlEnd = true;
      else if (heading !== null && HEADINGS.includes(name)) {
        if (INDEX_HEADING.test(heading)) nature.isIndex = true;
        heading = null;
      }
      if (name === 'html' || (ROW_ENDS.has(name) && isAfterLink)) flush();
    },
  };
}

function emptyCell(): Writable<RowCell> {
  return { text: '', datetime: null };
}

function declaredCharset(chunk: Uint8Array): string | null {
  const begin = Buffer.from(chunk.subarray(0, 1024)).toString('latin1');
  return /<meta[^>]{0,100}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(begin)?.[1] ?? null;
}
