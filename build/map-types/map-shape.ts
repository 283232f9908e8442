/** Programs write shapes and know no type; a type has a shape and knows no program. */
import type { WmsMapSource } from '../../contract/generated/catalog.types.ts';
import type { ExportRequest } from '../../contract/maps/export-image.ts';

/** In pixels, if the record states no size. */
export const TILE_SIZE = 256;

export interface TilesShape {
  readonly is: 'tiles';
  readonly hosts: readonly string[];
  readonly urlPattern: string;
  /** Rows are counted from the south. */
  readonly isFlipped: boolean;
}

/** A service that draws any area. */
export interface PictureShape
  extends Readonly<Pick<WmsMapSource, 'service' | 'layers' | 'styles' | 'format' | 'version' | 'crs' | 'transparent'>> {
  readonly is: 'picture';
  /** In capital letters. */
  readonly protocol: string;
}

/** A service that draws any area in any projection, by requests of another form. */
export interface ExportShape extends ExportRequest {
  readonly is: 'export';
  /** The name of the service in programs that know only one such service. */
  readonly protocol: string;
}

/** `tiles` is the address of a tile or a TileJSON. One of the two may be missing. */
export interface StyleShape {
  readonly is: 'style';
  readonly style?: string | undefined;
  readonly tiles?: string | undefined;
}

/** One file of tiles, read in parts. Only its header says if it has pictures or data. */
export interface ArchiveShape {
  readonly is: 'archive';
  readonly url: string;
  readonly style?: string | undefined;
  /** As people write it. */
  readonly format: string;
  /** Reads the archive in web pages; its name is also the protocol in styles. */
  readonly library: string;
  /** With hashes, as in `web-libraries.json`. */
  readonly libraryFiles: Readonly<Record<string, string>>;
  /** JavaScript: an expression that handles the protocol, and a class that reads an archive. */
  readonly handler: string;
  readonly reader: string;
}

export type MapShape = TilesShape | PictureShape | ExportShape | StyleShape | ArchiveShape;
