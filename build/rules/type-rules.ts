/** Maps of other types than those of `/v1/`: what a schema cannot say of the members of each type. */
import { shortened } from '../../contract/base/text.ts';
import type { MapSource } from '../../contract/generated/catalog.types.ts';
import { mercatorOf, splitRequest } from '../../contract/maps/get-map.ts';
import { addressesIn, fileTypeOf, isTileJson, isTileTemplate } from '../../contract/maps/map-types.ts';
import { type Diagnostic, diagnosing, value } from '../diagnostics/diagnostic.ts';
import { error, type Problems, warning } from '../diagnostics/messages.ts';
import { flowText } from '../parse/written.ts';
import { misfitOf, tileDataOf } from '../tile-url/convert.ts';
import { describeProblem } from '../tile-url/explanations.ts';
import { refusalsOf } from '../tile-url/map-address.ts';
import type { Content, Pruned } from '../validate/content.ts';
import type { RuleSet } from './run-rules.ts';

interface Fix {
  readonly fix: string;
}

/** The problems that only maps of some types have. */
const TYPE_PROBLEMS = {
  /** The map cannot be shown as it is written: its schema says so. */
  'bad-map': error(({ fix }: Fix) => `This cannot be shown as it is; ${fix}`),
  'doubtful-address': warning(
    ({ fix }: Fix) =>
      `This address looks wrong: ${fix}. If it is right, write above the field: # cartalog: allow doubtful-address`,
  ),
  'odd-map': warning(({ fix }: Fix) => `Few programs show this well: ${fix}`),
} as const satisfies Problems;

const diagnostic = diagnosing(TYPE_PROBLEMS);

const OPAQUE = 'an overlay is transparent: true, in a format like image/png; a JPEG hides the map below';
const isPicture = (address: string): boolean => /\.(?:png|jpe?g|webp)(?:[?#]|$)/i.test(address);
const isStyle = (address: string): boolean => /\/styles?(?:\.json|\/[^{}]*$)/i.test(address) && !isTileJson(address);
const isArchive = (address: string): boolean => fileTypeOf(address) === 'pmtiles';

/** What is wrong: true if it is, the key of the member, and what to do about it, as the end of a sentence. */
type Fault = readonly [isWrong: boolean, key: string, fix: string, code?: 'bad-map' | 'odd-map'];

/** The parameters of a request that a map has as members. */
const OWN_PARAMETERS = ['layers', 'styles', 'version', 'transparent'] as const;

/** The rules of each type. An error is what its schema says. Any member may be missing. Flipped rows also have those of tiles. */
const RULES: {
  readonly [Type in MapSource['type']]?: (record: Pruned<Extract<MapSource, { type: Type }>>) => readonly Fault[];
} = {
  tms: ({ urlPattern = '' }) => [
    [tileDataOf(urlPattern)?.is === 'vector', 'urlPattern', describeProblem({ code: 'flipped-vector' })],
  ],
  wms: (record) => {
    const { service = '', layers, styles, crs, format = '', overlay, transparent } = record;
    const { service: plain, given } = splitRequest(service);
    const moved = OWN_PARAMETERS.flatMap((key) => {
      const text = given.get(key) ?? '';
      const own = key === 'transparent' ? text.toLowerCase() : text;
      if (own === '' || own === String(record[key] ?? '')) return [];
      return `${key}: ${key.endsWith('s') ? flowText(own.split(',')) : own}`;
    });
    // An item with an error is no name of a projection.
    const names = crs?.filter((name) => typeof name === 'string');
    const isOther =
      crs !== undefined && names?.length === crs.length && mercatorOf({ crs: names as [string] }) === null;
    const isOpaque = (transparent ?? overlay) === true && (!transparent || format === 'image/jpeg');
    return [
      [
        given.size > 0,
        'service',
        moved.length > 0
          ? `leave out the parameters of a request; write as keys of the map ${shortened(moved.join(', '), 200)}`
          : `leave out the parameters of a request, which programs add, and write ${plain}`,
        'bad-map',
      ],
      [
        styles !== undefined && layers !== undefined && styles.length !== layers.length,
        'styles',
        'styles has a name for each layer, in their order; leave it out for the usual ones',
        'bad-map',
      ],
      [isOpaque, 'format', OPAQUE, 'odd-map'],
      [isOther, 'crs', 'it is not drawn in EPSG:3857, which web maps need', 'odd-map'],
    ];
  },
  vector: ({ style = '', tiles = '' }) => {
    const archive = 'a PMTiles archive is a map of type pmtiles, with its address as url';
    const missing = ['{z}', '{x}', '{y}'].filter((name) => !tiles.includes(name));
    const isIncomplete = isTileTemplate(tiles) && missing.length > 0;
    return [
      [isArchive(style), 'style', archive],
      [isArchive(tiles), 'tiles', archive],
      [isTileJson(style), 'style', 'this is a TileJSON, which says nothing of the drawing: write it as tiles'],
      [isStyle(tiles), 'tiles', 'this is the address of a style: write it as style'],
      [isPicture(tiles), 'tiles', 'these are pictures, and no vector data: they are a map server, in mapservers/'],
      [isIncomplete, 'tiles', `the address of a tile has ${missing.join(', ')}, too`, 'bad-map'],
    ];
  },
  // The archive itself is named, not what describes or draws it.
  pmtiles: ({ url = '', style = '' }) => [
    [
      isTileJson(url) || /\.json(?:[?#]|$)/i.test(url),
      'url',
      'write the address of the archive itself, which usually ends in .pmtiles',
    ],
    [isArchive(style), 'style', 'write the archive as url; style is the address of a MapLibre style'],
  ],
};

/** The members of a type are complete, and mean what its programs take them for; tiles are in Web Mercator. */
function* typedMaps(content: Content): Generator<Diagnostic> {
  for (const { file, value: record } of content.maps()) {
    const type = 'type' in record ? record.type : undefined;
    if (type === undefined && file.role === 'map') continue;
    const refused = addressesIn(record).flatMap(([key, address]) => {
      const misfit = key === 'urlPattern' || key === 'tiles' ? misfitOf(address, type !== undefined) : null;
      const reasons = [...(type ? refusalsOf(address) : []), ...(misfit ? [misfit] : [])];
      const encoded = /%7b(?:[^{}%]|%(?!7[bd])){0,60}%7d/i.exec(address)?.[0];
      const unfilled = `programs send ${encoded} as it is: write the placeholder without encoding, or what it stands for`;
      return [
        ...reasons.map((reason): Fault => [true, key, describeProblem(reason)]),
        [encoded !== undefined, key, unfilled] satisfies Fault,
      ];
    });
    const own = (type && RULES[type]?.(record as never)) ?? [];
    for (const [isWrong, key, fix, code = 'doubtful-address'] of [...refused, ...own]) {
      if (isWrong) yield diagnostic(code, file.path, value(key), { fix });
    }
  }
}

/** The rules of types. */
export const TYPE_RULES = {
  problems: TYPE_PROBLEMS,
  map: [typedMaps],
} as const satisfies RuleSet;
