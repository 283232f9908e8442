/** What a map of any type reduces to. Map programs write shapes and name no type; a type has a shape and names no program. */
import type { WmsMapSource } from '../../contract/generated/catalog.types.ts';
import type { MapType } from '../../contract/maps/map-types.ts';
import type { Language } from '../../contract/pages.ts';
import type { CatalogMap } from '../model/catalog.ts';

/** The width of a tile on the map in pixels, if its record states none. */
export const TILE_SIZE = 256;

/** Pictures by zoom level, column and row. */
export interface Tiles extends Pick<CatalogMap<'xyz'>, 'hosts' | 'urlPattern'> {
  readonly is: 'tiles';
  /** Whether its rows are counted from the south. */
  readonly isFlipped: boolean;
}

/** Pictures of any section, from a service. */
export interface Picture
  extends Readonly<Pick<WmsMapSource, 'service' | 'layers' | 'styles' | 'format' | 'version' | 'crs' | 'transparent'>> {
  readonly is: 'picture';
  /** What the service speaks, as programs call it: `WMS`. */
  readonly protocol: string;
}

/** Data that a style draws: the address of the style, and of a tile or of a TileJSON. */
export interface Style {
  readonly is: 'style';
  readonly style?: string | undefined;
  readonly tiles?: string | undefined;
}

/** One file with tiles, which is read in parts. Whether it has pictures or data only its header says. */
export interface Archive {
  readonly is: 'archive';
  readonly url: string;
  readonly style?: string | undefined;
  /** What its format is called. */
  readonly format: string;
  /** The name of the library that reads it in web pages, and of the protocol of that in the addresses of a style. */
  readonly library: string;
  /** The handler of the protocol, and the class of an archive, in the library. */
  readonly handler: string;
  readonly reader: string;
}

/** What maps reduce to. */
export type Shape = Tiles | Picture | Style | Archive;

/** A type as it is written. A type is a folder; `shapes.ts` lists all. */
export interface WrittenType<Type extends MapType = MapType> {
  /**
   * What pages say: how the type is called; if records name it, what it is, and with which words people search for it; and if an
   * address is not that of a tile, of what it is.
   */
  readonly words: { readonly name: Word } & Readonly<Partial<Record<'explained' | 'searched' | 'address', Word>>>;
  shape(map: CatalogMap<Type>): Shape;
}

type Word = Readonly<Record<Language, string>>;
