/**
 * Numbers for programs that know maps by a number and keep tiles under it: a server keeps its number whatever else is added
 * to the catalog or taken out of it, so that nobody sees the tiles of another map.
 */
import { crc32 } from 'node:zlib';
import type { CatalogServer } from './tile-template.ts';

/** Locus keeps those below for itself. */
const LOWEST = 1000;

/** Numbers fit into 31 bits. */
const COUNT = 2 ** 31 - LOWEST;

/** The numbers of servers, in their order. Two that would have the same one are told apart by their order. */
export function stableNumbers(servers: readonly CatalogServer[]): number[] {
  const taken = new Set<number>();
  return servers.map(({ kind, server }) => {
    let number = crc32(`${kind}/${server.fileName}`) % COUNT;
    while (taken.has(number)) number = (number + 1) % COUNT;
    taken.add(number);
    return LOWEST + number;
  });
}
