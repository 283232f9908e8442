import { asJsonMembers, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { parseUrl } from '../../../contract/base/text.ts';
import { xmlAttributesOf } from '../../../contract/base/xml-elements.ts';
import { placeholderRange } from '../../tile-url/template-pieces.ts';
import { linkedMaps } from '../stated/linked-maps.ts';
import { mapsInList } from '../stated/list-elements.ts';
import {
  type ListReader,
  ON_ELLIPSOID,
  type StatedMap,
  sharedMembersIn,
  tileSizeOf,
  trimmedText,
  withProblem,
} from '../stated/stated-map.ts';

const READ_MEMBERS = 'name url_template tile_size ellipsoid inverted_y randoms rule';
const SETTINGS = 'ext img_density avg_img_size expiration_time_minutes';
const SETTINGS_OF_EXPORT = 'sql timesupported expire inversiveZoom bitDensity avgSize';

/** Parameters of a link, keys of `.metainfo`, members of an export, or attributes in the list of sources. */
type Members = Readonly<Record<string, string>>;

const LINK = /^https?:\/\/(?:www\.)?osmand\.net\/(?:[a-z-]{1,20}\/)?add-tile-source\?/i;
const isLink = (address: string): boolean => LINK.test(address);

export const OSMAND_READER: ListReader = {
  reads: 'links, .metainfo, tile_sources.xml or the items.json of an export of OsmAnd',
  isLink,
  zipped: {
    entry: /^items\.json$/,
    is: 'an export of OsmAnd',
    way: 'so unpack it, and import the items.json in it, which lists its map sources',
  },
  json({ items }) {
    const maps = jsonItemsOf(items).flatMap((part, index) => {
      const { type, items: sources } = asJsonMembers(part) ?? {};
      if (type !== 'MAP_SOURCES') return [];
      return jsonItemsOf(sources).map((source, at) => {
        const { url, tileSize, ...members } = asJsonMembers(source) ?? {};
        const named = Object.entries({ ...members, url_template: url, tile_size: tileSize });
        return mapOf(Object.fromEntries(named.map(([key, value]) => [key, String(value ?? '')])), [
          'items',
          index,
          'items',
          at,
        ]);
      });
    });
    return maps.length > 0 ? maps : null;
  },
  xml: (root, _, unread) =>
    mapsInList(
      root,
      ['tile_sources', 'tile_source'],
      (source, index) => mapOf(Object.fromEntries(xmlAttributesOf(source)), ['tile_source', index]),
      unread,
    ),
  text(text, name, unread) {
    const mapOfLink = (link: string, index: number): StatedMap =>
      mapOf(Object.fromEntries(parseUrl(link)?.searchParams ?? []), [index]);
    const linked = linkedMaps(text, isLink, mapOfLink, unread);
    if (linked) return linked;
    if (!/^\s*\[\w{1,40}\][^\S\n]*\n/.test(text)) return null;
    const members = metainfoIn(text);
    if (members['url_template'] === undefined && members['ext'] === undefined) return null;
    const [folder = '', file = ''] = ['', ...name.split(/[\\/]/)].slice(-2);
    return [mapOf({ name: file.replace(/\.metainfo$/i, '') || folder, ...members }, [])];
  },
};

/** `[key]`, with its value on the next line. */
function metainfoIn(text: string): Members {
  const members: Record<string, string> = {};
  let key = '';
  for (const line of text.split('\n')) {
    const [, begun] = /^\[(\w{1,40})\]\s*$/.exec(line.slice(0, 100)) ?? [];
    if (begun !== undefined) key = begun;
    else if (line.trim() !== '') members[key] = line.trim();
  }
  return members;
}

const PLACEHOLDERS = ['{z}', '{x}', '{y}'];

function mapOf(members: Members, path: StatedMap['path']): StatedMap {
  const text = (name: string): string => trimmedText(members[name]);
  const randoms = text('randoms');
  const shared = sharedMembersIn(members, `${READ_MEMBERS} ${SETTINGS} ${SETTINGS_OF_EXPORT}`);
  return {
    path,
    name: text('name'),
    url: text('url_template')
      .replace(/\{([012])\}/g, (_, number) => PLACEHOLDERS[number] as string)
      .replaceAll('{rnd}', '{s}'),
    subdomains: randoms === '' ? null : randoms.split(',').flatMap((one) => placeholderRange(one) ?? one),
    ...shared,
    isFlipped: text('inverted_y') === 'true' || shared.isFlipped,
    known: { tileSize: tileSizeOf(text('tile_size')) },
    ...withProblem(obstacleIn(text('ellipsoid'), text('rule'))),
  };
}

function obstacleIn(ellipsoid: string, rule: string): string | null {
  if (ellipsoid === 'true') return ON_ELLIPSOID;
  return /^(?:template|wms_tile|$)/i.test(rule) ? null : `OsmAnd makes its addresses by a rule (${rule.slice(0, 100)})`;
}
