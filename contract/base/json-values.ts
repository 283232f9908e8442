export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export const asJsonMembers = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

export function jsonMembersOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function jsonItemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function withoutUndefined<T extends object>(members: T) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
