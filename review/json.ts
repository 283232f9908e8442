import type { SiteDiff } from './compare.ts';
import type { Judgement } from './removals.ts';

/**
 * A report as JSON. The shape is stable: fields are only ever added.
 *
 * `{breaking, unlisted, serviceUrl, changes: [{what, …, subject, target, breaking, reason}], sizes}`, where `target`
 * has the keys of an entry of `removals.yaml`, and `reason` is the one given there, or null.
 */
export function jsonOf({ serviceUrl, changes, sizes }: SiteDiff, { breaking }: Judgement): string {
  const reasons = new Map(breaking.map(({ change, reason }) => [change, reason]));
  const items = changes.map((change) => ({
    ...change,
    breaking: reasons.has(change),
    reason: reasons.get(change) ?? null,
  }));
  const unlisted = breaking.filter(({ reason }) => reason === null).length;
  return `${JSON.stringify({ breaking: breaking.length, unlisted, serviceUrl, changes: items, sizes }, null, 2)}\n`;
}
