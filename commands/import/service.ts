/** Reads all records of a service: JSON, and XML for members that JSON lacks. */
import pMap from 'p-map';
import { isObject, type JsonObject, membersOf } from '../../contract/parse-json.ts';
import { LISTS, pathOf, type RouteName, resourceAt } from '../../contract/routes.ts';
import type { Notes, SourcePlace } from './notes.ts';
import { lacksFragmentChecksums, readServed, type ServedForm } from './read-served.ts';

/** One document as it was received. */
export interface ServedDocument {
  readonly status: number;
  readonly body: Uint8Array;
  /** The seconds of `Cache-Control: max-age`; null if missing. */
  readonly maxAge: number | null;
}

/** A document that was not received, and why, as the end of a sentence. */
interface UnservedDocument {
  readonly problem: string;
}

/** Fetches a document. @param accept the media type to ask for */
export type FetchServed = (url: string, accept: string) => Promise<ServedDocument | UnservedDocument>;

/** The address is not a service with this interface. The message is a sentence. */
export class NotAServiceError extends Error {}

/** A published value in the shape of its JSON, and its source. */
export interface Served {
  readonly value: unknown;
  readonly at: SourcePlace;
  /** Whether a part could not be read. */
  readonly isPart?: boolean;
}

/** A data source. A service may list only its id. */
interface ServedDataSource extends Served {
  readonly id: string;
  readonly maxAge: number | null;
  /** Whether the detail was read. */
  readonly isRead: boolean;
  /** Whether checksums of files inside archives were not read. */
  readonly lacksFragmentChecksums?: boolean;
}

/** The records of a service. A list that could not be read is null. */
export interface ServedCatalog {
  /** The service URL in its links. */
  readonly serviceUrl: string;
  readonly mapservers: readonly Served[] | null;
  readonly overlayservers: readonly Served[] | null;
  readonly datasources: readonly ServedDataSource[] | null;
  readonly categories: readonly Served[] | null;
  readonly editions: readonly Served[] | null;
}

/** Called before each document with the number of documents read and known. */
export type OnDocument = (done: number, known: number, path: string) => void;

/** The maximum number of items in a list, each of which may need a request. */
const MAX_ITEMS = 10_000;

/** How many documents are requested at a time. `fetch` limits the rate. */
const PARALLEL = 2;

/**
 * Reads a service.
 *
 * @param base its address, without a trailing slash
 * @throws NotAServiceError if none of its lists can be read; errors of `fetch`
 */
export async function readService(
  base: string,
  fetch: FetchServed,
  notes: Notes,
  onDocument: OnDocument = () => {},
): Promise<ServedCatalog> {
  return new ServiceReader(base, fetch, notes, onDocument).run();
}

/** A document that was read: a list, or the members of one resource. */
interface Loaded extends Served {
  readonly form: ServedForm;
  readonly maxAge: number | null;
}

/** A document that could not be read, and why. */
interface Failure {
  readonly problem: string;
  /** Whether the service may lack this form of all documents. */
  readonly isOfForm: boolean;
}

class ServiceReader {
  readonly #base: string;
  readonly #fetch: FetchServed;
  readonly #notes: Notes;
  readonly #onDocument: OnDocument;
  /** The forms that the service lacks, as far as known. */
  readonly #missing = new Set<ServedForm>();
  readonly #working = new Set<ServedForm>();
  #serviceUrl: string | null = null;
  /** The paths of details by the path that their id implies, because lists may link elsewhere. */
  readonly #links = new Map<string, string>();
  #done = 0;
  #known: number = LISTS.length;

  constructor(base: string, fetch: FetchServed, notes: Notes, onDocument: OnDocument) {
    this.#base = base;
    this.#fetch = fetch;
    this.#notes = notes;
    this.#onDocument = onDocument;
  }

  async run(): Promise<ServedCatalog> {
    const service = await this.#loadAny('service');
    if ('form' in service) this.#learnAddress(Object.values(service.value as JsonObject));
    const problems: string[] = [];
    const list = async (route: RouteName): Promise<Served[] | null> => {
      const loaded = await this.#loadAny(route);
      if ('form' in loaded) return itemsOf(loaded);
      problems.push(`${pathOf(route)} cannot be read: ${loaded.problem}`);
      this.#notes.place(pathOf(route)).unread(`the list cannot be read: ${loaded.problem}`);
      return null;
    };
    const mapservers = await list('mapservers');
    const overlayservers = await list('overlayservers');
    const sources = await list('datasources');
    const categories = await list('categories');
    const editions = await list('editions');
    if (problems.length === LISTS.length) throw new NotAServiceError(`${problems[0]}.`);
    for (const items of [sources, categories, editions]) this.#learnAddress(items?.map(urlOf) ?? []);
    const read = {
      mapservers,
      overlayservers,
      datasources: sources && (await this.#dataSources(sources)),
      categories: categories && (await this.#complete('categories', 'category', categories, ['parent'])),
      editions: editions && (await this.#complete('editions', 'edition', editions, ['name', 'datasources'])),
    };
    if (this.#missing.has('xml')) {
      const lost =
        'where data sources are listed upstream, which SHA-1s clients compare, and the areas of files that are not maps';
      this.#notes.place('/v1/').advice(`the service has no XML, which alone says ${lost}`);
    }
    return { serviceUrl: this.#serviceUrl ?? this.#base, ...read };
  }

  /** The service URL, from any link. */
  #learnAddress(links: readonly unknown[]): void {
    for (const link of links) {
      if (this.#serviceUrl !== null || typeof link !== 'string' || !URL.canParse(link)) continue;
      const end = link.indexOf('/v1/');
      if (end > 0) this.#serviceUrl = link.slice(0, end);
    }
  }

  async #dataSources(items: readonly Served[]): Promise<ServedDataSource[]> {
    const found = this.#unique('datasource', items);
    this.#known += found.length * (this.#missing.size === 0 ? 2 : 1);
    return pMap(
      found,
      async ({ id, at: listed }) => {
        const place = this.#notes.place(pathOf('datasource', id));
        const detail = await this.#loadDetail('datasource', id);
        if ('problem' in detail) {
          place.unread(`the data source cannot be read: ${detail.problem}`);
          return { id, value: null, at: listed, maxAge: null, isRead: false };
        }
        const { value, at, maxAge, form } = detail;
        const read = { id, at, maxAge, isRead: true };
        if (form === 'xml') return { ...read, value, lacksFragmentChecksums: this.#lacksFragments(value, at) };
        const more = await this.#load('datasource', id, 'xml', false);
        if ('form' in more) return { ...read, value: withXmlOnly(value as JsonObject, more.value as JsonObject) };
        // If no XML was read before, no more is requested.
        if (more.isOfForm && !this.#working.has('xml')) this.#missing.add('xml');
        else place.unread(`what only its XML says cannot be read: ${more.problem}`);
        return { ...read, value };
      },
      { concurrency: PARALLEL },
    );
  }

  /** Adds members that a list may leave out: from its XML, or else from each detail. */
  async #complete(
    list: 'categories' | 'editions',
    route: 'category' | 'edition',
    items: readonly Served[],
    members: readonly string[],
  ): Promise<Served[]> {
    const found = this.#unique(route, items);
    const lacks = ({ value }: Served): boolean => members.some((name) => !Object.hasOwn(value as JsonObject, name));
    const loaded = found.some(lacks) ? await this.#load(list, undefined, 'xml') : null;
    const fromXml = new Map(
      loaded && 'form' in loaded ? itemsOf(loaded).map(({ value }) => [idOf(route, value), value] as const) : [],
    );
    return pMap(
      found,
      async ({ id, ...served }) => {
        const known = withMembers(served, fromXml.get(id), members);
        if (!lacks(known)) return known;
        const detail = await this.#loadDetail(route, id);
        if ('form' in detail) return withMembers(known, detail.value, members);
        this.#notes.place(pathOf(route, id)).unread(`its detail cannot be read: ${detail.problem}`);
        return { ...known, isPart: true };
      },
      { concurrency: PARALLEL },
    );
  }

  /** Drops items with repeated ids. */
  #unique(route: RouteName, items: readonly Served[]): (Served & { readonly id: string })[] {
    const found = new Map<string, Served & { readonly id: string }>();
    for (const { value, at } of items) {
      const id = idOf(route, value);
      if (id !== null && /\p{Cs}/u.test(id)) at.leftOut('its id holds half of a character');
      else if (id === null) at.leftOut('neither an id nor a link says which it is');
      else if (found.has(id)) at.leftOut(`${JSON.stringify(id)} is listed twice; this is the second`);
      else {
        found.set(id, { id, value, at });
        const path = this.#pathFrom(urlOf({ value }));
        if (path !== null) this.#links.set(pathOf(route, id), path);
      }
    }
    return [...found.values()];
  }

  /** The path and query of a link below the address of the service; null for other links. */
  #pathFrom(link: unknown): string | null {
    if (typeof link !== 'string' || !URL.canParse(link, `${this.#base}/`)) return null;
    const { href } = new URL(link, `${this.#base}/`);
    const address = [this.#base, this.#serviceUrl].find((begin) => begin !== null && href.startsWith(`${begin}/`));
    return address ? href.slice(address.length).replace(/#.*$/s, '') : null;
  }

  /** Loads a detail, and notes that its id differs from its list. */
  async #loadDetail(route: RouteName, id: string): Promise<Loaded | Failure> {
    const detail = await this.#loadAny(route, id);
    const own = 'form' in detail ? idOf(route, { id: (detail.value as JsonObject)['id'] }) : null;
    if ('form' in detail && own !== null && own !== id)
      detail.at.in('id').corrected(`the list calls it ${JSON.stringify(id)}, and so does the catalog now`);
    return detail;
  }

  /** Loads a document as JSON, or else as XML. */
  async #loadAny(route: RouteName, id?: string): Promise<Loaded | Failure> {
    const first = this.#missing.has('json') ? 'xml' : 'json';
    const loaded = await this.#load(route, id, first);
    if ('form' in loaded || first === 'xml') return loaded;
    const other = await this.#load(route, id, 'xml');
    if ('problem' in other) return loaded;
    if (!this.#working.has('json')) this.#missing.add('json');
    return other;
  }

  /** Whether the XML of a data source lacks checksums, which is noted. */
  #lacksFragments(value: unknown, at: SourcePlace): boolean {
    const isLacking = lacksFragmentChecksums(value as JsonObject);
    const lost = 'the checksums of files inside archives are not known: only JSON has them if archives are extracted';
    if (isLacking && this.#missing.has('json')) at.advice(`${lost}, and the service has no JSON`);
    else if (isLacking) at.unread(`${lost}, and that cannot be read`);
    return isLacking;
  }

  async #load(
    route: RouteName,
    id: string | undefined,
    form: ServedForm,
    withHistories = true,
  ): Promise<Loaded | Failure> {
    if (this.#missing.has(form)) return { problem: `the service has no ${form.toUpperCase()}`, isOfForm: true };
    const query = form === 'json' ? '' : `format=xml${route === 'datasource' ? '&includeSource=true' : ''}`;
    const link = this.#links.get(pathOf(route, id)) ?? pathOf(route, id);
    const path = query === '' ? link : `${link}${link.includes('?') ? '&' : '?'}${query}`;
    this.#known = Math.max(this.#known, this.#done + 1);
    this.#onDocument(this.#done, this.#known, path);
    const answer = await this.#fetch(`${this.#base}${path}`, `application/${form}`);
    this.#done++;
    if ('problem' in answer) return { ...answer, isOfForm: false };
    const { status, body, maxAge } = answer;
    if (status !== 200) return { problem: `the answer is ${status}`, isOfForm: status === 404 || status === 406 };
    const at = this.#notes.place(path);
    const read = readServed(body, route, at, withHistories);
    if ('problem' in read) return { ...read, isOfForm: false };
    if (read.form !== form && form === 'xml') return { problem: 'it is JSON', isOfForm: true };
    this.#working.add(read.form);
    const { value } = read;
    if ((LISTS as readonly RouteName[]).includes(route)) {
      if (!Array.isArray(value) || value.length > MAX_ITEMS) return { problem: 'it is not a list', isOfForm: false };
    } else if (!isObject(value)) return { problem: 'it is not an object', isOfForm: false };
    return { ...read, at, maxAge };
  }
}

/** The items of a list. */
function itemsOf({ value, at }: Served): Served[] {
  return (value as readonly unknown[]).map((item, index) => ({ value: item, at: at.in(index) }));
}

const urlOf = ({ value }: Pick<Served, 'value'>): unknown => (isObject(value) ? value['url'] : null);

/** The id of an item: from its link, or else from its member `id`. */
function idOf(route: RouteName, value: unknown): string | null {
  if (!isObject(value)) return null;
  const { id, url } = value;
  if (typeof id === 'string' && id !== '') return id;
  if (typeof id === 'number') return String(id);
  return linkedId(route, url);
}

/** The id in the address of a resource; null for other addresses. */
export function linkedId(route: RouteName, url: unknown): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const { pathname } = new URL(url);
  const resource = resourceAt(pathname.slice(Math.max(0, pathname.indexOf('/v1/'))));
  return resource?.route === route ? (resource.id ?? null) : null;
}

/** Adds missing members to an item. */
function withMembers(served: Served, more: unknown, names: readonly string[]): Served {
  const item = served.value as JsonObject;
  const added = names.filter((name) => !Object.hasOwn(item, name) && isObject(more) && Object.hasOwn(more, name));
  return {
    ...served,
    value: { ...item, ...Object.fromEntries(added.map((name) => [name, (more as JsonObject)[name]])) },
  };
}

/** Adds the members that only XML has to a data source: upstream source, `needsSha1`, areas of files. */
function withXmlOnly(json: JsonObject, xml: JsonObject): JsonObject {
  const whole: Record<string, unknown> = { ...json };
  for (const key of ['source', 'needsSha1']) if (Object.hasOwn(xml, key)) whole[key] = xml[key];
  for (const group of ['files', 'themes']) {
    const areas = new Map(
      membersOf(xml[group]).map(([path, entry]) => [path, isObject(entry) && entry['boundingbox']]),
    );
    const entries = membersOf(json[group]).map(([path, entry]) => {
      const area = areas.get(path);
      return [path, isObject(entry) && area ? { boundingbox: area, ...entry } : entry];
    });
    if (entries.length > 0) whole[group] = Object.fromEntries(entries);
  }
  return whole;
}
