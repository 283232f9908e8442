/** The parts of a site that do not come from its catalog. */
import type { Statuses } from '../model/statuses.ts';

/** The scripts and styles of the pages, and what else pages need from outside of the catalog. */
export interface PageParts {
  /** The path of the script of every page without one of its own, from the root of the site. */
  readonly script: string;
  readonly style: string;
  /** The script of the home page, `index`, and what other pages load at once, by their names and languages. */
  readonly scripts?: Readonly<Record<string, string>> | undefined;
  /** The script and the style of the frame that draws maps from data; a catalog without such maps has neither. */
  readonly frame?: { readonly script: string; readonly style: string } | undefined;
  /** The script, the style and everything that they load. */
  readonly files: readonly PublicFile[];
  /**
   * The catalog folder, from the root of its repository, without a trailing slash: `catalog` by default, if the
   * repository is unknown; empty if it is the root.
   */
  readonly catalogFolder?: string | undefined;
  /** Whether pages reload after changes of the catalog: only under `cartalog serve`. */
  readonly isLive?: boolean | undefined;
}

export interface MapPicture {
  readonly extension: string;
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A published picture: its path from the root of the site, and its size. */
export type ShownPicture = { readonly path: string } & Pick<MapPicture, 'width' | 'height'>;

/** The picture of a map by its name, `mapservers/openstreetmap`; null if it has none. */
export type ReadPicture = (name: string) => MapPicture | null;

export interface SiteParts {
  /** The hand-written `_headers`. */
  readonly headers: string;
  readonly handler: string;
  readonly publicFiles: readonly PublicFile[];
  /** How many of `publicFiles` are the owner's; 0 by default. */
  readonly ownFiles?: number | undefined;
  /** The scripts and styles of the pages; null for a site without pages. */
  readonly page: PageParts | null;
  /** How maps work, from the history of `probe`; null or missing if that is not known. */
  readonly statuses?: Statuses | null;
  readonly readPicture?: ReadPicture | null;
  /** A port, or an address and a port, in the complete configuration of a server. */
  readonly listen?: string | undefined;
}

export interface PublicFile {
  readonly path: string;
  /** In bytes; known without the content. */
  readonly size: number;
  readonly content: Uint8Array;
}
