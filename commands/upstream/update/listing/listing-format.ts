/** What a kind of listing is. Each is a file in `kinds/`. */
import type { XmlElement } from '../../../../contract/base/xml-elements.ts';
import type { WebAnswer, WebError } from '../../web/request.ts';
import type { ListedFacts } from './listed-facts.ts';

/** What a format reads, by its syntax: the body as it arrives, the root of XML, the value of JSON, a text. */
export interface Syntaxes {
  readonly html: AsyncIterable<Uint8Array>;
  readonly xml: XmlElement;
  readonly json: unknown;
  readonly text: string;
}

/** A format of listings. */
export interface ListingFormat<Syntax extends keyof Syntaxes> {
  /** What messages call it. */
  readonly name: string;
  readonly syntax: Syntax;
  /** Reads a page of it; null if the content is of another format. @throws WebError if nothing of it can be used */
  read(content: Syntaxes[Syntax], answer: ListingAnswer): ListingPage | null | Promise<ListingPage>;
}

/** An answer that may be a listing. */
export interface ListingAnswer extends Pick<WebAnswer, 'header'> {
  /** Its address after redirects. */
  readonly address: string;
  readonly charset: string | null;
  /** Whether it would be noticed if it was cut off. */
  readonly hasLength: boolean;
  readonly maxLinks: number;
}

/** A possible file or folder of the data source. The addresses of folders end with `/`. */
export interface ListedAddress {
  readonly address: string;
  readonly facts?: ListedFacts;
  /** Where the listing of a folder is, if that is not its address. */
  readonly listing?: string;
}

/** A page of a listing. */
export interface ListingPage {
  readonly targets: readonly ListedAddress[];
  /**
   * The folder whose files it names, with the pages before it, and whether also those in the folders below. '' is the
   * folder of all files, null the one that was asked for. Without it, a person chose what the page names.
   */
  readonly covers: { readonly folder: string | null; readonly isDeep: boolean } | null;
  /** The address of the next page. */
  readonly next?: string | null;
  /** Why it is not all of the page. */
  readonly problem?: WebError | null;
}

/** The address of a name below a folder. Segments such as `..`, and what is no letter, stay, so that they are refused. */
export function addressInFolder(folder: string, name: string): string {
  return folder + Buffer.from(name).toString().split('/').map(encodeURIComponent).join('/');
}

/** An address with other parameters. */
export function withQueryParameters(address: string, parameters: Readonly<Record<string, string | null>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters))
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  return url.href;
}
