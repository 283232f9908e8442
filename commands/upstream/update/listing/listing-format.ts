import type { XmlElement } from '../../../../contract/base/xml-elements.ts';
import type { WebAnswer, WebError } from '../../web/request.ts';
import type { ListedFacts } from './listed-facts.ts';

/** The arriving body, XML's root, JSON's value, a text. */
export interface Syntaxes {
  readonly html: AsyncIterable<Uint8Array>;
  readonly xml: XmlElement;
  readonly json: unknown;
  readonly text: string;
}

export interface ListingFormat<Syntax extends keyof Syntaxes> {
  readonly name: string;
  readonly syntax: Syntax;
  /** Null for another format. @throws WebError if nothing is usable */
  read(content: Syntaxes[Syntax], answer: ListingAnswer): ListingPage | null | Promise<ListingPage>;
}

interface ListingAnswer extends Pick<WebAnswer, 'header'> {
  /** The address after redirects. */
  readonly address: string;
  readonly charset: string | null;
  /** A known length: nothing was cut off unnoticed. */
  readonly hasLength: boolean;
  readonly maxLinks: number;
}

/** A folder's address ends with `/`. */
export interface ListedAddress {
  readonly address: string;
  readonly facts?: ListedFacts;
  /** The address of the folder's listing, if not `address`. */
  readonly listing?: string;
}

export interface ListingPage {
  readonly targets: readonly ListedAddress[];
  /**
   * The pages so far name all files of this folder, and with `isDeep` of folders below. `folder` is its address, '' for
   * the folder of all files, null for the requested one. Null if a person chose the files.
   */
  readonly covers: { readonly folder: string | null; readonly isDeep: boolean } | null;
  readonly next?: string | null;
  /** Why a part is missing. */
  readonly problem?: WebError | null;
}

/** Keeps segments such as `..`, and makes lone surrogates U+FFFD: later refused. */
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
