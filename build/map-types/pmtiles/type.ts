/** A record names the archive itself, not a TileJSON of it. */
import { isTileJson, mapTypeOfFile, readByProtocol } from '../../../contract/maps/map-formats.ts';
import { withVariables } from '../../tile-url/convert.ts';
import type { TypeDefinition } from '../map-type.ts';
import words from './words.json' with { type: 'json' };

export const PMTILES_TYPE: TypeDefinition<'pmtiles'> = {
  words,
  shape: ({ url, style }) => ({
    is: 'archive',
    url,
    style,
    format: 'PMTiles',
    library: 'pmtiles',
    handler: 'new pmtiles.Protocol().tile',
    reader: 'pmtiles.PMTiles',
  }),
  entered: 'a PMTiles archive',
  looks: 'an archive ends in .pmtiles',
  ofDocument(address, variables) {
    const { url: plain, type } = readByProtocol(address) ?? { url: address, type: mapTypeOfFile(address) };
    if (!/^https?:\/\//i.test(plain) || type !== 'pmtiles') return null;
    const { text: url, notes } = withVariables(plain.replace(/#.*$/s, ''), variables);
    return { type, members: { url }, notes };
  },
  faults: ({ url = '', style = '' }) => [
    [
      isTileJson(url) || /\.json(?:[?#]|$)/i.test(url),
      'url',
      'write the address of the archive itself, which usually ends in .pmtiles',
    ],
    [mapTypeOfFile(style) !== null, 'style', 'write the archive as url; style is the address of a MapLibre style'],
  ],
};
