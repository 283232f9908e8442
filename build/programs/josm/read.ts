import { itemsByKey } from '../../../contract/base/text.ts';
import { childrenNamed, type XmlElement, xmlAttributesOf, xmlChildrenOf } from '../../../contract/base/xml-elements.ts';
import { kindOfCategory } from '../../../contract/maps/layer-categories.ts';
import { layerAddressOf, layerDateOf, layerTypeOf, statedLayerPlace } from '../stated/editor-layers.ts';
import { linkedMaps } from '../stated/linked-maps.ts';
import { childMembers, mapsInList } from '../stated/list-elements.ts';
import { type StatedArea, statedAreaOfBox, statedRingOf } from '../stated/stated-area.ts';
import {
  creditOf,
  type ListReader,
  type StatedMap,
  sharedMembersIn,
  tileSizeOf,
  trimmedText,
} from '../stated/stated-map.ts';

const READ_MEMBERS =
  'name id type url category attribution-text attribution-url bounds projections country-code terms-of-use-url eula privacy-policy-url date tile-size default-layers';

const isLink = (address: string): boolean => /^http:\/\/(?:127\.0\.0\.1|localhost):8111\/imagery\?/i.test(address);

/** `tms[2,18]:https://…` */
const MARKED = /^([a-z_]{3,12})(?:\[[\d,-]{0,20}\])?:(https?:\/\/(?:\{[^{}]*\}[.-]?)?([^/?#{}]+).*)$/is;

export const JOSM_READER: ListReader = {
  reads: 'an imagery XML or links of JOSM',
  isLink: (address) => isLink(address) || /^(?:tms|scanex)\b/i.test(MARKED.exec(address)?.[1] ?? ''),
  xml: (root, _, unread) => mapsInList(root, ['imagery', 'entry'], mapOf, unread),
  text(text, _, unread) {
    // A table may have marked addresses in its cells.
    const isList = text.split('\n').every((line) => /^(?:#|$)/.test(line.trim()) || MARKED.test(line.trim()));
    return linkedMaps(text, isList ? (link) => MARKED.test(link) : isLink, mapOfLink, unread);
  },
};

function mapOfLink(link: string, index: number): StatedMap {
  const [, mark, marked = '', host = ''] = MARKED.exec(link) ?? [];
  // The address keeps the mark `tms`, which may have zoom levels.
  if (mark)
    return {
      path: [index],
      name: host,
      url: /^tms$/i.test(mark) ? link : marked,
      ...layerTypeOf(mark.toLowerCase(), marked, []),
    };
  // The address is everything after `url=`, and may be unencoded.
  const [, before = '', written = ''] = /^[^?]*\?(.*?)\burl=(.*)$/s.exec(link) ?? [];
  const given = new URLSearchParams(before);
  const url = (/^https?%3a/i.test(written) && new URLSearchParams(`url=${written}`).get('url')) || written;
  const value = (name: string): string => trimmedText(given.get(name));
  return {
    path: [index],
    name: value('title'),
    url,
    ...sharedMembersIn(Object.fromEntries(given), 'title type'),
    ...layerTypeOf(value('type') || 'tms', url, []),
  };
}

function mapOf(entry: XmlElement, index: number): StatedMap {
  const children = itemsByKey(xmlChildrenOf(entry), ({ name }) => name);
  const named = (name: string): XmlElement[] => children.get(name) ?? [];
  const text = (name: string): string => {
    const found = named(name);
    // Texts in other languages have an attribute.
    return trimmedText((found.find((child) => xmlAttributesOf(child).size === 0) ?? found[0])?.content);
  };
  const elementsIn = (list: string, name: string): XmlElement[] =>
    named(list).flatMap((found) => childrenNamed(found, name));
  const bounds = areaOfBounds(named('bounds')[0]);
  const { countries, ...where } = statedLayerPlace(text('id'), text('country-code'), bounds);
  const projections = elementsIn('projections', 'code').map(({ content }) => trimmedText(content));
  const isOverlay = xmlAttributesOf(entry).get('overlay') === 'true';
  const headers = named('custom-http-header').map((one) => xmlAttributesOf(one).get('header-name'));
  const [since, until = since] = text('date').split(';');
  return {
    ...where,
    path: ['entry', index],
    name: text('name') || text('id'),
    // In lists that cartalog wrote, the description is the map's name.
    description: where.fileName && text('description'),
    url: text('url'),
    credit: creditOf(named('attribution-text')[0]?.content),
    creditUrl: layerAddressOf(text('attribution-url')),
    isOverlay,
    known: {
      kind: kindOfCategory(text('category')),
      countries,
      terms: layerAddressOf(text('terms-of-use-url') || text('eula')),
      privacy: layerAddressOf(text('privacy-policy-url')),
      since: layerDateOf(since),
      until: layerDateOf(until),
      tileSize: tileSizeOf(text('tile-size')),
    },
    ...sharedMembersIn({ ...childMembers(entry), headers }, READ_MEMBERS),
    ...layerTypeOf(text('type'), text('url'), projections, elementsIn('default-layers', 'layer').map(xmlAttributesOf)),
  };
}

function areaOfBounds(bounds: XmlElement | undefined): StatedArea | null {
  if (!bounds) return null;
  const edge = (element: XmlElement, name: string): string | undefined => xmlAttributesOf(element).get(name);
  const rings = childrenNamed(bounds, 'shape').map((shape) =>
    statedRingOf([...xmlChildrenOf(shape)].map((point) => [edge(point, 'lon'), edge(point, 'lat')])),
  );
  if (rings.length > 0) return rings.map((ring) => [ring]);
  return statedAreaOfBox(['min-lon', 'min-lat', 'max-lon', 'max-lat'].map((name) => edge(bounds, name)));
}
