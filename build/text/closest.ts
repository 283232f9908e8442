import { closest, distance } from 'fastest-levenshtein';

/** The candidate nearest to a word, for "did you mean"; null where none is near enough to be what was meant. */
export function closestTo(word: string, candidates: readonly string[]): string | null {
  if (candidates.length === 0) return null;
  const folded = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]));
  const nearest = closest(word.toLowerCase(), [...folded.keys()]);
  const allowed = Math.max(1, Math.floor(Math.max(word.length, nearest.length) / 3));
  const isNear = distance(word.toLowerCase(), nearest) <= allowed || letters(word.toLowerCase()) === letters(nearest);
  return isNear ? (folded.get(nearest) ?? null) : null;
}

/** Two letters that changed places are one slip, though the distance is two. */
function letters(word: string): string {
  return [...word].sort().join('');
}
