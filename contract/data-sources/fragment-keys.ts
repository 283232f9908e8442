import { firstNames, plural } from '../base/text.ts';

/** Map programs look for files of archives by these keys. `Flatten` unpacks an archive without its folders. */
export function fragmentKey(action: unknown, path: string): string {
  return action === 'Flatten' ? path.slice(path.lastIndexOf('/') + 1) : path;
}

export function fragmentsByKey<T>(
  action: unknown,
  fragments: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  if (action !== 'Flatten') return fragments;
  return Object.fromEntries(Object.entries(fragments).map(([path, value]) => [fragmentKey(action, path), value]));
}

/** Why fragments are lost, as a clause; null if all keys differ. */
export function describeLostFragments(action: unknown, paths: readonly string[]): string | null {
  const seen = new Set<string>();
  const again = paths.map((path) => fragmentKey(action, path)).filter((key) => seen.size === seen.add(key).size);
  if (again.length === 0) return null;
  const names = `${plural(again.length, 'file')} in it ${again.length === 1 ? 'has' : 'have'} the name of another`;
  const list = firstNames([...new Set(again)]);
  return `${names}, and the action is Flatten; of the same names the last one counts: ${list}`;
}
