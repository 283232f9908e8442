import type { Language } from '../../contract/base/languages.ts';
import type { MapSource, TileServerSource } from '../../contract/generated/catalog.types.ts';
import type { MapType, NewType } from '../../contract/maps/map-types.ts';
import type { Conversion, Template } from '../tile-url/convert.ts';
import type { Note, TemplateProblem } from '../tile-url/explanations.ts';
import type { Pruned } from '../validate/content.ts';
import type { MapShape } from './map-shape.ts';

/** `members`: only those that this type alone has. */
export interface MapOfAddress<Type extends MapType = NewType> {
  readonly type: Type;
  readonly members: Readonly<Record<string, unknown>>;
  readonly notes: readonly Note[];
}

export type AddressReading = MapOfAddress | { readonly reason: TemplateProblem } | null;

/** `isWrong` is false if all is well. `fix` is the end of a sentence. */
export type TypeFault = readonly [isWrong: boolean, key: string, fix: string, code?: 'bad-map' | 'odd-map'];

/** A question of `cartalog new` about a member that only this type has. The address may have the answer. */
export interface TypeQuestion {
  readonly key: string;
  readonly asks: string;
  readonly example: string;
  readonly isList?: true;
  /** The default answer; null if an answer is required. */
  readonly usual?: string | null;
  /** The flag, if the member's name is taken. */
  readonly flag?: string;
  applies?(members: MapOfAddress['members']): boolean;
}

export type Word = Readonly<Record<Language, string>>;

type RecordOf<Type> = Type extends 'xyz' ? Readonly<TileServerSource> : Extract<Readonly<MapSource>, { type: Type }>;

/** Addresses are shown to all types, in their order. */
export interface TypeDefinition<Type extends MapType = MapType> {
  /**
   * What pages say: the name; `explained` if records name the type; `searched`: words for the search; `address` if an
   * address is not of a tile; `fields`: names of members; `reasons`: in German, what `probe` says.
   */
  readonly words: { readonly name: Word } & Partial<Record<'explained' | 'searched' | 'address', Word>> &
    Partial<Record<'fields' | 'reasons' | 'wanted', object>>;
  shape(map: RecordOf<Type>): MapShape;
  /** What `new` takes, and how that looks, in sentences. */
  readonly entered?: string;
  readonly looks?: string;
  readonly questions?: readonly TypeQuestion[];
  /** For maps that state none, because they can be drawn at any zoom level. */
  readonly usualMaxZoom?: number;
  /** An address that states its own type, whatever else it looks like. */
  stated?(address: string, variables: Template['variables']): MapOfAddress | null;
  /** Adds what an address does not state, from answers; null without such answers. */
  spelled?(address: string, answers: Readonly<Record<string, string>>): string | null;
  ofTiles?(tiles: Extract<Conversion, { hosts: unknown }>, isVector: boolean): MapOfAddress | null;
  /** Any other address. @param isVector whether it is known to be of vector data */
  ofDocument?(address: string, variables: Template['variables'], isVector: boolean): MapOfAddress | null;
  drafted?(members: MapOfAddress['members'], isOverlay: boolean): MapOfAddress['members'];
  /** What lists of other programs may leave out, and why they cannot be imported. */
  readonly listed?: {
    readonly usual: MapOfAddress['members'];
    readonly unread: string;
    problem(members: MapOfAddress['members']): string | null;
  };
  /** Any member may be missing. What the schema says is an error, reported elsewhere. */
  faults?(record: Pruned<RecordOf<Type>>): readonly TypeFault[];
}
