import type { Statuses } from '../model/statuses.ts';

/** What pages need from outside of the catalog. */
export interface PageParts {
  /** From the root of the site; for every page without a script of its own. */
  readonly script: string;
  readonly style: string;
  /** The script of the home page, `index`, and what other pages load at once, by their names and languages. */
  readonly scripts?: Readonly<Record<string, string>> | undefined;
  /** The scripts that a map needs. */
  readonly ofMap?: readonly string[] | undefined;
  /** Draws maps from data; missing if the catalog has no such maps. */
  readonly frame?: { readonly script: string; readonly style: string } | undefined;
  /** With everything that the script and the style load. */
  readonly files: readonly PublicFile[];
  /**
   * From the root of the repository, without a trailing slash: `catalog` if the repository is unknown; empty for the
   * root.
   */
  readonly catalogFolder?: string | undefined;
  /** Under `cartalog serve`, pages reload after changes of the catalog. */
  readonly isLive?: boolean | undefined;
}

export interface MapPicture {
  readonly extension: string;
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** `path` is from the root of the site. */
export type ShownPicture = { readonly path: string } & Pick<MapPicture, 'width' | 'height'>;

/** The name is `mapservers/openstreetmap`. */
export type ReadPicture = (name: string) => MapPicture | null;

export interface SiteParts {
  /** The hand-written `_headers`. */
  readonly headers: string;
  readonly handler: string;
  readonly publicFiles: readonly PublicFile[];
  /** How many of `publicFiles` are the owner's; 0 by default. */
  readonly ownFiles?: number | undefined;
  /** Null for a site without pages. */
  readonly page: PageParts | null;
  /** From the history of `probe`; null or missing if unknown. */
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
