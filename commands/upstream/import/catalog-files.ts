import { isDeepStrictEqual } from 'node:util';
import { isSound } from '../../../build/diagnostics/diagnostic.ts';
import { newFileText } from '../../../build/format/printer.ts';
import { rewriteYaml, writeYaml } from '../../../build/format/standard-text.ts';
import { fileNameProblem } from '../../../build/read/file-names.ts';
import type { CatalogFolder } from '../../../build/read/folder.ts';
import { type FileRole, matchCatalogLayout, pathOfRole } from '../../../build/read/layout.ts';
import { listCatalogFiles } from '../../../build/read/list-files.ts';
import { loadCatalogFile } from '../../../build/run/load-file.ts';
import { mapFileName } from '../../../build/tile-url/same-map.ts';
import type { TileServerSource } from '../../../contract/generated/catalog.types.ts';

interface CatalogFile {
  readonly path: string;
  readonly role: FileRole;
  readonly name: string | null;
  readonly old: { readonly text: string; readonly value: unknown } | null;
  value: unknown;
}

export interface FileChange {
  readonly path: string;
  readonly text: string | null;
  readonly isNew: boolean;
}

/** As an area's name, it would be the whole world. */
const WORLD = pathOfRole('area', 'world');

export class CatalogFiles {
  readonly #folder: CatalogFolder;
  readonly #files = new Map<string, CatalogFile>();
  /** Paths of records that the import would write as they are. */
  readonly unchanged = new Set<string>();
  /** Paths of records that are left out, and are reviewed all the same, so that all their problems are told at once. */
  readonly trial = new Set<string>();

  constructor(folder: CatalogFolder) {
    this.#folder = folder;
    for (const file of listCatalogFiles(folder).files) {
      const { text, value, diagnostics } = loadCatalogFile(folder, file);
      if (value === undefined || !isSound(diagnostics)) continue;
      this.#files.set(file.path, { ...file, old: { text, value }, value });
    }
  }

  of(role: FileRole): CatalogFile[] {
    return [...this.#files.values()].filter((file) => file.role === role && file.value !== undefined);
  }

  v1Maps(role?: 'mapserver' | 'overlayserver'): (CatalogFile & { readonly value: TileServerSource })[] {
    const found = role ? this.of(role) : [...this.of('mapserver'), ...this.of('overlayserver')];
    return found as (CatalogFile & { value: TileServerSource })[];
  }

  value(path: string): unknown {
    return this.#files.get(path)?.value;
  }

  valueOf(role: FileRole, name = ''): unknown {
    return this.value(pathOfRole(role, name));
  }

  newPath(role: 'mapserver' | 'overlayserver' | 'map' | 'area', label: string, map: object = {}): string {
    const made = mapFileName(label, map);
    const name = fileNameProblem(made) === null ? made : `${role}-${made}`.replace(/-$/, '');
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : `-${number}`;
      const path = pathOfRole(role, `${name.slice(0, 64 - suffix.length).replace(/-$/, '')}${suffix}`);
      if (!this.#files.has(path) && path !== WORLD) return path;
    }
  }

  set(path: string, value: unknown): void {
    const file = this.#files.get(path);
    const match = matchCatalogLayout(path);
    if (file) file.value = value;
    else if (match) this.#files.set(path, { path, ...match, old: null, value });
    else throw new Error(`${path} is not the path of a catalog file`);
  }

  change(path: string, value: object): void {
    if (isDeepStrictEqual(this.value(path), value)) this.unchanged.add(path);
    else this.set(path, value);
  }

  remove(path: string): void {
    this.restore(path);
    const file = this.#files.get(path);
    if (file) file.value = undefined;
  }

  restore(path: string): void {
    const file = this.#files.get(path);
    if (file?.old) file.value = file.old.value;
    else this.#files.delete(path);
  }

  changed(): CatalogFile[] {
    return [...this.#files.values()].filter(({ old, value }) => value !== old?.value);
  }

  asFolder(): CatalogFolder {
    const changed = new Map(this.changed().map((file) => [file.path, file]));
    const made = new Map<string, Uint8Array>();
    const bytes = (path: string): Uint8Array | undefined => {
      const file = changed.get(path);
      if (file && !made.has(path)) made.set(path, Buffer.from(newFileText(file, file.value)));
      return made.get(path);
    };
    const { entries, size, read } = this.#folder;
    return {
      *entries() {
        for (const entry of entries()) if (!changed.has(entry.path)) yield entry;
        for (const { path, value } of changed.values()) if (value !== undefined) yield { path, type: 'file' };
      },
      size: (path) => bytes(path)?.length ?? size(path),
      read: (path) => bytes(path) ?? read(path),
    };
  }

  *changes(): Generator<FileChange, void, undefined> {
    for (const file of this.changed().toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
      const { path, old, value } = file;
      const text = value === undefined ? null : old ? rewriteYaml(file, old.text, value) : writeYaml(file, value);
      if (text !== old?.text) yield { path, text, isNew: old === null };
    }
  }
}
