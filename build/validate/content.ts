/** The result of validation, for rules and model: every file without the parts that its schema refused. */
import type {
  CategoriesSource,
  Checksum,
  DataSourceSource,
  EditionSource,
  FileEntrySource,
  FilesSource,
  MapsSource,
  RemovalsSource,
  SiteSource,
  ThemesSource,
  TileServerSource,
} from '../../contract/generated/catalog.types.ts';
import { ENTRY_KINDS, type FileKind } from '../read/layout.ts';
import type { SourceFile } from '../read/read.ts';
import type { Pruned } from './validate.ts';

/** The content of the files of each kind. */
export interface ValueOf {
  site: SiteSource;
  mapserver: TileServerSource;
  overlayserver: TileServerSource;
  datasource: DataSourceSource;
  files: FilesSource;
  maps: MapsSource;
  themes: ThemesSource;
  categories: CategoriesSource;
  edition: EditionSource;
  removals: RemovalsSource;
}

/** One file and its value, of which any part may be missing. */
export interface Document<K extends FileKind = FileKind> {
  readonly file: SourceFile & { readonly kind: K };
  readonly value: Pruned<ValueOf[K]>;
}

/** The content of a catalog: all documents, in the order of their paths. */
export class Content {
  readonly #byKind = new Map<FileKind, Document[]>();
  readonly #paths: readonly string[];
  readonly #entries: ReadonlyMap<string, ReadonlySet<string>>;

  /**
   * @param paths every known path in the catalog folder, whether or not it could be read
   * @param entries entries that are known to be there and are in none of the documents: paths by data source
   */
  constructor(
    documents: readonly Document[],
    paths: readonly string[],
    entries: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
  ) {
    for (const document of documents) {
      const group = this.#byKind.get(document.file.kind);
      if (group) group.push(document);
      else this.#byKind.set(document.file.kind, [document]);
    }
    this.#paths = paths;
    this.#entries = entries;
  }

  /** The documents of a kind, in the order of their paths. */
  of<K extends FileKind>(kind: K): readonly Document<K>[] {
    return (this.#byKind.get(kind) ?? []) as unknown as readonly Document<K>[];
  }

  /** Whether a data source has an entry. */
  hasEntry(datasource: string, path: string): boolean {
    if (this.#entries.get(datasource)?.has(path)) return true;
    return ENTRY_KINDS.some((kind) =>
      this.of(kind).some(({ file, value }) => file.name === datasource && Object.hasOwn(value, path)),
    );
  }

  /** The documents of map servers, then those of overlay servers. */
  tileServers(): readonly Document<'mapserver' | 'overlayserver'>[] {
    return [...this.of('mapserver'), ...this.of('overlayserver')];
  }

  /**
   * The ids of the data sources that have a folder, whether or not its files can be used; null where datasources/
   * itself cannot be read.
   */
  dataSourceIds(): string[] | null {
    if (this.#paths.includes('datasources')) return null;
    const names = this.#paths.map((path) => /^datasources\/([^/]+)(?<!\.yaml)(?:\/|$)/.exec(path)?.[1]);
    return [...new Set(names.filter((name) => name !== undefined))];
  }

  /** Every entry of every files.yaml, maps.yaml and themes.yaml. */
  *entries(): Generator<{ path: string; key: string; entry: Pruned<FileEntrySource> }> {
    for (const kind of ENTRY_KINDS) {
      for (const { file, value } of this.of(kind)) {
        for (const [key, entry] of Object.entries(value)) if (entry) yield { path: file.path, key, entry };
      }
    }
  }

  /** Every checksum history: of the entries, and of the fragments inside them. */
  *histories(): Generator<{ path: string; at: readonly string[]; history: readonly Pruned<Checksum>[] }> {
    for (const { path, key, entry } of this.entries()) {
      if (entry.checksums) yield { path, at: [key, 'checksums'], history: entry.checksums };
      for (const [fragment, history] of Object.entries(entry.fragments ?? {})) {
        if (history) yield { path, at: [key, 'fragments', fragment], history };
      }
    }
  }
}
