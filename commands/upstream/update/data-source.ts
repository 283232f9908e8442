import { isDeepStrictEqual } from 'node:util';
import pMap from 'p-map';
import { fold } from '../../../contract/base/fold.ts';
import { isDoubtfulRemoval } from '../../../contract/base/limits.ts';
import { describeSystemError, systemCode } from '../../../contract/base/system-errors.ts';
import {
  byCodePoint,
  firstNames,
  itemsByKey,
  plural,
  sortedByCodePoint,
  visible,
} from '../../../contract/base/text.ts';
import {
  isSameVersion,
  shrunkSizes,
  statedVersion,
  type Version,
  wentBackTo,
} from '../../../contract/data-sources/checksum-history.ts';
import { currentVersionOf } from '../../../contract/data-sources/current-version.ts';
import { describeLostFragments, fragmentKey, fragmentsByKey } from '../../../contract/data-sources/fragment-keys.ts';
import { SECTIONS, type Section } from '../../../contract/data-sources/sections.ts';
import type { Checksum, DataSourceSource, FileEntrySource } from '../../../contract/generated/catalog.types.ts';
import type { UpdatedSource } from '../../../contract/generated/reports.types.ts';
import { WebError } from '../web/request.ts';
import type { Web } from '../web/web.ts';
import {
  checksumObjectionTo,
  hashedFile,
  listedFolders,
  type Stated,
  type StatedHashes,
  statedHashes,
} from './checksum-lists.ts';
import { type Contents, readContents } from './contents/contents.ts';
import { entryWithVersion, lacksContents } from './entry.ts';
import { fetchChecksumLists, pathOfList } from './fetch-checksum-lists.ts';
import { type Crawl, crawlListings } from './listing/crawl.ts';
import { type ListedFile, listingOfNames } from './listing/found-files.ts';
import { exactVersion, ListingClock } from './listing/listing-clock.ts';
import { isSelectedFile } from './listing/selection.ts';
import { decodedListingPath } from './listing/source-tree.ts';
import type { LocalFolder } from './local-folder.ts';
import { lookInsideVersion } from './look-inside.ts';
import { type Observation, observeFile } from './observe.ts';
import type { ReadContext } from './remote-file.ts';

export type KnownEntries = Readonly<Partial<Record<Section, Readonly<Record<string, FileEntrySource>>>>>;

export interface EntryChange {
  readonly section: Section;
  /** The path before upstream respelled it. */
  readonly from?: string | undefined;
  readonly before: FileEntrySource | null;
  readonly after: FileEntrySource | null;
}

export type EntryChanges = ReadonlyMap<string, EntryChange>;

export interface KnownDataSource {
  readonly id: string;
  readonly record: DataSourceSource;
  readonly sections: KnownEntries;
}

export interface UpdateContext extends ReadContext {
  readonly concurrency: number;
  readonly allowRemovals: boolean;
  readonly folder: LocalFolder | null;
  readonly stated: StatedHashes | null;
  /** For a listing, `total` is null. */
  readonly onProgress: (done: number, total: number | null, path: string) => void;
  /** Called after each result, so that an interruption loses little. Must not throw. */
  readonly onNews: (changes: EntryChanges) => void;
}

export interface DataSourceUpdate extends Pick<UpdatedSource, 'id' | 'found' | 'unchanged' | 'failed' | 'warnings'> {
  readonly changes: EntryChanges;
}

type Failure = DataSourceUpdate['failed'][number];

/** After this many files that do not reveal a listing's time zone, its times are not used. */
const MAX_ATTEMPTS = 3;

/** In megabytes, by default. */
const DOWNLOAD_LIMIT = 1;

export function updateDataSource(known: KnownDataSource, context: UpdateContext): Promise<DataSourceUpdate> {
  return new Update(known, context).run();
}

export function changedPathsOf(changes: EntryChanges) {
  const sorted = sortedByCodePoint([...changes], ([path]) => path);
  const pathsOf = (isListed: (change: EntryChange) => boolean): string[] =>
    sorted.flatMap(([path, change]) => (isListed(change) ? [path] : []));
  const hasOtherBox = ({ before, after }: EntryChange): boolean =>
    before?.boundingbox !== undefined && !isDeepStrictEqual(before.boundingbox, after?.boundingbox);
  return {
    added: pathsOf(({ before }) => before === null),
    changed: pathsOf(({ before, after, from }) => {
      return before !== null && after !== null && (from === undefined || !isDeepStrictEqual(before, after));
    }),
    respelled: sorted.flatMap(([path, { from }]) => (from === undefined ? [] : [{ path, before: from }])),
    boxesChanged: pathsOf((change) => change.after !== null && hasOtherBox(change)),
    wentBack: sorted.flatMap(([path, { before, after }]) => {
      const found = wentBackTo(before?.checksums, after?.checksums);
      return found ? [{ path, lastModified: found.version.lastModified, how: found.how }] : [];
    }),
    shrunk: sorted.flatMap(([path, { before, after }]) => {
      const sizes = shrunkSizes(before?.checksums, after?.checksums);
      return sizes ? [{ path, ...sizes }] : [];
    }),
    gone: pathsOf(({ after }) => after === null),
  };
}

/** Why an entry stays without a file on the server. */
const [NAMED, UNPROVEN] = ['a listing names it', 'no complete listing proves that it is gone'];

function objectionToRemoval(path: string, listing: Crawl | null): string | null {
  const above = listing?.addressAbove?.(path) ?? null;
  if (above !== null)
    return `a listing names ${above} above baseUrl: if baseUrl was changed, write the one before, or delete this entry`;
  return listing?.isComplete(path) ? null : UNPROVEN;
}

const UNMATCHED =
  'the lists of checksums name none of these files; a list below baseUrl must name files relative to its own folder, any other list relative to baseUrl';

function pathsOnlyIn(listing: Pick<Crawl, 'files'> | null, other: Pick<Crawl, 'files'>): string[] {
  const others = new Set(other.files.map(({ path }) => path));
  return (listing?.files ?? []).map(({ path }) => path).filter((path) => !others.has(path));
}

interface PlacedEntry extends Pick<EntryChange, 'section' | 'from'> {
  readonly entry: FileEntrySource;
  /** No complete listing proves that `from` is gone. */
  readonly isDoubtful?: boolean;
}

class Update {
  readonly #known: KnownDataSource;
  readonly #context: UpdateContext;
  /** Entries by their path in the catalog, or in upstream's new spelling. */
  readonly #entries = new Map<string, PlacedEntry>();
  /** Paths in the catalog, by decoded, case-folded form. */
  readonly #spellings = new Map<string, string>();
  readonly #changes = new Map<string, EntryChange>();
  /** Offsets of listings from UTC, in milliseconds. */
  readonly #offsets = new Set<number>();
  /** Why files may be missing. The path is a listing's address, or empty for the data source. */
  readonly #causes: Failure[] = [];
  readonly #failed: Failure[] = [];
  readonly #warnings: Failure[] = [];
  readonly #gone: string[] = [];
  /** Files with a SHA-256 in their listing. */
  readonly #hashed = new Map<string, ListedFile>();
  /** Decoded, case-folded paths on which a folder and lists disagree: their files stay. */
  readonly #disputed = new Set<string>();
  #stated: StatedHashes | null;
  #unchanged = 0;
  #done = 0;
  #total = 0;

  constructor(known: KnownDataSource, context: UpdateContext) {
    this.#known = known;
    this.#context = context;
    this.#stated = context.stated;
    for (const section of SECTIONS) {
      for (const [path, entry] of Object.entries(known.sections[section] ?? {})) {
        this.#entries.set(path, { section, entry });
        this.#spellings.set(fold(decodedListingPath(path)), path);
      }
    }
  }

  async run(): Promise<DataSourceUpdate> {
    const { id } = this.#known;
    const listing = await this.#list();
    for (const { url, reason } of listing?.problems ?? []) this.#fail(url, reason, this.#causes);
    for (const { url, reason } of listing?.leftOut ?? []) this.#fail(url, reason);
    if (listing && listing.files.length + listing.leftOut.length + this.#causes.length === 0)
      this.#fail('', 'no files are found; check level, include and exclude of source', this.#causes);
    const agreed = (listing?.files ?? []).filter(({ path }) => !this.#isDisputed(path));
    const listed = agreed.map((file) => this.#asKnown(file, listing));
    for (const file of listed) if (file.sha256) this.#hashed.set(file.path, file);
    const names = new Set(listed.map(({ path }) => path));
    const missing = this.#missing(names, listing);
    const stated = this.#stated ?? new Map();
    if (stated.size > 0 && ![...names, ...missing].some((path) => stated.has(decodedListingPath(path))))
      this.#fail('', UNMATCHED, this.#warnings);
    this.#total = listed.length + missing.length;
    const byListing = itemsByKey(listed, ({ listing: address }) => address);
    const open = await this.#each([...byListing.values()], (files) => this.#compare(files));
    await this.#each(open.flat(), ({ path }) => this.#observe(path, NAMED));
    await this.#each(missing, (path) => this.#observe(path, objectionToRemoval(path, listing)));
    this.#remove();
    return {
      id,
      found: listing?.files.length ?? null,
      changes: this.#changes,
      unchanged: this.#unchanged,
      failed: [...this.#causes, ...sortedByCodePoint(this.#failed, ({ path }) => path)],
      warnings: sortedByCodePoint(this.#warnings, ({ path }) => path),
    };
  }

  async #list(): Promise<Crawl | null> {
    const { source = {}, baseUrl } = this.#known.record;
    const { folder, stated, onProgress } = this.#context;
    const request: Web['request'] = (listing) => {
      onProgress(0, null, listing.url);
      return this.#context.web.request(listing);
    };
    const web = { request };
    const { url, level, checksums = [] } = source;
    // Checksum lists replace the listing if the user named them or the source has no url; a folder replaces both.
    if (folder === null && stated === null && checksums.length > 0)
      this.#stated = await fetchChecksumLists(checksums, { cwd: '', bases: [baseUrl], web }, ({ message }) =>
        this.#fail('', message.replace(/\.$/, ''), this.#causes),
      );
    // An unread list may name more.
    const isWhole = this.#causes.length === 0;
    const names = stated || url === undefined ? this.#stated : null;
    const listing = names && listingOfNames(names.keys(), source, listedFolders(names));
    const isComplete = (path: string): boolean => isWhole && listing?.isComplete(path) === true;
    const inLists = listing && this.#withoutLists({ ...listing, hasRead: names.size > 0, isComplete });
    if (folder === null) {
      if (inLists || url === undefined || level === 0) return inLists;
      return this.#withoutLists(await crawlListings({ ...source, url }, baseUrl, web));
    }
    if (folder.linkCount > 0) this.#fail('', `${plural(folder.linkCount, 'symbolic link')} left out`, this.#warnings);
    const inFolder = this.#withoutLists(listingOfNames(folder.names, source));
    for (const path of pathsOnlyIn(inLists, inFolder))
      this.#dispute(path, 'a list names it, but it is not in the folder');
    for (const path of inLists ? pathsOnlyIn(inFolder, inLists) : []) this.#dispute(path, 'no list names it');
    return inFolder;
  }

  /** Files of the catalog stay, even with a list's name. */
  #withoutLists(listing: Crawl): Crawl {
    const { baseUrl, source } = this.#known.record;
    const lists = new Set(source?.checksums?.map((list) => pathOfList(list, baseUrl)));
    const names = new Set(listing.files.map(({ path }) => decodedListingPath(path)));
    const isList = (name: string): boolean => lists.has(name) || names.has(hashedFile(name) ?? '');
    const isFile = (name: string): boolean => this.#spellings.has(fold(name)) || !isList(name);
    return { ...listing, files: listing.files.filter(({ path }) => isFile(decodedListingPath(path))) };
  }

  #dispute(path: string, reason: string): void {
    this.#disputed.add(fold(decodedListingPath(path)));
    this.#fail(path, reason);
  }

  #isDisputed(path: string): boolean {
    return this.#disputed.has(fold(decodedListingPath(path)));
  }

  #missing(names: ReadonlySet<string>, listing: Crawl | null): string[] {
    const missing = [...this.#entries.keys()].filter((path) => !names.has(path) && !this.#isDisputed(path));
    if (listing === null || listing.hasRead || missing.length === 0) return missing;
    const files = `${plural(missing.length, 'file')} of the catalog ${missing.length === 1 ? 'is' : 'are'}`;
    if (!this.#context.web.isOver) this.#fail('', `no listing could be read, so ${files} left as before`, this.#causes);
    return [];
  }

  /**
   * Paths that differ in case alone are one file on many disks: upstream respelled it. Those that differ in encoding
   * alone keep the known one.
   */
  #asKnown(file: ListedFile, listing: Crawl | null): ListedFile {
    const decoded = decodedListingPath(file.path);
    const known = this.#spellings.get(fold(decoded)) ?? file.path;
    if (decodedListingPath(known) === decoded) return { ...file, path: known };
    const { section, entry } = this.#entries.get(known) as PlacedEntry;
    this.#entries.set(file.path, { section, entry, from: known, isDoubtful: !listing?.isComplete(known) });
    this.#entries.delete(known);
    return { ...file, time: null };
  }

  /**
   * Requests a file with a history, to learn the listing's time zone.
   * @returns files with something new in the listing
   */
  async #compare(files: readonly ListedFile[]): Promise<readonly ListedFile[]> {
    const clock = new ListingClock(this.#offsets);
    const agrees = (file: ListedFile): boolean => {
      const known = this.#currentOf(file.path);
      return known !== undefined && clock.agrees(file, statedVersion(known)) && !this.#lacksSomething(file.path, known);
    };
    let open = files;
    // Two files reveal summer and standard time. A changed or failed one reveals nothing.
    for (let misses = 0; misses < MAX_ATTEMPTS; ) {
      const teacher = open.find((file) => clock.canCompare(file) && this.#currentOf(file.path) !== undefined);
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

  async #observe(path: string, objection: string | null): Promise<Version | null> {
    const { web, onProgress } = this.#context;
    if (web.isOver) return null;
    onProgress(this.#done++, this.#total, path);
    const { from, isDoubtful, ...former } = this.#entries.get(path) ?? {};
    if (from !== undefined && isDoubtful && (await this.#ask(from).catch(() => null))?.is !== 'gone') {
      const reason = `many disks take it for ${from}, which the catalog has and which may still exist; exclude one of them`;
      if (!web.isOver) this.#fail(path, reason);
      this.#entries.set(from, former as PlacedEntry);
      this.#entries.delete(path);
      return this.#observe(from, UNPROVEN);
    }
    try {
      const observation = await this.#ask(path);
      if (observation.is === 'gone') {
        if (objection === null) this.#gone.push(path);
        else this.#fail(path, `${observation.why}, but ${objection}`);
        return null;
      }
      const { version } = observation;
      const known = this.#currentOf(path);
      const isSame = known !== undefined && isSameVersion(statedVersion(known), version);
      if (version.contentLength === 0 && (known?.contentLength ?? 0) > 0)
        this.#fail(
          path,
          `it is empty, and had ${plural(known?.contentLength ?? 0, 'byte')}: most likely a fault of its server`,
        );
      else if (isSame && !this.#lacksSomething(path, known)) this.#keep(path);
      else await this.#note(path, version, observation.isStated);
      return version;
    } catch (error) {
      const isOfNetwork = error instanceof WebError;
      // An error of the system is most likely a full disk: only this file fails.
      if (!isOfNetwork && systemCode(error) === null) throw error;
      const reason = isOfNetwork ? error.message : `its contents cannot be read: ${describeSystemError(error)}`;
      if (!web.isOver) this.#fail(path, reason);
      return null;
    }
  }

  /** If robots.txt forbids the request (GitHub's releases), returns what the listing states. */
  async #ask(path: string): Promise<Observation & { readonly isStated?: true }> {
    const { web, now, folder } = this.#context;
    if (folder) return folder.observe(path, now);
    try {
      return await observeFile(this.#known.record.baseUrl + path, web, now);
    } catch (error) {
      const listed = error instanceof WebError && error.failure === 'robots' && this.#hashed.get(path);
      const version = listed ? exactVersion(listed) : null;
      if (version === null) throw error;
      return { is: 'there', version, isStated: true };
    }
  }

  async #note(path: string, version: Version, isStated = false): Promise<void> {
    const { action, baseUrl } = this.#known.record;
    const { web, now, folder } = this.#context;
    const { section = this.#sectionOfNew(path), entry = {} } = this.#entries.get(path) ?? {};
    if (section === null) return;
    const [isSmall, isDownloaded] = [this.#isSmall(version), this.#isDownloaded(path, version)];
    const { hashes, contents } = folder
      ? await folder.lookInside(path, version, { web, now })
      : isStated
        ? { hashes: null, contents: await readContents(path, null) }
        : await lookInsideVersion({ path, url: baseUrl + path, version, isSmall, isDownloaded, web, now });
    // Nothing is written, so that the next run reports the damage again.
    if (contents.damage !== null) return this.#fail(path, contents.damage);
    if (contents.foreign !== null && (entry.boundingbox ?? entry.fragments) !== undefined)
      return this.#fail(path, `${contents.foreign}; if that is right, delete boundingbox and fragments of its entry`);
    const stated = this.#statedOf(path);
    const objection = checksumObjectionTo(stated, version, entry.checksums ?? [], hashes);
    if (objection !== null) return this.#fail(path, objection);
    for (const problem of [contents.foreign ?? [], contents.problems].flat()) this.#fail(path, problem, this.#warnings);
    const fragments = this.#fragmentsIn(path, contents.fragments);
    const known = entry.fragments ? { ...entry, fragments: fragmentsByKey(action, entry.fragments) } : entry;
    const box = section === 'themes' ? null : contents.box;
    const after = entryWithVersion(known, { ...version, ...statedHashes(stated), ...hashes }, { box, fragments });
    if (isDeepStrictEqual(entry, after)) return this.#keep(path);
    this.#change(path, section, after);
    this.#context.onNews(this.#changes);
  }

  #keep(path: string): void {
    const { section, entry, from } = this.#entries.get(path) as PlacedEntry;
    if (from === undefined) this.#unchanged++;
    else this.#change(path, section, entry);
  }

  #fragmentsIn(path: string, found: Contents['fragments']): Contents['fragments'] {
    if (found === null) return null;
    const { action } = this.#known.record;
    const paths = found.map((fragment) => fragment.path);
    const problem = describeLostFragments(action, paths);
    if (problem !== null) this.#fail(path, problem, this.#warnings);
    return found.map((fragment) => ({ ...fragment, path: fragmentKey(action, fragment.path) }));
  }

  #change(path: string, section: Section, after: FileEntrySource | null): void {
    const { entry: before = null, from } = this.#entries.get(path) ?? {};
    this.#changes.set(path, { section, from, before, after });
  }

  #currentOf(path: string): Checksum | undefined {
    return currentVersionOf(this.#entries.get(path)?.entry.checksums ?? []);
  }

  #statedOf(path: string): Stated {
    const { sha256: digits, listing: place = '' } = this.#hashed.get(path) ?? {};
    const listed = digits && { sha256: { digits, list: { folder: '', lastModified: null }, place, isAlone: true } };
    return this.#stated?.get(decodedListingPath(path)) ?? (listed || {});
  }

  #isSmall({ contentLength }: Version): boolean {
    return contentLength <= (this.#known.record.source?.downloadLimit ?? DOWNLOAD_LIMIT) * 1_000_000;
  }

  #isDownloaded(path: string, version: Version): boolean {
    if (this.#context.folder !== null) return true;
    return this.#isSmall(version) && isSelectedFile({ include: this.#known.record.source?.download ?? [] }, path);
  }

  #lacksSomething(path: string, known: Checksum): boolean {
    const { entry } = this.#entries.get(path) ?? {};
    if (entry !== undefined && lacksContents(path, entry)) return true;
    const { sha1, sha256 } = statedHashes(this.#statedOf(path));
    if ((sha1 ?? known.sha1) !== known.sha1 || (sha256 ?? known.sha256) !== known.sha256) return true;
    if (this.#context.folder !== null && known.sha256 === undefined) return true;
    const isWithoutSha1 = (history: readonly Checksum[]): boolean => history.every(({ sha1 }) => sha1 === null);
    const fragments = Object.values(entry?.fragments ?? {});
    return this.#isDownloaded(path, known) && [[known], ...fragments].some(isWithoutSha1);
  }

  #sectionOfNew(path: string): Section | null {
    const { sections, record } = this.#known;
    if (record.source?.group) return record.source.group;
    const used = SECTIONS.filter((section) => sections[section] !== undefined);
    if (used.length < 2) return used[0] ?? 'files';
    this.#fail(path, `it is new, and source.group does not say whether it is one of the ${used.join(' or ')}`);
    return null;
  }

  #remove(): void {
    const { allowRemovals, web } = this.#context;
    // Counts new files, too: a server with all files replaced is not empty.
    const [gone, all] = [this.#gone.length, new Set([...this.#entries.keys(), ...this.#changes.keys()]).size];
    if (allowRemovals || (!web.isOver && !isDoubtfulRemoval(gone, all))) {
      for (const path of this.#gone) this.#change(path, (this.#entries.get(path) as PlacedEntry).section, null);
    } else if (gone > 0 && !web.isOver) {
      const [are, they] = gone === 1 ? ['is', 'it is'] : ['are', 'they are'];
      const files = `${gone} of ${plural(all, 'file')} ${are} gone (${firstNames(this.#gone.sort(byCodePoint))})`;
      this.#fail('', `${files}; with --allow-removals ${they} removed`, this.#causes);
    }
  }

  #fail(path: string, reason: string, failures: Failure[] = this.#failed): void {
    failures.push({ path: visible(path), reason: visible(reason) });
  }

  #each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
    return pMap(items, work, { concurrency: this.#context.concurrency });
  }
}
