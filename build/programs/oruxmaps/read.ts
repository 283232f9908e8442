import { childrenNamed, childText, type XmlElement } from '../../../contract/base/xml-elements.ts';
import { SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import { childMembers, commentedKeyIn, mapsInList, namedHeader } from '../stated/list-elements.ts';
import { creditOf, type ListReader, type StatedMap, sharedMembersIn, withProblem } from '../stated/stated-map.ts';

const SERVICE = `<${SERVICE_PROTOCOL.toLowerCase()}>`;
const READ_ELEMENTS = 'name url website servers httpparam';
const SETTINGS = 'cacheable downloadable maxtilesday maxthreads';
/** Scripts that change a tile's numbers, or the address. */
const SCRIPTS = ['xop', 'yop', 'zop', 'qop', 'sop'];

export const ORUXMAPS_READER: ListReader = {
  reads: 'an onlinemapsources.xml of OruxMaps',
  xml: (root, _, unread) =>
    root.name === 'wms_services'
      ? 'is a list of services of OruxMaps, so import the capabilities of each, by its address'
      : mapsInList(root, ['onlinemapsources', 'onlinemapsource'], mapOf, (part) =>
          unread(part.includes(SERVICE) ? `${part}; import the capabilities of each ${SERVICE}, by its address` : part),
        ),
};

function mapOf(source: XmlElement, index: number): StatedMap {
  const text = (name: string): string => childText(source, name);
  const key = commentedKeyIn(source);
  const servers = text('servers');
  const { projection = '', ...members } = childMembers(source) as Record<string, string>;
  const shared = sharedMembersIn(members, `${READ_ELEMENTS} ${SETTINGS} ${SCRIPTS.join(' ')}`);
  const [script] = SCRIPTS.filter((name) => !/^0?$/.test(text(name)));
  const isMercator = /^(?:MERCATORESFERICA)?$/i.test(projection.trim());
  const credit = creditOf(text('website'));
  return {
    ...key,
    ...shared,
    path: ['onlinemapsource', index],
    name: text('name'),
    url: text('url').replaceAll('{$l}', '{lang}'),
    subdomains: servers === '' ? null : servers.split(','),
    credit,
    headers: [
      ...shared.headers,
      // The program writes an empty one.
      ...childrenNamed(source, 'httpparam').flatMap((one) => (one.content.trim() ? namedHeader(one) : [])),
    ],
    remark: credit && !key.fileName ? 'its credit is taken from its <website>' : null,
    ...withProblem(
      script !== undefined
        ? `it changes the numbers of tiles by a script (<${script}>)`
        : isMercator
          ? null
          : `its tiles are in ${projection.slice(0, 100)} and not in Web Mercator (EPSG:3857)`,
    ),
  };
}
