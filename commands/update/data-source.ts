/** Brings what the catalog knows of the files of one data source up to date with where they come from. */
import { isDeepStrictEqual } from 'node:util';
import pMap from 'p-map';
import { ENTRY_KINDS, fold } from '../../build/pipeline.ts';
import { WebError } from '../../cli/web/request.ts';
import type { Web } from '../../cli/web/web.ts';
import { isSameVersion } from '../../contract/checksum-history.ts';
import type { Checksum, DataSourceSource, FileEntrySource } from '../../contract/generated/catalog.types.ts';
import { isDoubtfulRemoval } from '../../contract/limits.ts';
import { describeSystemError, systemCode } from '../../contract/system-errors.ts';
import { byCodePoint, plural, visible } from '../../contract/text.ts';
import { type Contents, contentsKind, hashFragments, type RemoteFile, readContents } from './contents/contents.ts';
import { download, type Scratch } from './download.ts';
import { type Inside, lacksContents, withVersion } from './entry.ts';
import { type Crawl, crawl, type ListedFile } from './listing/crawl.ts';
import { Selection } from './listing/selection.ts';
import { decodedPath } from './listing/source-tree.ts';
import { ListingClock } from './listing-clock.ts';
import { beside, neighbourBox } from './neighbour-box.ts';
import { type Observation, observe, PAGE_BYTES, refusePage, type Version } from './observe.ts';
import { NoPartsError, readBeginning, remoteFile } from './remote-file.ts';

/** A group of files: one of `files`, `maps` and `themes`. */
export type EntryGroup = (typeof ENTRY_KINDS)[number];

/** The entries of a data source by group and path, as they are in its files. */
export type Groups = Readonly<Partial<Record<EntryGroup, Readonly<Record<string, FileEntrySource>>>>>;

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
  /** How many files are asked for and looked into at a time; the pace is that of `web`. */
  readonly concurrency: number;
  /** Whether files may go although they are many. */
  readonly allowRemovals: boolean;
  /** Called before each file, with how many are done and how many there are. */
  readonly onProgress: (done: number, total: number, path: string) => void;
  /** Called when something new is known, so that an interruption loses little. It must not throw. */
  readonly onNews: (groups: () => Groups) => void;
}

/** What came of an update. Each list of paths is in code-point order. */
export interface DataSourceUpdate {
  readonly id: string;
  /** The entries afterwards; the same object where nothing has changed. */
  readonly groups: Groups;
  /** How many files its listings name; null where none is read. */
  readonly found: number | null;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Those of the changed ones that cover another box than the catalog said. */
  readonly boxesChanged: readonly string[];
  readonly unchanged: number;
  readonly gone: readonly string[];
  /**
   * What could not be found out, and why: empty for the data source as a whole, addresses of listings, then paths of files,
   * so that causes are before what follows from them.
   */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

/** So many files of a listing may teach nothing of its times before it is believed in nothing. */
const PATIENCE = 3;

/** So many files in archives may be new at once: with more, archives that are made for that could fill the catalog. */
const FRAGMENT_LIMIT = 50_000;

/** Files of at most so many megabytes are downloaded whole where the catalog says nothing else. */
const DOWNLOAD_LIMIT = 1;

/** No page of HTML in place of a file has so many bytes. */
const LARGEST_PAGE = 1_000_000;

/** Updates one data source. Nothing is written. Once `web` is over, it ends with what is known by then. */
export function updateDataSource(known: KnownDataSource, context: UpdateContext): Promise<DataSourceUpdate> {
  return new Update(known, context).run();
}

/** Why a file of which its server says that there is none is not gone. */
const NAMED = 'a listing names it';
const UNPROVEN = 'no complete listing says that it is gone';

/** What a version says about itself, and its SHA-1 where all of it was read; or why its bytes are no whole file. */
type Looked = { readonly sha1: string | null; readonly inside: Inside } | { readonly damage: string };

/** The state of an update. */
class Update {
  readonly #known: KnownDataSource;
  readonly #context: UpdateContext;
  readonly #wanted: Selection;
  /** The entries of the catalog by path, with their groups. */
  readonly #entries = new Map<string, { readonly group: EntryGroup; readonly entry: FileEntrySource }>();
  /** The paths of the catalog by what is the same path in another spelling, and on some disks. */
  readonly #spellings = new Map<string, string>();
  readonly #folded = new Map<string, string>();
  /** What differs from the catalog. */
  readonly #news = new Map<string, { readonly group: EntryGroup; readonly entry: FileEntrySource }>();
  /** What the listings of the server have taught about their times. */
  readonly #offsets = new Set<number>();
  /** What failed of the data source and its listings, and of files. */
  readonly #causes: { readonly path: string; readonly reason: string }[] = [];
  readonly #failed: { readonly path: string; readonly reason: string }[] = [];
  readonly #gone: string[] = [];
  readonly #boxesChanged: string[] = [];
  #addedFragments = 0;
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
    const { source } = record;
    const listing = source && source.level !== 0 ? await crawl(source, record.baseUrl, this.#context.web) : null;
    for (const { url, reason } of listing?.problems ?? []) this.#failAsAWhole(url, reason);
    for (const { url, reason } of listing?.leftOut ?? []) this.#fail(url, reason);
    const listed = (listing?.files ?? []).flatMap((file) => this.#asKnown(file));
    const names = new Set(listed.map(({ path }) => path));
    const missing = this.#missing(names, listing);
    this.#total = listed.length + missing.length;
    const open = await this.#each(byListing(listed), (files) => this.#compare(files));
    await this.#each(open.flat(), ({ path }) => this.#observe(path, NAMED));
    const provesGone = (path: string): boolean => listing?.isComplete(path) ?? false;
    await this.#each(missing, (path) => this.#observe(path, provesGone(path) ? null : UNPROVEN));
    this.#refuseDoubtfulRemovals();
    const changed = [...this.#news.keys()].sort(byCodePoint);
    return {
      id,
      groups: this.#groups(),
      found: listing?.files.length ?? null,
      added: changed.filter((path) => !this.#entries.has(path)),
      changed: changed.filter((path) => this.#entries.has(path)),
      boxesChanged: this.#boxesChanged.sort(byCodePoint),
      unchanged: this.#unchanged,
      gone: this.#gone.sort(byCodePoint),
      failed: [...this.#causes, ...this.#failed.sort((a, b) => byCodePoint(a.path, b.path))],
    };
  }

  /** The files of the catalog that no listing names: none where nothing could be read of any. */
  #missing(names: ReadonlySet<string>, listing: Crawl | null): string[] {
    const missing = [...this.#entries.keys()].filter((path) => !names.has(path));
    if (listing === null || listing.hasRead || missing.length === 0) return missing;
    if (!this.#context.web.isOver)
      this.#failAsAWhole(
        '',
        `no listing could be read, so ${plural(missing.length, 'file')} of the catalog ${missing.length === 1 ? 'is' : 'are'} left as before`,
      );
    return [];
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
   * Compares the files of one listing with what is known. One whose history is known is asked for, and tells what the
   * times of the listing mean; of the others, only those need to be asked for of which the listing says something new.
   *
   * @returns those
   */
  async #compare(files: readonly ListedFile[]): Promise<readonly ListedFile[]> {
    const clock = new ListingClock(this.#offsets);
    const canTeach = (file: ListedFile): boolean => clock.canCompare(file) && this.#newest(file.path) !== null;
    const agrees = (file: ListedFile): boolean => {
      const newest = this.#newest(file.path);
      return newest !== null && clock.agrees(file, newest) && !this.#lacksSomething(file.path, newest);
    };
    let open = files;
    // Where a listing shows times with and without summer time, two files teach. One that teaches nothing has changed,
    // or does not answer.
    for (let misses = 0; misses < PATIENCE; ) {
      const teacher = open.find(canTeach);
      if (!teacher) break;
      const version = await this.#observe(teacher.path, NAMED);
      if (version === null || !clock.learn(teacher, version)) misses++;
      const others = open.filter((file) => file !== teacher);
      open = others.filter((file) => !agrees(file));
      this.#unchanged += others.length - open.length;
      this.#done += others.length - open.length;
    }
    return open;
  }

  /**
   * Observes one file and notes what is new.
   *
   * @param objection why it is not gone even where its server says so; null where nothing speaks against it
   * @returns the version that its server has; null where that is not known
   */
  async #observe(path: string, objection: string | null): Promise<Version | null> {
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
      if (objection === null) this.#gone.push(path);
      else this.#fail(path, `it answers ${observation.status}, but ${objection}`);
      return null;
    }
    const { version } = observation;
    const history = this.#entries.get(path)?.entry.checksums ?? [];
    const known = history.find((checksum) => isSameVersion(checksum, version));
    if (known && !this.#lacksSomething(path, known)) this.#unchanged++;
    else await this.#note(path, url, observation);
    return version;
  }

  /** Notes a version that is new, or of which the entry lacks something. */
  async #note(path: string, url: string, { version, mayHaveRanges }: Observation & { is: 'there' }): Promise<void> {
    const group = this.#entries.get(path)?.group ?? this.#groupOfNew(path);
    if (group === null) return;
    try {
      const looked = await this.#look(path, url, version, mayHaveRanges);
      // Nothing of such a version is written, so that the next run finds and reports it again.
      if ('damage' in looked) return this.#fail(path, looked.damage);
      const entry = this.#entries.get(path)?.entry ?? {};
      const inside = this.#fitting(path, entry, group, await this.#withNeighbour(path, url, entry, looked.inside));
      for (const problem of inside?.problems ?? []) this.#fail(path, problem);
      this.#takeEntry(path, group, entry, withVersion(entry, { ...version, sha1: looked.sha1 }, inside));
    } catch (error) {
      const isOfNetwork = error instanceof WebError;
      // Of those of the machine, a full disk is the one to expect.
      if (!isOfNetwork && systemCode(error) === null) throw error;
      const reason = isOfNetwork ? error.message : `it cannot be looked into: ${describeSystemError(error)}`;
      if (!this.#context.web.isOver) this.#fail(path, reason);
    }
  }

  /** What is inside points of interest that do not say where they are, which the map of the same region does. */
  async #withNeighbour(path: string, url: string, entry: FileEntrySource, inside: Inside): Promise<Inside> {
    const isPoi = contentsKind(path)?.kind === 'poi';
    if (!isPoi || inside === null || inside.box !== null || entry.boundingbox !== undefined) return inside;
    const map = beside(path, 'map');
    const known = (this.#news.get(map) ?? this.#entries.get(map))?.entry.boundingbox;
    if (known !== undefined) return { ...inside, box: known, problems: [] };
    const { box, problems } = await neighbourBox(url, this.#context.web, this.#context.now);
    return { ...inside, box, problems: box === null ? [...inside.problems, ...problems] : [] };
  }

  /** Takes what an entry is now. */
  #takeEntry(path: string, group: EntryGroup, before: FileEntrySource, after: FileEntrySource): void {
    if (isDeepStrictEqual(before, after)) {
      this.#unchanged++;
      return;
    }
    const { boundingbox: box } = before;
    if (box !== undefined && !isDeepStrictEqual(box, after.boundingbox)) this.#boxesChanged.push(path);
    this.#news.set(path, { group, entry: after });
    this.#context.onNews(() => this.#groups());
  }

  /** What is inside a file as far as the catalog can have it. */
  #fitting(path: string, entry: FileEntrySource, group: EntryGroup, all: Inside): Inside {
    // A theme covers no region.
    const inside = all !== null && group === 'themes' ? { ...all, box: null } : all;
    const added = (inside?.fragments?.length ?? 0) - Object.keys(entry.fragments ?? {}).length;
    if (inside === null || added <= 0) return inside;
    this.#addedFragments += added;
    if (this.#addedFragments <= FRAGMENT_LIMIT) return inside;
    this.#addedFragments -= added;
    this.#fail(
      path,
      `with its ${plural(inside.fragments?.length ?? 0, 'file')} the data source would become too large`,
    );
    return { ...inside, fragments: null };
  }

  /**
   * Looks into a version: at all of it where it is to be downloaded, else only at what says what it covers and contains,
   * for which a small file is downloaded too where its server sends no parts.
   *
   * @throws WebError where another try may succeed: a version of which nothing is noted is looked into by the next run
   */
  async #look(path: string, url: string, version: Version, mayHaveRanges: boolean): Promise<Looked> {
    const { web, now } = this.#context;
    if (this.#isDownloaded(path, version)) return await this.#download(path, url, version);
    if ((contentsKind(path)?.bytes ?? 0) === 0) {
      if (version.contentLength > 0 && version.contentLength <= LARGEST_PAGE)
        refusePage(url, await readBeginning(url, version, web, now));
      return { sha1: null, inside: await insideOf(path, null) };
    }
    let cannot = new NoPartsError();
    try {
      if (mayHaveRanges) return await inParts(path, url, remoteFile(url, version, web, now));
    } catch (error) {
      if (!(error instanceof NoPartsError)) throw error;
      cannot = error;
    }
    if (this.#isSmall(version)) return await this.#download(path, url, version);
    // The version is a fact all the same.
    this.#fail(path, `what is inside is not known: ${cannot.message}, and it is too large to be downloaded`);
    return { sha1: null, inside: await insideOf(path, null) };
  }

  #download(path: string, url: string, version: Version): Promise<Looked> {
    const { web, now, withScratch } = this.#context;
    return withScratch(async (scratch) => {
      const { sha1, file } = await download(url, version, { web, scratch, now });
      const contents = await readContents(path, file);
      if (contents.damage !== null) return { damage: contents.damage };
      if (contents.fragments === null) return { sha1, inside: { ...contents, fragments: null } };
      const { hashes, damage, problems } = await hashFragments(file);
      if (damage !== null) return { damage };
      const fragments = contents.fragments.map((one) => {
        const hash = hashes.get(one.path);
        // What the archive says of a file that cannot be unpacked is no fact.
        return hash === undefined ? { ...one, lastModified: null, sha1: null } : { ...one, sha1: hash };
      });
      return { sha1, inside: { ...contents, fragments, problems: [...contents.problems, ...problems] } };
    });
  }

  #isDownloaded(path: string, version: Version): boolean {
    return this.#isSmall(version) && this.#wanted.takes(path);
  }

  #isSmall({ contentLength }: Version): boolean {
    const { downloadLimit = DOWNLOAD_LIMIT } = this.#known.record.source ?? {};
    return contentLength <= downloadLimit * 1_000_000;
  }

  /** Whether a version has no SHA-1 although its file is small enough to be downloaded for it. */
  #lacksSha1(path: string, known: Checksum): boolean {
    return known.sha1 === null && this.#isDownloaded(path, known);
  }

  /**
   * Whether a version that is known has to be looked into all the same: for its SHA-1, or for what its file can state and
   * the entry does not say.
   */
  #lacksSomething(path: string, known: Checksum): boolean {
    const { group, entry } = this.#entries.get(path) ?? {};
    const lacks = entry !== undefined && lacksContents(path, entry, group !== 'themes');
    return lacks || this.#lacksSha1(path, known);
  }

  #newest(path: string): Checksum | null {
    return this.#entries.get(path)?.entry.checksums?.at(-1) ?? null;
  }

  /** The group of a file that is new: the one that `source` names, or that of the others. Null where neither tells. */
  #groupOfNew(path: string): EntryGroup | null {
    const { groups, record } = this.#known;
    if (record.source?.group) return record.source.group;
    const used = ENTRY_KINDS.filter((group) => groups[group] !== undefined);
    if (used.length < 2) return used[0] ?? 'files';
    this.#fail(path, `it is new, and source.group does not say whether it is one of the ${used.join(' or ')}`);
    return null;
  }

  /** Removes nothing where so much is gone that the server is more likely to be wrong, or where that is not known yet. */
  #refuseDoubtfulRemovals(): void {
    const { allowRemovals, web } = this.#context;
    const [gone, all] = [this.#gone.length, this.#entries.size];
    if (allowRemovals || gone === 0) return;
    if (!web.isOver && !isDoubtfulRemoval(gone, all)) return;
    const verb = gone === 1 ? 'is' : 'are';
    if (!web.isOver)
      this.#failAsAWhole('', `${gone} of ${plural(all, 'file')} ${verb} gone; with --allow-removals they are removed`);
    this.#gone.length = 0;
  }

  /** The entries as they are now; the very same ones where nothing is new. */
  #groups(): Groups {
    if (this.#news.size + this.#gone.length === 0) return this.#known.groups;
    const groups: Partial<Record<EntryGroup, Record<string, FileEntrySource>>> = {};
    for (const group of ENTRY_KINDS) {
      const entries = new Map(Object.entries(this.#known.groups[group] ?? {}));
      for (const path of this.#gone) entries.delete(path);
      for (const [path, news] of this.#news) if (news.group === group) entries.set(path, news.entry);
      if (this.#known.groups[group] || entries.size > 0) groups[group] = Object.fromEntries(entries);
    }
    return groups;
  }

  /** Notes what failed of the data source, where `path` is empty, or of a listing. */
  #failAsAWhole(path: string, reason: string): void {
    this.#causes.push({ path: visible(path), reason: visible(reason) });
  }

  #fail(path: string, reason: string): void {
    this.#failed.push({ path: visible(path), reason: visible(reason) });
  }

  #each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
    return pMap(items, work, { concurrency: this.#context.concurrency });
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

/** What a version says about itself where its bytes are not read, or only some of them. */
async function insideOf(path: string, file: RemoteFile | null): Promise<NonNullable<Inside> & Contents> {
  const contents = await readContents(path, file);
  return { ...contents, fragments: contents.fragments?.map((one) => ({ ...one, sha1: null })) ?? null };
}

/** What a version says about itself by a few of its bytes, unless they are those of a page of HTML. */
async function inParts(path: string, url: string, file: RemoteFile): Promise<Looked> {
  const inside = await insideOf(path, file);
  const isDoubtful = inside.damage !== null || inside.problems.length > 0;
  if (isDoubtful && file.size > 0) refusePage(url, await file.read(0, Math.min(PAGE_BYTES, file.size)));
  return inside.damage === null ? { sha1: null, inside } : { damage: inside.damage };
}
