/** In the order of the dialog. */
import { ID_SHARE } from './id/share.ts';
import { JOSM_SHARE } from './josm/share.ts';
import { LOCUS_SHARE } from './locus/share.ts';
import type { ShareTarget } from './map-program.ts';
import { OSMAND_SHARE } from './osmand/share.ts';

export const SHARE_TARGETS: readonly ShareTarget[] = [OSMAND_SHARE, JOSM_SHARE, ID_SHARE, LOCUS_SHARE];
