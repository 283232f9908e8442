/** `/v1/all.json`: every record's JSON in one file, or in several if the host's limit requires it. */
import { PLAIN_FILES } from '../../../contract/interface/plain-files.ts';
import { partPath } from '../../../contract/interface/served-files.ts';
import { linksFor, RENDITIONS } from '../../../contract/interface/v1-renditions.ts';
import { LIST_ROUTES } from '../../../contract/interface/v1-routes.ts';
import { memoizedByObject } from '../../model/computed-once.ts';
import { type Asset, GrowingBytes, interfaceAsset, type Text, textBytes } from '../core/asset.ts';
import { sourceFileOf } from '../core/document-sources.ts';
import type { Publication, SiteView } from '../publication.ts';
import { JSON_RENDERER } from './json.ts';

type Member = (typeof LIST_ROUTES)[number];

/** Each of these members is one document; others are arrays of documents. */
const DOCUMENTS: readonly (Member | undefined)[] = ['mapservers', 'overlayservers'];

/** The most bytes beside the documents: names, brackets, two addresses. */
const FRAME_BYTES = 2_000;

/** A part is finished when it is full: all data sources may have hundreds of megabytes. */
export const WHOLE_CATALOG: Publication = {
  ofDataSource({ facts: { datasource }, json }, site) {
    const parts = partsOf(site);
    parts.add('datasources', json, sourceFileOf('datasource', datasource.id));
    return parts.takeFinished();
  },
  *files(site) {
    const { categories, editions, serviceUrl } = site.catalog;
    const parts = partsOf(site);
    const link = linksFor(serviceUrl, RENDITIONS.json);
    for (const one of categories)
      parts.add('categories', JSON_RENDERER.category(one, link), sourceFileOf('category', one.id));
    for (const one of editions)
      parts.add('editions', JSON_RENDERER.edition(one, link), sourceFileOf('edition', one.id));
    parts.end();
    yield* parts.takeFinished();
  },
};

const partsOf = memoizedByObject((site: SiteView) => {
  const parts = new WholeCatalogParts(site);
  const link = linksFor(site.catalog.serviceUrl, RENDITIONS.json);
  for (const list of ['mapservers', 'overlayservers'] as const)
    parts.add(list, JSON_RENDERER[list](site.catalog, link), sourceFileOf(list));
  return parts;
});

class WholeCatalogParts {
  readonly #site: SiteView;
  #finished: Asset[] = [];
  #number = 0;
  #bytes = new GrowingBytes();
  /** Reserved for the beginning, which depends on a following part. */
  #room = 0;
  /** An upper bound of the bytes so far. */
  #size = 0;
  /** An index of LIST_ROUTES. */
  #member = 0;
  /** The member's documents in this part. */
  #count = 0;
  #largest = { size: 0, origin: null as string | null };

  constructor(site: SiteView) {
    this.#site = site;
    this.#begin();
  }

  /** Documents come in the order of members. A part with one document may exceed the limit. */
  add(member: Member, document: Text, origin: string): void {
    const bytes = textBytes(document);
    // One more for the comma.
    const size = bytes.length + 1;
    const limit = this.#site.host.limits.fileBytes ?? Number.POSITIVE_INFINITY;
    if (this.#size > FRAME_BYTES && this.#size + size > limit) {
      this.#finish(true);
      this.#begin();
    }
    this.#goTo(LIST_ROUTES.indexOf(member));
    if (this.#count > 0) this.#bytes.add(',');
    else if (!DOCUMENTS.includes(member)) this.#bytes.add('[');
    this.#bytes.add(bytes);
    this.#count++;
    this.#size += size;
    if (size > this.#largest.size) this.#largest = { size, origin };
  }

  end(): void {
    this.#finish(false);
  }

  takeFinished(): Asset[] {
    return this.#finished.splice(0);
  }

  #begin(): void {
    this.#number++;
    this.#bytes = new GrowingBytes();
    this.#room = this.#head(true).length;
    this.#bytes.add(' '.repeat(this.#room));
    this.#size = FRAME_BYTES;
    this.#member = -1;
    this.#largest = { size: 0, origin: null };
  }

  #head(hasNext: boolean): Uint8Array {
    const { serviceUrl } = this.#site.catalog;
    const next = hasNext ? serviceUrl + partPath(this.#number + 1) : null;
    return Buffer.from(JSON.stringify({ serviceUrl, next }).slice(0, -1));
  }

  #goTo(member: number): void {
    while (this.#member < member) {
      const ended = LIST_ROUTES[this.#member];
      if (ended && this.#count === 0) this.#bytes.add('[]');
      else if (ended && !DOCUMENTS.includes(ended)) this.#bytes.add(']');
      this.#member++;
      this.#count = 0;
      const begun = LIST_ROUTES[this.#member];
      if (begun) this.#bytes.add(`,"${begun}":`);
    }
  }

  #finish(hasNext: boolean): void {
    this.#goTo(LIST_ROUTES.length);
    this.#bytes.add('}\n');
    const head = this.#head(hasNext);
    const content = this.#bytes.from(this.#room - head.length);
    content.set(head);
    const role = this.#number === 1 ? PLAIN_FILES.all.role : 'part';
    const file = { role, path: partPath(this.#number) };
    this.#finished.push(interfaceAsset(file, content, this.#site.modified, this.#largest.origin));
  }
}
