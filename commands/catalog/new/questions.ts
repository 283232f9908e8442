import { QUESTIONS_OF_TYPES, TYPES, type TypedQuestion } from '../../../build/map-types/all-types.ts';
import type { MapOfAddress } from '../../../build/map-types/map-type.ts';
import type { FileRole } from '../../../build/read/layout.ts';
import { zoomPrefixIn } from '../../../build/tile-url/template-pieces.ts';
import { isWebAddress } from '../../../contract/base/text.ts';
import { isDrawnFromData, MAP_TYPES, NEW_TYPES, type NewType, TYPE_NOUNS } from '../../../contract/maps/map-types.ts';
import { USUAL_LAST_ZOOM, usualLastZoom } from '../../../contract/maps/placeholders.ts';
import { type Answers, mapInAnswers, type Question } from './answers.ts';

/** Code or another program's connection in `--url` may state it. */
const STATED = { otherwise: null, needed: 'required, unless --url states it' } as const;

const TILE_SERVER: readonly Question[] = [
  {
    name: 'id',
    asks: 'Label that people see',
    example: 'OpenTopoMap',
    keys: ['id'],
    otherwise: null,
    misplaced: (answer) =>
      answer.includes('://')
        ? 'That is an address, which is asked for next. What do people see in the list of maps?'
        : null,
  },
  {
    name: 'url',
    asks: 'Address of a tile, as in Leaflet or similar',
    example: 'https://{s}.tile.opentopomap.org/{z}/{x}/{y}.png',
    keys: ['hosts', 'urlPattern'],
    otherwise: null,
  },
  {
    name: 'name',
    asks: 'Longer description',
    example: 'OpenTopoMap, contour lines and hill shading',
    keys: ['name'],
    otherwise: ({ id = '' }) => id,
  },
  {
    name: 'min-zoom',
    asks: 'Lowest zoom level',
    example: '0',
    keys: ['minZoom'],
    otherwise: (answers) => zoomPrefixIn(answers, 'lowest') ?? '0',
  },
  {
    name: 'max-zoom',
    asks: 'Highest zoom level that has tiles',
    example: '17',
    keys: ['maxZoom'],
    ...STATED,
    otherwise: (answers) => zoomPrefixIn(answers, 'highest'),
    likely: ({ url = '', 'min-zoom': first }) =>
      `${Math.max(Number(first) || 0, usualLastZoom(/\/512\/[#$]?\{z|\btile_?size=512\b/i.test(url) && 512))}`,
  },
  {
    name: 'copyright',
    asks: 'Attribution label',
    example: 'OpenStreetMap',
    keys: ['copyright'],
    ...STATED,
    misplaced: (answer) => (isWebAddress(answer.trim()) ? 'That is an address. Who is credited on the map?' : null),
  },
  {
    name: 'shows',
    flag: 'kind',
    asks: 'What the map shows most of all, if you know it',
    example: 'cycling',
    keys: ['kind'],
    otherwise: '',
  },
  {
    name: 'covers',
    flag: 'country',
    asks: 'Countries that the map covers, by their codes, or world, or a file in areas/, or the edges of a box (west,south,east,north), if you know it',
    example: 'CH,LI',
    keys: ['countries', 'area'],
    otherwise: '',
  },
  {
    name: 'provider',
    asks: 'Who runs the server, the name of a file in providers/',
    example: 'thunderforest',
    keys: ['provider'],
    otherwise: '',
  },
  {
    name: 'terms',
    asks: 'page with the terms of use of this map, if its provider has others',
    example: 'https://www.thunderforest.com/terms/',
    keys: ['terms'],
  },
  { name: 'licence', asks: 'licence of the tiles', example: 'CC-BY-4.0', keys: ['licence'] },
  { name: 'subdomains', asks: 'values of {s}', example: 'a,b,c', keys: [] },
  { name: 'hosts', asks: 'values of #{host}', example: 'a.example.org,b.example.org', keys: [] },
];

const OVERLAY_EXAMPLES: Readonly<Record<string, string>> = {
  id: 'OpenSeaMap',
  url: 'https://tiles.openseamap.org/seamark/{z}/{x}/{y}.png',
  name: 'OpenSeaMap, seamarks',
  'max-zoom': '18',
  copyright: 'OpenSeaMap',
};

const OVERLAY_SERVER = TILE_SERVER.map((question) => ({
  ...question,
  example: OVERLAY_EXAMPLES[question.name] ?? question.example,
}));

function mapFoundIn(answers: Answers): MapOfAddress | null {
  const reading = mapInAnswers(answers);
  return reading && 'type' in reading ? reading : null;
}

/** The default is in the address. Types may share a member. */
function memberQuestion(asked: readonly TypedQuestion[]): Question {
  const { key, asks, example, flag, likely: value } = asked.at(-1) as TypedQuestion;
  const likely = value === undefined ? value : () => value;
  const asking = (answers: Answers): TypedQuestion | undefined =>
    asked.find(({ type, applies }) =>
      applies ? applies(mapFoundIn(answers)?.members ?? {}) : typeIn(answers) === type,
    );
  const otherwise = (answers: Answers): string | null => {
    const value = mapFoundIn(answers)?.members[key];
    const { usual = '' } = asking(answers) ?? {};
    return value === undefined ? usual : [value].flat().join(',');
  };
  const { type = null } = asked.find(({ usual }) => usual === null) ?? {};
  const needed = type ? { needed: `required of a ${type.toUpperCase()}, unless --url states it` } : {};
  const applies = (answers: Answers): boolean => asking(answers) !== undefined;
  return { name: key, asks, example, keys: [key], applies, otherwise, likely, ...needed, ...(flag && { flag }) };
}

const MEMBER_QUESTIONS = [...QUESTIONS_OF_TYPES.values()].map(memberQuestion);

/** Undefined for tiles with rows from the north. */
const typeIn = (answers: Answers): NewType | undefined => mapFoundIn(answers)?.type;

/** Only maps of pictures must state zoom levels. */
const isOfPictures = (answers: Answers): boolean => {
  const type = typeIn(answers);
  return type !== undefined && !isDrawnFromData(type);
};

/** Whose server draws any zoom level. */
const drawnTypeIn = (answers: Answers): NewType | undefined => {
  const type = typeIn(answers);
  return type && TYPES[type].drawsAnyZoom && type;
};

const ENTERED = Object.values(TYPES).flatMap(({ entered }) => entered?.split(', ') ?? []);

const MAP_DIFFERENCES: Readonly<Record<string, Partial<Question>>> = {
  id: { example: 'Swiss Topo, vector', keys: ['name'] },
  url: {
    asks: `Address of ${ENTERED.slice(0, -1).join(', ')}, or ${ENTERED.at(-1)}`,
    example: 'https://tiles.example.org/styles/bright.json',
    keys: ['type', 'hosts', ...NEW_TYPES.flatMap((type) => MAP_TYPES[type].addresses)],
  },
  'min-zoom': { otherwise: (answers) => zoomPrefixIn(answers, 'lowest') ?? (isOfPictures(answers) ? '0' : '') },
  'max-zoom': {
    otherwise: (answers) => {
      const usual = drawnTypeIn(answers) ? `${USUAL_LAST_ZOOM}` : null;
      return zoomPrefixIn(answers, 'highest') ?? (isOfPictures(answers) ? usual : '');
    },
    needed: 'required of tiles with {-y}, unless --url states it',
    guess: (answers) => {
      const type = drawnTypeIn(answers);
      return type
        ? `maxZoom ${USUAL_LAST_ZOOM} is a guess: ${TYPE_NOUNS[type]} draws any level; write the last that shows more.`
        : null;
    },
  },
};

const MAP: readonly Question[] = [
  ...TILE_SERVER.filter(({ name }) => !['name', 'subdomains', 'hosts'].includes(name)).flatMap((question) => [
    { ...question, ...MAP_DIFFERENCES[question.name] },
    ...(question.name === 'url' ? MEMBER_QUESTIONS : []),
  ]),
  { name: 'overlay', asks: 'whether it is drawn over another map', example: 'yes', keys: ['overlay'] },
];

const DATA_SOURCE: readonly Question[] = [
  { name: 'id', asks: 'Id, the name of its folder', example: 'brouter-segments', keys: [], otherwise: null },
  { name: 'name', asks: 'Name that people see', example: 'BRouter segments', keys: ['name'], otherwise: null },
  {
    name: 'base-url',
    asks: 'Address that the paths of the files follow',
    example: 'https://brouter.de/brouter/segments4/',
    keys: ['baseUrl'],
    otherwise: null,
  },
  {
    name: 'directory',
    asks: 'Folder, below the map program’s own, to store the files in',
    example: 'brouter/segments4',
    keys: ['directory'],
    otherwise: null,
  },
  {
    name: 'action',
    asks: 'What map programs do with a downloaded file',
    example: 'Copy',
    keys: ['action'],
    otherwise: null,
  },
  {
    name: 'max-age',
    asks: 'seconds that programs may keep the list without asking',
    example: '7200',
    keys: ['maxAge'],
  },
  {
    name: 'source-url',
    asks: 'page that lists the files upstream',
    example: 'https://brouter.de/brouter/segments4/',
    keys: ['source'],
  },
];

const EDITION: readonly Question[] = [
  { name: 'id', asks: 'Id, the name of its file', example: 'offline', keys: [], otherwise: null },
  { name: 'name', asks: 'Name that people see', example: 'Offline', keys: ['name'], otherwise: null },
  {
    name: 'datasources',
    asks: 'Data sources it uses',
    example: 'brouter-segments,srtm3',
    keys: ['datasources'],
    otherwise: null,
  },
];

const PROVIDER: readonly Question[] = [
  { name: 'id', asks: 'Id, the name of its file', example: 'thunderforest', keys: [], otherwise: null },
  { name: 'name', asks: 'Name that people know it by', example: 'Thunderforest', keys: ['name'], otherwise: null },
  {
    name: 'homepage',
    asks: 'Address of its web site',
    example: 'https://www.thunderforest.com/',
    keys: ['homepage'],
    otherwise: null,
  },
  {
    name: 'terms',
    asks: 'Page with its terms of use, if it has one',
    example: 'https://www.thunderforest.com/terms/',
    keys: ['terms'],
    otherwise: '',
  },
  {
    name: 'attribution',
    asks: 'Text that its maps must show, if it says so',
    example: '© Thunderforest',
    keys: ['attribution'],
    otherwise: '',
  },
];

export const DRAFT_ROLES = [
  'mapserver',
  'overlayserver',
  'map',
  'datasource',
  'edition',
  'provider',
] as const satisfies FileRole[];

export type DraftRole = (typeof DRAFT_ROLES)[number];

export const DRAFT_QUESTIONS: Readonly<Record<DraftRole, readonly Question[]>> = {
  mapserver: TILE_SERVER,
  overlayserver: OVERLAY_SERVER,
  map: MAP,
  datasource: DATA_SOURCE,
  edition: EDITION,
  provider: PROVIDER,
};

export function flagOf({ name, flag = name }: Question): string {
  return flag;
}

export function isMapDraft(role: DraftRole): boolean {
  return role === 'mapserver' || role === 'overlayserver' || role === 'map';
}

export function fallbackAnswer({ otherwise }: Question, answers: Answers): string | null {
  return typeof otherwise === 'function' ? otherwise(answers) : (otherwise ?? null);
}
