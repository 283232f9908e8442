/** Reads a page of HTML as a listing: links and the facts in their rows. */
import type { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';
import { decoderOf } from '../../../cli/web/answer.ts';
import type { RowCell } from './listed-facts.ts';

/** A link of a page. */
export interface PageLink {
  /** The address in the page, with entities replaced. */
  readonly href: string;
  /** What follows the link in its row. */
  readonly cells: readonly RowCell[];
}

/** Properties of a page. */
interface PageNature {
  /** Whether a web server generated it as the complete index of a folder. */
  readonly isIndex: boolean;
  /** Whether it ends with `</html>`. */
  readonly hasEnd: boolean;
  /** Why it is not a listing; null if it may be one. */
  readonly refusal: string | null;
}

/** Receives a link, and `href` of `<base>`. @returns whether to continue */
type OnLink = (link: PageLink, base: string | null) => boolean;

/** How many characters of a row are kept. Date and size are at the start. */
const ROW = { cells: 12, cellLength: 120 };

/** How many characters of a title or heading are kept. */
const HEADING_LENGTH = 200;

/** The titles and headings of Apache, nginx, lighttpd, Python, Jetty and others. */
const INDEX_HEADING = /^\s*(?:Index of|Directory listing (?:for|of)|Directory:)\s+\//i;

/** Caddy names itself instead, at the end of the page. */
const CADDY = /^https?:\/\/caddyserver\.com\/?$/;

/** Elements that end the row of a link. */
const ROW_ENDS = new Set(['tr', 'li', 'p', 'table', 'ul', 'ol', 'dl', 'pre', 'body', 'html']);

/**
 * Reads a page as it arrives, in memory that does not grow with it.
 *
 * @param charset of the `Content-Type`, if it has one
 * @param onLink is called with each link, in the order of the page, and with the address that relative ones are
 *   relative to, if the page states one; returns whether to continue
 */
export async function readHtmlListing(
  body: AsyncIterable<Uint8Array>,
  charset: string | null,
  onLink: OnLink,
): Promise<PageNature> {
  const reader = new PageReader(onLink);
  const parser = new Parser(reader.handler);
  let decoder: TextDecoder | null = null;
  for await (const chunk of body) {
    decoder ??= decoderOf(charset ?? declaredCharset(chunk));
    parser.write(decoder.decode(chunk, { stream: true }));
    if (reader.nature.refusal !== null) return reader.nature;
  }
  parser.end(decoder?.decode());
  return reader.nature;
}

class PageReader {
  readonly handler = {
    onopentag: (name: string, attributes: Readonly<Record<string, string>>): void => this.#open(name, attributes),
    ontext: (text: string): void => this.#text(text),
    onclosetag: (name: string, isImplied: boolean): void => this.#close(name, isImplied),
  };
  readonly #onLink: OnLink;
  #base: string | null = null;
  /** The link of the current row, and whether its text has ended. */
  #link: { readonly href: string; readonly cells: { -readonly [Key in keyof RowCell]: RowCell[Key] }[] } | null = null;
  #isAfterLink = false;
  #pre = 0;
  #heading: string | null = null;
  #footer = 0;
  #isIndex = false;
  #hasEnd = false;
  #refusal: string | null = null;

  constructor(onLink: OnLink) {
    this.#onLink = onLink;
  }

  get nature(): PageNature {
    return { isIndex: this.#isIndex, hasEnd: this.#hasEnd, refusal: this.#refusal };
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    const { href } = attributes;
    if (name === 'a' || name === 'area') {
      this.#flush();
      if (href === undefined) return;
      if (this.#footer > 0 && CADDY.test(href)) this.#isIndex = true;
      this.#link = { href, cells: [cellOf(null)] };
      this.#isAfterLink = name === 'area';
    } else if (name === 'td' || name === 'th') {
      const order = attributes['data-order'] ?? attributes['data-size'] ?? null;
      if (this.#isAfterLink && (this.#link?.cells.length ?? 0) < ROW.cells) this.#link?.cells.push(cellOf(order));
    } else if (name === 'time') {
      const cell = this.#isAfterLink ? this.#link?.cells.at(-1) : null;
      if (cell) cell.datetime ??= attributes['datetime'] ?? null;
    } else if (name === 'tr' || name === 'li' || name === 'br') this.#flush();
    else if (name === 'pre') this.#pre++;
    else if (name === 'footer') this.#footer++;
    else if (name === 'base') this.#base ??= href ?? null;
    else if (name === 'title' || name === 'h1' || name === 'h2') this.#heading = '';
    else if (name === 'meta' && /^refresh$/i.test(attributes['http-equiv'] ?? ''))
      this.#refuse('leads to another page');
    else if (name === 'input' && /^password$/i.test(attributes['type'] ?? '')) this.#refuse('asks for a password');
  }

  #text(text: string): void {
    if (this.#heading !== null) this.#heading = (this.#heading + text).slice(0, HEADING_LENGTH);
    if (!this.#link || !this.#isAfterLink) return;
    const end = this.#pre > 0 ? text.search(/[\r\n]/) : -1;
    const cell = this.#link.cells.at(-1) as RowCell & { text: string };
    cell.text = (cell.text + (end === -1 ? text : text.slice(0, end))).slice(0, ROW.cellLength);
    if (end !== -1) this.#flush();
  }

  #close(name: string, isImplied: boolean): void {
    if (name === 'a') this.#isAfterLink = this.#link !== null;
    else if (name === 'pre') this.#pre--;
    else if (name === 'footer') this.#footer--;
    else if (name === 'html' && !isImplied) this.#hasEnd = true;
    else if (this.#heading !== null && (name === 'title' || name === 'h1' || name === 'h2')) {
      if (INDEX_HEADING.test(this.#heading)) this.#isIndex = true;
      this.#heading = null;
    }
    if (ROW_ENDS.has(name) && this.#isAfterLink) this.#flush();
    if (name === 'html') this.#flush();
  }

  #refuse(why: string): void {
    this.#refusal ??= why;
  }

  #flush(): void {
    const isEnough = this.#link !== null && this.#refusal === null && !this.#onLink(this.#link, this.#base);
    if (isEnough) this.#refuse('has too many links');
    this.#link = null;
    this.#isAfterLink = false;
  }
}

function cellOf(order: string | null): { text: string; datetime: string | null; order: string | null } {
  return { text: '', datetime: null, order };
}

/** The charset declared in the first bytes of a page. */
function declaredCharset(chunk: Uint8Array): string | null {
  const begin = Buffer.from(chunk.subarray(0, 1024)).toString('latin1');
  return /<meta[^>]{0,100}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(begin)?.[1] ?? null;
}
