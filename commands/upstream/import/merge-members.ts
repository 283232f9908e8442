/** Merges the members that a service publishes of a map into those that the catalog has. */
import type { TileServerSource } from '../../../contract/generated/catalog.types.ts';
import type { Target } from '../../../contract/targets.ts';
import type { Members } from './correct-record.ts';
import type { SourcePlace } from './notes.ts';

/** Whether the catalog wants a record, which removals.yaml may list. */
export type IsWanted = (target: Target, at: SourcePlace | null) => boolean;

/** The members with other keys. */
export const withoutMembers = (members: object, keys: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries(members).filter(([key]) => !keys.has(key)));

/** Merges a published map into that of the catalog. @param keys those that services publish; others stay */
export function withServed(
  old: Partial<TileServerSource>,
  served: Members,
  keys: ReadonlySet<string>,
  isComplete: boolean,
): object {
  // A default stays if the file states it.
  const active = old.active ? { active: true } : {};
  // The catalog's own hosts only fit their old pattern.
  const hasOwnHosts = !isComplete && Array.isArray(served['hosts']) && served['urlPattern'] === old.urlPattern;
  const hosts = hasOwnHosts ? { hosts: joinedLists(old.hosts ?? [], served['hosts'] as readonly string[]) } : {};
  return { ...withoutMembers(old, keys), ...active, ...served, ...hosts };
}

/** What the service states in its order, then what only the catalog knows. */
export function joinedLists(known: readonly string[], stated: readonly string[]): readonly string[] {
  return [...new Set([...stated, ...known])];
}
