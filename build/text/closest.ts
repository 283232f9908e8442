import { closest, distance } from 'fastest-levenshtein';

/** The candidate nearest to a word, for "did you mean"; null where none is near enough to be what was meant. */
export function closestTo(word: string, candidates: readonly string[]): string | null {
  if (candidates.length === 0) return null;
  const folded = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]));
  const nearest = closest(word.toLowerCase(), [...folded.keys()]);
  const allowed = Math.max(1, Math.floor(Math.max(word.length, nearest.length) / 3));
  return distance(word.toLowerCase(), nearest) <= allowed ? (folded.get(nearest) ?? null) : null;
}
