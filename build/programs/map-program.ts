/** What is written for a map program, and how a page opens it. A program is a folder; `writers.ts` lists all. */
import type { Language } from '../../contract/base/languages.ts';
import type { DataSourceSource } from '../../contract/generated/catalog.types.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { MapShape } from '../map-types/map-shape.ts';
import type { CatalogMap, CatalogOutline } from '../model/catalog.ts';

/**
 * What pages say of a program:
 * - `name`
 * - `form`: what a map's page offers for it, if its name does not say that
 * - `explained`: how it takes a map
 * - `orFile`: how it takes the file, said after `explained`
 * - `open`: the name of the link that opens it
 * - `leftOut`: what the record lacks, if the form is null
 * - `withoutCors`: what a program for web pages does if a server does not allow CORS
 */
export type Saying = 'name' | 'form' | 'explained' | 'orFile' | 'open' | 'leftOut' | 'withoutCors';

/**
 * Words for any map, or for maps of one shape: `explained picture`, `name unstyled archive`, `explained flipped tiles`.
 * A text may have members of the shape in braces: `{protocol}`.
 */
type ProgramWords = Partial<Record<Saying | `${Saying} ${string}`, Readonly<Record<Language, string>>>>;

/** Undefined, like a missing function, if a program cannot show the map; null if the record lacks what it needs. */
export type Forms<Form> = {
  readonly [Is in MapShape['is']]?: (map: CatalogMap, shape: Extract<MapShape, { is: Is }>) => Form | null | undefined;
};

export interface ProgramList {
  readonly file: string;
  /** Written only if there are maps for it. */
  readonly isOptional?: true;
  /** Chooses among the maps that the program can use; by default all. */
  takes?(map: CatalogMap): boolean;
  /** Text, or an object for JSON. */
  make(maps: readonly CatalogMap[], catalog: CatalogOutline): object | string;
}

/**
 * A program, or a format that several read. It gets only maps with a form: in lists, in a file for each, as a text to
 * copy or a link.
 */
export interface MapProgram {
  readonly words: ProgramWords;
  /** If there is no `text`, users copy a form that is a text. */
  readonly forms: Forms<unknown>;
  readonly hasLanguage?: true;
  /** A format, not a program: nobody filters maps by it. */
  readonly isFormat?: true;
  /** It finds maps by itself, without a file or an address; users cannot add a token. */
  readonly readsInterface?: true;
  /** The page that adds a map names the program, because people have addresses from it. */
  readonly hasAddresses?: true;
  /** If the token is not set, the program asks its users for it. */
  readonly asksForToken?: true;
  /** In a web page, it shows maps only by https and from servers that allow CORS. */
  readonly needsCors?: true;
  readonly reads?: readonly DataSourceSource['kind'][];
  readonly maxZoom?: number;
  /** The file of a single map, beside its page; null for a map without one. */
  readonly mapFile?: {
    readonly file: string;
    make(map: CatalogMap): object | string | null;
  };
  /** A file (XML) of a single map that its page makes on request: hosts limit how many files a site has. */
  readonly pageFile?: {
    readonly ending: string;
    make(map: CatalogMap, serviceUrl: string): string | null;
  };
  readonly lists?: readonly ProgramList[];
  /** A file beside the lists that makes the program fetch its list. */
  readonly opener?: { readonly file: string; make(serviceUrl: string): string };
  /**
   * What users copy: an address, or a whole page. By default the form if it is a text, or the address of `mapFile`.
   * @param below the map to draw below an overlay
   */
  text?(map: CatalogMap, serviceUrl: string, below: CatalogMap | null): string;
  link?(map: CatalogMap): string;
}

export interface SharedMap extends Pick<PageMap, 'id' | 'minZoom' | 'maxZoom'> {
  readonly place: { readonly zoom: number; readonly latitude: number; readonly longitude: number };
  template(zoom: string, tilex: string, tiley: string): string;
}

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
