/** A map program: what is written for it, and how a page opens it. A program is a folder; `writers.ts` lists all. */
import type { Language } from '../../contract/base/languages.ts';
import type { DataSourceSource } from '../../contract/generated/catalog.types.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { MapShape } from '../map-types/map-shape.ts';
import type { CatalogMap, CatalogOutline } from '../model/catalog.ts';

/**
 * What pages say of a program:
 * - `name`: how the program is called
 * - `explained`: how it takes a map
 * - `orFile`: how it takes the file, said after `explained` if there is one
 * - `open`: the name of the link that opens it
 * - `leftOut`: what the record lacks, if the form is null
 * - `withoutCors`: what a program for web pages does if a server does not allow CORS
 */
export type Saying = 'name' | 'explained' | 'orFile' | 'open' | 'leftOut' | 'withoutCors';

/**
 * For any map or for maps of one shape: `explained picture`, `name unstyled archive`, `explained flipped tiles`. A text
 * may have members of the shape in braces: `{protocol}`.
 */
type ProgramWords = Partial<Record<Saying | `${Saying} ${string}`, Readonly<Record<Language, string>>>>;

/**
 * What a program makes of each shape: undefined, like a missing function, if it cannot show the map; null if the record
 * lacks what it needs.
 */
export type Forms<Form> = {
  readonly [Is in MapShape['is']]?: (map: CatalogMap, shape: Extract<MapShape, { is: Is }>) => Form | null | undefined;
};

export interface ProgramList {
  readonly file: string;
  /** The list is written only if there are maps for it. */
  readonly isOptional?: true;
  /** Whether a map that the program can use belongs in this file; missing if all do. */
  takes?(map: CatalogMap): boolean;
  /** Text, or an object that is written as JSON. */
  make(maps: readonly CatalogMap[], catalog: CatalogOutline): object | string;
}

/**
 * A map program, or a format that several read. It gets only maps with a form: in lists, in a file for each, as a text
 * to copy or a link.
 */
export interface MapProgram {
  readonly words: ProgramWords;
  /** A form that is a text is what users copy: the address of a document that somebody else publishes, or code. */
  readonly forms: Forms<unknown>;
  /** The program has a placeholder for the language of a map. */
  readonly hasLanguage?: true;
  /** The program would show an overlay as a base map. */
  readonly hasNoOverlays?: true;
  /** The page that adds a map names the program, because people have addresses from it. */
  readonly hasAddresses?: true;
  /** The program asks its users for a token that is not set. */
  readonly asksForToken?: true;
  /** In a web page, the program shows maps only by https and from servers that allow CORS. */
  readonly needsCors?: true;
  /** The kinds of data sources whose files the program also reads. */
  readonly reads?: readonly DataSourceSource['kind'][];
  readonly maxZoom?: number;
  /** The file of a single map, beside its page; null for a map without one. */
  readonly mapFile?: {
    readonly file: string;
    make(map: CatalogMap): object | string | null;
  };
  readonly lists?: readonly ProgramList[];
  /** A file in the folder of the lists that makes the program fetch its list. */
  readonly opener?: { readonly file: string; make(serviceUrl: string): string };
  /** What users copy: an address, or code. By default the form if it is a text, or the address of `mapFile`. */
  text?(map: CatalogMap, serviceUrl: string): string;
  link?(map: CatalogMap): string;
}

/** What a page shows, as the link to a program needs it. */
export interface SharedMap extends Pick<PageMap, 'id' | 'minZoom' | 'maxZoom'> {
  readonly place: { readonly zoom: number; readonly latitude: number; readonly longitude: number };
  template(zoom: string, tilex: string, tiley: string): string;
}

/** A program that a page opens with what it shows. `hint` says in the dialog what the link does. */
export interface ShareTarget {
  readonly name: string;
  readonly hint: Readonly<Record<Language, string>>;
  link?(map: SharedMap): string;
  /** @param addressOf takes a path from the root of the site */
  linkToAll?(addressOf: (path: string) => URL): string;
}

export function linkWithQuery(address: string, values: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}?${query.join('&')}`;
}
