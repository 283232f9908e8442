/** What differs between two trees of git, such as those of two commits. */

/** A path in a tree. */
export interface TreeEntry {
  /** What it is: `100644` a file, `000000` nothing. */
  readonly mode: string;
  /** The id of its object. */
  readonly id: string;
}

/** One path that differs. A folder that becomes a file is there twice. */
export interface TreeChange {
  readonly path: string;
  readonly before: TreeEntry;
  readonly after: TreeEntry;
}

/** Reads the fields that `git diff-tree --raw -z` prints: `:100644 100644 <id before> <id after> M`, then the path. */
export function treeChangesIn(fields: readonly string[]): TreeChange[] {
  const changes: TreeChange[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const path = fields[index + 1] as string;
    const [oldMode = '', mode = '', oldId = '', id = ''] = (fields[index] as string).slice(1).split(' ');
    changes.push({ path, before: { mode: oldMode, id: oldId }, after: { mode, id } });
  }
  return changes;
}
