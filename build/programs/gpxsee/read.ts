import { firstNames } from '../../../contract/base/text.ts';
import { childrenNamed, childText, type XmlElement, xmlAttributesOf } from '../../../contract/base/xml-elements.ts';
import { capabilitiesOffer } from '../../../contract/maps/import-offer.ts';
import { SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import { statedPicture } from '../stated/editor-layers.ts';
import { childMembers, commentedKeyIn, firstOf, namedHeader } from '../stated/list-elements.ts';
import { statedAreaOfBox } from '../stated/stated-area.ts';
import {
  asStatedNumber,
  creditOf,
  joinedRemarks,
  type ListReader,
  type StatedMap,
  sharedMembersIn,
  tileSizeOf,
  trimmedText,
  withProblem,
} from '../stated/stated-map.ts';

const READ_ELEMENTS = 'name url zoom bounds layer style tile copyright set dimension authorization header';

export const GPXSEE_READER: ListReader = {
  reads: 'a map of GPXSee',
  xml(root) {
    const isStated = root.namespaceUri.startsWith('http://www.gpxsee.org/map/');
    return root.name === 'map' && (isStated || childText(root, 'url') !== '') ? [mapOf(root)] : null;
  },
};

function mapOf(root: XmlElement): StatedMap {
  const attributesIn = (name: string) => childrenNamed(root, name).map((child) => xmlAttributesOf(child));
  const [[zoom], [box], [tile]] = [attributesIn('zoom'), attributesIn('bounds'), attributesIn('tile')];
  const key = commentedKeyIn(root);
  const urls = childrenNamed(root, 'url').map(({ content }) => trimmedText(content));
  const type = xmlAttributesOf(root).get('type') ?? 'OSM';
  const isVector = tile?.get('type') === 'vector';
  // A service draws in its projection.
  const { crs, ...members } = childMembers(root);
  const isService = type === SERVICE_PROTOCOL || type === 'WMTS';
  const shared = sharedMembersIn(isService ? members : { crs, ...members }, READ_ELEMENTS);
  const dimensions = attributesIn('dimension').map((dimension) => dimension.get('id') ?? '');
  const remark = joinedRemarks(
    firstOf(urls.length),
    dimensions.length > 0 && `its dimensions (${firstNames(dimensions)}) are left out: it is drawn for the usual ones`,
  );
  return {
    ...key,
    ...shared,
    path: [],
    name: childText(root, 'name'),
    url: urls[0] ?? '',
    minZoom: asStatedNumber(zoom?.get('min')) ?? shared.minZoom,
    maxZoom: asStatedNumber(zoom?.get('max')) ?? shared.maxZoom,
    credit: creditOf(childText(root, 'copyright')),
    area: statedAreaOfBox(['left', 'bottom', 'right', 'top'].map((edge) => box?.get(edge))),
    headers: childrenNamed(root, 'header').map(namedHeader),
    known: { tileSize: isVector ? undefined : tileSizeOf(tile?.get('size')) },
    isVector: isVector || shared.isVector,
    isFlipped: type === 'TMS',
    remark,
    ...(type === SERVICE_PROTOCOL ? statedPicture(serviceOf(root, key.isOverlay), childText(root, 'crs')) : null),
    ...(type === 'WMTS' ? { offer: capabilitiesOffer(urls[0] ?? '', 'WMTS', list(root, 'layer')) } : null),
    ...withProblem(obstacleIn(root, type)),
  };
}

const list = (root: XmlElement, name: string): string[] => childText(root, name).split(',').filter(Boolean);

/** The file states no version, because GPXSee asks the service: 1.3.0 is assumed. */
function serviceOf(root: XmlElement, transparent = false) {
  const [service, format] = [childText(root, 'url'), childText(root, 'format') || 'image/png'];
  return { service, layers: list(root, 'layer'), styles: list(root, 'style'), format, version: '1.3.0', transparent };
}

function obstacleIn(root: XmlElement, type: string): string | null {
  if (childrenNamed(root, 'authorization').length > 0)
    return 'it has a user name and a password, and nothing of that kind may be published';
  return type === 'QuadTiles' ? 'its address has the quadkey of a tile, which the catalog cannot fill in' : null;
}
