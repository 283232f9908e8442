/** A type of maps: what it reduces to, how its addresses are recognized and its records checked, and what `cartalog new` asks for. */
import type { Language } from '../../contract/base/languages.ts';
import type { MapSource, TileServerSource } from '../../contract/generated/catalog.types.ts';
import type { MapType, NewType } from '../../contract/maps/map-types.ts';
import type { Conversion, Template } from '../tile-url/convert.ts';
import type { Note, TemplateProblem } from '../tile-url/explanations.ts';
import type { Pruned } from '../validate/content.ts';
import type { MapShape } from './map-shape.ts';

/** What an address says of a map: its type, and the members that only this type has. */
export interface MapOfAddress<Type extends MapType = NewType> {
  readonly type: Type;
  readonly members: Readonly<Record<string, unknown>>;
  /** What was assumed, or left out. */
  readonly notes: readonly Note[];
}

/** What an address is of, or why it cannot be listed; null if it is of nothing that is known. */
export type AddressReading = MapOfAddress | { readonly reason: TemplateProblem } | null;

/** What is wrong: true if it is, the key of the member, and what to do about it, as the end of a sentence. */
export type TypeFault = readonly [isWrong: boolean, key: string, fix: string, code?: 'bad-map' | 'odd-map'];

/** A question of `cartalog new` about a member that only maps of the type have, whose answer may be in the address. */
export interface TypeQuestion {
  readonly key: string;
  readonly asks: string;
  readonly example: string;
  readonly isList?: true;
  /** The answer if the address has none; by default nothing, and null if one is required. */
  readonly usual?: string | null;
  /** Its flag, if another one has the name of the member. */
  readonly flag?: string;
  /** Whether it is asked, by what the address says. */
  applies?(members: MapOfAddress['members']): boolean;
}

/** A text in each language. */
export type Word = Readonly<Record<Language, string>>;

type RecordOf<Type> = Type extends 'xyz' ? Readonly<TileServerSource> : Extract<Readonly<MapSource>, { type: Type }>;

/** A type. Addresses are shown to all types, in their order. */
export interface TypeDefinition<Type extends MapType = MapType> {
  /**
   * What pages say: how the type is called; if records name it, what it is, and with which words people search for it; if an
   * address is not that of a tile, of what it is; what its members are called; in German, what `probe` says of it.
   */
  readonly words: { readonly name: Word } & Partial<Record<'explained' | 'searched' | 'address', Word>> &
    Partial<Record<'fields' | 'reasons' | 'wanted', object>>;
  shape(map: RecordOf<Type>): MapShape;
  /** What `new` takes, if `/v1/` does not have it, and how that looks, in sentences. */
  readonly entered?: string;
  readonly looks?: string;
  readonly questions?: readonly TypeQuestion[];
  /** The highest zoom level of maps that state none, because they can be drawn at any. */
  readonly usualMaxZoom?: number;
  /** An address that says itself what it is of, whatever else it looks like. */
  stated?(address: string, variables: Template['variables']): MapOfAddress | null;
  /** The same for an address that only answers to the questions say something of; null without such answers. */
  spelled?(address: string, answers: Readonly<Record<string, string>>): string | null;
  /** The address of tiles that `/v1/` does not have. */
  ofTiles?(tiles: Extract<Conversion, { hosts: unknown }>, isVector: boolean): MapOfAddress | null;
  /** Any other address. @param isVector whether it is known to be of vector data */
  ofDocument?(address: string, variables: Template['variables'], isVector: boolean): MapOfAddress | null;
  drafted?(members: MapOfAddress['members'], isOverlay: boolean): MapOfAddress['members'];
  /** What a list of another program says of a map: what it may leave out, and why it cannot be taken. */
  readonly listed?: {
    readonly usual: MapOfAddress['members'];
    readonly unread: string;
    problem(members: MapOfAddress['members']): string | null;
  };
  /** What is wrong with a record. An error is what its schema says. Any member may be missing. */
  faults?(record: Pruned<RecordOf<Type>>): readonly TypeFault[];
}
