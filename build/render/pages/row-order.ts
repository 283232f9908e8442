/** The order of the maps in a list: those that most readers can use come first. */

import type { Language } from '../../../contract/pages.ts';
import mapKinds from '../../../contract/words/page-texts/map-kinds.json' with { type: 'json' };
import { isFreeToUse } from './map-summary.ts';
import { isBroken, type KnownServer } from './server-facts.ts';

const KINDS = Object.keys(mapKinds);

/**
 * First the maps of the world that work without a token, one of each kind in turn; then those of parts of the world;
 * then those that need a token that is missing; last those that are off, or known not to work.
 */
export function mostUsefulFirst(servers: readonly KnownServer[], language: Language): KnownServer[] {
  const order = new Intl.Collator(language, { numeric: true });
  const sorted = servers
    .map((known) => ({ known, name: known.server.id, group: groupOf(known), merit: meritOf(known), turn: 0 }))
    .sort((a, b) => a.group - b.group || b.merit - a.merit || order.compare(a.name, b.name));
  const turns = new Map<string, number>();
  for (const one of sorted) {
    if (one.group > 0) continue;
    const kind = one.known.server.kind ?? 'other';
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + 1);
    one.turn = turn * KINDS.length + KINDS.indexOf(kind);
  }
  return sorted.sort((a, b) => a.group - b.group || a.turn - b.turn).map(({ known }) => known);
}

function groupOf({ server: { active, area, unsetTokens }, status }: KnownServer): number {
  if (!active || isBroken(status)) return 3;
  if (unsetTokens.length > 0) return 2;
  return area === 'world' ? 0 : 1;
}

/** A map that every program shows comes first; of the world, then one that is credited by its own name: the main one of somebody. */
function meritOf({ server }: KnownServer): number {
  const shownByAll = server.type === 'xyz' ? 4 : 0;
  if (server.area !== 'world') return shownByAll;
  return shownByAll + (server.copyright.startsWith(server.id) ? 2 : 0) + (isFreeToUse(server) ? 1 : 0);
}
