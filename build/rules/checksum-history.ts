import { type Diagnostic, diagnostic, value } from '../diagnostics/diagnostic.ts';
import type { Checksum } from '../generated/catalog.types.ts';
import type { Pruned } from '../validate/prune.ts';
import type { Rule } from './rule.ts';

/** Specification, file entry: checksums are ordered by lastModified, oldest first. */
export const checksumHistory: Rule = {
  name: 'checksum-history',
  description: 'checksum histories are ordered, oldest first, and name no build twice',
  *check(content) {
    for (const { path, at, history } of content.histories()) yield* checkHistory(path, at, history);
  },
};

function* checkHistory(
  path: string,
  at: readonly string[],
  history: readonly Pruned<Checksum>[],
): Generator<Diagnostic> {
  let latest = '';
  // Equal builds stand side by side in an ordered history; the ones of the latest moment are enough to compare with.
  let ofLatest: Pruned<Checksum>[] = [];
  const early: { readonly index: number; readonly time: string; readonly before: string }[] = [];
  for (const [index, checksum] of history.entries()) {
    const time = checksum.lastModified;
    if (time === undefined) continue;
    // Timestamps of one form and time zone order as text.
    if (time < latest) {
      early.push({ index, time, before: latest });
      continue;
    }
    if (time > latest) ofLatest = [];
    latest = time;
    if (ofLatest.some((other) => isSame(other, checksum))) {
      yield diagnostic('repeated-checksum', path, value(...at, index), { time });
    }
    ofLatest.push(checksum);
  }
  const [first, ...others] = early;
  if (!first) return;
  // A history that stands upside down is one mistake, not one for each checksum.
  const { index, time, before } = first;
  const place = value(...at, index, 'lastModified');
  yield diagnostic('checksum-order', path, place, { time, before, others: others.length });
}

function isSame(a: Pruned<Checksum>, b: Pruned<Checksum>): boolean {
  return a.contentLength === b.contentLength && a.sha1 === b.sha1;
}
