/**
 * What can be removed, with the keys of `removals.yaml`: a record, a file of a data source, a field, or a published
 * file.
 */
export interface Target {
  readonly url: string;
  /** Of a map in the list at `url`. */
  readonly id?: string | undefined;
  /** Of a file, map or theme of the data source at `url`. */
  readonly file?: string | undefined;
  /** Of the record or file, with dots between the levels. */
  readonly field?: string | undefined;
}

/** Two targets share a key if and only if they are the same. */
export function targetKey({ url, id, file, field }: Target): string {
  return JSON.stringify([url, id ?? null, file ?? null, field ?? null]);
}

/** `the file "a.zip" of /v1/datasources/maps/` */
export function nameOfTarget({ url, id, file, field }: Target): string {
  const parts = [...(field === undefined ? [] : [`the field ${JSON.stringify(field)} of`])];
  if (file !== undefined) parts.push(`the file ${JSON.stringify(file)} of`);
  if (id !== undefined) parts.push(`${JSON.stringify(id)} in`);
  return [...parts, url].join(' ');
}

/** The file name of a map in `maps/` whose document has the path; null for other paths. */
export function typedMapAt(path: string): string | null {
  return /^\/v2\/maps\/([a-z0-9-]+)\.json$/.exec(path)?.[1] ?? null;
}
