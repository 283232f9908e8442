/** A form for a new map loads only these rules. */
import { ADDRESS_RULES } from './addresses.ts';
import { ID_RULES } from './ids.ts';
import { LABEL_RULES } from './likely-mistakes.ts';
import { AREA_RULES } from './map-areas.ts';
import { rulesFor } from './run-rules.ts';
import { TILE_RULES } from './tiles.ts';
import { TYPE_RULES } from './type-rules.ts';

/** In the order in which they run. */
export const MAP_RULE_SETS = [ID_RULES, TILE_RULES, TYPE_RULES, AREA_RULES, ADDRESS_RULES, LABEL_RULES] as const;

export const MAP_RULES = rulesFor(MAP_RULE_SETS, 'map');
