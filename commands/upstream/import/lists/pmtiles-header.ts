import { bytesToHeader } from 'pmtiles';
import { statedAreaOfBox } from '../../../../build/programs/stated/stated-area.ts';
import { type StatedMap, statedMapAtAddress } from '../../../../build/programs/stated/stated-map.ts';

const HEADER_BYTES = 127;

export const PMTILES_ARCHIVE = {
  type: 'pmtiles',
  headerBytes: HEADER_BYTES,
  begins: (body: Uint8Array): boolean => Buffer.from(body.subarray(0, 7)).toString('latin1') === 'PMTiles',
  map(body: Uint8Array, address: string): StatedMap {
    const isWhole = body.length >= HEADER_BYTES && body[7] === 3;
    const header = isWhole ? bytesToHeader(new Uint8Array(body).buffer) : null;
    const { minZoom = null, maxZoom = null, minLon, minLat, maxLon, maxLat } = header ?? {};
    return {
      ...statedMapAtAddress(address, null),
      minZoom,
      maxZoom,
      // Zeros mean an unknown box.
      area: minLon || minLat || maxLon || maxLat ? statedAreaOfBox(minLon, minLat, maxLon, maxLat) : null,
      type: 'pmtiles',
      typeMembers: { url: address },
      problem: isWhole ? null : 'it has no header of PMTiles 3',
    };
  },
} as const;
