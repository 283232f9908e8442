/** A record names the archive itself, not a TileJSON of it. */
import { isTileJson, mapTypeOfFile, readByProtocol } from '../../../contract/maps/map-formats.ts';
import { withVariables } from '../../tile-url/convert.ts';
import type { TypeDefinition } from '../map-type.ts';
import words from './words.json' with { type: 'json' };

export const PMTILES_FILES = {
  'pmtiles@4.5.0/dist/pmtiles.js': 'sha384-pbKNZbDshUsLnZMIVsn/t+j3xEY9PGfuX5Z22l5rcy/obXz3EwaMx1F5d9sRsJMn',
};

export const PMTILES_TYPE: TypeDefinition<'pmtiles'> = {
  words,
  shape: ({ url, style }) => ({
    is: 'archive',
    url,
    style,
    format: 'PMTiles',
    library: 'pmtiles',
    libraryFiles: PMTILES_FILES,
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
