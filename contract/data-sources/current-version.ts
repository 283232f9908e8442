import type { Checksum } from '../generated/catalog.types.ts';

/** Upstream's version, as far as known: the marked one, or the newest. @param history oldest first */
export function currentVersionOf<One extends Partial<Checksum>>(history: readonly One[]): One | undefined {
  return history.find(({ current }) => current !== undefined) ?? history.at(-1);
}
