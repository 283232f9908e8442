import {
  childrenNamed,
  childText,
  type XmlElement,
  xmlAttributesOf,
  xmlChildrenOf,
} from '../../../contract/base/xml-elements.ts';
import { childMembers, firstOf, namedHeader } from '../stated/list-elements.ts';
import {
  creditOf,
  joinedRemarks,
  type ListReader,
  type StatedMap,
  sharedMembersIn,
  tileSizeOf,
} from '../stated/stated-map.ts';

const READ_ELEMENTS = 'name url serverParts invertYCoordinate tileType tileSize attribution layers';
const SETTINGS = 'tileUpdate backgroundColor ignoreErrors';

/** Files of Guru Maps (`.ms`) have more elements. */
export const MOBAC_READER: ListReader = {
  reads: 'a map source of Mobile Atlas Creator or Guru Maps',
  xml: (root) => (root.name === 'customMapSource' ? [mapOf(root)] : null),
};

function mapOf(source: XmlElement): StatedMap {
  const layers = childrenNamed(source, 'layers').flatMap((list) => childrenNamed(list, 'layer'));
  const [first = source] = layers;
  const text = (name: string): string => childText(first, name) || childText(source, name);
  const parts = text('serverParts');
  const overlay = xmlAttributesOf(source).get('overlay');
  const { headers = [], ...members } = { ...childMembers(source), ...childMembers(first) };
  const listed = childrenNamed(source, 'headers').flatMap((list) => [...xmlChildrenOf(list)].map(namedHeader));
  const shared = sharedMembersIn(
    { ...members, headers: listed.length > 0 ? listed : headers },
    `${READ_ELEMENTS} ${SETTINGS}`,
  );
  return {
    ...shared,
    path: [],
    name: childText(source, 'name'),
    url: text('url'),
    subdomains: parts === '' ? null : parts.split(/\s+/),
    credit: creditOf(text('attribution')),
    isFlipped: text('invertYCoordinate') === 'true' || shared.isFlipped,
    ...(overlay ? { isOverlay: overlay === 'true' } : {}),
    known: { tileSize: tileSizeOf(text('tileSize')) },
    remark: joinedRemarks(firstOf(layers.length)),
  };
}
