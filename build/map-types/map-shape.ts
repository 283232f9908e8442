/** What a map of any type reduces to. Map programs write shapes and name no type; a type has a shape and names no program. */
import type { WmsMapSource } from '../../contract/generated/catalog.types.ts';

/** The width of a tile on the map in pixels, if its record states none. */
export const TILE_SIZE = 256;

/** Pictures by zoom level, column and row. */
export interface TilesShape {
  readonly is: 'tiles';
  readonly hosts: readonly string[];
  readonly urlPattern: string;
  /** Whether its rows are counted from the south. */
  readonly isFlipped: boolean;
}

/** Pictures of any section, from a service. */
export interface PictureShape
  extends Readonly<Pick<WmsMapSource, 'service' | 'layers' | 'styles' | 'format' | 'version' | 'crs' | 'transparent'>> {
  readonly is: 'picture';
  /** What the service speaks, as programs call it. */
  readonly protocol: string;
}

/** Data that a style draws: the address of the style, and of a tile or of a TileJSON. */
export interface StyleShape {
  readonly is: 'style';
  readonly style?: string | undefined;
  readonly tiles?: string | undefined;
}

/** One file with tiles, which is read in parts. Whether it has pictures or data only its header says. */
export interface ArchiveShape {
  readonly is: 'archive';
  readonly url: string;
  readonly style?: string | undefined;
  readonly format: string;
  /** The name of the library that reads it in web pages, and of the protocol of that in the addresses of a style. */
  readonly library: string;
  /** The handler of the protocol, and the class of an archive, in the library. */
  readonly handler: string;
  readonly reader: string;
}

/** What maps reduce to. */
export type MapShape = TilesShape | PictureShape | StyleShape | ArchiveShape;
