/** What an item of `removals.yaml` names, with its keys. */
export interface Target {
  readonly url: string;
  /** A map in the list at `url`. */
  readonly id?: string | undefined;
  /** A file, map or theme of the data source at `url`. */
  readonly file?: string | undefined;
  /** A field of the record or file, with dots between levels. */
  readonly field?: string | undefined;
}

export function targetKey({ url, id, file, field }: Target): string {
  return JSON.stringify([url, id ?? null, file ?? null, field ?? null]);
}

export function nameOfTarget({ url, id, file, field }: Target): string {
  const parts = [...(field === undefined ? [] : [`the field ${JSON.stringify(field)} of`])];
  if (file !== undefined) parts.push(`the file ${JSON.stringify(file)} of`);
  if (id !== undefined) parts.push(`${JSON.stringify(id)} in`);
  return [...parts, url].join(' ');
}

/** A map's file name, from its document's path. */
export function typedMapAt(path: string): string | null {
  return /^\/v2\/maps\/([a-z0-9-]+)\.json$/.exec(path)?.[1] ?? null;
}
