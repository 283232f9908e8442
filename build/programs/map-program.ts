/** A map program: what is written for it, and how a page opens it. A program is a folder; `writers.ts` lists all. */
import type { Language, PageMap } from '../../contract/pages.ts';
import type { CatalogMap, CatalogOutline } from '../model/catalog.ts';
import type { TypeForms } from './types/type-forms.ts';

/** A text in each language, by the type of maps that it is about: `any`, `wms`, or `unstyled pmtiles` for those without a style. */
export type TypedWords = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** What pages say of a program, in `words.json` of its folder. */
export interface ProgramWords {
  readonly names: TypedWords;
  /** How it takes a map. */
  readonly explained?: TypedWords;
  /** How it takes the file of a form that is a text, too. */
  readonly orFile?: TypedWords;
  /** What a link that opens it is called. */
  readonly open?: TypedWords;
  /** What the record of a map lacks if it has no form. */
  readonly leftOut?: TypedWords;
  /** Of a program for web pages: what it does with a map whose server does not allow CORS. */
  readonly withoutCors?: TypedWords;
}

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
 * A map program, or a format that several read. Everything is made only from maps that it can use: their types have its
 * part. It has lists, a file of each map, a text that users copy or a link that opens it, or several of these.
 */
export interface MapProgram {
  readonly words: ProgramWords;
  /** The part of the forms of a map that it needs: see `types/`. */
  readonly part: keyof TypeForms;
  /** Whether it has a placeholder for the language of labels. */
  readonly hasLanguage?: true;
  /** Whether it would show an overlay as a base map. */
  readonly hasNoOverlays?: true;
  /** Whether it asks for access tokens that are not set. */
  readonly asksForToken?: true;
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
  /** An address, or code; null if the address of the file of the map is what users copy. */
  text?(map: CatalogMap, serviceUrl: string): string | null;
  link?(map: CatalogMap): string;
}

/** The address of what somebody else publishes for a program, such as a style, or code; null if a file is made here. */
export function publishedAddress(part: object | string): string | null {
  return typeof part === 'string' ? part : null;
}

/** A map that a page shows, and what is looked at, for a link that opens a program with it. */
export interface SharedMap extends Pick<PageMap, 'id' | 'minZoom' | 'maxZoom'> {
  readonly place: { readonly zoom: number; readonly latitude: number; readonly longitude: number };
  /** The address of a tile with the placeholders of a program. */
  template(zoom: string, tilex: string, tiley: string): string;
}

/** An address with the values of a query. */
export function linkTo(address: string, values: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}?${query.join('&')}`;
}
