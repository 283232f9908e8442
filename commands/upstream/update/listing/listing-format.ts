import type { XmlElement } from '../../../../contract/base/xml-elements.ts';
import type { WebAnswer, WebError } from '../../web/request.ts';
import type { ListedFacts } from './listed-facts.ts';

/** The body as it arrives, the root of XML, the value of JSON, a text. */
export interface Syntaxes {
  readonly html: AsyncIterable<Uint8Array>;
  readonly xml: XmlElement;
  readonly json: unknown;
  readonly text: string;
}

export interface ListingFormat<Syntax extends keyof Syntaxes> {
  readonly name: string;
  readonly syntax: Syntax;
  /** Null for another format. @throws WebError if nothing can be used */
  read(content: Syntaxes[Syntax], answer: ListingAnswer): ListingPage | null | Promise<ListingPage>;
}

interface ListingAnswer extends Pick<WebAnswer, 'header'> {
  /** After redirects. */
  readonly address: string;
  readonly charset: string | null;
  /** A body whose length is known cannot be cut off unnoticed. */
  readonly hasLength: boolean;
  readonly maxLinks: number;
}

/** Addresses of folders end with `/`. */
export interface ListedAddress {
  readonly address: string;
  readonly facts?: ListedFacts;
  /** Of the folder's listing, if it differs from `address`. */
  readonly listing?: string;
}

export interface ListingPage {
  readonly targets: readonly ListedAddress[];
  /**
   * The folder whose files the pages so far name completely: its address, '' for the folder of all files, null for the
   * requested one. `isDeep` includes folders below. `covers` is null if a person chose the files.
   */
  readonly covers: { readonly folder: string | null; readonly isDeep: boolean } | null;
  readonly next?: string | null;
  /** Why a part of the page is missing. */
  readonly problem?: WebError | null;
}

/** Keeps segments such as `..`, and makes lone surrogates U+FFFD: both are refused later. */
export function addressInFolder(folder: string, name: string): string {
  return folder + Buffer.from(name).toString().split('/').map(encodeURIComponent).join('/');
}

export function withQueryParameters(address: string, parameters: Readonly<Record<string, string | null>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters))
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  return url.href;
}
