/** Values of JSON. */

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The members of an object; null for anything else. */
export const asJsonMembers = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

/** The members of an object; an empty list for any other value. */
export function jsonMembersOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The items of a list; an empty list for any other value. */
export function jsonItemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An object without the members that are undefined. */
export function withoutUndefined<T extends object>(members: T) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
