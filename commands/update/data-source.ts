/** Brings what the catalog knows of the files of one data source up to date with where they come from. */
import pMap from 'p-map';
import { ENTRY_KINDS, fold } from '../../build/pipeline.ts';
import type { Checksum, DataSourceSource, FileEntrySource } from '../../contract/generated/catalog.types.ts';
import { byCodePoint, plural } from '../../contract/text.ts';
import { type Web, WebError } from '../web/web.ts';
import { type Contents, contentsKind, hashFragments, readContents } from './contents/contents.ts';
import { download, type Scratch } from './download.ts';
import { type Inside, withVersion } from './entry.ts';
import { isSameVersion } from './history.ts';
import { crawl, type ListedFile } from './listing/crawl.ts';
import { Selection } from './listing/selection.ts';
import { decodedPath } from './listing/source-tree.ts';
import { ListingClock } from './listing-clock.ts';
import { type Observation, observe, type Version } from './observe.ts';
import { remoteFile } from './remote-file.ts';

/** A group of files: one of `files`, `maps` and `themes`. */
export type Group = (typeof ENTRY_KINDS)[number];

/** The entries of a data source by group and path, as they are in its files. */
export type Groups = Readonly<Partial<Record<Group, Readonly<Record<string, FileEntrySource>>>>>;

/** A data source as it is in the catalog. */
export interface KnownDataSource {
  readonly id: string;
  readonly record: DataSourceSource;
  readonly groups: Groups;
}

/** What an update depends on. */
export interface UpdateContext {
  readonly web: Web;
  /** The time in milliseconds. */
  readonly now: number;
  /** Gives a place for one download while it is looked into. */
  readonly withScratch: <T>(use: (scratch: Scratch) => Promise<T>) => Promise<T>;
  /** Whether files may go although they are many. */
  readonly allowRemovals: boolean;
  /** Called before each file, with how many are done and how many there are. */
  readonly onProgress: (done: number, total: number, path: string) => void;
  /** Called when something new is known, so that an interruption loses little. */
  readonly onNews: (groups: () => Groups) => void;
}

/** What came of an update. Each list has paths in code-point order. */
export interface DataSourceUpdate {
  readonly id: string;
  /** The entries afterwards; the same object where nothing has changed. */
  readonly groups: Groups;
  /** How many files its listings name; null where it has none. */
  readonly found: number | null;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: number;
  readonly gone: readonly string[];
  /** What could not be found out, and why: paths of files, addresses of listings; empty for the data source. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

/** So many files may go at once, and such a part of all. */
const GONE = { files: 20, part: 0.1 };

/** How many files are asked for at a time; the pace is that of `Web`. */
const CONCURRENCY = 8;

/** Files of at most so many megabytes are downloaded whole where the catalog says nothing else. */
const DOWNLOAD_LIMIT = 1;

/** Updates one data source. Nothing is written. Once `web` is over, it ends with what is known by then. */
export function updateDataSource(known: KnownDataSource, context: UpdateContext): Promise<DataSourceUpdate> {
  return new Update(known, context).run();
}

/** What a version says about itself, and its SHA-1 where all of it was read. */
interface Looked {
  readonly sha1: string | null;
  readonly inside: Inside;
}

/** The state of an update. */
class Update {
  readonly #known: KnownDataSource;
  readonly #context: UpdateContext;
  readonly #wanted: Selection;
  /** The entries of the catalog by path, with their groups. */
  readonly #entries = new Map<string, { readonly group: Group; readonly entry: FileEntrySource }>();
  /** The paths of the catalog by what is the same path in another spelling, and on some disks. */
  readonly #spellings = new Map<string, string>();
  readonly #folded = new Map<string, string>();
  /** What differs from the catalog. */
  readonly #news = new Map<string, { readonly group: Group; readonly entry: FileEntrySource }>();
  readonly #failed: { readonly path: string; readonly reason: string }[] = [];
  readonly #gone: string[] = [];
  #unchanged = 0;
  #done = 0;
  #total = 0;

  constructor(known: KnownDataSource, context: UpdateContext) {
    this.#known = known;
    this.#context = context;
    this.#wanted = new Selection({ include: known.record.source?.download ?? [] });
    for (const group of ENTRY_KINDS) {
      for (const [path, entry] of Object.entries(known.groups[group] ?? {})) {
        this.#entries.set(path, { group, entry });
        this.#spellings.set(decodedPath(path), path);
        this.#folded.set(fold(decodedPath(path)), path);
      }
    }
  }

  async run(): Promise<DataSourceUpdate> {
    const { record, id } = this.#known;
    const listing = record.source ? await crawl(record.source, record.baseUrl, this.#context.web) : null;
    for (const { url, reason } of [...(listing?.problems ?? []), ...(listing?.leftOut ?? [])]) this.#fail(url, reason);
    const listed = (listing?.files ?? []).flatMap((file) => this.#asKnown(file));
    const names = new Set(listed.map(({ path }) => path));
    const missing = [...this.#entries.keys()].filter((path) => !names.has(path));
    this.#total = listed.length + missing.length;
    await this.#each(byListing(listed), (files) => this.#observeListed(files));
    await this.#each(missing, (path) => this.#observe(path, listing?.isComplete(path) ?? false));
    this.#refuseManyGone();
    const changed = [...this.#news.keys()].sort(byCodePoint);
    return {
      id,
      groups: this.#groups(),
      found: listing?.files.length ?? null,
      added: changed.filter((path) => !this.#entries.has(path)),
      changed: changed.filter((path) => this.#entries.has(path)),
      unchanged: this.#unchanged,
      gone: this.#gone.sort(byCodePoint),
      failed: this.#failed.sort((a, b) => byCodePoint(a.path, b.path)),
    };
  }

  /** A listed file by the path that the catalog has for it. None where a disk would take it for another file. */
  #asKnown(file: ListedFile): ListedFile[] {
    const decoded = decodedPath(file.path);
    const path = this.#spellings.get(decoded) ?? file.path;
    const other = this.#folded.get(fold(decoded));
    if (other === undefined || other === path) return [{ ...file, path }];
    this.#fail(file.path, `many disks take it for ${other}, which the catalog has`);
    return [];
  }

  /**
   * Observes the files of one listing. One whose history is known is asked for, and tells what the times of the listing
   * mean; of the others, only those are asked for of which the listing says something new.
   */
  async #observeListed(files: readonly ListedFile[]): Promise<void> {
    const clock = new ListingClock();
    const canTeach = ({ path, time }: ListedFile): boolean => time !== null && this.#newest(path) !== null;
    const agrees = (file: ListedFile): boolean => {
      const newest = this.#newest(file.path);
      return newest !== null && clock.agrees(file, newest) && !this.#lacksSha1(file.path, newest);
    };
    let open = files;
    // Where a listing shows times with and without summer time, two files teach. One that teaches nothing has changed.
    for (let isLearning = true; isLearning; ) {
      const teacher = open.find(canTeach);
      if (!teacher) break;
      const version = await this.#observe(teacher.path, false);
      isLearning = version !== null && clock.learn(teacher, version);
      const others = open.filter((file) => file !== teacher);
      open = others.filter((file) => !agrees(file));
      this.#unchanged += others.length - open.length;
      this.#done += others.length - open.length;
    }
    await this.#each(open, ({ path }) => this.#observe(path, false));
  }

  /**
   * Observes one file and notes what is new.
   *
   * @param mayGo whether it is gone where its server says so: a complete listing does not name it
   * @returns the version that its server has; null where that is not known
   */
  async #observe(path: string, mayGo: boolean): Promise<Version | null> {
    const { web, now, onProgress } = this.#context;
    if (web.isOver) return null;
    onProgress(this.#done++, this.#total, path);
    const url = this.#known.record.baseUrl + path;
    const observation = await observe(url, web, now);
    if (observation.is === 'unknown') {
      if (!web.isOver) this.#fail(path, observation.reason);
      return null;
    }
    if (observation.is === 'gone') {
      if (mayGo) this.#gone.push(path);
      else this.#fail(path, `it answers ${observation.status}, but no complete listing says that it is gone`);
      return null;
    }
    const { version } = observation;
    const history = this.#entries.get(path)?.entry.checksums ?? [];
    const known = history.find((checksum) => isSameVersion(checksum, version));
    if (known && !this.#lacksSha1(path, known)) this.#unchanged++;
    else await this.#note(path, url, observation);
    return version;
  }

  /** Notes a version that is new. */
  async #note(path: string, url: string, { version, hasRanges }: Observation & { is: 'there' }): Promise<void> {
    const group = this.#entries.get(path)?.group ?? this.#groupOfNew(path);
    if (group === null) return;
    try {
      const { sha1, inside } = await this.#look(path, url, version, hasRanges);
      const entry = this.#entries.get(path)?.entry ?? {};
      for (const problem of inside?.problems ?? []) this.#fail(path, problem);
      this.#news.set(path, { group, entry: withVersion(entry, { ...version, sha1 }, inside) });
      this.#context.onNews(() => this.#groups());
    } catch (error) {
      if (!(error instanceof WebError)) throw error;
      if (!this.#context.web.isOver) this.#fail(path, error.message);
    }
  }

  /** Looks into a version: at all of it where it is small, else only at what says what it covers and contains. */
  async #look(path: string, url: string, version: Version, hasRanges: boolean): Promise<Looked> {
    const { web, now, withScratch } = this.#context;
    if (this.#isDownloaded(path, version)) {
      return await withScratch(async (scratch) => {
        const { sha1, file } = await download(url, version, { web, scratch, now });
        const contents = await readContents(path, file);
        const hashes = contents.fragments === null ? null : await hashFragments(file);
        return { sha1, inside: withHashes(contents, hashes) };
      });
    }
    if ((contentsKind(path)?.bytes ?? 0) === 0)
      return { sha1: null, inside: withHashes(await readContents(path, null), null) };
    const reason = hasRanges ? null : 'its server sends no parts of files';
    try {
      if (reason !== null) throw new WebError('body', reason);
      return { sha1: null, inside: withHashes(await readContents(path, remoteFile(url, version, web, now)), null) };
    } catch (error) {
      if (!(error instanceof WebError) || web.isOver) throw error;
      // The version is a fact all the same.
      this.#fail(path, `what is inside is not known: ${error.message}`);
      return { sha1: null, inside: withHashes(await readContents(path, null), null) };
    }
  }

  #isDownloaded(path: string, { contentLength }: Version): boolean {
    const { downloadLimit = DOWNLOAD_LIMIT } = this.#known.record.source ?? {};
    return contentLength <= downloadLimit * 1_000_000 && this.#wanted.takes(path);
  }

  /** Whether a version has no SHA-1 although its file is small enough to be downloaded for it. */
  #lacksSha1(path: string, known: Checksum): boolean {
    return known.sha1 === null && this.#isDownloaded(path, known);
  }

  #newest(path: string): Checksum | null {
    return this.#entries.get(path)?.entry.checksums?.at(-1) ?? null;
  }

  /** The group of a file that is new: the one that `source` names, or that of the others. Null where neither tells. */
  #groupOfNew(path: string): Group | null {
    const { groups, record } = this.#known;
    if (record.source?.group) return record.source.group;
    const used = ENTRY_KINDS.filter((group) => groups[group] !== undefined);
    if (used.length < 2) return used[0] ?? 'files';
    this.#fail(path, `it is new, and source.group does not say whether it is one of the ${used.join(' or ')}`);
    return null;
  }

  /** Removes nothing where so much is gone that the server is more likely to be wrong. */
  #refuseManyGone(): void {
    const [gone, all] = [this.#gone.length, this.#entries.size];
    if (this.#context.allowRemovals || (gone <= GONE.files && gone <= Math.max(1, all * GONE.part))) return;
    this.#fail('', `${gone} of ${plural(all, 'file')} are gone; with --allow-removals they are removed`);
    this.#gone.length = 0;
  }

  /** The entries as they are now; the very same ones where nothing is new. */
  #groups(): Groups {
    if (this.#news.size + this.#gone.length === 0) return this.#known.groups;
    const groups: Partial<Record<Group, Record<string, FileEntrySource>>> = {};
    for (const group of ENTRY_KINDS) {
      const entries = new Map(Object.entries(this.#known.groups[group] ?? {}));
      for (const path of this.#gone) entries.delete(path);
      for (const [path, news] of this.#news) if (news.group === group) entries.set(path, news.entry);
      if (this.#known.groups[group] || entries.size > 0) groups[group] = Object.fromEntries(entries);
    }
    return groups;
  }

  #fail(path: string, reason: string): void {
    this.#failed.push({ path, reason });
  }

  #each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<unknown> {
    return pMap(items, work, { concurrency: CONCURRENCY });
  }
}

/** The files of each listing. */
function byListing(files: readonly ListedFile[]): ListedFile[][] {
  const listings = new Map<string, ListedFile[]>();
  for (const file of files) {
    const others = listings.get(file.listing);
    if (others) others.push(file);
    else listings.set(file.listing, [file]);
  }
  return [...listings.values()];
}

/** What a version says about itself, with the SHA-1s of the files inside it where they are known. */
function withHashes(contents: Contents, hashes: ReadonlyMap<string, string> | null): Inside {
  const fragments = contents.fragments?.map((file) => ({ ...file, sha1: hashes?.get(file.path) ?? null })) ?? null;
  return { ...contents, fragments };
}
