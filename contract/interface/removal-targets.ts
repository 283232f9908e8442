/** What can be removed from the interface: a record, a file of a data source, a field, or a published file. */

/** Identifies one of them with the keys of `removals.yaml`. */
export interface Target {
  readonly url: string;
  /** The id of a map in the list at `url`. */
  readonly id?: string | undefined;
  /** The path of a file, map or theme of the data source at `url`. */
  readonly file?: string | undefined;
  /** A field of the record or file, with dots between the levels. */
  readonly field?: string | undefined;
}

/** A key that two targets share if and only if they are the same. */
export function targetKey({ url, id, file, field }: Target): string {
  return JSON.stringify([url, id ?? null, file ?? null, field ?? null]);
}

/** Describes a target for messages: `the file "a.zip" of /v1/datasources/maps/`. */
export function nameOfTarget({ url, id, file, field }: Target): string {
  const parts = [...(field === undefined ? [] : [`the field ${JSON.stringify(field)} of`])];
  if (file !== undefined) parts.push(`the file ${JSON.stringify(file)} of`);
  if (id !== undefined) parts.push(`${JSON.stringify(id)} in`);
  return [...parts, url].join(' ');
}

/** The file name of the map of another type whose document has a path; null for other paths. */
export function typedMapAt(path: string): string | null {
  return /^\/v2\/maps\/([a-z0-9-]+)\.json$/.exec(path)?.[1] ?? null;
}
