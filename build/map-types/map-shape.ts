/** Map programs write shapes and name no type; a type has a shape and names no program. */
import type { WmsMapSource } from '../../contract/generated/catalog.types.ts';

/** In pixels, if the record states none. */
export const TILE_SIZE = 256;

export interface TilesShape {
  readonly is: 'tiles';
  readonly hosts: readonly string[];
  readonly urlPattern: string;
  readonly isFlipped: boolean;
}

/** Pictures of any section, from a service. */
export interface PictureShape
  extends Readonly<Pick<WmsMapSource, 'service' | 'layers' | 'styles' | 'format' | 'version' | 'crs' | 'transparent'>> {
  readonly is: 'picture';
  readonly protocol: string;
}

/** Data that a style draws. `tiles`: the address of a tile or of a TileJSON. */
export interface StyleShape {
  readonly is: 'style';
  readonly style?: string | undefined;
  readonly tiles?: string | undefined;
}

/** One file with tiles, which is read in parts. Only its header says whether it has pictures or data. */
export interface ArchiveShape {
  readonly is: 'archive';
  readonly url: string;
  readonly style?: string | undefined;
  readonly format: string;
  /** Reads it in web pages; also the protocol in the addresses of a style. */
  readonly library: string;
  /** Names in the library: the handler of the protocol, and the class of an archive. */
  readonly handler: string;
  readonly reader: string;
}

export type MapShape = TilesShape | PictureShape | StyleShape | ArchiveShape;
