/** Longer than other readers: a service is many documents, of which each may be missing, in JSON and in XML. */
import pMap from 'p-map';
import { TYPES } from '../../../../build/map-types/all-types.ts';
import { readMapAddress } from '../../../../build/map-types/map-address.ts';
import { MAP_SERVICE } from '../../../../build/programs/ogc/service-layers.ts';
import { fileNameProblem } from '../../../../build/read/file-names.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { type CalledWith, offeredCommand } from '../../../../cli/terminal/offered-command.ts';
import { isObject, type JsonObject, jsonItemsOf, jsonMembersOf } from '../../../../contract/base/json-values.ts';
import { parseUrl, shortenedText } from '../../../../contract/base/text.ts';
import { SECTIONS } from '../../../../contract/data-sources/sections.ts';
import { LIST_ROUTES, resourceAt, v1Path } from '../../../../contract/interface/v1-routes.ts';
import { v2Path } from '../../../../contract/interface/v2-files.ts';
import { capabilitiesAddress } from '../../../../contract/maps/get-map.ts';
import { SERVICE_PROTOCOL } from '../../../../contract/maps/map-types.ts';
import { NO_ID, type Notes, type SourcePlace } from '../notes.ts';
import {
  isServedList,
  readServedJson,
  readServedXml,
  type Served,
  type Unread,
  type XmlDocumentName,
} from './read-served.ts';
import { readServedMaps, type ServedMaps, servedKey } from './v2-served-maps.ts';

export interface ServedDocument {
  readonly status: number;
  readonly body: Uint8Array;
  /** From `Cache-Control: max-age`, in seconds; null if missing or 0. */
  readonly maxAge: number | null;
}

export type FetchServed = (url: string, accept: string) => Promise<ServedDocument | Unread>;

/** An unread `value` is undefined. */
export interface ServedRecord extends Served {
  readonly id: string;
}

export interface ServedDataSource extends ServedRecord, Pick<ServedDocument, 'maxAge'> {
  /** Below `/v2/`: empty if missing; null if unread, or without `/v2/`. */
  readonly v2Document: (Served & { readonly value: JsonObject }) | null;
}

/** Unread lists are null. */
export interface ServedCatalog {
  /** The service's link to a document below `/v1/`; null without one. */
  readonly link: string | null;
  readonly mapservers: readonly Served[] | null;
  readonly overlayservers: readonly Served[] | null;
  /** Null without `/v2/`, or if a part is unread. */
  readonly maps: ServedMaps['maps'] | null;
  readonly providers: readonly ServedRecord[] | null;
  readonly datasources: readonly ServedDataSource[] | null;
  readonly categories: readonly ServedRecord[] | null;
  readonly editions: readonly ServedRecord[] | null;
}

export type OnDocument = (done: number, known: number, path: string) => void;

/** `fetch` limits the rate. */
const PARALLEL = { concurrency: 2 };

type Loaded<T> = Served & Pick<ServedDocument, 'maxAge'> & { readonly value: T };

type DetailRoute = 'datasource' | 'category' | 'edition';

interface ServiceAt extends CalledWith {
  /** Without a trailing slash. */
  readonly address: string;
}

/** Null unless the address itself says that it is of another service. */
function statedService({ address, ...called }: ServiceAt): string | null {
  const read = readMapAddress({ url: address });
  return 'type' in read && read.type !== 'xyz'
    ? `It is the address of ${TYPES[read.type].entered}: ${offeredCommand('new map --url', address, called)} takes it.`
    : null;
}

/** What to do with an address that may be of a service for maps. */
function otherService({ address, ...called }: ServiceAt): string {
  return `If it is ${MAP_SERVICE}, import its capabilities: ${offeredCommand('import', capabilitiesAddress(address, SERVICE_PROTOCOL), called)}`;
}

export class ServiceReader {
  readonly #service: ServiceAt;
  readonly #base: string;
  readonly #fetch: FetchServed;
  readonly #notes: Notes;
  readonly #onDocument: OnDocument;
  /** Null until XML was requested. */
  #hasXml: boolean | null = null;
  #done = 0;
  #known: number = LIST_ROUTES.length;

  constructor(service: ServiceAt, fetch: FetchServed, notes: Notes, onDocument: OnDocument = () => {}) {
    this.#service = service;
    this.#base = service.address;
    this.#fetch = fetch;
    this.#notes = notes;
    this.#onDocument = onDocument;
  }

  async run(): Promise<ServedCatalog> {
    const stated = statedService(this.#service);
    if (stated) throw new CannotRunError(`${this.#base} is not the address of a map catalog service.`, stated);
    const problems: string[] = [];
    const list = async (route: (typeof LIST_ROUTES)[number]): Promise<Served[] | null> => {
      const loaded = await this.#json(v1Path(route), isServedList, 'a list');
      if ('value' in loaded) return loaded.value.map((value, index) => ({ value, at: loaded.at.in(index) }));
      problems.push(`${v1Path(route)} cannot be read: ${loaded.problem}`);
      this.#notes.place(v1Path(route)).unread(`the list cannot be read: ${loaded.problem}`);
      return null;
    };
    const inTurn = { concurrency: 1 };
    const read = await pMap(LIST_ROUTES, list, inTurn);
    const [mapservers = null, overlayservers = null, sources = null, categories = null, editions = null] = read;
    if (problems.length === LIST_ROUTES.length)
      throw new CannotRunError(
        `${this.#base} is not the address of a map catalog service: ${problems[0]}.`,
        otherService(this.#service),
      );
    const belowV2 = mapservers && overlayservers && (await this.#maps({ mapservers, overlayservers }));
    const completed = categories && (await this.#complete('categories', 'category', categories, ['parent']));
    const isWhole = completed?.every(({ value }) => value !== undefined) ?? false;
    if (completed && !isWhole)
      this.#notes
        .place(v1Path('categories'))
        .leftOut('the parents of some categories could not be read, so no category is taken', 'not read');
    const links = [sources, categories, editions].flatMap((items) => items?.map(({ value }) => urlOf(value)) ?? []);
    const served = {
      link: links.find((link) => link !== null && /^https?:\/\/.*\/v1\//.test(link) && parseUrl(link)) ?? null,
      mapservers,
      overlayservers,
      maps: belowV2?.maps ?? null,
      providers: belowV2 && recordsIn('provider', belowV2.providers),
      datasources: sources && (await this.#dataSources(sources, belowV2 !== null)),
      categories: isWhole ? completed : null,
      editions: editions && (await this.#complete('editions', 'edition', editions, ['name', 'datasources'])),
    };
    if (this.#hasXml === false) {
      const lost =
        'where data sources are listed upstream, which SHA-1s clients compare, and the areas of files that are not maps';
      this.#notes.place('/v1/').advice(`the service has no XML; only XML says ${lost}`);
    }
    return served;
  }

  #maps(lists: Readonly<Record<string, readonly Served[]>>): Promise<ServedMaps | null> {
    const keys = Object.entries(lists).flatMap(([list, items]) => items.map(({ value }) => servedKey(list, value)));
    return readServedMaps((...request) => this.#json(...request), this.#notes, new Set(keys));
  }

  #dataSources(items: readonly Served[], hasV2: boolean): Promise<ServedDataSource[]> {
    const found = recordsIn('datasource', items);
    // JSON, XML, and hashes of `/v2/`.
    this.#known += found.length * (hasV2 ? 3 : 2);
    return pMap(
      found,
      async ({ id, at: listed }) => {
        const detail = await this.#detail('datasource', id);
        if ('problem' in detail) {
          this.#notes.place(v1Path('datasource', id)).unread(`the data source cannot be read: ${detail.problem}`);
          return { id, value: undefined, at: listed, maxAge: null, v2Document: null };
        }
        const { value, at, maxAge } = detail;
        const more = await this.#xml('datasource', `${v1Path('datasource', id)}?format=xml&includeSource=true`);
        const whole = isObject(more) ? withXmlOnly(value, more) : value;
        return { id, at, maxAge, value: whole, v2Document: hasV2 ? await this.#v2DocumentOf(id, whole) : null };
      },
      PARALLEL,
    );
  }

  /** Adds the SHA-256s of the document to versions in `source`. */
  async #v2DocumentOf(id: string, source: JsonObject): Promise<ServedDataSource['v2Document']> {
    const path = v2Path('hashes', { id });
    const loaded = await this.#json(path, isHashes, 'an object with files');
    if ('problem' in loaded) {
      const at = this.#notes.place(path);
      if (loaded.isMissing) return { value: {}, at };
      at.unread(`what it says of the data source cannot be read: ${loaded.problem}`);
      return null;
    }
    const histories = new Map(
      SECTIONS.flatMap((section) => jsonMembersOf(source[section])).map(([file, entry]) => {
        return [file, isObject(entry) ? jsonItemsOf(entry['checksums']) : []];
      }),
    );
    for (const [index, hash] of jsonItemsOf(loaded.value['files']).entries()) {
      const { path: file, sha256: digits, lastModified, contentLength } = isObject(hash) ? hash : {};
      const sha256 = String(digits).toUpperCase();
      const history = histories.get(String(file)) ?? [];
      const checksum = history.findLast(
        (one) => isObject(one) && one['lastModified'] === lastModified && one['contentLength'] === contentLength,
      );
      // By default, `current` is the last version.
      const current = checksum === history.at(-1) ? {} : { current: lastModified };
      if (checksum && /^[0-9A-F]{64}$/.test(sha256)) Object.assign(checksum, { sha256, ...current });
      else loaded.at.in('files', index).leftOut(`it is not a SHA-256 of a version of ${shortenedText(String(file))}`);
    }
    return loaded;
  }

  /** Adds members that a list may omit, from its XML or each detail. */
  async #complete(
    list: 'categories' | 'editions',
    route: DetailRoute,
    items: readonly Served[],
    members: readonly string[],
  ): Promise<ServedRecord[]> {
    const found = recordsIn(route, items);
    const lacks = (value: unknown): boolean => members.some((name) => !Object.hasOwn(value as JsonObject, name));
    const more = found.some(({ value }) => lacks(value)) ? await this.#xml(list, `${v1Path(list)}?format=xml`) : null;
    const fromXml = new Map(Array.isArray(more) ? more.map((item) => [idOf(route, item), item]) : []);
    return pMap(
      found,
      async (record) => {
        const known = withMembers(record.value, fromXml.get(record.id), members);
        if (!lacks(known)) return { ...record, value: known };
        const detail = await this.#detail(route, record.id);
        if ('value' in detail) return { ...record, value: withMembers(known, detail.value, members) };
        this.#notes.place(v1Path(route, record.id)).unread(`its detail cannot be read: ${detail.problem}`);
        return { ...record, value: undefined };
      },
      PARALLEL,
    );
  }

  #detail(route: DetailRoute, id: string): Promise<Loaded<JsonObject> | Unread> {
    return this.#json(v1Path(route, id), isObject, 'an object');
  }

  #json<T>(path: string, isExpected: (value: unknown) => value is T, what: string): Promise<Loaded<T> | Unread> {
    return this.#load(path, 'json', (body) => readServedJson(body, isExpected, what));
  }

  async #xml(name: XmlDocumentName, path: string): Promise<unknown> {
    if (this.#hasXml === false) return null;
    const loaded = await this.#load(path, 'xml', (body, at) => readServedXml(body, name, at));
    if ('value' in loaded) this.#hasXml = true;
    // Requests no more XML if the first is missing.
    else if (loaded.isMissing && !this.#hasXml) this.#hasXml = false;
    else this.#notes.place(path).unread(`what only its XML says cannot be read: ${loaded.problem}`);
    return 'value' in loaded ? loaded.value : null;
  }

  async #load<T>(
    path: string,
    form: 'json' | 'xml',
    read: (body: Uint8Array, at: SourcePlace) => { readonly value: T } | Unread,
  ): Promise<Loaded<T> | Unread> {
    this.#known = Math.max(this.#known, this.#done + 1);
    this.#onDocument(this.#done, this.#known, path);
    const answer = await this.#fetch(`${this.#base}${path}`, `application/${form}`);
    this.#done++;
    if ('problem' in answer) return answer;
    const { status, body, maxAge } = answer;
    if (status !== 200) return { problem: `the answer is ${status}`, isMissing: status === 404 || status === 406 };
    const at = this.#notes.place(path);
    const result = read(body, at);
    return 'problem' in result ? result : { value: result.value, at, maxAge };
  }
}

/** There may be more hashes than `isServedList` allows. */
const isHashes = (value: unknown): value is JsonObject => isObject(value) && Array.isArray(value['files']);

function recordsIn(route: DetailRoute | 'provider', items: readonly Served[]): ServedRecord[] {
  const found = new Map<string, ServedRecord>();
  for (const { value, at } of items) {
    const id = idOf(route, value) ?? '';
    const problem = id === '' ? 'neither an id nor a link says which it is' : idProblem(route, id);
    if (problem !== null) at.leftOut(problem, NO_ID);
    else if (found.has(id))
      at.leftOut(`${JSON.stringify(id)} is listed twice; this is the second`, 'twice in the list');
    else found.set(id, { id, value, at });
  }
  return [...found.values()];
}

function idProblem(route: DetailRoute | 'provider', id: string): string | null {
  if (route === 'category') return /^[1-9]\d*$/.test(id) ? null : 'its id is not a number like 12';
  const why = fileNameProblem(id);
  return why === null ? null : `its id cannot be the name of a ${route === 'provider' ? 'file' : 'folder'}: ${why}`;
}

const urlOf = (value: unknown): string | null =>
  isObject(value) && typeof value['url'] === 'string' ? value['url'] : null;

function idOf(route: DetailRoute | 'provider', value: unknown): string | null {
  const id = isObject(value) ? value['id'] : null;
  if (typeof id === 'number' || (typeof id === 'string' && id !== '')) return String(id);
  return linkedId(route, urlOf(value));
}

export function linkedId(route: DetailRoute | 'provider', url: unknown): string | null {
  const { pathname } = (typeof url === 'string' && parseUrl(url)) || { pathname: '' };
  const resource = resourceAt(pathname.slice(Math.max(0, pathname.indexOf('/v1/'))));
  return resource?.route === route ? (resource.id ?? null) : null;
}

function withMembers(item: unknown, more: unknown, names: readonly string[]): JsonObject {
  const added = jsonMembersOf(more).filter(([name]) => names.includes(name));
  return { ...Object.fromEntries(added), ...(item as JsonObject) };
}

/** Only XML has `source`, `needsSha1`, and areas of files other than maps. */
function withXmlOnly(json: JsonObject, xml: JsonObject): JsonObject {
  const whole: Record<string, unknown> = { ...json };
  for (const key of ['source', 'needsSha1']) if (Object.hasOwn(xml, key)) whole[key] = xml[key];
  for (const section of ['files', 'themes']) {
    const areas = new Map(
      jsonMembersOf(xml[section]).map(([path, entry]) => [path, isObject(entry) && entry['boundingbox']]),
    );
    const entries = jsonMembersOf(json[section]).map(([path, entry]) => {
      const area = areas.get(path);
      return [path, isObject(entry) && area ? { boundingbox: area, ...entry } : entry];
    });
    if (entries.length > 0) whole[section] = Object.fromEntries(entries);
  }
  return whole;
}
