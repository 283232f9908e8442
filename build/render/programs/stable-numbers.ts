/**
 * Numbers for programs that know maps by a number and keep tiles under it. They follow from the names of servers, so that
 * one keeps its number when others are added or taken out, and nobody sees the tiles of another map; but for two with the
 * same number, which among a thousand servers is seen in one catalog of four thousand.
 */
import { crc32 } from 'node:zlib';
import type { CatalogServer } from './tile-template.ts';

/** Locus keeps those below for itself. */
const LOWEST = 1000;

/** Numbers fit into 31 bits. */
const COUNT = 2 ** 31 - LOWEST;

/** The numbers of servers, in their order. Of two that would have the same one, the later has the next that is free. */
export function stableNumbers(servers: readonly CatalogServer[]): number[] {
  const taken = new Set<number>();
  return servers.map(({ kind, server }) => {
    let number = crc32(`${kind}/${server.fileName}`) % COUNT;
    while (taken.has(number)) number = (number + 1) % COUNT;
    taken.add(number);
    return LOWEST + number;
  });
}
