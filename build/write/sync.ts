/** Updates a folder that is being served, file by file, writing only what changed. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Asset } from '../render/asset.ts';
import { filesBelow, pathInside } from './site-folder.ts';

/** Files that differ from those of a folder, written next to it and not yet moved in. */
export interface StagedFiles {
  /** The paths of those that the folder does not have. */
  readonly added: readonly string[];
  /** The paths of those of which the folder has another version. */
  readonly changed: readonly string[];
  /** Moves staged files into the folder. Each changes in one step, so that a reader sees the old or the new one. */
  moveIn(paths: readonly string[]): void;
  /** Removes what has not been moved in. */
  discard(): void;
}

/**
 * Writes what is new next to a folder. A disk that is full shows here, before anything in the folder has changed.
 *
 * @throws the system's error; the files of the folder are then as they were
 */
export function stageFiles(folder: string, assets: readonly Asset[]): StagedFiles {
  const staging = `${folder}.next`;
  const added: string[] = [];
  const changed: string[] = [];
  const discard = (): void => rmSync(staging, { recursive: true, force: true });
  discard();
  try {
    for (const { path, content } of assets) {
      const file = pathInside(folder, path);
      const isAdded = !existsSync(file);
      if (!isAdded && readFileSync(file).equals(content)) continue;
      const staged = pathInside(staging, path);
      for (const target of [file, staged]) mkdirSync(dirname(target), { recursive: true });
      writeFileSync(staged, content);
      (isAdded ? added : changed).push(path);
    }
  } catch (error) {
    discard();
    throw error;
  }
  return {
    added,
    changed,
    discard,
    moveIn(paths) {
      for (const path of paths) renameSync(join(staging, path), join(folder, path));
    },
  };
}

/** Removes all files of a folder but these. @returns how many there were */
export function removeFilesBut(folder: string, paths: ReadonlySet<string>): number {
  let removed = 0;
  for (const path of filesBelow(folder)) {
    if (paths.has(path)) continue;
    rmSync(join(folder, path));
    removed++;
  }
  return removed;
}
