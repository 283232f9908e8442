import type { Language } from '../../contract/base/languages.ts';
import type { MapSource, TileServerSource } from '../../contract/generated/catalog.types.ts';
import type { ImportOffer } from '../../contract/maps/import-offer.ts';
import type { MapType, NewType } from '../../contract/maps/map-types.ts';
import type { Conversion, Template } from '../tile-url/convert.ts';
import type { Note, TemplateProblem } from '../tile-url/explanations.ts';
import type { Pruned } from '../validate/content.ts';
import type { MapShape } from './map-shape.ts';

/** `members` leaves out those that all types have. */
export interface MapOfAddress<Type extends MapType = NewType> {
  readonly type: Type;
  readonly members: Readonly<Record<string, unknown>>;
  readonly notes: readonly Note[];
}

/** Null if no type recognizes the address. */
export type AddressReading = MapOfAddress | { readonly reason: TemplateProblem } | null;

/** A check of the member `key`. `fix` ends a sentence. The default code is `doubtful-address`. */
export type TypeFault = readonly [isWrong: boolean, key: string, fix: string, code?: 'bad-map' | 'odd-map'];

/** `cartalog new` asks about a member that only this type has. The address may have the answer. */
export interface TypeQuestion {
  readonly key: string;
  readonly asks: string;
  readonly example: string;
  readonly isList?: true;
  /** What an item of a typed list means. */
  readonly meant?: (item: string) => string;
  /** The default answer; null if an answer is required, missing if it may be left out. */
  readonly usual?: string | null;
  /** A required answer that is offered: nearly every service takes it. */
  readonly likely?: string;
  /** The flag, if the member's name is taken. */
  readonly flag?: string;
  applies?(members: MapOfAddress['members']): boolean;
}

export type Word = Readonly<Record<Language, string>>;

type RecordOf<Type> = Type extends 'xyz' ? Readonly<TileServerSource> : Extract<Readonly<MapSource>, { type: Type }>;

/** An address is shown to all types, in the order of `TYPES`, until one takes it. */
export interface TypeDefinition<Type extends MapType = MapType> {
  /**
   * What pages say. `explained`: what the type is (not for `xyz`, which records do not name); `searched`: words for the
   * search; `address`: what the address leads to, if not to tiles; `fields`: names of members.
   */
  readonly words: { readonly name: Word } & Partial<Record<'explained' | 'searched' | 'address', Word>> & {
      readonly fields?: Readonly<Record<string, Word>>;
    };
  shape(map: RecordOf<Type>): MapShape;
  /** What `new` takes as an address, in its sentences. */
  readonly entered?: string;
  /** How people recognize such an address. */
  readonly looks?: string;
  readonly questions?: readonly TypeQuestion[];
  /** Its server draws any zoom level, so nobody must know the last. */
  readonly drawsAnyZoom?: true;
  /** Takes an address that states its own type, whatever it looks like. */
  stated?(address: string, variables: Template['variables']): MapOfAddress | null;
  /** The address, spelled so that `stated` takes it, if answers such as layers mean this type; otherwise null. */
  spelled?(address: string, answers: Readonly<Record<string, string>>): string | null;
  /** Takes converted tiles of vector data, or with rows counted from the south. */
  ofTiles?(tiles: Extract<Conversion, { hosts: unknown }>, isVector: boolean): MapOfAddress | null;
  /** Takes any other address. @param isVector whether it is known to be of vector data */
  ofDocument?(address: string, variables: Template['variables'], isVector: boolean): MapOfAddress | null;
  /** What `new` and `import` write for the members of an address. */
  drafted?(members: MapOfAddress['members'], isOverlay: boolean): MapOfAddress['members'];
  /** In lists of other programs: what a list leaves out, and why a map cannot be imported. */
  readonly listed?: {
    readonly usual: MapOfAddress['members'];
    /** If a list states this type for an address of another. */
    unread?(address: string): ImportOffer | string;
    /** @param isStated whether the list says that the map is of this type */
    problem(members: MapOfAddress['members'], isStated: boolean): ImportOffer | string | null;
  };
  /** Any member may be missing: validation has removed what the schema refuses. */
  faults?(record: Pruned<RecordOf<Type>>): readonly TypeFault[];
}
