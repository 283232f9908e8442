/** A map program: what is written for it, and how a page opens it. A program is a folder; `writers.ts` lists all. */
import type { Language } from '../../contract/base/languages.ts';
import type { DataSourceSource } from '../../contract/generated/catalog.types.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { MapShape } from '../map-types/map-shape.ts';
import type { CatalogMap, CatalogOutline } from '../model/catalog.ts';

/**
 * What pages say: how a program is called, and takes a map; how it takes the file of a form that is a text, too; what a
 * link that opens it is called; what the record of a map lacks if it has no form; and of a program for web pages, what
 * it does if a server does not allow CORS.
 */
export type Saying = 'name' | 'explained' | 'orFile' | 'open' | 'leftOut' | 'withoutCors';

/**
 * Words in each language, of any map, or of maps of one shape: `explained picture`, `name unstyled archive`, `explained flipped
 * tiles`. What a shape says can be in them by its name: `{protocol}`.
 */
export type ProgramWords = Partial<Record<Saying | `${Saying} ${string}`, Readonly<Record<Language, string>>>>;

/**
 * What a program makes of each shape. One that is missing it cannot show, like a map of which undefined is made; of a map whose record
 * lacks what it needs, null is made.
 */
export type Forms<Form> = {
  readonly [Is in MapShape['is']]?: (map: CatalogMap, shape: Extract<MapShape, { is: Is }>) => Form | null | undefined;
};

/** A file with many maps. */
export interface ProgramList {
  /** Its name in the folder for such files. */
  readonly file: string;
  /** Whether it is only written with maps. */
  readonly isOptional?: true;
  /** Whether a map that the program can use belongs into this file; missing if all do. */
  takes?(map: CatalogMap): boolean;
  /** Its content. What is no text is written as JSON. */
  make(maps: readonly CatalogMap[], catalog: CatalogOutline): object | string;
}

/**
 * A map program, or a format that several read. Everything is made only from maps that it can use: they have a
 * form. It has lists, a file of each map, a text that users copy or a link that opens it, or several of these.
 */
export interface MapProgram {
  /** Those of its file `words.json`. */
  readonly words: ProgramWords;
  /** Its forms of maps. A text is what users copy, and leads to a document that somebody else publishes, or is code. */
  readonly forms: Forms<unknown>;
  /** Whether it has a placeholder for the language of labels. */
  readonly hasLanguage?: true;
  /** Whether it would show an overlay as a base map. */
  readonly hasNoOverlays?: true;
  /** Whether the form that adds a map names it: people have addresses from it. */
  readonly hasAddresses?: true;
  /** Whether it asks for access tokens that are not set. */
  readonly asksForToken?: true;
  /** The kinds of data sources whose files it reads, too. */
  readonly reads?: readonly DataSourceSource['kind'][];
  /** The highest zoom level that it knows. */
  readonly maxZoom?: number;
  /** The file of each map, beside its page; its content is null for a map without one. */
  readonly own?: {
    readonly file: string;
    make(map: CatalogMap): object | string | null;
  };
  readonly lists?: readonly ProgramList[];
  /** A file that has the program fetch its list, in the same folder. */
  readonly opener?: { readonly file: string; make(serviceUrl: string): string };
  /** What users copy: an address, or code. If it is missing, it is the form if that is a text, or the address of the own file. */
  text?(map: CatalogMap, serviceUrl: string): string;
  link?(map: CatalogMap): string;
}

/** A map that a page shows, and what is looked at, for a link that opens a program with it. */
export interface SharedMap extends Pick<PageMap, 'id' | 'minZoom' | 'maxZoom'> {
  readonly place: { readonly zoom: number; readonly latitude: number; readonly longitude: number };
  /** The address of a tile with the placeholders of a program. */
  template(zoom: string, tilex: string, tiley: string): string;
}

/** A program that a page opens with what it shows: in the dialog its name, and what the link does. */
export interface ShareTarget {
  readonly name: string;
  readonly hint: Readonly<Record<Language, string>>;
  /** What the search finds for names of the program, as in its `words.json`. */
  readonly means?: Readonly<Record<string, string>>;
  /** The link of a map; or that of all maps. @param addressOf the address of a file by its path from the root of the site */
  link?(map: SharedMap): string;
  linkToAll?(addressOf: (path: string) => URL): string;
}

/** An address with the values of a query. */
export function linkWithQuery(address: string, values: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}?${query.join('&')}`;
}
