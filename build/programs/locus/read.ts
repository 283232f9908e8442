import { childrenNamed, childText, type XmlElement, xmlAttributesOf } from '../../../contract/base/xml-elements.ts';
import { meansWorld } from '../../../contract/maps/bounding-boxes.ts';
import { childMembers, commentedKeyIn, mapsInList } from '../stated/list-elements.ts';
import { onlyCountriesIn } from '../stated/stated-countries.ts';
import {
  asStatedNumber,
  creditOf,
  joinedRemarks,
  type ListReader,
  ON_ELLIPSOID,
  type StatedMap,
  sharedMembersIn,
  tileSizeOf,
  trimmedText,
  withProblem,
} from '../stated/stated-map.ts';
import { ZOOM_OFFSET } from './share.ts';

const READ_ELEMENTS = 'name mode url serverPart zoomPart zoomMin zoomMax tileSize attribution extraHeader';

/** Elements that name places. The catalog can keep only countries. */
const PLACES = ['countries', 'countryCode', 'country', 'region', 'area'];

export const LOCUS_READER: ListReader = {
  reads: 'online maps of Locus Map',
  listIn: (link) => /^locus-actions:\/\/(?=https?\/)(.*)$/is.exec(link)?.[1]?.replace('/', '://'),
  xml(root, _, unread) {
    if (root.name === 'locusActions') {
      const [source] = childrenNamed(root, 'download').map((download) => childText(download, 'source'));
      const why = 'has actions of Locus Map, which only name a list of maps; import that';
      return source ? { why, address: source } : why;
    }
    return mapsInList(root, ['providers', 'provider'], mapOf, unread);
  },
};

/** A parameter against caches. */
const TIME = /(?<=\?)\w{1,20}=\{ts\}&|&\w{1,20}=\{ts\}|\?\w{1,20}=\{ts\}(?!&)/;

function mapOf(provider: XmlElement, index: number): StatedMap {
  const text = (name: string): string => childText(provider, name);
  const key = commentedKeyIn(provider);
  const { background = '-1', type = '0' } = Object.fromEntries(xmlAttributesOf(provider));
  const level = (name: string): number | null => {
    const zoom = asStatedNumber(text(name));
    return zoom === null ? null : Math.max(0, zoom - ZOOM_OFFSET);
  };
  // In lists that cartalog wrote, each map is named after the catalog.
  const label = key.fileName ? [text('mode')] : [text('name'), text('mode')];
  const parts = text('serverPart');
  const places = PLACES.flatMap((name) => text(name).split(/[,;]/).map(trimmedText)).filter(Boolean);
  const isWorld = places.some(meansWorld);
  const countries = isWorld ? undefined : onlyCountriesIn(places.join());
  const read = PLACES.filter((name) => isWorld || countries || text(name) === '');
  const shared = sharedMembersIn(childMembers(provider), [READ_ELEMENTS, ...read].join(' '));
  return {
    ...key,
    ...shared,
    path: ['provider', index],
    name: label.filter(Boolean).join(' '),
    url: text('url').replace(TIME, ''),
    subdomains: parts === '' ? null : parts.split(';'),
    minZoom: level('zoomMin') ?? shared.minZoom,
    maxZoom: level('zoomMax') ?? shared.maxZoom,
    isFlipped: type === '1' || shared.isFlipped,
    credit: creditOf(text('attribution')),
    headers: [
      ...shared.headers,
      ...childrenNamed(provider, 'extraHeader').map(({ content }) => trimmedText(content.split('#', 1)[0])),
    ],
    ...(isWorld ? { area: 'world' as const } : {}),
    known: { tileSize: tileSizeOf(text('tileSize')), ...(countries ? { countries } : {}) },
    remark: joinedRemarks(
      background !== '-1' && 'Locus Map draws it over another map, so it may be an overlay',
      TIME.test(text('url')) && 'its time ({ts}), by which no tile is kept, is left out',
    ),
    ...withProblem(obstacleIn(type, text('zoomPart'))),
  };
}

/** 0 and 1 are Web Mercator, with rows from the north or the south. */
function obstacleIn(type: string, zoomPart: string): string | null {
  if (/^[23]$/.test(type)) return ON_ELLIPSOID;
  if (!/^[01]$/.test(type)) return 'its type is one for which Locus Map counts tiles in another way';
  const isUsual = zoomPart === '' || zoomPart.replaceAll(' ', '') === `{z}-${ZOOM_OFFSET}`;
  return isUsual ? null : 'it shifts zoom levels, which the catalog cannot say';
}
