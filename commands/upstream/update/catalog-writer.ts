import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FormatError } from '../../../build/format/standard-text.ts';
import { oneFileFolder } from '../../../build/read/folder.ts';
import { readAgainstSchema } from '../../../build/run/valid-file.ts';
import { createFile, replaceFile } from '../../../cli/files/write-file.ts';
import { runGit } from '../../../cli/git/git-process.ts';
import { describeSystemError, systemCode } from '../../../contract/base/system-errors.ts';
import { byCodePoint } from '../../../contract/base/text.ts';
import { dayOf } from '../../../contract/base/times.ts';
import type { RemovalSource, RemovalsSource } from '../../../contract/generated/catalog.types.ts';
import { targetKey } from '../../../contract/interface/removal-targets.ts';
import { v1Path } from '../../../contract/interface/v1-routes.ts';
import { changedPathsOf, type DataSourceUpdate, type EntryChanges } from './data-source.ts';
import { REMOVALS_FILE, RewriteError, type Rewritten, rewriteEntries, rewriteRemovals } from './rewrite.ts';

/** A dry run keeps its changes in memory. */
export class UpdatedFiles {
  readonly #root: string;
  readonly #planned: Map<string, Rewritten> | null;

  constructor(root: string, isDryRun: boolean) {
    this.#root = root;
    this.#planned = isDryRun ? new Map() : null;
  }

  get planned(): readonly Rewritten[] {
    return [...(this.#planned?.values() ?? [])].sort((a, b) => byCodePoint(a.path, b.path));
  }

  read(path: string): string | null {
    const planned = this.#planned?.get(path);
    if (planned) return planned.text;
    try {
      return readFileSync(join(this.#root, path), 'utf8');
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  write({ path, before, text }: Rewritten): void {
    const file = join(this.#root, path);
    // The first `before` stays.
    if (this.#planned) this.#planned.set(path, { path, before, ...this.#planned.get(path), text });
    else if (before === null) createFile(file, text);
    else replaceFile(file, text);
  }
}

export class CatalogWriter {
  readonly #files: UpdatedFiles;
  readonly #id: string;
  readonly written = new Set<string>();
  removalsDropped = 0;

  constructor(files: UpdatedFiles, id: string) {
    this.#files = files;
    this.#id = id;
  }

  /** @param published keys of removals that took effect: they leave removals.yaml */
  write(
    changes: EntryChanges,
    published: ReadonlySet<string> = new Set(),
  ): Pick<DataSourceUpdate, 'changes' | 'failed'> {
    const read = (path: string): string | null => this.#files.read(path);
    try {
      const { files, conflicts } = rewriteEntries(this.#id, changes, read);
      const written = new Map([...changes].filter(([path]) => !conflicts.has(path)));
      const { added, respelled, gone } = changedPathsOf(written);
      const day = dayOf(Date.now());
      const removalOf = (file: string, reason = `Its source had no such file any more on ${day}.`): RemovalSource => {
        return { url: v1Path('datasource', this.#id), file, reason };
      };
      const existing = [...added, ...respelled.map(({ path }) => path)];
      const done = new Set([...published, ...existing.map((path) => targetKey(removalOf(path)))]);
      const formerNames = respelled.map(({ before }) =>
        removalOf(before, `Its source spelled its name anew on ${day}.`),
      );
      // First: no entry disappears without a reason.
      const removals = rewriteRemovals([...gone.map((path) => removalOf(path)), ...formerNames], done, read);
      this.removalsDropped += removals?.dropped ?? 0;
      for (const rewritten of [...(removals ? [removals] : []), ...files]) {
        this.written.add(rewritten.path);
        this.#files.write(rewritten);
      }
      const why = 'somebody changed its entry in the meantime, so it stays';
      return { changes: written, failed: [...conflicts].map((path) => ({ path, reason: why })) };
    } catch (error) {
      const isKnown = error instanceof RewriteError || error instanceof FormatError;
      const reason = isKnown ? error.message : `it cannot be written: ${describeSystemError(error)}`;
      return { changes: new Map(), failed: [{ path: '', reason }] };
    }
  }
}

/** Published removals, as far as git knows; empty if unreadable. */
export async function publishedRemovals(catalog: string, branch: string): Promise<ReadonlySet<string>> {
  const git = (...args: string[]): Promise<Buffer | null> => runGit(catalog, args).catch(() => null);
  for (const ref of [`refs/remotes/origin/${branch}`, `refs/heads/${branch}`, 'HEAD']) {
    if ((await git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)) === null) continue;
    const bytes = await git('show', `${ref}:./${REMOVALS_FILE.path}`);
    const list = bytes && readAgainstSchema(oneFileFolder(bytes), REMOVALS_FILE);
    return new Set(list?.problems.length === 0 ? (list.value as RemovalsSource).map(targetKey) : []);
  }
  return new Set();
}
