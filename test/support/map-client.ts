/** Which files on a person's disk a map program takes as they are, from the checksums that a catalog publishes. */
import { createHash } from 'node:crypto';
import type { DataSource, Entry } from '../../build/model/catalog.ts';
import { JSON_RENDERER } from '../../build/render/v1/json.ts';
import { XML_RENDERER } from '../../build/render/v1/xml.ts';
import type { Checksum, FileEntrySource } from '../../contract/generated/catalog.types.ts';

/** A file that was downloaded, with the time that its server stated. */
export type LocalCopy = { readonly time: string; readonly body: string };

type Published = Pick<Checksum, 'lastModified' | 'contentLength' | 'sha1'>;

/** Digits of a text, as the catalog writes them. */
export const digits = (algorithm: 'sha1' | 'sha256', body: string): string =>
  createHash(algorithm).update(body).digest('hex').toUpperCase();

/** The checksums of the one file of a data source, in each rendition. */
export function publishedHistories(
  entry: FileEntrySource,
  needsSha1: boolean,
): Readonly<Record<'xml' | 'json', Published[]>> {
  const { checksums = [] } = entry;
  const map: Entry = { path: 'a', checksums, fragments: [], boundingbox: undefined, imageurl: '' };
  const source: DataSource = {
    id: 'maps',
    name: 'Maps',
    baseUrl: 'https://files.example.org/',
    directory: 'maps',
    action: 'Copy',
    maxAge: null,
    needsSha1,
    source: null,
    counts: { files: 0, maps: 1, themes: 0 },
    files: [],
    maps: [map],
    themes: [],
  };
  const link = (): string => 'https://catalog.example.org/';
  const [xml, json] = [XML_RENDERER, JSON_RENDERER].map((renderer) => {
    const text = renderer.datasource(source, link);
    return text instanceof Uint8Array ? Buffer.from(text).toString() : [...text].join('');
  }) as [string, string];
  const elements = [...xml.matchAll(/<checksum lastModified="(.*?)" contentLength="(\d+)"(?: sha1="(.*?)")?\/>/g)];
  return {
    xml: elements.map(([, lastModified = '', length, sha1 = null]) => ({
      lastModified,
      contentLength: Number(length),
      sha1,
    })),
    json: JSON.parse(json).maps.a.checksums,
  };
}

/**
 * Whether a map program takes a copy: if no checksum is known, or it matches any. With a SHA-1, that and the length are
 * compared; without one, length and time, and a newer copy is taken, too.
 */
export function isValidCopy({ time, body }: LocalCopy, history: readonly Published[]): boolean {
  const isMatch = ({ lastModified, contentLength, sha1 }: Published): boolean => {
    if (sha1 !== null) return sha1 === digits('sha1', body) && contentLength === body.length;
    return time > lastModified || (time === lastModified && contentLength === body.length);
  };
  return history.length === 0 || history.some(isMatch);
}
