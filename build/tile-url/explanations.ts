import { TEXT_LIMITS } from '../../contract/base/limits.ts';
import { withThousands } from '../../contract/base/text.ts';
import { FILE_FORMATS } from '../../contract/maps/map-formats.ts';
import { SERVICE_PROTOCOL } from '../../contract/maps/map-types.ts';
import { type Impossible, pieceMeaning } from './template-pieces.ts';

/** A choice that a message names, with what to write for it. */
export interface Choice {
  readonly text: string;
  readonly value: string;
}

/** How the reader provides a missing value. */
export interface Ways {
  /** `hosts`, `subdomains` and `file` end a sentence that asks for them; subdomains are parts of a host name. */
  readonly hosts: string;
  readonly subdomains: string;
  readonly file: string;
  value(name: string, example: string): string;
  /** Ends the sentence about a map for the folder maps. */
  readonly otherMap?: string;
  /** Countries or regions, with their codes or box. @param code of the country with a similar name */
  placesMeantBy?(name: string, code: string | null): readonly Choice[];
  /** By code, with `{found}` in place of a detail. */
  readonly notes?: Readonly<Record<string, string>>;
}

export const FLAG_WAYS: Ways = {
  hosts: 'with --hosts',
  subdomains: 'with --subdomains',
  file: 'with --file',
  value: (name, example) => `with --set ${name}=${example}`,
  otherMap: '; cartalog new map takes it',
};

const EXAMPLES: Readonly<Record<string, string>> = {
  ts: '1',
  ext: 'png',
  format: 'png',
  style: 'default',
  tilematrixset: 'GoogleMapsCompatible',
  tilesize: '256',
  size: '256',
  time: 'default',
};

const IMPOSSIBLE: Readonly<Record<Impossible, string>> = {
  'rows-from-below':
    'it counts tile rows from below, as only maps of type tms do: the file must be in the folder maps, with type: tms. There, write #{tiley} in its place',
  'rows-from-equator':
    'it counts tile rows from the equator, and the catalog from the north or the south. Such a server cannot be listed',
  quadkey: 'it names tiles by quadkey, and the catalog by zoom, column and row. Such a server cannot be listed',
  'area-request': `it asks a ${SERVICE_PROTOCOL} for an area: list it as a map of type ${SERVICE_PROTOCOL.toLowerCase()} (in the folder maps), whose service is this address without its parameters`,
  arithmetic: 'it computes with zoom, column or row, which map programs cannot do for the catalog',
};

interface Found {
  readonly found: string;
}

/** @param found null for the whole address */
const impossible =
  (code: Impossible) =>
  ({ found }: { readonly found: string | null }): string =>
    `${found === null ? '' : `${found} means that `}${IMPOSSIBLE[code]}`;

/** Each text begins in lower case. */
const PROBLEMS = {
  'rows-from-below': impossible('rows-from-below'),
  'rows-from-equator': impossible('rows-from-equator'),
  quadkey: impossible('quadkey'),
  'area-request': impossible('area-request'),
  arithmetic: impossible('arithmetic'),
  'too-long': (_: object) => `it has more than ${withThousands(TEXT_LIMITS.address)} characters`,
  several: (_: object) =>
    'a map has one address: write it alone. Hosts with the same tiles belong in hosts, other tiles are a map of their own',
  'not-http': ({ found }: { readonly found: string | null }) =>
    found === null
      ? 'it is not an http or https address; if this is code, write only the address in it'
      : `it says ${found}, but maps of elevation, in another projection or with a login cannot be listed; name headers that the server requires in needs of the record`,
  credentials: (_: object) => 'it has a user name or password before the host; nothing of that kind may be published',
  'hosts-needed': (_: object, ways: Ways) =>
    `it has #{host} but does not list the hosts; name them ${ways.hosts} a.example.org,b.example.org`,
  'unknown-placeholder': ({ found, name }: Found & { readonly name: string }, ways: Ways) =>
    `${found} is not known here; give its value ${ways.value(name, exampleOf(name) ?? 'VALUE')}`,
  'in-host': ({ found }: Found) => `${found} cannot be part of the host name`,
  'host-in-path': ({ found }: Found) =>
    `${found} can only be the host name; in the rest of the address, write what belongs in its place`,
  'bad-host': ({ host }: { readonly host: string }) => `${JSON.stringify(host)} is not a host name`,
  'bad-choice': ({ found }: Found) => `${found} lists nothing to choose from`,
  'too-many-hosts': ({ most }: { readonly most: number }, ways: Ways) =>
    `its host name has more than ${most} forms; list the hosts yourself ${ways.hosts}, and write #{host} in the address`,
  missing: ({ names }: { readonly names: readonly string[] }) =>
    `it lacks ${names.join(', ')}: write them in place of the numbers of one tile, like https://tile.example.org/{z}/{x}/{y}.png${names.length < 3 ? '' : `; of a ${SERVICE_PROTOCOL}, paste an address with request=GetMap or GetCapabilities`}`,
  vector: ({ ending }: { readonly ending: string }, { otherMap = '' }: Ways) =>
    `its tiles (.${ending}) are vector data, and not pictures: they are a map of type vector, in the folder maps${otherMap}`,
  data: ({ ending }: { readonly ending: string }) =>
    `its tiles (.${ending}) are data, and not pictures that a map program draws`,
  'flipped-vector': (_: object) => 'vector tiles whose rows count from the south are listed by their TileJSON or style',
  'one-host': (_: object) => 'this address has one host: choose one, and write it in place of the placeholder',
  'other-type': ({ type }: { readonly type: string }, { otherMap = '' }: Ways) =>
    `it belongs to a map of type ${type}, in the folder maps${otherMap}`,
  /** `isNamed`: by its set of a WMTS, so it does not only look so. */
  'other-projection': ({ found }: Found & { readonly isNamed: boolean }) =>
    `its tiles are in ${found}, and web maps draw EPSG:3857 (Web Mercator)`,
  page: (_: object) =>
    'it is the address of a page, whose numbers are its view: give the address of its tiles, which the network tools of a browser show',
  mapbox: (_: object) =>
    'only programs with a token of Mapbox read mapbox:// addresses. A style that any program may load has one with https://',
  mbtiles: (_: object) =>
    `programs read no MBTiles from the web: convert it to ${FILE_FORMATS.map(({ format, ending }) => `${format}, whose name ends in .${ending}`).join(', or ')}`,
  geotiff: (_: object) =>
    `no type of map is a GeoTIFF: give the address of tiles or of a ${SERVICE_PROTOCOL} that show it`,
  features: (_: object) =>
    `it sends features, and no map: give the address of a MapServer or ${SERVICE_PROTOCOL} that draws them`,
  'vector-server': (_: object) => 'write the address of its style: …/VectorTileServer/resources/styles/root.json',
  wmts: (_: object) =>
    `it looks like a WMTS, and not like a ${SERVICE_PROTOCOL}: write the address of its tiles instead, with {z}, {x} and {y}`,
  suspect: ({ length }: { readonly length: number }) =>
    `a part of ${length} characters looks like an access key, which must not get into the catalog; write {apikey} in its place`,
};

const NOTES = {
  'scheme-assumed': (_: object) => 'The address begins without http:// or https://; https:// is assumed.',
  // Not repeated: it may be an access key.
  fragment: (_: object) => 'The part of the address after # is left out: programs do not send it to a server.',
  'subdomains-assumed': ({ found, among }: Found & { readonly among: readonly string[] }, ways: Ways) =>
    `${found} is read as ${among.join(', ')}, the usual ones; if the server has others, name them ${ways.subdomains}.`,
  'subdomains-split': ({ found, among }: Found & { readonly among: readonly string[] }, ways: Ways) =>
    `${found}, given ${ways.subdomains}, is taken as ${among.join(', ')}, as in Leaflet; for one subdomain write it with a comma: ${found},`,
  'first-choice': ({ found, chosen }: Found & { readonly chosen: string }) =>
    `${found} is after the host name, but the catalog lists alternatives only for hosts; ${chosen} is used.`,
  'first-host': ({ chosen }: { readonly chosen: string }) => `Vector tiles have one host; ${chosen} is used.`,
  'left-out': ({ found }: Found) => `${found} is for screens of double density and is left out.`,
  'parameter-left-out': ({ found }: Found) =>
    `The parameter ${found} is left out: the record cannot say it, so the map may look different.`,
  'order-assumed': (_: object) =>
    'The placeholders are numbered, not named; they are read as zoom, column, row. Please compare with a tile.',
  'tile-assumed': ({ zoom, column, row }: Readonly<Record<'zoom' | 'column' | 'row', string>>) =>
    `This is the address of one tile. Its numbers are read as zoom ${zoom}, column ${column}, row ${row}; please compare with the map.`,
  token: ({ variable }: { readonly variable: string }) =>
    `The access key is read from the environment variable ${variable} when the catalog is published; it is never in the file.`,
  'secret-replaced': ({ parameter, variable }: { readonly parameter: string; readonly variable: string }) =>
    `The value of ${parameter} looks like an access key and is not written to the file; $\{${variable}} is written in its place, and publishing reads it from the environment.`,
};

// biome-ignore lint/suspicious/noExplicitAny: reads the type of the first parameter of each text.
type Reasons<T extends Record<string, (details: any, ways: Ways) => string>> = {
  [C in keyof T]: { readonly code: C } & Parameters<T[C]>[0];
}[keyof T];

export type TemplateProblem = Reasons<typeof PROBLEMS>;

export type Note = Reasons<typeof NOTES>;

export function describeTemplateProblem(reason: TemplateProblem, ways: Ways = FLAG_WAYS): string {
  return (PROBLEMS[reason.code] as (details: TemplateProblem, ways: Ways) => string)(reason, ways);
}

export function describeNote(note: Note, ways: Ways = FLAG_WAYS): string {
  return (
    translatedNote(note.code, note, ways) ?? (NOTES[note.code] as (details: Note, ways: Ways) => string)(note, ways)
  );
}

export function translatedNote(code: string, details: object, { notes }: Ways): string | undefined {
  const values = new Map<string, unknown>(Object.entries(details));
  const filled = (found: string, name: string): string => [values.get(name) ?? found].flat().join(', ');
  return notes?.[code]?.replace(/\{(\w+)\}/g, filled);
}

export function placeholderFix(name: string): string | null {
  const meaning = pieceMeaning(name);
  if (meaning.is === 'known') return `write #{${meaning.name}}`;
  if (meaning.is === 'choice') return 'write #{host}, and list each host in hosts';
  if (meaning.is === 'token') return `an access token is written like \${${meaning.variable ?? 'EXAMPLE_API_KEY'}}`;
  if (meaning.is === 'left-out') return 'leave it out, or write @2x';
  if (meaning.is === 'impossible') return IMPOSSIBLE[meaning.why];
  const example = exampleOf(name);
  return example === undefined ? null : `write its value itself, such as ${example}`;
}

export function exampleOf(name: string): string | undefined {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(EXAMPLES, key) ? EXAMPLES[key] : undefined;
}
