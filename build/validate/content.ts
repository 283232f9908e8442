import { itemsByKey } from '../../contract/base/text.ts';
import { SECTIONS } from '../../contract/data-sources/sections.ts';
import type { Checksum, FileEntrySource } from '../../contract/generated/catalog.types.ts';
import { type FileRole, pathOfRole, type SourceFile, type ValueOf } from '../read/layout.ts';

export type Pruned<T> = T extends readonly (infer Item)[]
  ? readonly Pruned<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: Pruned<T[K]> }
    : T;

export interface Document<K extends FileRole = FileRole> {
  readonly file: SourceFile & { readonly role: K };
  readonly value: Pruned<ValueOf[K]>;
  /** Parts of its value are missing, because of errors. */
  readonly isPruned?: boolean;
}

export interface ListedEntry {
  readonly datasource: string;
  readonly path: string;
  readonly key: string;
  readonly entry: Pruned<FileEntrySource>;
}

export interface ListedHistory extends Pick<ListedEntry, 'path' | 'key'> {
  readonly fragment: string | null;
  readonly history: readonly Pruned<Checksum>[];
}

export class Content {
  readonly #byRole: ReadonlyMap<FileRole, readonly Document[]>;
  readonly #paths: readonly string[];
  /** Memoized: many rules iterate over them. */
  #entries: readonly ListedEntry[] | null = null;

  /** @param paths also of unreadable files */
  constructor(documents: readonly Document[], paths: readonly string[]) {
    this.#byRole = itemsByKey(documents, ({ file }) => file.role);
    this.#paths = paths;
  }

  of<K extends FileRole>(role: K): readonly Document<K>[] {
    return (this.#byRole.get(role) ?? []) as unknown as readonly Document<K>[];
  }

  v1Maps(): readonly Document<'mapserver' | 'overlayserver'>[] {
    return [...this.of('mapserver'), ...this.of('overlayserver')];
  }

  maps(): readonly Document<'mapserver' | 'overlayserver' | 'map'>[] {
    return [...this.v1Maps(), ...this.of('map')];
  }

  /** True if there is no file of a map, data source or edition. An unusable file counts. */
  get isEmpty(): boolean {
    return (['mapserver', 'overlayserver', 'map', 'datasource', 'edition'] as const).every(
      (role) => this.namesOf(role)?.length === 0,
    );
  }

  /** True if no file of the roles has an error. If one has, a file that seems unused may be used. */
  isWhole(...roles: readonly FileRole[]): boolean {
    return roles.every((role) => {
      const documents = this.of(role);
      return documents.length === this.namesOf(role)?.length && !documents.some(({ isPruned }) => isPruned);
    });
  }

  /** Includes unusable files; null if their folder cannot be read. */
  namesOf(role: FileRole): string[] | null {
    const [folder = '', ending = ''] = pathOfRole(role, '*').split('*');
    if (this.#paths.includes(folder.slice(0, -1))) return null;
    const paths = this.#paths.filter((path) => path.startsWith(folder) && path.endsWith(ending));
    return paths.map((path) => path.slice(folder.length, -ending.length));
  }

  /** Includes unusable folders; null if datasources/ cannot be read. */
  dataSourceIds(): string[] | null {
    if (this.#paths.includes('datasources')) return null;
    const names = this.#paths.map((path) => /^datasources\/([^/]+)(?<!\.yaml)(?:\/|$)/.exec(path)?.[1]);
    return [...new Set(names.filter((name) => name !== undefined))];
  }

  entries(): readonly ListedEntry[] {
    if (this.#entries !== null) return this.#entries;
    const entries: ListedEntry[] = [];
    for (const section of SECTIONS) {
      for (const { file, value } of this.of(section)) {
        for (const key of Object.keys(value)) {
          const entry = value[key];
          if (entry) entries.push({ datasource: file.name ?? '', path: file.path, key, entry });
        }
      }
    }
    this.#entries = entries;
    return entries;
  }

  *histories(isWanted: (history: ListedHistory['history']) => boolean): Generator<ListedHistory> {
    for (const { path, key, entry } of this.entries()) {
      const { checksums, fragments } = entry;
      if (checksums && isWanted(checksums)) yield { path, key, fragment: null, history: checksums };
      for (const fragment in fragments) {
        const history = fragments[fragment];
        if (history && isWanted(history)) yield { path, key, fragment, history };
      }
    }
  }
}

/** Documents with the names of their files or folders. Complete only without errors. */
export function soundDocuments<K extends FileRole>(
  content: Content,
  role: K,
): readonly { name: string; value: ValueOf[K] }[] {
  return content.of(role).map(({ file, value }) => ({ name: file.name ?? '', value: value as unknown as ValueOf[K] }));
}
