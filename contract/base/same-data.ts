/**
 * Like Node's `isDeepStrictEqual` for JSON values, in a third of the time. A symbol stands for a number that programs
 * read differently. The symbols of two readings are never equal.
 */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!isSameData(a[index], b[index])) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  const members = a as Readonly<Record<string, unknown>>;
  const others = b as Readonly<Record<string, unknown>>;
  let count = 0;
  for (const key in members) {
    const other = others[key];
    // Inherited properties are not data: `__proto__` would be an object without keys, and equal to `{}`.
    if ((other === undefined || key === '__proto__') && !Object.hasOwn(others, key)) return false;
    if (!isSameData(members[key], other)) return false;
    count++;
  }
  for (const _ in others) count--;
  return count === 0;
}
