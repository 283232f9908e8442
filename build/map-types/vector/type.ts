import { isTileJson, isTileTemplate, mapTypeOfFile } from '../../../contract/maps/map-formats.ts';
import { type NewType, TYPE_NOUNS } from '../../../contract/maps/map-types.ts';
import { withVariables } from '../../tile-url/convert.ts';
import { isTemplate, SHORT_NAMES } from '../../tile-url/template-pieces.ts';
import type { TypeDefinition, TypeFault } from '../map-type.ts';
import words from './words.json' with { type: 'json' };

const isPicture = (address: string): boolean => /\.(?:png|jpe?g|webp)(?:[?#]|$)/i.test(address);
const isStyle = (address: string): boolean => /\/styles?(?:\.json|\/[^{}]*$)/i.test(address) && !isTileJson(address);

/** Surely a style: a folder `styles` may also have other files, such as a TileJSON of pictures. */
const STYLE = /\/(?:style|styles\/root)\.json$|\/styles?\/[^.]*$/i;

const archiveFault = (key: string, type: NewType | null): TypeFault =>
  type ? [true, key, `${TYPE_NOUNS[type]} is a map of type ${type}, with its address as url`] : [false, key, ''];

export const VECTOR_TYPE: TypeDefinition<'vector'> = {
  words,
  shape: ({ style, tiles }) => ({ is: 'style', style, tiles }),
  entered: 'a MapLibre style, a TileJSON',
  looks: 'a style or TileJSON ends in .json',
  questions: [
    {
      key: 'schema',
      asks: 'Names of the layers of its tiles, if you know them',
      example: 'openmaptiles',
      // A style names its tiles itself.
      applies: ({ tiles }) => tiles !== undefined,
    },
  ],
  ofTiles({ hosts, urlPattern, notes }, isVector) {
    if (!isVector) return null;
    const [chosen = ''] = hosts;
    const tiles = urlPattern
      .replace('#{host}', chosen)
      .replace(/#\{(\w+)\}/g, (found, name) => SHORT_NAMES[name] ?? found);
    const choice = hosts.length > 1 ? [{ code: 'first-host', chosen } as const] : [];
    return { type: 'vector', members: { tiles, schema: 'other' }, notes: [...notes, ...choice] };
  },
  ofDocument(address, variables, isVector) {
    if (!/^https?:\/\//i.test(address) || mapTypeOfFile(address) !== null) return null;
    const { text, notes } = withVariables(address.replace(/#(?!\{).*$/s, ''), variables);
    const path = text.replace(/\?.*$/s, '');
    const isDocument = /\.json$/i.test(path) || /\/styles?\/(?:[^/{}.]+\/?){1,3}$/i.test(path);
    if (isTemplate(path) || !(isDocument || isVector)) return null;
    // A style may have any name; below `tiles/`, a TileJSON is likely.
    const isTiles = isVector || isTileJson(path) || /\/tiles\/(?!.*style).*\.json$/i.test(path);
    return { type: 'vector', members: isTiles ? { tiles: text, schema: 'other' } : { style: text }, notes };
  },
  listed: {
    usual: {},
    problem: ({ style, tiles }, isStated) => {
      const address = String(style ?? tiles);
      if (isStated || isTileTemplate(address) || STYLE.test(address.replace(/\?.*$/s, ''))) return null;
      return { why: 'only its server says whether it is a style, or tiles of pictures or vector data', address };
    },
  },
  faults({ style = '', tiles = '' }) {
    const missing = ['{z}', '{x}', '{y}'].filter((name) => !tiles.includes(name));
    const isIncomplete = isTileTemplate(tiles) && missing.length > 0;
    return [
      archiveFault('style', mapTypeOfFile(style)),
      archiveFault('tiles', mapTypeOfFile(tiles)),
      [isTileJson(style), 'style', 'this is a TileJSON, which does not say how to draw a map: write it as tiles'],
      [isStyle(tiles), 'tiles', 'this is the address of a style: write it as style'],
      [isPicture(tiles), 'tiles', 'these are pictures, not vector data: write them as a map server, in mapservers/'],
      [isIncomplete, 'tiles', `add ${missing.join(', ')} to the address of a tile`, 'bad-map'],
    ];
  },
};
