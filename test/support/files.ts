/** What is in a folder. */
import { lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The paths of the files below a folder, with `/`, sorted. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();

/** The time of the last change of each file and folder below a folder, and the bytes of each file, by path. */
export function treeOf(folder: string): Map<string, string> {
  const tree = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const content = entry.isFile() ? readFileSync(path).toString('latin1') : '';
    tree.set(path.slice(folder.length + 1), `${lstatSync(path).mtimeMs} ${content}`);
  }
  return tree;
}

/** Makes a folder that of a build, as if it had been killed. @param owner what it noted of its process */
export function noteOwner(folder: string, owner: object = {}): void {
  const { ino } = statSync(folder, { bigint: true });
  writeFileSync(join(folder, 'owner.json'), JSON.stringify({ ...owner, folder: String(ino) }));
}

export const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(filesBelow(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]));

/**
 * What every change of a folder below another, of the names in it and of its files gives another value: by path. A hard link
 * to a file changes the time of its state, which therefore does not count.
 */
export function touchedIn(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    ['', ...paths].map((path) => {
      const status = lstatSync(join(folder, path));
      const { ino, mtimeMs, ctimeMs, size } = status;
      return [path, [ino, mtimeMs, status.isDirectory() && path !== '' ? ctimeMs : size].join(' ')];
    }),
  );
}
