/** The last stage: writes the assets to the site folder, completely or not at all. */
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, sep } from 'node:path';
import { HOSTS } from '../../contract/hosts.ts';
import { SIGNATURE_ENDING } from '../../contract/minisign.ts';
import { PLAIN_FILES } from '../../contract/plain-files.ts';
import { systemCode } from '../../contract/system-errors.ts';
import { plural } from '../../contract/text.ts';
import type { OnProgress } from '../read/folder.ts';
import {
  type Asset,
  type FileRecord,
  fileRecordOf,
  MANIFEST,
  type SiteSink,
  sha256Of,
  textAsset,
} from '../render/asset.ts';
import { beginReplacing, FolderError, type FolderReplacement, type ReplaceOptions } from './replace-folder.ts';

/** The result of writing. */
export interface WriteOutcome {
  readonly did: 'written' | 'unchanged';
  /** A useless folder that could not be deleted; normally null. */
  readonly leftover: string | null;
}

/** Options for writing a site. */
export interface WriteOptions extends ReplaceOptions {
  readonly onProgress?: OnProgress;
}

/** Files that systems create in folders. */
const SYSTEM_FILES = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];

/** What `cartalog sign` writes into a site. A site that replaces it is without them, and so is not signed. */
const SIGNATURES = Object.values(HOSTS).flatMap(({ root }) =>
  [SIGNATURE_ENDING, `${SIGNATURE_ENDING}.new`].map((ending) => root + PLAIN_FILES.manifest.path.slice(1) + ending),
);

/** Errors of file systems that do not support or permit hard links. */
const CANNOT_LINK = ['EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EXDEV'];

/**
 * Begins to replace a site.
 *
 * @throws FolderError if the folder contains something that no build wrote
 * @throws LockedError if another build does not finish
 * @throws the system's error if nothing can be written there
 */
export async function stageSite(out: string, { onProgress, ...options }: WriteOptions): Promise<SiteStage> {
  const replacement = await beginReplacing(out, options);
  try {
    refuseForeignFolder(replacement.folder);
    return new SiteStage(replacement, onProgress);
  } catch (error) {
    replacement.end();
    throw error;
  }
}

/** A site that is being staged. */
export class SiteStage implements SiteSink {
  readonly #replacement: FolderReplacement;
  readonly #onProgress: OnProgress | undefined;
  readonly #files: FileRecord[] = [];
  /** The existing folders of the new site, by path. */
  readonly #folders = new Set(['']);
  /** The number of files that are equal in the old site. */
  #unchanged = 0;

  constructor(replacement: FolderReplacement, onProgress: OnProgress | undefined) {
    this.#replacement = replacement;
    this.#onProgress = onProgress;
  }

  take(asset: Asset): FileRecord {
    this.#onProgress?.('Writing', this.#files.length, null, asset.path);
    const { folder, next } = this.#replacement;
    const target = pathInside(next, asset.path);
    const old = join(folder, asset.path);
    const file = fileRecordOf(asset);
    this.#replacement.guarded(() => {
      this.#makeFolder(parentOf(asset.path));
      const isUnchanged = isSame(old, file);
      // Servers derive ETags from the times of files, so an unchanged file keeps its time.
      if (!isUnchanged || !link(old, target)) writeAsset(target, asset);
      if (isUnchanged) this.#unchanged++;
      this.#files.push(file);
    });
    return file;
  }

  read(path: string): Uint8Array {
    return readFileSync(join(this.#replacement.next, path));
  }

  /**
   * Replaces the old site by the staged one.
   *
   * @throws LostLockError if another build took over
   * @throws UnflushedError if the new site is in place but not flushed
   * @throws the system's error if it cannot be written; the old site is then still in place
   */
  commit(): WriteOutcome {
    const replacement = this.#replacement;
    this.take(textAsset(MANIFEST, manifestOf(this.#files), null));
    // A signature stays beside an unchanged manifest.
    const old = filesBelow(replacement.folder).filter((path) => !SIGNATURES.includes(path));
    const did = this.#unchanged === this.#files.length && old.length === this.#files.length ? 'unchanged' : 'written';
    if (did === 'unchanged') replacement.flushOld();
    // Somebody may have put a file there while the new site was staged.
    else replacement.commit(refuseForeignFolder);
    return { did, leftover: replacement.leftover };
  }

  /** Ends the work. Removes everything that has not been committed. */
  end(): void {
    this.#replacement.end();
  }

  /** Creates a folder below the staged site, level by level: see `FolderReplacement.guarded`. */
  #makeFolder(path: string): void {
    if (this.#folders.has(path)) return;
    this.#makeFolder(parentOf(path));
    mkdirSync(join(this.#replacement.next, path));
    this.#folders.add(path);
  }
}

/** In milliseconds. A file without a known time is so much older: Apache calls ETags of just changed files weak. */
const AGE_MS = 2_000;

/** Writes an asset to a file whose folder exists. The file has the time of the asset, if that is known. */
export function writeAsset(file: string, { content, modified }: Asset): void {
  writeFileSync(file, content);
  const time = modified ?? (Date.now() - AGE_MS) / 1000;
  utimesSync(file, time, time);
}

/** The path of a file in a folder. @throws if it leads out of the folder, which no asset's path does */
export function pathInside(folder: string, path: string): string {
  const file = join(folder, path);
  if (!file.startsWith(folder + sep)) throw new Error(`${path} leads out of the site`);
  return file;
}

/** The parent folder of a path; empty for the root. */
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Whether a file has this content, and this time unless it is null. */
function isSame(path: string, { size, sha256, modified }: FileRecord): boolean {
  try {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (!status?.isFile() || status.size !== size) return false;
    if (modified !== null && status.mtimeMs !== modified * 1000) return false;
    return sha256Of(readFileSync(path)) === sha256;
  } catch {
    return false;
  }
}

/** Gives a file a second name. Returns false if the file system does not support or permit hard links. */
function link(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    if (!CANNOT_LINK.includes(systemCode(error) ?? '')) throw error;
    return false;
  }
}

/** Refuses a folder with something that no build wrote: a mistake in --out must not delete anybody's files. */
function refuseForeignFolder(site: string): void {
  if (!existsSync(site)) return;
  if (!statSync(site).isDirectory()) throw new FolderError('is a file; name a folder');
  if (readdirSync(site).length === 0) return;
  const listed = Object.keys(readManifest(site));
  const own = new Set([MANIFEST, ...SIGNATURES, ...listed]);
  const foreign = filesBelow(site).filter((path) => !own.has(path) && !SYSTEM_FILES.includes(basename(path)));
  const isSite = listed.length > 0;
  if (isSite && foreign.length === 0) return;
  const more = foreign.length > 3 ? ` and ${plural(foreign.length - 3, 'more file')}` : '';
  const names = `${foreign.slice(0, 3).join(', ')}${more}`;
  throw new FolderError(
    isSite
      ? `contains files that no build wrote: ${names}; move it away, or name another folder`
      : `contains something that is not a site: ${names || 'folders'}; name another folder or empty it`,
  );
}

/** The files of a manifest with their sizes; none without a manifest. */
function readManifest(site: string): Readonly<Record<string, number>> {
  try {
    const manifest: { files?: Record<string, number> } = JSON.parse(readFileSync(join(site, MANIFEST), 'utf8'));
    return manifest.files ?? {};
  } catch {
    return {};
  }
}

function manifestOf(files: Iterable<FileRecord>): string {
  // Not an object, because thousands of keys make it slow.
  const lines = Array.from(files, ({ path, size }) => `${JSON.stringify(path)}:${size}`);
  return `{"version":1,"files":{${lines.join(',')}}}\n`;
}

/** Everything in a folder except folders, by path with `/`; empty if the folder does not exist. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}
