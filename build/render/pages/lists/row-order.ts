import type { Language } from '../../../../contract/base/languages.ts';
import mapKinds from '../../../../contract/words/page-texts/map-kinds.json' with { type: 'json' };
import type { CatalogMap } from '../../../model/catalog.ts';
import { mapFlags } from '../../aspects/all-aspects.ts';
import type { PagesInput } from '../layout/page-layout.ts';
import { isFreeToUse } from '../map/map-summary.ts';

const KINDS = Object.keys(mapKinds);

/**
 * First maps of the world that work without a token, one of each kind in turn; then maps of parts of the world; then
 * maps that lack their token; last maps that are off, or known not to work.
 */
export function mostUsefulFirst(maps: readonly CatalogMap[], input: PagesInput, language: Language): CatalogMap[] {
  const order = new Intl.Collator(language, { numeric: true });
  const sorted = maps
    .map((map) => ({ map, name: map.id, group: groupOf(map, input), merit: meritOf(map), turn: 0 }))
    .sort((a, b) => a.group - b.group || b.merit - a.merit || order.compare(a.name, b.name));
  const turns = new Map<string, number>();
  for (const one of sorted) {
    if (one.group > 0) continue;
    const kind = one.map.kind ?? 'other';
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + 1);
    one.turn = turn * KINDS.length + KINDS.indexOf(kind);
  }
  return sorted.sort((a, b) => a.group - b.group || a.turn - b.turn).map(({ map }) => map);
}

function groupOf(map: CatalogMap, input: PagesInput): number {
  const { active, area, unsetTokens } = map;
  if (!active || mapFlags(map, input).includes('broken')) return 3;
  if (unsetTokens.length > 0) return 2;
  return area === 'world' ? 0 : 1;
}

/**
 * Maps that every program shows have more merit; among maps of the world, also main maps, whose credit begins with
 * their name, and free maps.
 */
function meritOf(map: CatalogMap): number {
  const meritOfType = map.type === 'xyz' ? 4 : 0;
  if (map.area !== 'world') return meritOfType;
  return meritOfType + (map.copyright.startsWith(map.id) ? 2 : 0) + (isFreeToUse(map) ? 1 : 0);
}
