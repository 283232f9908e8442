import type { Statuses } from '../model/statuses.ts';

/** What pages need from outside of the catalog. */
export interface PageParts {
  /** From the site's root; for pages without a script of their own. */
  readonly script: string;
  readonly style: string;
  /** Scripts that pages load at once, by page (`index`) or language (`de`). */
  readonly scripts?: Readonly<Record<string, string>> | undefined;
  readonly ofMap?: readonly string[] | undefined;
  /** Names and positions of towns, for the search. */
  readonly places?: string | undefined;
  /** Draws maps from data; missing without such maps. */
  readonly frame?: { readonly script: string; readonly style: string } | undefined;
  /** Includes all that scripts and styles load. */
  readonly files: readonly PublicFile[];
  /**
   * From the repository's root, without a trailing slash: `catalog` if the repository is unknown; empty for the root.
   */
  readonly catalogFolder?: string | undefined;
  /** Under `cartalog serve`, pages reload after changes. */
  readonly isLive?: boolean | undefined;
}

export interface MapPicture {
  readonly extension: string;
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** `path` is from the site's root. */
export type ShownPicture = { readonly path: string } & Pick<MapPicture, 'width' | 'height'>;

/** @param name such as `mapservers/openstreetmap` */
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
  /** Results of `probe`; null or missing if unknown. */
  readonly statuses?: Statuses | null;
  readonly readPicture?: ReadPicture | null;
  /** For a server's complete configuration: a port, or an address and a port. */
  readonly listen?: string | undefined;
}

export interface PublicFile {
  readonly path: string;
  /** In bytes, known without the content. */
  readonly size: number;
  readonly content: Uint8Array;
}
