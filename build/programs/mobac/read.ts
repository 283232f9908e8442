import type { XmlElement } from '../../../contract/base/xml-elements.ts';
import { childMembers, childText } from '../stated/list-elements.ts';
import { type ListReader, type StatedMap, sharedMembersIn } from '../stated/stated-map.ts';

const READ_ELEMENTS = 'name url serverParts invertYCoordinate tileType';
const SETTINGS = 'tileUpdate backgroundColor ignoreErrors';

export const MOBAC_READER: ListReader = {
  reads: 'a map source of Mobile Atlas Creator',
  xml: (root) => (root.name === 'customMapSource' ? [mapOf(root)] : null),
};

function mapOf(source: XmlElement): StatedMap {
  const text = (name: string): string => childText(source, name);
  const parts = text('serverParts');
  const shared = sharedMembersIn(childMembers(source), `${READ_ELEMENTS} ${SETTINGS}`);
  return {
    ...shared,
    path: [],
    name: text('name'),
    url: text('url'),
    subdomains: parts === '' ? null : parts.split(/\s+/),
    isFlipped: text('invertYCoordinate') === 'true' || shared.isFlipped,
  };
}
