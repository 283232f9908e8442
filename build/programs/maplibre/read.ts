import { asJsonMembers, type JsonObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { firstNames, plural } from '../../../contract/base/text.ts';
import { readByProtocol } from '../../../contract/maps/map-formats.ts';
import { describeTemplateProblem } from '../../tile-url/explanations.ts';
import { type StatedArea, statedAreaOfBox } from '../stated/stated-area.ts';
import {
  IMPORT_BY_ADDRESS,
  type ListReader,
  type StatedMap,
  sharedMembersIn,
  statedMembersIn,
  tileSizeOf,
  trimmedText,
  unreadMembersIn,
  withProblem,
} from '../stated/stated-map.ts';
import { styleAt, tileSetFacts } from '../stated/tile-set.ts';

const READ_MEMBERS = 'version name center zoom sources layers';
const READ_OF_SOURCES = 'type tiles url bounds attribution tileSize';

const USUAL_TILE_SIZE = 512;

/** Of sources that a map is not made of. */
const NO_MAPS: Readonly<Record<string, string>> = {
  'raster-dem': 'elevation, which is no picture, and cannot be listed',
  geojson: 'data (GeoJSON) and no map',
  image: 'one picture and no map',
  video: 'a video and no map',
};

/**
 * An address of a style is one map, with its credit and the credits of its sources. In a file, each source of pictures
 * is a map.
 */
export const MAPLIBRE_READER: ListReader = {
  reads: 'a MapLibre style',
  json(style, address, unread) {
    const layers = style['layers'];
    if (style['version'] !== 8 || !Array.isArray(layers)) return null;
    const sources = Object.entries(asJsonMembers(style['sources']) ?? {}).map(([id, source]) => {
      return { id, members: statedMembersIn(asJsonMembers(source) ?? {}) };
    });
    const all = sources.map(({ members }) => members);
    if (address !== undefined) return [{ ...styleAt(address, style, all), area: sharedAreaOf(all) }];
    if (!all.some(({ type }) => type === 'raster')) return `is a MapLibre style; ${IMPORT_BY_ADDRESS}`;
    const drawn = layers.filter((layer) => asJsonMembers(layer)?.['type'] !== 'raster').length;
    if (drawn > 0)
      unread(`${plural(drawn, 'layer')} of the style that ${drawn === 1 ? 'draws' : 'draw'} something else`);
    const others = unreadMembersIn(style, READ_MEMBERS);
    if (others.length > 0) unread(`${firstNames(others)} of the style`);
    const name = trimmedText(style['name']);
    const drawnSources = new Set(layers.map((layer) => asJsonMembers(layer)?.['source']));
    return sources.map(({ id, members }) => ({
      ...sourceMap(members, drawnSources.has(id)),
      path: ['sources', id],
      name: name === '' ? id : sources.length === 1 ? name : `${name} ${id}`,
    }));
  },
};

/** Null if sources state several. */
function sharedAreaOf(sources: readonly JsonObject[]): StatedArea | null {
  const boxes = new Set(sources.flatMap(({ bounds }) => (bounds === undefined ? [] : JSON.stringify(bounds))));
  const [box = '[]'] = boxes.size === 1 ? boxes : [];
  return statedAreaOfBox(jsonItemsOf(JSON.parse(box)));
}

function sourceMap(source: JsonObject, isDrawn: boolean): Omit<StatedMap, 'path' | 'name'> {
  const { type, tileSize = USUAL_TILE_SIZE, ...members } = source;
  const facts = { ...tileSetFacts(members), ...sharedMembersIn(members, READ_OF_SOURCES) };
  const url = facts.url || trimmedText(source['url']);
  const isArchive = readByProtocol(url) !== null;
  const noMap = NO_MAPS[String(type)];
  return {
    ...facts,
    url,
    known: { tileSize: tileSizeOf(tileSize) },
    ...withProblem(
      noMap
        ? `it is ${noMap}`
        : type !== 'raster'
          ? `it is a source of the type ${JSON.stringify(type)}, which ${isDrawn ? `the style draws; ${IMPORT_BY_ADDRESS}` : 'no layer of the style draws'}`
          : facts.url === '' && !isArchive
            ? /^mapbox:/i.test(url)
              ? describeTemplateProblem({ code: 'mapbox' })
              : 'its tiles are in a TileJSON; import the address in its url'
            : facts.problem,
    ),
  };
}
