/** A type as it is read: how its addresses are recognized, how its records are checked, and what `cartalog new` asks for. */
import type { MapSource } from '../../contract/generated/catalog.types.ts';
import type { MapType, NewType } from '../../contract/maps/map-types.ts';
import type { Conversion, Template } from '../tile-url/convert.ts';
import type { Note, TemplateProblem } from '../tile-url/explanations.ts';
import type { Pruned } from '../validate/content.ts';

/** What an address says of a map: its type, and the members that only this type has. */
export interface MapOfAddress<Type extends MapType = NewType> {
  readonly type: Type;
  readonly members: Readonly<Record<string, unknown>>;
  /** What was assumed, or left out. */
  readonly notes: readonly Note[];
}

/** Why an address cannot be listed. */
export interface Refused {
  readonly reason: TemplateProblem;
}

/** What an address is of; null if of nothing that is known. */
export type AddressReading = MapOfAddress | Refused | null;

/** An address without a template of tiles, and what is known of it. */
export interface OtherAddress extends Pick<Template, 'variables'> {
  readonly address: string;
  /** Whether it is known to be of vector data. */
  readonly isVector: boolean;
}

/** The address of tiles that `/v1/` does not have. */
export type OtherTiles = Extract<Conversion, { hosts: unknown }> & { readonly isVector: boolean };

/** What is wrong: true if it is, the key of the member, and what to do about it, as the end of a sentence. */
export type TypeFault = readonly [isWrong: boolean, key: string, fix: string, code?: 'bad-map' | 'odd-map'];

/** A question of `cartalog new` about a member that only maps of the type have, whose answer may be in the address. */
export interface TypeQuestion {
  readonly key: string;
  readonly asks: string;
  readonly example: string;
  /** The answer if the address has none; by default nothing, and null if one is required. */
  readonly usual?: string | null;
  /** Its flag, if another one has the name of the member. */
  readonly flag?: string;
  readonly isList?: true;
  /** Whether it is asked, by what the address says. */
  applies?(members: MapOfAddress['members']): boolean;
}

/** A type. Its addresses are shown to all types, in their order. */
export interface ReadType<Type extends NewType = NewType> {
  /** What it is entered as, and how that looks, in sentences. */
  readonly entered: string;
  readonly looks: string;
  readonly questions?: readonly TypeQuestion[];
  /** The highest zoom level of maps that state none, because they can be drawn at any. */
  readonly usualMaxZoom?: number;
  /** An address that says itself what it is of, whatever else it looks like. */
  stated?(address: string, variables: Template['variables']): MapOfAddress | null;
  /** The same for an address that only answers to the questions say something of; null without such answers. */
  spelled?(address: string, answers: Readonly<Record<string, string>>): string | null;
  ofTiles?(tiles: OtherTiles): MapOfAddress | null;
  /** Any other address. */
  ofDocument?(address: OtherAddress): MapOfAddress | null;
  /** The members of a new map. */
  drafted?(members: MapOfAddress['members'], isOverlay: boolean): MapOfAddress['members'];
  /** What a list of another program says of a map: what it may leave out, and why it cannot be taken. */
  readonly listed?: {
    readonly usual: MapOfAddress['members'];
    readonly unread: string;
    problem(members: MapOfAddress['members']): string | null;
  };
  /** What is wrong with a record. An error is what its schema says. Any member may be missing. */
  faults?(record: Pruned<Extract<MapSource, { type: Type }>>): readonly TypeFault[];
}
