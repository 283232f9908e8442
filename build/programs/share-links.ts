/** The programs that a page opens with what it shows. Their words are in the texts of its language, which is all that it loads. */
import { idShare } from './id/share.ts';
import { josmShare } from './josm/share.ts';
import { locusShare } from './locus/share.ts';
import type { SharedMap } from './map-program.ts';
import { osmandShare } from './osmand/share.ts';

/** The links by program, in the order of the dialog; without a map, those that open all. */
export function shareLinks(map: SharedMap | null, addressOf: (path: string) => URL) {
  const ofMap = map && { osmand: osmandShare(map), josm: josmShare(map), id: idShare(map) };
  return { ...ofMap, locus: locusShare(addressOf) };
}
